# Calls are written; of those that are made, only the smallest one is left, unless it says otherwise.
# puzgen: inputs 1
# puzgen: integers 0..6

# %% Multiplies the numbers from 1 to n by recursion
# puzgen: title de "Multipliziert die Zahlen von 1 bis n durch Rekursion"
def factorial(n: int) -> int:
    # puzgen: inputs 7
    if n <= 1:
        return 1
    return n * factorial(n - 1)

# %% Computes the Fibonacci number at place n by recursion
# puzgen: title de "Berechnet die n-te Fibonacci-Zahl durch Rekursion"
def fibonacci(n: int) -> int:
    # puzgen: inputs 7
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)

# %% Adds the items of a list by recursion
# puzgen: title de "Addiert die Elemente einer Liste durch Rekursion"
def total(items: list[int]) -> int:
    """
    >>> total([])
    >>> total([4])
    >>> total([1, 2])
    >>> total([3, 0, 5])
    >>> total([-2, 6, 1])
    """
    if not items:
        return 0
    return items[0] + total(items[1:])

# %% Turns a text around by recursion
# puzgen: title de "Dreht einen Text durch Rekursion um"
def turned(text: str) -> str:
    """
    >>> turned("")
    >>> turned("a")
    >>> turned("no")
    >>> turned("tree")
    >>> turned("abcde")
    """
    if len(text) <= 1:
        return text
    return turned(text[1:]) + text[0]

# %% Raises to a power by halving the exponent
# puzgen: title de "Berechnet eine Potenz durch Halbieren des Exponenten"
def power(base: int, exponent: int) -> int:
    # puzgen: integers 1..6
    """
    >>> power(1, 1)
    >>> power(2, 0)
    >>> power(5, 1)
    >>> power(3, 2)
    >>> power(-2, 3)
    >>> power(2, 5)
    >>> power(3, 4)
    >>> power(0, 2)
    """
    if exponent <= 0:
        return 1
    half = power(base, exponent // 2)
    if exponent % 2 == 0:
        return half * half
    return half * half * base

# %% Finds the greatest common divisor by recursion
# puzgen: title de "Findet den größten gemeinsamen Teiler durch Rekursion"
def divisor(a: int, b: int) -> int:
    # puzgen: integers 1..6
    """
    >>> divisor(1, 1)
    >>> divisor(12, 18)
    >>> divisor(35, 14)
    >>> divisor(7, 0)
    >>> divisor(0, 5)
    >>> divisor(9, 4)
    >>> divisor(6, 6)
    >>> divisor(8, 2)
    """
    if b == 0:
        return a
    return divisor(b, a % b)

# %% Counts a value in nested lists
# puzgen: title de "Zählt einen Wert in verschachtelten Listen"
def deep_count(grid: list[list[int]], value: int) -> int:
    """
    >>> deep_count([], 0)
    >>> deep_count([[]], 1)
    >>> deep_count([[3]], 3)
    >>> deep_count([[1, 2], [2, 2]], 2)
    >>> deep_count([[4, 0], [1], [0]], 0)
    >>> deep_count([[5, 6], [5]], 1)
    """
    if not grid:
        return 0
    first = grid[0].count(value)
    return first + deep_count(grid[1:], value)

# %% Says whether a text is a palindrome by recursion
# puzgen: title de "Sagt durch Rekursion, ob ein Text ein Palindrom ist"
def palindrome(text: str) -> bool:
    # puzgen: numbers -1..3
    """
    >>> palindrome("")
    >>> palindrome("a")
    >>> palindrome("aa")
    >>> palindrome("ab")
    >>> palindrome("aba")
    >>> palindrome("abb")
    >>> palindrome("noon")
    >>> palindrome("abca")
    >>> palindrome("radar")
    """
    if len(text) < 2:
        return True
    if text[0] != text[-1]:
        return False
    return palindrome(text[1:-1])

# %% Writes a number in the binary system
# puzgen: title de "Schreibt eine Zahl im Binärsystem"
def binary(n: int) -> str:
    # puzgen: integers 0..9
    # puzgen: inputs 10
    if n < 2:
        return str(n)
    return binary(n // 2) + str(n % 2)

# %% Lists all arrangements of n zeros and ones
# puzgen: title de "Listet alle Anordnungen von n Nullen und Einsen auf"
def bits(n: int) -> list[str]:
    # puzgen: integers 0..3
    # puzgen: inputs 4
    if n <= 0:
        return [""]
    shorter = bits(n - 1)
    zeros = ["0" + rest for rest in shorter]
    ones = ["1" + rest for rest in shorter]
    return zeros + ones

# %% Counts the moves of the towers of Hanoi and prints those of the smallest disc
# puzgen: title de "Zählt die Züge der Türme von Hanoi und gibt die der kleinsten Scheibe aus"
def hanoi(n: int, start="A", goal="C", other="B") -> int:
    """
    >>> hanoi(0)
    >>> hanoi(1)
    >>> hanoi(2)
    >>> hanoi(3)
    >>> hanoi(2, "B", "A", "C")
    >>> hanoi(4)
    """
    if n <= 0:
        return 0
    moves = hanoi(n - 1, start, other, goal)
    if n == 1:
        print(start + goal, end=" ")
    return moves + 1 + hanoi(n - 1, other, goal, start)

# %% Counts the ways to climb stairs by one or two steps
# puzgen: title de "Zählt die Möglichkeiten, eine Treppe mit Schritten von einer oder zwei Stufen zu steigen"
def ways(stairs: int) -> int:
    # puzgen: inputs 7
    if stairs < 0:
        return 0
    if stairs == 0:
        return 1
    return ways(stairs - 1) + ways(stairs - 2)

# %% Says whether some items, or none, have a given sum
# puzgen: title de "Sagt, ob einige Elemente oder keines eine gegebene Summe haben"
def reachable(items: list[int], wanted: int) -> bool:
    """
    >>> reachable([], 0)
    >>> reachable([], 3)
    >>> reachable([4], 4)
    >>> reachable([4], 2)
    >>> reachable([1, 2], 3)
    >>> reachable([5, 1, 3], 4)
    >>> reachable([2, 4, 6], 5)
    >>> reachable([3, 6], 0)
    """
    if wanted == 0:
        return True
    if not items:
        return False
    first, rest = items[0], items[1:]
    return reachable(rest, wanted) or reachable(rest, wanted - first)
