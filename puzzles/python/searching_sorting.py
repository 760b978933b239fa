# %% Finds the place of the smallest item
def place_of_smallest(items: list[int]) -> int:
    best = 0
    for i in range(1, len(items)):
        if items[i] < items[best]:
            best = i
    return best

# %% Searches a sorted list by halves
def binary_search(items: list[int], wanted: int) -> int:
    """
    >>> binary_search([1, 3, 5, 7, 9], 7)
    >>> binary_search([1, 3, 5, 7, 9], 4)
    >>> binary_search([1, 3, 5, 7, 9], 1)
    """
    items.sort()
    low, high = 0, len(items) - 1
    while low <= high:
        middle = (low + high) // 2
        if items[middle] == wanted:
            return middle
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1

# %% Sorts by selecting the smallest item again and again
def selection_sort(items: list[int]) -> list[int]:
    for i in range(len(items)):
        best = i
        for j in range(i + 1, len(items)):
            if items[j] < items[best]:
                best = j
        items[i], items[best] = items[best], items[i]
    return items

# %% Sorts by exchanging neighbours
def bubble_sort(items: list[int]) -> list[int]:
    for end in range(len(items) - 1, 0, -1):
        for i in range(end):
            if items[i] > items[i + 1]:
                items[i], items[i + 1] = items[i + 1], items[i]
    return items

# %% Sorts by inserting each item where it belongs
def insertion_sort(items: list[int]) -> list[int]:
    for i in range(1, len(items)):
        value = items[i]
        j = i
        while j > 0 and items[j - 1] > value:
            items[j] = items[j - 1]
            j -= 1
        items[j] = value
    return items

# %% Merges two sorted lists
def merge(left: list[int], right: list[int]) -> list[int]:
    out = []
    i, j = 0, 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    return out + left[i:] + right[j:]

# %% Says whether a list is sorted
def is_sorted(items: list[int]) -> bool:
    for i in range(len(items) - 1):
        if items[i] > items[i + 1]:
            return False
    return True

# %% Finds the second largest value
def second_largest(items: list[int]) -> int:
    ordered = sorted(items)
    if len(ordered) < 2:
        return 0
    return ordered[-2]

# %% Sorts small numbers by counting them
def counting_sort(items: list[int]) -> list[int]:
    counts = [0] * 5
    for item in items:
        counts[item % 5] += 1
    out = []
    for value in range(5):
        out += [value] * counts[value]
    return out

# %% Sorts by a pivot and recursion
def quicksort(items: list[int]) -> list[int]:
    if len(items) < 2:
        return items
    pivot = items[0]
    small = [x for x in items[1:] if x < pivot]
    large = [x for x in items[1:] if x >= pivot]
    return quicksort(small) + [pivot] + quicksort(large)

# %% Finds the last place of a value
def last_place(items: list[int], wanted: int) -> int:
    found = -1
    for i, item in enumerate(items):
        if item == wanted:
            found = i
    return found

# %% Puts even numbers before odd ones
def partition(items: list[int]) -> list[int]:
    front = 0
    for i in range(len(items)):
        if items[i] % 2 == 0:
            items[front], items[i] = items[i], items[front]
            front += 1
    return items
