# %% Counts how often each letter occurs
def letters(text: str) -> dict[str, int]:
    counts = {}
    for letter in text:
        if letter not in counts:
            counts[letter] = 0
        counts[letter] += 1
    return counts

# %% Turns keys and values around
def inverted(names: dict[str, int]) -> dict[int, str]:
    out = {}
    for key, value in names.items():
        out[value] = key
    return out

# %% Adds up prices and takes 2 for what has none
def bill(prices: dict[str, int], items: str) -> int:
    total = 0
    for item in items:
        total += prices.get(item, 2)  # vary 2: 3 5
    return total

# %% Finds the key with the largest value
def winner(points: dict[str, int]) -> str:
    best = ""
    for name in points:
        if best == "" or points[name] > points[best]:
            best = name
    return best

# %% Groups numbers by their rest
def groups(items: list[int]) -> dict[int, list[int]]:
    out = {}
    for item in items:
        rest = item % 3  # vary 3: 2 4
        out.setdefault(rest, []).append(item)
    return out

# %% Joins two dictionaries by adding values
def merged(first: dict[str, int], second: dict[str, int]) -> dict[str, int]:
    out = first.copy()
    for key in second:
        out[key] = out.get(key, 0) + second[key]
    return out

# %% Remembers where each number was seen first
def first_places(items: list[int]) -> dict[int, int]:
    seen = {}
    for place, item in enumerate(items):
        if item in seen:
            continue
        seen[item] = place
    return seen

# %% Keeps the entries with a large value
def passed(marks: dict[str, int], limit: int) -> list[str]:
    names = []
    for name, mark in marks.items():
        if mark >= limit:
            names.append(name)
    return sorted(names)

# %% Moves stock from a store to an order
def order(stock: dict[str, int], item: str) -> bool:
    """
    >>> order({"pen": 2, "cup": 1}, "pen")
    >>> order({"pen": 2, "cup": 1}, "cup")
    >>> order({"pen": 2}, "hat")
    """
    if stock.get(item, 0) <= 0:
        return False
    stock[item] -= 1
    if stock[item] == 0:
        del stock[item]
    return True

# %% Makes a dictionary of squares by a comprehension
def squares(n: int) -> dict[int, int]:
    table = {k: k * k for k in range(1, n + 1)}
    table[0] = len(table)
    return table

# %% Finds two numbers with a given sum in one pass
def two_sum(items: list[int], wanted: int) -> list[int]:
    places = {}
    for i, item in enumerate(items):
        if wanted - item in places:
            return [places[wanted - item], i]
        places[item] = i
    return []

# %% Translates Roman digits
def roman(text: str) -> int:
    """
    >>> roman("XIV")
    >>> roman("VI")
    >>> roman("IX")
    """
    values = {"I": 1, "V": 5, "X": 10}
    total = 0
    last = 0
    for letter in text:
        value = values.get(letter, 0)
        total += value
        if value > last:
            total -= 2 * last
        last = value
    return total
