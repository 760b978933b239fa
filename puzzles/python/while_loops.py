# Calls are written; of those that are made, only the smallest one is left, unless it says otherwise.
# puzgen: inputs 1
# puzgen: integers 0..6

# %% Adds the numbers from 1 to n
# puzgen: title de "Addiert die Zahlen von 1 bis n"
def add_up(n: int) -> int:
    # puzgen: inputs 7
    total = 0
    while n > 0:
        total += n
        n -= 1
    return total

# %% Adds the digits of a number
# puzgen: title de "Addiert die Ziffern einer Zahl"
def digit_sum(number: int) -> int:
    # puzgen: numbers 8..12
    """
    >>> digit_sum(0)
    >>> digit_sum(7)
    >>> digit_sum(10)
    >>> digit_sum(11)
    >>> digit_sum(98)
    >>> digit_sum(305)
    >>> digit_sum(1999)
    """
    total = number % 10
    while number >= 10:
        number //= 10
        total += number % 10
    return total

# %% Finds the greatest common divisor
# puzgen: title de "Findet den größten gemeinsamen Teiler"
def divisor(a: int, b: int) -> int:
    # puzgen: integers 1..6
    """
    >>> divisor(1, 1)
    >>> divisor(12, 18)
    >>> divisor(7, 21)
    >>> divisor(9, 4)
    >>> divisor(6, 0)
    >>> divisor(0, 3)
    >>> divisor(20, 15)
    >>> divisor(8, 2)
    """
    while b > 0:
        rest = a % b
        a = b
        b = rest
    return a

# %% Counts how often a number can be halved
# puzgen: title de "Zählt, wie oft eine Zahl halbiert werden kann"
def halvings(number: int) -> int:
    # puzgen: integers 1..8
    # puzgen: inputs 8
    count = 0
    while number > 0 and number % 2 == 0:
        number //= 2
        count += 1
    return count

# %% Counts the steps of the Collatz rule down to 1
# puzgen: title de "Zählt die Schritte der Collatz-Regel bis zur 1"
def collatz(number: int) -> int:
    # puzgen: integers 1..8
    # puzgen: inputs 8
    steps = 0
    while number > 1:
        if number % 2 == 0:
            number //= 2
        else:
            number = 3 * number + 1
        steps += 1
    return steps

# %% Finds the smallest power of a base that is not below n
# puzgen: title de "Findet die kleinste Potenz einer Basis, die nicht unter n liegt"
def power_above(n: int) -> int:
    # puzgen: integers 1..6
    """
    >>> power_above(1)
    >>> power_above(2)
    >>> power_above(3)
    >>> power_above(4)
    >>> power_above(5)
    >>> power_above(9)
    >>> power_above(10)
    >>> power_above(16)
    >>> power_above(17)
    """
    base = 2  # vary 2: 3 4
    power = 1
    while power < n:
        power *= base
    return power

# %% Takes items from the end until their sum is enough
# puzgen: title de "Nimmt Elemente vom Ende, bis ihre Summe reicht"
def take(items: list[int], enough: int) -> list[int]:
    """
    >>> take([], 0)
    >>> take([], 3)
    >>> take([4], 2)
    >>> take([4], 0)
    >>> take([1, 2, 3], 5)
    >>> take([5, 0, 2, 1], 3)
    >>> take([2, 2], 6)
    >>> take([6, 1, 4], 4)
    """
    taken = []
    total = 0
    while items and total < enough:
        last = items.pop()
        taken.append(last)
        total += last
    return taken

# %% Turns the binary digits of a number around
# puzgen: title de "Dreht die Binärziffern einer Zahl um"
def backwards(number: int) -> int:
    # puzgen: integers 0..10
    # puzgen: inputs 11
    result = 0
    while number > 0:
        result = result * 2 + number % 2
        number = number // 2
    return result

# %% Finds the first place of a value with a while loop, -1 where there is none
# puzgen: title de "Findet mit einer while-Schleife die erste Stelle eines Wertes, -1, wenn es keine gibt"
def first_place(items: list[int], value: int) -> int:
    # puzgen: numbers -1..3
    """
    >>> first_place([], 0)
    >>> first_place([4], 4)
    >>> first_place([4], 2)
    >>> first_place([1, 2], 2)
    >>> first_place([3, 0, 3], 3)
    >>> first_place([5, 6, 1, 6], 6)
    >>> first_place([2, 0, 1], 1)
    """
    place = 0
    while place < len(items):
        if items[place] == value:
            return place
        place += 1
    return -1

# %% Counts the years until savings reach a goal
# puzgen: title de "Zählt die Jahre, bis ein Sparziel erreicht ist"
def years(saved: int, goal: int) -> int:
    """
    >>> years(0, 0)
    >>> years(0, 3)
    >>> years(10, 35)
    >>> years(20, 20)
    >>> years(5, 12)
    >>> years(4, 60)
    >>> years(9, 7)
    """
    count = 0
    while saved < goal:
        saved += 3  # vary 3: 2 4
        saved += saved // 4
        count += 1
    return count

# %% Merges two lists by taking turns
# puzgen: title de "Führt zwei Listen abwechselnd zusammen"
def turns(first: list[int], second: list[int]) -> list[int]:
    """
    >>> turns([], [])
    >>> turns([4], [])
    >>> turns([], [2, 3])
    >>> turns([1], [0])
    >>> turns([1, 2], [5, 6])
    >>> turns([3, 0, 1], [6])
    """
    out = []
    while first or second:
        if first:
            out.append(first.pop(0))
        if second:
            out.append(second.pop(0))
    return out

# %% Keeps the items before the first one that repeats its neighbour
# puzgen: title de "Behält die Elemente vor dem ersten, das seinen Nachbarn wiederholt"
def until_repeat(items: list[int]) -> list[int]:
    """
    >>> until_repeat([])
    >>> until_repeat([4])
    >>> until_repeat([3, 3])
    >>> until_repeat([1, 2])
    >>> until_repeat([2, 5, 5, 1])
    >>> until_repeat([0, 6, 0, 1])
    >>> until_repeat([1, 1, 2, 2])
    """
    i = 1
    while i < len(items):
        if items[i] == items[i - 1]:
            break
        i += 1
    return items[:i]
