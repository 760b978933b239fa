# Calls are written; of those that are made, only the smallest one is left, unless it says otherwise.
# puzgen: inputs 1
# puzgen: integers 0..6

# %% Multiplies the numbers from 1 to n
# puzgen: title de "Multipliziert die Zahlen von 1 bis n"
def factorial(n: int) -> int:
    # puzgen: integers 1..6
    # puzgen: inputs 6
    product = 1
    for k in range(2, n + 1):
        product *= k
    return product

# %% Adds the odd numbers below n
# puzgen: title de "Addiert die ungeraden Zahlen unter n"
def odd_sum(n: int) -> int:
    # puzgen: integers 0..9
    # puzgen: inputs 10
    total = 0
    for k in range(1, n, 2):
        total += k
    return total

# %% Counts the even numbers of a list
# puzgen: title de "Zählt die geraden Zahlen einer Liste"
def evens(items: list[int]) -> int:
    """
    >>> evens([])
    >>> evens([3])
    >>> evens([4])
    >>> evens([1, 2, 3, 4])
    >>> evens([0, 2, 5])
    >>> evens([7, 5])
    >>> evens([6, -2, 8])
    """
    count = 0
    for item in items:
        if item % 2 == 0:
            count += 1
    return count

# %% Prints a countdown
# puzgen: title de "Gibt einen Countdown aus"
def countdown(n: int) -> None:
    # puzgen: numbers -1..3
    # puzgen: inputs 5
    # puzgen: integers 0..4
    for k in range(n, 0, -1):
        print(k)
    print("go")

# %% Adds the products of places and items
# puzgen: title de "Addiert die Produkte aus Stellen und Elementen"
def weighted(items: list[int]) -> int:
    """
    >>> weighted([])
    >>> weighted([5])
    >>> weighted([3, 4])
    >>> weighted([1, 2, 3])
    >>> weighted([0, -2, 5])
    >>> weighted([2, 0, 1, 1])
    """
    total = 0
    for place, item in enumerate(items):
        total += place * item
    return total

# %% Says whether two lists agree at every place
# puzgen: title de "Sagt, ob zwei Listen an jeder Stelle übereinstimmen"
def agree(first: list[int], second: list[int]) -> bool:
    """
    >>> agree([], [])
    >>> agree([3], [3])
    >>> agree([3], [4])
    >>> agree([1, 2], [1])
    >>> agree([], [5])
    >>> agree([1, 2, 3], [1, 2, 3])
    >>> agree([1, 2, 3], [1, 2, 4])
    >>> agree([6, 2], [2, 6])
    """
    if len(first) != len(second):
        return False
    for a, b in zip(first, second):
        if a != b:
            return False
    return True

# %% Lists the squares of the odd numbers up to n
# puzgen: title de "Listet die Quadrate der ungeraden Zahlen bis n auf"
def odd_squares(n: int) -> list[int]:
    # puzgen: inputs 7
    squares = []
    for k in range(n + 1):
        if k % 2 == 1:
            squares.append(k * k)
    return squares

# %% Finds the largest step between neighbours, 0 without any
# puzgen: title de "Findet den größten Schritt zwischen Nachbarn, 0, wenn es keine gibt"
def largest_step(items: list[int]) -> int:
    """
    >>> largest_step([])
    >>> largest_step([4])
    >>> largest_step([2, 5])
    >>> largest_step([5, 1, 2])
    >>> largest_step([3, 3])
    >>> largest_step([1, 2, 6, 4])
    >>> largest_step([-2, 1, -4])
    """
    best = 0
    for i in range(1, len(items)):
        step = abs(items[i] - items[i - 1])
        if step > best:
            best = step
    return best

# %% Adds until the first zero
# puzgen: title de "Addiert bis zur ersten Null"
def until_zero(items: list[int]) -> int:
    """
    >>> until_zero([])
    >>> until_zero([4])
    >>> until_zero([0])
    >>> until_zero([3, 2])
    >>> until_zero([3, 0, 5])
    >>> until_zero([-1, 6, 0, 2])
    >>> until_zero([0, 1, 1])
    """
    total = 0
    for item in items:
        if item == 0:
            break
        total += item
    return total

# %% Computes the Fibonacci number at place n by a loop
# puzgen: title de "Berechnet die n-te Fibonacci-Zahl mit einer Schleife"
def fibonacci(n: int) -> int:
    # puzgen: integers 0..8
    # puzgen: inputs 9
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a

# %% Says whether a number is a prime number
# puzgen: title de "Sagt, ob eine Zahl eine Primzahl ist"
def prime(n: int) -> bool:
    """
    >>> prime(0)
    >>> prime(1)
    >>> prime(2)
    >>> prime(3)
    >>> prime(4)
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

# %% Averages the numbers that are not negative, 0 without any
# puzgen: title de "Bildet den Mittelwert der nicht negativen Zahlen, 0, wenn es keine gibt"
def average(items: list[int]) -> int:
    """
    >>> average([])
    >>> average([5])
    >>> average([-3])
    >>> average([2, 4])
    >>> average([6, -1, 0])
    >>> average([1, 3, 8])
    >>> average([-2, 4, -4, 2])
    """
    total = 0
    count = 0
    for item in items:
        if item < 0:
            continue
        total += item
        count += 1
    return total // count if count > 0 else 0
