# %% Multiplies the numbers from 1 to n
def factorial(n: int) -> int:
    product = 1
    for k in range(2, n + 1):
        product *= k
    return product

# %% Adds every other number below n
def every_other(n: int) -> int:
    total = 0
    for k in range(1, n, 2):
        total += k
    return total

# %% Counts the even numbers of a list
def evens(items: list[int]) -> int:
    count = 0
    for item in items:
        if item % 2 == 0:
            count += 1
    return count

# %% Prints a countdown
def countdown(n: int) -> None:
    for k in range(n, 0, -1):
        print(k)
    print("go")

# %% Adds the products of places and items
def weighted(items: list[int]) -> int:
    total = 0
    for place, item in enumerate(items):
        total += place * item
    return total

# %% Says whether two lists agree at every place
def agree(first: list[int], second: list[int]) -> bool:
    if len(first) != len(second):
        return False
    for a, b in zip(first, second):
        if a != b:
            return False
    return True

# %% Lists the squares of the odd numbers up to n
def odd_squares(n: int) -> list[int]:
    squares = []
    for k in range(n + 1):
        if k % 2 == 1:
            squares.append(k * k)
    return squares

# %% Finds the largest step between neighbours
def largest_step(items: list[int]) -> int:
    best = 0
    for i in range(1, len(items)):
        step = abs(items[i] - items[i - 1])
        if step > best:
            best = step
    return best

# %% Adds until the first zero
def until_zero(items: list[int]) -> int:
    total = 0
    for item in items:
        if item == 0:
            break
        total += item
    return total

# %% Computes a Fibonacci number by a loop
def fibonacci(n: int) -> int:
    """
    >>> fibonacci(7)
    >>> fibonacci(10)
    """
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a

# %% Says whether a number is a prime number
def prime(n: int) -> bool:
    """
    >>> prime(9)
    >>> prime(11)
    >>> prime(25)
    """
    if n < 2:
        return False
    for k in range(2, n):
        if n % k == 0:
            return False
    return True

# %% Skips negative numbers in an average
def average(items: list[int]) -> int:
    total = 0
    count = 0
    for item in items:
        if item < 0:
            continue
        total += item
        count += 1
    return total // count if count > 0 else 0
