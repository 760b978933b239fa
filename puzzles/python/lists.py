# Calls are written; of those that are made, only the smallest one is left.
# puzgen: inputs 1
# puzgen: integers 0..6

# %% Takes every other item of a list, and appends every other one of a second list as a list
# puzgen: title de "Nimmt jedes zweite Element einer Liste und hängt jedes zweite einer anderen als Liste an"
def every_other(l1: list[int], l2: list[int]) -> list:
    """
    >>> every_other([], [])
    >>> every_other([1], [2])
    >>> every_other([1, 2, 3], [4, 5, 6])
    >>> every_other([1, 2], [3])
    >>> every_other([4], [])
    >>> every_other([], [7, 8])
    >>> every_other([5, 6, 7, 8], [1, 2, 3, 4])
    """
    x = l1[::2]
    y = l2[1::2]
    x.append(y)
    return x

# %% Joins the beginning of one list with the end of another
# puzgen: title de "Verbindet den Anfang einer Liste mit dem Ende einer anderen"
def ends(first: list[int], second: list[int]) -> list[int]:
    # puzgen: numbers -2..2
    """
    >>> ends([], [])
    >>> ends([1], [2])
    >>> ends([1, 2, 3], [4, 5, 6])
    >>> ends([3, 4], [])
    >>> ends([], [5, 6])
    >>> ends([0], [1, 2, 3, 4])
    """
    head = first[:2]
    tail = second[-2:]
    return head + tail

# %% Moves the first item to the end
# puzgen: title de "Verschiebt das erste Element ans Ende"
def rotate(items: list[int]) -> list[int]:
    """
    >>> rotate([])
    >>> rotate([4])
    >>> rotate([1, 2])
    >>> rotate([3, 0, 5])
    >>> rotate([2, 2, 1, 6])
    """
    if items:
        first = items.pop(0)
        items.append(first)
    return items

# %% Keeps the items that are larger than a limit
# puzgen: title de "Behält die Elemente, die größer als eine Grenze sind"
def above(items: list[int], limit: int) -> list[int]:
    """
    >>> above([], 0)
    >>> above([3], 2)
    >>> above([3], 3)
    >>> above([1, 5, 2], 1)
    >>> above([4, 6, 5, 6], 5)
    >>> above([-2, 0, -1], -2)
    """
    kept = []
    for item in items:
        if item > limit:
            kept.append(item)
    return kept

# %% Shows that two names can mean one list
# puzgen: title de "Zeigt, dass zwei Namen dieselbe Liste bezeichnen können"
def shared(items: list[int]) -> list[int]:
    """
    >>> shared([])
    >>> shared([6])
    >>> shared([0, 5])
    >>> shared([4, 4])
    >>> shared([1, 2, 3])
    """
    same = items
    other = items[:]
    same.append(3)  # vary 3: 2 4
    other.append(1)
    return items + other

# %% Removes repeated items and keeps the order
# puzgen: title de "Entfernt wiederholte Elemente und behält die Reihenfolge"
def unique(items: list[int]) -> list[int]:
    """
    >>> unique([])
    >>> unique([5])
    >>> unique([2, 2])
    >>> unique([3, 1, 3])
    >>> unique([0, 4, 4, 0, 1])
    """
    seen = []
    for item in items:
        if item not in seen:
            seen.append(item)
    return seen

# %% Says whether a list reads the same from both ends
# puzgen: title de "Sagt, ob eine Liste von beiden Enden aus gleich ist"
def mirrored(items: list[int]) -> bool:
    """
    >>> mirrored([])
    >>> mirrored([3])
    >>> mirrored([1, 1])
    >>> mirrored([1, 2])
    >>> mirrored([4, 0, 4])
    >>> mirrored([1, 2, 3])
    >>> mirrored([5, 2, 2, 5])
    >>> mirrored([5, 2, 3, 5])
    """
    for i in range(len(items) // 2):
        if items[i] != items[-i - 1]:
            return False
    return True

# %% Swaps the first and the last item in place
# puzgen: title de "Vertauscht in der Liste selbst das erste und das letzte Element"
def swap_ends(items: list[int]) -> list[int]:
    # puzgen: numbers -1..3
    """
    >>> swap_ends([])
    >>> swap_ends([4])
    >>> swap_ends([1, 2])
    >>> swap_ends([3, 0, 5])
    >>> swap_ends([6, 2, 1, 4])
    """
    if len(items) > 1:
        items[0], items[-1] = items[-1], items[0]
    return items

# %% Puts a number between the items
# puzgen: title de "Setzt eine Zahl zwischen die Elemente"
def interleave(items: list[int], between: int) -> list[int]:
    # puzgen: numbers -1..3
    """
    >>> interleave([], 0)
    >>> interleave([5], 1)
    >>> interleave([1, 2], 0)
    >>> interleave([4, 4, 6], 3)
    >>> interleave([2, 0, 1], 2)
    """
    out = []
    for item in items:
        out.extend([between, item])
    out.append(between)
    return out[1:-1]

# %% Sums the beginnings of a list
# puzgen: title de "Bildet die Summen der Anfänge einer Liste"
def running(items: list[int]) -> list[int]:
    # puzgen: numbers -1..3
    """
    >>> running([])
    >>> running([4])
    >>> running([1, 2])
    >>> running([3, 0, 5])
    >>> running([2, -3, 6, 1])
    """
    sums = [0]
    for item in items:
        sums.append(sums[-1] + item)
    return sums[1:]

# %% Cuts a list into halves and exchanges them
# puzgen: title de "Teilt eine Liste in Hälften und vertauscht sie"
def halves(items: list[int]) -> list[int]:
    """
    >>> halves([])
    >>> halves([5])
    >>> halves([1, 2])
    >>> halves([3, 0, 4])
    >>> halves([1, 2, 3, 4])
    >>> halves([6, 5, 4, 2, 1])
    """
    middle = len(items) // 2
    left = items[:middle]
    right = items[middle:]
    return right + left

# %% Doubles every other item, leaves out zeros there, and puts the others behind
# puzgen: title de "Verdoppelt jedes zweite Element, lässt Nullen dabei weg und setzt die übrigen dahinter"
def doubled(items: list[int]) -> list[int]:
    """
    >>> doubled([])
    >>> doubled([5])
    >>> doubled([1, 2])
    >>> doubled([0, 3, 4])
    >>> doubled([2, 0, 1, 6])
    >>> doubled([-1, 4, 3, 2, 6])
    """
    picked = items[::2]
    more = [2 * item for item in picked if item != 0]
    return more + items[1::2]

# %% Inserts a number where a sorted list stays sorted
# puzgen: title de "Fügt eine Zahl dort ein, wo eine sortierte Liste sortiert bleibt"
def put_in(items: list[int], number: int) -> list[int]:
    """
    >>> put_in([], 0)
    >>> put_in([2], 3)
    >>> put_in([4], 1)
    >>> put_in([1, 3, 5], 4)
    >>> put_in([1, 3, 5], 0)
    >>> put_in([1, 3, 5], 6)
    >>> put_in([2, 2, 4], 2)
    """
    place = 0
    while place < len(items) and items[place] < number:
        place += 1
    items.insert(place, number)
    return items
