# %% Adds the numbers from 1 to n
def add_up(n: int) -> int:
    total = 0
    while n > 0:
        total += n
        n -= 1
    return total

# %% Adds the digits of a number
def digit_sum(number: int) -> int:
    """
    >>> digit_sum(7)
    >>> digit_sum(305)
    >>> digit_sum(999)
    """
    total = 0
    while number > 0:
        total += number % 10
        number //= 10
    return total

# %% Finds the greatest common divisor
def divisor(a: int, b: int) -> int:
    """
    >>> divisor(12, 18)
    >>> divisor(7, 21)
    >>> divisor(9, 4)
    """
    while b > 0:
        rest = a % b
        a = b
        b = rest
    return a

# %% Counts how often a number can be halved
def halvings(number: int) -> int:
    """
    >>> halvings(8)
    >>> halvings(12)
    >>> halvings(7)
    """
    count = 0
    while number > 0 and number % 2 == 0:
        number //= 2
        count += 1
    return count

# %% Counts the steps of the Collatz rule down to 1
def collatz(number: int) -> int:
    """
    >>> collatz(6)
    >>> collatz(4)
    """
    steps = 0
    while number > 1:
        if number % 2 == 0:
            number //= 2
        else:
            number = 3 * number + 1
        steps += 1
    return steps

# %% Finds the smallest power of two that is not below n
def power_above(n: int) -> int:
    """
    >>> power_above(4)
    >>> power_above(5)
    >>> power_above(17)
    """
    power = 1
    while power < n:
        power *= 2  # vary 2: 3 4
    return power

# %% Takes items from the end until their sum is enough
def take(items: list[int], enough: int) -> list[int]:
    taken = []
    total = 0
    while items and total < enough:
        last = items.pop()
        taken.append(last)
        total += last
    return taken

# %% Reverses the digits of a number
def backwards(number: int) -> int:
    """
    >>> backwards(123)
    >>> backwards(405)
    """
    result = 0
    while number > 0:
        result = result * 10 + number % 10
        number = number // 10
    return result

# %% Finds the first place of a value with a while loop
def first_place(items: list[int], value: int) -> int:
    place = 0
    while place < len(items):
        if items[place] == value:
            return place
        place += 1
    return -1

# %% Counts the years until savings reach a goal
def years(saved: int, goal: int) -> int:
    """
    >>> years(10, 35)
    >>> years(20, 20)
    >>> years(5, 12)
    """
    count = 0
    while saved < goal:
        saved += 5  # vary 5: 4 3
        saved += saved // 10
        count += 1
    return count

# %% Merges two lists by taking turns
def turns(first: list[int], second: list[int]) -> list[int]:
    out = []
    while first or second:
        if first:
            out.append(first.pop(0))
        if second:
            out.append(second.pop(0))
    return out

# %% Leaves the loop at the first number that repeats
def until_repeat(items: list[int]) -> int:
    i = 1
    while i < len(items):
        if items[i] == items[i - 1]:
            break
        i += 1
    return i
