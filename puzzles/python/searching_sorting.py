# Calls are written; of those that are made, only the smallest one is left.
# puzgen: inputs 1
# puzgen: integers 0..6

# %% Finds the place of the smallest item, 0 in an empty list
# puzgen: title de "Findet die Stelle des kleinsten Elements, 0 bei einer leeren Liste"
def place_of_smallest(items: list[int]) -> int:
    """
    >>> place_of_smallest([])
    >>> place_of_smallest([4])
    >>> place_of_smallest([2, 1])
    >>> place_of_smallest([3, 0, 5])
    >>> place_of_smallest([6, 2, 2, 1])
    >>> place_of_smallest([1, 1, 4])
    >>> place_of_smallest([0, -2, -1])
    """
    best = 0
    for i in range(1, len(items)):
        if items[i] < items[best]:
            best = i
    return best

# %% Searches a sorted list by halves, -1 where nothing is found
# puzgen: title de "Durchsucht eine sortierte Liste durch Halbieren, -1, wenn nichts gefunden wird"
def binary_search(items: list[int], wanted: int) -> int:
    # puzgen: numbers -1..3
    """
    >>> binary_search([], 0)
    >>> binary_search([4], 4)
    >>> binary_search([2, 6], 6)
    >>> binary_search([1, 3, 5, 7, 9], 7)
    >>> binary_search([1, 3, 5, 7, 9], 4)
    >>> binary_search([1, 3, 5, 7, 9], 1)
    >>> binary_search([0, 2, 3, 8], 8)
    >>> binary_search([0, 2, 3, 8], 9)
    """
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
# puzgen: title de "Sortiert, indem immer wieder das kleinste Element ausgewählt wird"
def selection_sort(items: list[int]) -> list[int]:
    """
    >>> selection_sort([])
    >>> selection_sort([4])
    >>> selection_sort([2, 1])
    >>> selection_sort([1, 3, 2])
    >>> selection_sort([5, 0, 5, 3])
    >>> selection_sort([6, 4, 2, -1])
    """
    for i in range(len(items)):
        best = i
        for j in range(i + 1, len(items)):
            if items[j] < items[best]:
                best = j
        items[i], items[best] = items[best], items[i]
    return items

# %% Sorts by exchanging neighbours
# puzgen: title de "Sortiert durch Vertauschen von Nachbarn"
def bubble_sort(items: list[int]) -> list[int]:
    # puzgen: numbers -1..3
    """
    >>> bubble_sort([])
    >>> bubble_sort([4])
    >>> bubble_sort([2, 1])
    >>> bubble_sort([1, 3, 2])
    >>> bubble_sort([5, 0, 5, 3])
    >>> bubble_sort([6, 4, 2, -1])
    """
    for end in range(len(items) - 1, 0, -1):
        for i in range(end):
            if items[i] > items[i + 1]:
                items[i], items[i + 1] = items[i + 1], items[i]
    return items

# %% Sorts by inserting each item where it belongs
# puzgen: title de "Sortiert, indem jedes Element an seiner Stelle eingefügt wird"
def insertion_sort(items: list[int]) -> list[int]:
    """
    >>> insertion_sort([])
    >>> insertion_sort([4])
    >>> insertion_sort([2, 1])
    >>> insertion_sort([1, 3, 2])
    >>> insertion_sort([5, 0, 5, 3])
    >>> insertion_sort([6, 4, 2, -1])
    """
    for i in range(1, len(items)):
        value = items[i]
        j = i
        while j > 0 and items[j - 1] > value:
            items[j] = items[j - 1]
            j -= 1
        items[j] = value
    return items

