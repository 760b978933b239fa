# %% Multiplies the numbers from 1 to n by recursion
def factorial(n: int) -> int:
    if n <= 1:
        return 1
    return n * factorial(n - 1)

# %% Computes a Fibonacci number by recursion
def fibonacci(n: int) -> int:
    """
    >>> fibonacci(6)
    """
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)

# %% Adds the items of a list by recursion
def total(items: list[int]) -> int:
    if not items:
        return 0
    return items[0] + total(items[1:])

# %% Turns a text around by recursion
def turned(text: str) -> str:
    if len(text) <= 1:
        return text
    return turned(text[1:]) + text[0]

# %% Raises to a power by halving the exponent
def power(base: int, exponent: int) -> int:
    if exponent <= 0:
        return 1
    half = power(base, exponent // 2)
    if exponent % 2 == 0:
        return half * half
    return half * half * base

# %% Finds the greatest common divisor by recursion
def divisor(a: int, b: int) -> int:
    """
    >>> divisor(12, 18)
    >>> divisor(35, 14)
    """
    if b == 0:
        return abs(a)
    return divisor(b, a % b)

# %% Counts a value in nested lists
def deep_count(grid: list[list[int]], value: int) -> int:
    if not grid:
        return 0
    first = grid[0].count(value)
    return first + deep_count(grid[1:], value)

# %% Says whether a text is a palindrome by recursion
def palindrome(text: str) -> bool:
    if len(text) < 2:
        return True
    if text[0] != text[-1]:
        return False
    return palindrome(text[1:-1])

# %% Writes a number in the binary system
def binary(n: int) -> str:
    """
    >>> binary(5)
    >>> binary(12)
    """
    if n < 2:
        return str(abs(n))
    return binary(n // 2) + str(n % 2)

# %% Lists all arrangements of zeros and ones
def bits(n: int) -> list[str]:
    if n <= 0:
        return [""]
    shorter = bits(n - 1)
    zeros = ["0" + rest for rest in shorter]
    ones = ["1" + rest for rest in shorter]
    return zeros + ones

# %% Counts the moves of the towers of Hanoi
def hanoi(n: int, start: str = "A", goal: str = "C", other: str = "B") -> int:
    """
    >>> hanoi(1)
    >>> hanoi(3)
    >>> hanoi(4)
    """
    if n <= 0:
        return 0
    moves = hanoi(n - 1, start, other, goal)
    if n == 1:
        print(start + goal, end=" ")
    return moves + 1 + hanoi(n - 1, other, goal, start)

# %% Counts the ways to climb stairs by one or two steps
def ways(stairs: int) -> int:
    """
    >>> ways(5)
    """
    if stairs < 0:
        return 0
    if stairs == 0:
        return 1
    return ways(stairs - 1) + ways(stairs - 2)

# %% Says whether some items have a given sum
def reachable(items: list[int], wanted: int) -> bool:
    if wanted == 0:
        return True
    if not items:
        return False
    first, rest = items[0], items[1:]
    return reachable(rest, wanted) or reachable(rest, wanted - first)
