# Calls are written; of those that are made, only the smallest one is left.
# puzgen: inputs 1
# puzgen: integers 0..6

# %% Counts how often each letter occurs
# puzgen: title de "Zählt, wie oft jeder Buchstabe vorkommt"
def letters(text: str) -> dict[str, int]:
    """
    >>> letters("")
    >>> letters("a")
    >>> letters("abba")
    >>> letters("sees")
    >>> letters("banana")
    >>> letters("abc")
    """
    counts = {}
    for letter in text:
        if letter not in counts:
            counts[letter] = 0
        counts[letter] += 1
    return counts

# %% Turns keys and values around; of equal values the last one counts
# puzgen: title de "Vertauscht Schlüssel und Werte; bei gleichen Werten zählt der letzte"
def inverted(names: dict[str, int]) -> dict[int, str]:
    """
    >>> inverted({})
    >>> inverted({"ann": 1})
    >>> inverted({"ann": 1, "bob": 2})
    >>> inverted({"ann": 3, "bob": 3})
    >>> inverted({"x": 7, "y": 0, "z": 7})
    """
    out = {}
    for key, value in names.items():
        out[value] = key
    return out

# %% Adds up the prices of items, always the same for those without one
# puzgen: title de "Addiert die Preise von Waren; die ohne Preis kosten alle dasselbe"
def bill(prices: dict[str, int], items: str) -> int:
    """
    >>> bill({}, "")
    >>> bill({}, "a")
    >>> bill({"a": 1}, "a")
    >>> bill({"a": 4, "b": 1}, "ab")
    >>> bill({"a": 5}, "aba")
    >>> bill({"a": 0, "b": 3}, "bb")
    >>> bill({"b": 6}, "abc")
    """
    total = 0
    for item in items:
        total += prices.get(item, 2)  # vary 2: 3 4
    return total

# %% Finds the key with the largest value, an empty text where there is none
# puzgen: title de "Findet den Schlüssel mit dem größten Wert, ohne Schlüssel einen leeren Text"
def winner(points: dict[str, int]) -> str:
    """
    >>> winner({})
    >>> winner({"ann": 3})
    >>> winner({"ann": 1, "bob": 4})
    >>> winner({"ann": 4, "bob": 1, "eve": 2})
    >>> winner({"ann": 2, "bob": 2})
    >>> winner({"ann": -3, "bob": -1, "eve": -2})
    """
    best = ""
    for name in points:
        if best == "" or points[name] > points[best]:
            best = name
    return best

# %% Groups numbers by what a division leaves
# puzgen: title de "Ordnet Zahlen nach dem Rest einer Division"
def groups(items: list[int]) -> dict[int, list[int]]:
    """
    >>> groups([])
    >>> groups([4])
    >>> groups([1, 2, 3])
    >>> groups([5, 2, 8, 3])
    >>> groups([0, 0, 1])
    >>> groups([9, 4, 6, 12])
    """
    out = {}
    for item in items:
        rest = item % 3  # vary 3: 2 4
        out.setdefault(rest, []).append(item)
    return out

# %% Joins two dictionaries by adding values
# puzgen: title de "Vereint zwei Dictionarys und addiert dabei die Werte"
def merged(first: dict[str, int], second: dict[str, int]) -> dict[str, int]:
    """
    >>> merged({}, {})
    >>> merged({"a": 1}, {})
    >>> merged({}, {"b": 2})
    >>> merged({"a": 1}, {"a": 4})
    >>> merged({"a": 1, "b": 2}, {"b": 3, "c": 5})
    >>> merged({"x": 6}, {"y": 2, "x": 2})
    """
    out = first.copy()
    for key in second:
        out[key] = out.get(key, 0) + second[key]
    return out

# %% Remembers where each number was seen first
# puzgen: title de "Merkt sich, wo jede Zahl zuerst vorkam"
def first_places(items: list[int]) -> dict[int, int]:
    """
    >>> first_places([])
    >>> first_places([5])
    >>> first_places([3, 3])
    >>> first_places([1, 2, 1, 2])
    >>> first_places([4, 0, 4])
    >>> first_places([2, 1, 3, 3])
    """
    seen = {}
    for place, item in enumerate(items):
        if item in seen:
            continue
        seen[item] = place
    return seen

# %% Lists in order the names with at least a given mark
# puzgen: title de "Listet der Reihe nach die Namen auf, die mindestens eine bestimmte Punktzahl haben"
def passed(marks: dict[str, int], limit: int) -> list[str]:
    """
    >>> passed({}, 0)
    >>> passed({"eve": 3}, 3)
    >>> passed({"eve": 2}, 3)
    >>> passed({"eve": 5, "ann": 4}, 4)
    >>> passed({"bob": 1, "ann": 6, "eve": 2}, 2)
    >>> passed({"bob": 1, "ann": 0}, 1)
    >>> passed({"cat": 6, "ann": 6, "bob": 5}, 6)
    """
    names = []
    for name, mark in marks.items():
        if mark >= limit:
            names.append(name)
    return sorted(names)

# %% Takes an item out of a stock, if there is one
# puzgen: title de "Nimmt eine Ware aus einem Vorrat, wenn eine da ist"
def take(stock: dict, item: str) -> bool:
    """
    >>> take({"pen": 2, "cup": 1}, "pen")
    >>> take({"pen": 2, "cup": 1}, "cup")
    >>> take({"pen": 2}, "hat")
    >>> take({"hat": 1}, "hat")
    >>> take({"cup": 4}, "cup")
    >>> take({}, "pen")
    """
    if stock.get(item, 0) <= 0:
        return False
    stock[item] -= 1
    if stock[item] == 0:
        del stock[item]
    return True

# %% Makes a dictionary of squares, with their count at 0
# puzgen: title de "Erstellt ein Dictionary von Quadratzahlen, mit ihrer Anzahl bei 0"
def squares(n: int) -> dict[int, int]:
    # puzgen: integers 0..4
    # puzgen: inputs 5
    table = {k: k * k for k in range(1, n + 1)}
    table[0] = len(table)
    return table

# %% Finds the places of two numbers with a given sum in one pass
# puzgen: title de "Findet in einem Durchgang die Stellen zweier Zahlen mit gegebener Summe"
def two_sum(items: list[int], wanted: int) -> list[int]:
    """
    >>> two_sum([], 0)
    >>> two_sum([3], 6)
    >>> two_sum([1, 2], 3)
    >>> two_sum([4, 1, 3], 4)
    >>> two_sum([2, 2], 4)
    >>> two_sum([5, 1, 7, 2], 9)
    >>> two_sum([1, 4, 6], 8)
    """
    places = {}
    for i, item in enumerate(items):
        if wanted - item in places:
            return [places[wanted - item], i]
        places[item] = i
    return []

# %% Adds up Roman digits, as in I, IV and VII
# puzgen: title de "Addiert römische Ziffern, wie in I, IV und VII"
def roman(text: str) -> int:
    # puzgen: inputs 0
    # puzgen: numbers 0..5
    """
    >>> roman("I")
    >>> roman("II")
    >>> roman("III")
    >>> roman("IV")
    >>> roman("V")
    >>> roman("VI")
    >>> roman("VIII")
    """
    values = {"I": 1, "V": 5}
    total = 0
    last = 0
    for letter in text:
        value = values[letter]
        total += value
        if value > last:
            total -= 2 * last
        last = value
    return total
