# %% Takes every other item of two lists, as the slides mean it
def every_other(l1: list[int], l2: list[int]) -> list[list[int]]:
    x = l1[::2]
    y = l2[1::2]
    x.append(y)
    return x

# %% Joins the beginning of one list with the end of another
def ends(first: list[int], second: list[int]) -> list[int]:
    head = first[:2]
    tail = second[-2:]
    return head + tail

# %% Moves the first item to the end
def rotate(items: list[int]) -> list[int]:
    if items:
        first = items.pop(0)
        items.append(first)
    return items

# %% Keeps the items that are larger than a limit
def above(items: list[int], limit: int) -> list[int]:
    kept = []
    for item in items:
        if item > limit:
            kept.append(item)
    return kept

# %% Shows that two names can mean one list
def shared(items: list[int]) -> list[int]:
    same = items
    other = items[:]
    same.append(7)  # vary 7: 8 9
    other.append(5)
    return items + other

# %% Removes repeated items and keeps the order
def unique(items: list[int]) -> list[int]:
    seen = []
    for item in items:
        if item not in seen:
            seen.append(item)
    return seen

# %% Says whether a list reads the same from both ends
def mirrored(items: list[int]) -> bool:
    for i in range(len(items) // 2):
        if items[i] != items[-i - 1]:
            return False
    return True

# %% Swaps the first and the last item in place
def swap_ends(items: list[int]) -> int:
    if len(items) > 1:
        items[0], items[-1] = items[-1], items[0]
        return items[0]
    return 0

# %% Puts an item before every item
def interleave(items: list[int], between: int) -> list[int]:
    out = []
    for item in items:
        out.extend([between, item])
    out.append(between)
    return out[1:-1]

# %% Sums the prefixes of a list
def running(items: list[int]) -> list[int]:
    sums = [0]
    for item in items:
        sums.append(sums[-1] + item)
    return sums[1:]

# %% Cuts a list into halves and exchanges them
def halves(items: list[int]) -> list[int]:
    middle = len(items) // 2
    left = items[:middle]
    right = items[middle:]
    return right + left

# %% Doubles the items at even places by a comprehension
def doubled(items: list[int]) -> list[int]:
    picked = items[::2]
    more = [2 * item for item in picked if item != 0]
    return more + items[1::2]

# %% Inserts a number where a sorted list stays sorted
def put_in(items: list[int], number: int) -> list[int]:
    items.sort()
    place = 0
    while place < len(items) and items[place] < number:
        place += 1
    items.insert(place, number)
    return items
