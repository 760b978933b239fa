# Calls are written; of those that are made, only the smallest one is left, unless it says otherwise.
# puzgen: inputs 1
# puzgen: integers 0..6

# %% Adds the numbers from a to b, both included
# puzgen: title de "Addiert die Zahlen von a bis b, beide eingeschlossen"
def from_to(a: int, b: int) -> int:
    """
    >>> from_to(0, 0)
    >>> from_to(1, 3)
    >>> from_to(2, 2)
    >>> from_to(3, 5)
    >>> from_to(-1, 2)
    >>> from_to(0, 4)
    >>> from_to(5, 4)
    """
    total = 0
    for k in range(a, b + 1):
        total += k
    return total

# %% Counts the numbers between two numbers, both left out
# puzgen: title de "Zählt die Zahlen zwischen zwei Zahlen, ohne diese beiden"
def between(a: int, b: int) -> int:
    """
    >>> between(0, 0)
    >>> between(1, 5)
    >>> between(2, 3)
    >>> between(2, 4)
    >>> between(5, 5)
    >>> between(-2, 1)
    >>> between(0, 6)
    """
    count = b - a - 1
    if count < 0:
        return 0
    return count

# %% Returns the last n items
# puzgen: title de "Gibt die letzten n Elemente zurück"
def last(items: list[int], n: int) -> list[int]:
    """
    >>> last([], 0)
    >>> last([6], 1)
    >>> last([1, 2, 3], 0)
    >>> last([1, 2, 3], 1)
    >>> last([1, 2, 3], 2)
    >>> last([7, 8, 9], 3)
    >>> last([4, 5], 6)
    """
    if n <= 0:
        return []
    start = max(len(items) - n, 0)
    return items[start:]

# %% Counts the trees of a row from its start on, or of a ring
# puzgen: title de "Zählt die Bäume einer Reihe von ihrem Anfang an oder die eines Rings"
def trees(metres: int, gap: int, is_ring: bool) -> int:
    # puzgen: integers 1..6
    """
    >>> trees(1, 1, False)
    >>> trees(10, 5, False)
    >>> trees(10, 5, True)
    >>> trees(9, 3, True)
    >>> trees(9, 3, False)
    >>> trees(11, 4, False)
    >>> trees(12, 4, False)
    >>> trees(8, 2, True)
    """
    count = metres // gap
    if not is_ring:
        count += 1
    return count

# %% Adds each item and the next one
# puzgen: title de "Addiert jedes Element und das nächste"
def neighbours(items: list[int]) -> list[int]:
    """
    >>> neighbours([])
    >>> neighbours([4])
    >>> neighbours([1, 2])
    >>> neighbours([3, 0, 5])
    >>> neighbours([2, 6, 1, 1])
    """
    sums = []
    for i in range(len(items) - 1):
        sums.append(items[i] + items[i + 1])
    return sums

# %% Leaves out the first and the last item
# puzgen: title de "Lässt das erste und das letzte Element weg"
def inner(items: list[int]) -> list[int]:
    """
    >>> inner([])
    >>> inner([4])
    >>> inner([1, 2])
    >>> inner([3, 0, 5])
    >>> inner([6, 2, 1, 3])
    """
    out = []
    for i in range(1, len(items) - 1):
        out.append(items[i])
    return out

# %% Walks over a list from its end
# puzgen: title de "Geht eine Liste von ihrem Ende her durch"
def from_end(items: list[int]) -> list[int]:
    """
    >>> from_end([])
    >>> from_end([4])
    >>> from_end([1, 2])
    >>> from_end([3, 0, 5])
    >>> from_end([6, 6, 1, 2])
    """
    out = []
    i = len(items) - 1
    while i >= 0:
        out.append(items[i])
        i -= 1
    return out

# %% Says on which floor a room is, both counted from 1
# puzgen: title de "Sagt, in welchem Stockwerk ein Zimmer liegt, beide ab 1 gezählt"
def floor(room: int) -> int:
    # puzgen: integers 1..9
    # puzgen: inputs 9
    per_floor = 3  # vary 3: 2 4
    before = room - 1
    return before // per_floor + 1

# %% Counts the pages that a text fills, the last one perhaps in part
# puzgen: title de "Zählt die Seiten, die ein Text füllt, die letzte vielleicht nur zum Teil"
def pages(lines: int) -> int:
    # puzgen: integers 0..9
    # puzgen: inputs 10
    per_page = 3  # vary 3: 2 4
    full = lines // per_page
    if lines % per_page > 0:
        full += 1
    return full

# %% Cuts a list into pieces of two, and of one where one is left
# puzgen: title de "Teilt eine Liste in Stücke zu zweit und eines allein, wenn eines übrig ist"
def pieces(items: list[int]) -> list[list[int]]:
    """
    >>> pieces([])
    >>> pieces([4])
    >>> pieces([1, 2])
    >>> pieces([3, 0, 5])
    >>> pieces([6, 2, 1, 3])
    """
    out = []
    for i in range(0, len(items), 2):
        out.append(items[i:i + 2])
    return out

# %% Finds the day of the week, from 1 to 7, some days later
# puzgen: title de "Bestimmt den Wochentag, von 1 bis 7, einige Tage später"
def weekday(day: int, later: int) -> int:
    # puzgen: integers 1..7
    # puzgen: numbers 1..7
    """
    >>> weekday(1, 1)
    >>> weekday(7, 1)
    >>> weekday(6, 1)
    >>> weekday(1, 7)
    >>> weekday(3, 10)
    >>> weekday(5, 0)
    >>> weekday(2, 20)
    """
    from_zero = day - 1
    moved = (from_zero + later) % 7
    return moved + 1

# %% Returns what stands before the first mark, all without one
# puzgen: title de "Gibt zurück, was vor dem ersten Zeichen steht, ohne ein solches alles"
def before_mark(text: str) -> str:
    """
    >>> before_mark("")
    >>> before_mark("name=value")
    >>> before_mark("x")
    >>> before_mark("plain")
    >>> before_mark("a=b=c")
    >>> before_mark("=x")
    >>> before_mark("y=")
    """
    mark = "="
    for i in range(len(text)):
        if text[i] == mark:
            return text[:i]
    return text

# %% Shifts items by one place to the right, the first one stays, too
# puzgen: title de "Verschiebt Elemente um eine Stelle nach rechts, das erste bleibt auch stehen"
def shifted(items: list[int]) -> list[int]:
    # puzgen: numbers -1..3
    """
    >>> shifted([])
    >>> shifted([4])
    >>> shifted([1, 2])
    >>> shifted([3, 0, 5])
    >>> shifted([6, 2, 1, 3])
    """
    for i in range(len(items) - 1, 0, -1):
        items[i] = items[i - 1]
    return items
