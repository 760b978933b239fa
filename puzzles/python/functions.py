# %% Computes a sum of squares with a helper
def square(x: int) -> int:
    return x * x

def sum_of_squares(a: int, b: int) -> int:
    return square(a) + square(b)

# %% Finds the largest of three with a helper for two
def larger(a: int, b: int) -> int:
    if a >= b:
        return a
    return b

def largest(a: int, b: int, c: int) -> int:
    return larger(larger(a, b), c)

# %% Calls a function with a default argument
def power(base: int, exponent: int = 2) -> int:
    result = 1
    for _ in range(exponent):
        result *= base
    return result

def both(x: int) -> int:
    return power(x) - power(x, 3)

# %% Counts the primes of a list
def is_prime(n: int) -> bool:
    for k in range(2, n):
        if n % k == 0:
            return False
    return n > 1

def count_primes(items: list[int]) -> int:
    count = 0
    for item in items:
        if is_prime(item):
            count += 1
    return count

# %% Gives arguments by name and in another order
def rate(distance: int, time: int) -> int:
    return distance // (abs(time) + 1)

def compare(a: int, b: int) -> int:
    return rate(time=a, distance=b) - rate(a, b)

# %% Changes a list that a function was given
def add_last(items: list[int], value: int) -> None:
    items.append(value)

def twice(items: list[int], value: int) -> list[int]:
    add_last(items, value)
    add_last(items, value + 1)
    return items

# %% Returns two results and uses both
def divide(a: int, b: int) -> tuple[int, int]:
    return a // b, a % b

def check(a: int, b: int) -> int:
    if b == 0:
        return 0
    whole, rest = divide(a, b)
    return whole * 10 + rest

# %% Shows that an assignment in a function stays there
def change(n: int) -> int:
    n = n + 5  # vary 5: 2 3 4
    return n

def unchanged(n: int) -> int:
    other = change(n)
    return other - n + change(other)

# %% Converts a temperature there and back
def to_celsius(degrees: int) -> int:
    return (degrees - 32) * 5 // 9

def to_fahrenheit(degrees: int) -> int:
    return degrees * 9 // 5 + 32

def lost(degrees: int) -> int:
    return degrees - to_fahrenheit(to_celsius(degrees))

# %% Cleans a text and counts its words
def clean(text: str) -> str:
    return text.strip().lower()

def count_words(text: str, word: str) -> int:
    """
    >>> count_words(" The cat and the dog", "THE")
    >>> count_words("a b a", "a")
    """
    words = clean(text).split()
    return words.count(clean(word))

# %% Joins what two functions print
def header(title: str) -> None:
    print(title.upper())

def rule(width: int) -> None:
    print("-" * width)

def page(title: str, body: int) -> None:
    header(title)
    rule(len(title))
    print(body)

# %% Applies a step as often as is asked
def step(value: int) -> int:
    if value % 2 == 0:
        return value // 2
    return value + 3

def repeat(value: int, times: int) -> int:
    for _ in range(times):
        value = step(value)
    return value