# %% Merges two sorted lists
# puzgen: title de "Führt zwei sortierte Listen zusammen"
def merge(left: list[int], right: list[int]) -> list[int]:
    """
    >>> merge([], [])
    >>> merge([4], [])
    >>> merge([], [2, 3])
    >>> merge([1], [0])
    >>> merge([1, 4], [2, 6])
    >>> merge([2, 2, 5], [2, 3])
    >>> merge([0, 1], [3, 5, 6])
    >>> merge([4, 5], [-1, 3])
    """
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
# puzgen: title de "Sagt, ob eine Liste sortiert ist"
def is_sorted(items: list[int]) -> bool:
    """
    >>> is_sorted([])
    >>> is_sorted([4])
    >>> is_sorted([1, 2])
    >>> is_sorted([2, 1])
    >>> is_sorted([3, 3, 5])
    >>> is_sorted([0, 6, 4])
    >>> is_sorted([5, 1, 2])
    """
    for i in range(len(items) - 1):
        if items[i] > items[i + 1]:
            return False
    return True

# %% Finds the second largest item, 0 where there is none
# puzgen: title de "Findet das zweitgrößte Element, 0, wenn es keines gibt"
def second_largest(items: list[int]) -> int:
    # puzgen: numbers -2..2
    """
    >>> second_largest([])
    >>> second_largest([4])
    >>> second_largest([5, 3])
    >>> second_largest([1, 6, 2])
    >>> second_largest([2, 5, 5, 1])
    >>> second_largest([-3, 0, -1, -2])
    """
    ordered = sorted(items)
    if len(ordered) < 2:
        return 0
    return ordered[-2]

# %% Sorts numbers from 0 to 3 by counting them
# puzgen: title de "Sortiert Zahlen von 0 bis 3 durch Zählen"
def counting_sort(items: list[int]) -> list[int]:
    # puzgen: integers 0..3
    """
    >>> counting_sort([])
    >>> counting_sort([2])
    >>> counting_sort([3, 1])
    >>> counting_sort([0, 3, 0])
    >>> counting_sort([2, 1, 2, 3])
    >>> counting_sort([3, 0, 1, 1, 2])
    """
    counts = [0] * 4
    for item in items:
        counts[item] += 1
    out = []
    for value in range(4):
        out += [value] * counts[value]
    return out

# %% Sorts by a pivot and recursion
# puzgen: title de "Sortiert mit einem Pivotelement und Rekursion"
def quicksort(items: list[int]) -> list[int]:
    """
    >>> quicksort([])
    >>> quicksort([4])
    >>> quicksort([2, 1])
    >>> quicksort([1, 3, 2])
    >>> quicksort([3, 0, 5, 3])
    >>> quicksort([6, 4, 2, -1])
    """
    if len(items) < 2:
        return items
    pivot = items[0]
    small = [x for x in items[1:] if x < pivot]
    large = [x for x in items[1:] if x >= pivot]
    return quicksort(small) + [pivot] + quicksort(large)

# %% Finds the last place of a value, -1 where there is none
# puzgen: title de "Findet die letzte Stelle eines Wertes, -1, wenn es keine gibt"
def last_place(items: list[int], wanted: int) -> int:
    # puzgen: numbers -2..2
    """
    >>> last_place([], 0)
    >>> last_place([4], 4)
    >>> last_place([4], 2)
    >>> last_place([1, 2], 1)
    >>> last_place([3, 0, 3], 3)
    >>> last_place([5, 6, 6, 1], 6)
    >>> last_place([2, 2, 0], 5)
    """
    found = -1
    for i, item in enumerate(items):
        if item == wanted:
            found = i
    return found

# %% Puts even numbers before odd ones
# puzgen: title de "Stellt gerade Zahlen vor ungerade"
def partition(items: list[int]) -> list[int]:
    """
    >>> partition([])
    >>> partition([3])
    >>> partition([1, 2])
    >>> partition([2, 5])
    >>> partition([3, 0, 5])
    >>> partition([1, 6, 4, 3])
    >>> partition([5, 1, 2, 3, 4])
    """
    front = 0
    for i in range(len(items)):
        if items[i] % 2 == 0:
            items[front], items[i] = items[i], items[front]
            front += 1
    return items
