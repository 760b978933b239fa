# %% Builds a multiplication table
def table(n: int) -> list[list[int]]:
    rows = []
    for i in range(1, n + 1):
        row = []
        for j in range(1, n + 1):
            row.append(i * j)
        rows.append(row)
    return rows

# %% Counts the pairs with a given sum
def pairs(items: list[int], wanted: int) -> int:
    count = 0
    for i in range(len(items)):
        for j in range(i + 1, len(items)):
            if items[i] + items[j] == wanted:
                count += 1
    return count

# %% Prints a triangle of stars
def triangle(n: int) -> None:
    for row in range(1, n + 1):
        line = ""
        for _ in range(row):
            line += "*"
        print(line)

# %% Adds all numbers of a grid
def total(grid: list[list[int]]) -> int:
    result = 0
    for row in grid:
        for number in row:
            result += number
    return result

# %% Swaps rows and columns of a square grid
def transpose(n: int) -> list[list[int]]:
    grid = [[n * i + j for j in range(n)] for i in range(n)]
    for i in range(n):
        for j in range(i):
            grid[i][j], grid[j][i] = grid[j][i], grid[i][j]
    return grid

# %% Finds the row with the largest sum
def best_row(grid: list[list[int]]) -> int:
    best, place = -1, -1
    for i, row in enumerate(grid):
        found = 0
        for number in row:
            found += abs(number)
        if found > best:
            best, place = found, i
    return place

# %% Counts inversions: larger numbers before smaller ones
def inversions(items: list[int]) -> int:
    count = 0
    for i in range(len(items)):
        for j in range(i):
            if items[j] > items[i]:
                count += 1
    return count

# %% Lists all words of two letters
def words(letters: str) -> list[str]:
    out = []
    for first in letters:
        for second in letters:
            if first != second:
                out.append(first + second)
    return out

# %% Draws a chess board as text
def board(n: int) -> str:
    text = ""
    for i in range(n):
        for j in range(n):
            text += "#" if (i + j) % 2 == 0 else "."
        text += "/"
    return text

# %% Counts the letters that two texts have in common
def common(first: str, second: str) -> int:
    count = 0
    for a in first:
        for b in second:
            if a == b:
                count += 1
                break
    return count

# %% Lists the prime numbers up to a limit
def primes(limit: int) -> list[int]:
    """
    >>> primes(10)
    >>> primes(13)
    """
    found = []
    for n in range(2, limit + 1):
        for k in found:
            if n % k == 0:
                break
        else:
            found.append(n)
    return found

# %% Searches right-angled triangles with whole sides
def triples(limit: int) -> list[list[int]]:
    """
    >>> triples(5)
    >>> triples(10)
    """
    found = []
    for a in range(1, limit + 1):
        for b in range(a, limit + 1):
            for c in range(b, limit + 1):
                if a * a + b * b == c * c:
                    found.append([a, b, c])
    return found
