# %% Adds the numbers from a to b, both included
def from_to(a: int, b: int) -> int:
    total = 0
    for k in range(a, b + 1):
        total += k
    return total

# %% Counts the numbers between two numbers, both left out
def between(a: int, b: int) -> int:
    count = b - a - 1
    if count < 0:
        return 0
    return count

# %% Returns the last n items
def last(items: list[int], n: int) -> list[int]:
    if n <= 0:
        return []
    start = max(len(items) - n, 0)
    return items[start:]

# %% Counts the gaps and posts of a row of trees
def trees(metres: int, gap: int) -> int:
    """
    >>> trees(10, 5)
    >>> trees(11, 5)
    >>> trees(9, 3)
    """
    if gap <= 0 or metres < 0:
        return 0
    return metres // gap + 1

# %% Sums neighbours
def neighbours(items: list[int]) -> list[int]:
    sums = []
    for i in range(len(items) - 1):
        sums.append(items[i] + items[i + 1])
    return sums

# %% Leaves out the first and the last item
def inner(items: list[int]) -> list[int]:
    out = []
    for i in range(1, len(items) - 1):
        out.append(items[i])
    return out

# %% Walks over a list from its end
def from_end(items: list[int]) -> list[int]:
    out = []
    i = len(items) - 1
    while i >= 0:
        out.append(items[i])
        i -= 1
    return out

# %% Says on which floor of a house a room is
def floor(room: int) -> int:
    """
    >>> floor(4)
    >>> floor(5)
    >>> floor(8)
    >>> floor(9)
    """
    per_floor = 4  # vary 4: 3 5
    before = room - 1
    return before // per_floor + 1

# %% Counts the pages that a text fills
def pages(lines: int) -> int:
    """
    >>> pages(10)
    >>> pages(11)
    >>> pages(20)
    >>> pages(21)
    """
    per_page = 10  # vary 10: 5 4
    full = lines // per_page
    if lines % per_page > 0:
        full += 1
    return full

# %% Cuts a list into pieces of two
def pieces(items: list[int]) -> list[list[int]]:
    out = []
    for i in range(0, len(items), 2):
        out.append(items[i:i + 2])
    return out

# %% Finds the day of the week some days later
def weekday(day: int, later: int) -> int:
    """
    >>> weekday(7, 1)
    >>> weekday(6, 1)
    >>> weekday(1, 7)
    """
    from_zero = day - 1
    moved = (from_zero + later) % 7
    return moved + 1

# %% Takes a text apart at a mark
def before_mark(text: str, mark: str) -> str:
    """
    >>> before_mark("name=value", "=")
    >>> before_mark("plain", "=")
    """
    for i in range(len(text)):
        if text[i] == mark:
            return text[:i]
    return text

# %% Shifts items by one place to the right
def shifted(items: list[int]) -> list[int]:
    for i in range(len(items) - 1, 0, -1):
        items[i] = items[i - 1]
    return items
