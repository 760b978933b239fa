# Calls are written; of those that are made, only the smallest one is left, unless it says otherwise.
# puzgen: inputs 1
# puzgen: integers 0..6
# puzgen: numbers 0..3

# %% Builds a multiplication table
# puzgen: title de "Erstellt eine Multiplikationstabelle"
def table(n: int) -> list[list[int]]:
    # puzgen: integers 0..3
    # puzgen: inputs 4
    rows = []
    for i in range(1, n + 1):
        row = []
        for j in range(1, n + 1):
            row.append(i * j)
        rows.append(row)
    return rows

# %% Counts the pairs with a given sum
# puzgen: title de "Zählt die Paare mit gegebener Summe"
def pairs(items: list[int], wanted: int) -> int:
    """
    >>> pairs([], 0)
    >>> pairs([3], 3)
    >>> pairs([3], 6)
    >>> pairs([1, 2], 3)
    >>> pairs([2, 2, 2], 4)
    >>> pairs([1, 4, 3, 2], 5)
    >>> pairs([0, 5, 1], 4)
    >>> pairs([6, 0, 0], 6)
    """
    count = 0
    for i in range(len(items)):
        for j in range(i + 1, len(items)):
            if items[i] + items[j] == wanted:
                count += 1
    return count

# %% Prints a triangle of stars
# puzgen: title de "Gibt ein Dreieck aus Sternen aus"
def triangle(n: int) -> None:
    # puzgen: integers 0..4
    # puzgen: inputs 5
    for row in range(1, n + 1):
        line = ""
        for _ in range(row):
            line += "*"
        print(line)

# %% Adds all numbers of a grid
# puzgen: title de "Addiert alle Zahlen eines Gitters"
def total(grid: list[list[int]]) -> int:
    """
    >>> total([])
    >>> total([[]])
    >>> total([[5]])
    >>> total([[1, 2], [3, 4]])
    >>> total([[0], [6, -1, 2]])
    >>> total([[3], [], [2]])
    """
    result = 0
    for row in grid:
        for number in row:
            result += number
    return result

# %% Swaps rows and columns of a square grid with n rows
# puzgen: title de "Vertauscht Zeilen und Spalten eines quadratischen Gitters mit n Zeilen"
def transpose(n: int) -> list[list[int]]:
    # puzgen: integers 0..3
    # puzgen: inputs 4
    grid = [[n * i + j for j in range(n)] for i in range(n)]
    for i in range(n):
        for j in range(i):
            grid[i][j], grid[j][i] = grid[j][i], grid[i][j]
    return grid

# %% Finds the place of the row with the largest sum, -1 where there is none
# puzgen: title de "Findet die Stelle der Zeile mit der größten Summe, -1, wenn es keine gibt"
def best_row(grid: list[list[int]]) -> int:
    # puzgen: numbers -1..2
    """
    >>> best_row([])
    >>> best_row([[5]])
    >>> best_row([[1], [2, 3]])
    >>> best_row([[4, 1], [2]])
    >>> best_row([[0], [3, 2], [6]])
    >>> best_row([[2, 2], [4]])
    >>> best_row([[-3], [-1, -1]])
    >>> best_row([[-1], []])
    """
    best, place = 0, -1
    for i, row in enumerate(grid):
        found = 0
        for number in row:
            found += number
        if place < 0 or found > best:
            best, place = found, i
    return place

# %% Counts inversions: larger numbers before smaller ones
# puzgen: title de "Zählt Fehlstände: größere Zahlen vor kleineren"
def inversions(items: list[int]) -> int:
    """
    >>> inversions([])
    >>> inversions([4])
    >>> inversions([1, 2])
    >>> inversions([2, 1])
    >>> inversions([3, 3, 0])
    >>> inversions([5, 4, 2, 1])
    >>> inversions([2, 6, 1, 3])
    """
    count = 0
    for i in range(len(items)):
        for j in range(i):
            if items[j] > items[i]:
                count += 1
    return count

# %% Lists the words of two different letters
# puzgen: title de "Listet die Wörter aus zwei verschiedenen Buchstaben auf"
def words(letters: str) -> list[str]:
    """
    >>> words("")
    >>> words("a")
    >>> words("no")
    >>> words("abc")
    >>> words("aa")
    """
    out = []
    for first in letters:
        for second in letters:
            if first != second:
                out.append(first + second)
    return out

# %% Draws a chess board as text
# puzgen: title de "Zeichnet ein Schachbrett als Text"
def board(n: int) -> str:
    # puzgen: integers 0..4
    # puzgen: inputs 5
    text = ""
    for i in range(n):
        for j in range(n):
            text += "#" if (i + j) % 2 == 0 else "."
        text += "/"
    return text

# %% Counts the letters of a text that are in another one, too
# puzgen: title de "Zählt die Buchstaben eines Textes, die auch in einem anderen stehen"
def common(first: str, second: str) -> int:
    """
    >>> common("", "")
    >>> common("a", "")
    >>> common("a", "a")
    >>> common("tree", "ten")
    >>> common("ten", "tree")
    >>> common("abc", "xyz")
    >>> common("hello", "lemon")
    """
    count = 0
    for a in first:
        for b in second:
            if a == b:
                count += 1
                break
    return count

# %% Lists the prime numbers up to a limit
# puzgen: title de "Listet die Primzahlen bis zu einer Grenze auf"
def primes(limit: int) -> list[int]:
    """
    >>> primes(0)
    >>> primes(1)
    >>> primes(2)
    >>> primes(3)
    >>> primes(6)
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
# puzgen: title de "Sucht rechtwinklige Dreiecke mit ganzzahligen Seiten"
def triples(limit: int) -> list[list[int]]:
    # puzgen: integers 4..10
    """
    >>> triples(4)
    >>> triples(5)
    >>> triples(9)
    >>> triples(10)
    >>> triples(13)
    """
    found = []
    for a in range(1, limit + 1):
        for b in range(a, limit + 1):
            for c in range(b, limit + 1):
                if a * a + b * b == c * c:
                    found.append([a, b, c])
    return found
