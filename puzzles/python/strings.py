# %% Counts a letter in a text
def count_letter(text: str, letter: str) -> int:
    count = 0
    for one in text:
        if one == letter:
            count += 1
    return count

# %% Turns a text around letter by letter
def turned(text: str) -> str:
    out = ""
    for letter in text:
        out = letter + out
    return out

# %% Says whether a text is a palindrome
def palindrome(text: str) -> bool:
    """
    >>> palindrome("Anna")
    >>> palindrome("Ann")
    """
    small = text.lower()
    turned = small[::-1]
    return small == turned

# %% Writes the first letter large and the rest small
def capital(word: str) -> str:
    """
    >>> capital("hELLO")
    >>> capital("x")
    """
    first = word[:1].upper()
    rest = word[1:].lower()
    return first + rest

# %% Makes initials from a name
def initials(name: str) -> str:
    """
    >>> initials("ada lovelace")
    >>> initials("grace m hopper")
    """
    out = ""
    for word in name.split():
        out += word[0].upper() + "."
    return out

# %% Hides all letters but the last two
def hide(text: str) -> str:
    shown = text[-2:]
    hidden = "*" * (len(text) - 2)
    return hidden + shown

# %% Counts the vowels of a text
def vowels(text: str) -> int:
    """
    >>> vowels("education")
    >>> vowels("rhythm")
    """
    count = 0
    for letter in text.lower():
        if letter in "aeiou":
            count += 1
    return count

# %% Repeats each letter as often as its place says
def grow(text: str) -> str:
    parts = []
    for place, letter in enumerate(text):
        parts.append(letter * (place + 1))
    return "-".join(parts)

# %% Counts how often neighbours are equal
def pairs(text: str) -> int:
    count = 0
    for i in range(len(text) - 1):
        if text[i] == text[i + 1]:
            count += 1
    return count

# %% Shifts letters by a key
def caesar(text: str, key: int) -> str:
    """
    >>> caesar("abc", 1)
    >>> caesar("xyz", 3)
    """
    out = ""
    for letter in text:
        place = ord(letter) - ord("a")
        out += chr((place + key) % 26 + ord("a"))
    return out

# %% Finds the longest word
def longest(text: str) -> str:
    """
    >>> longest("the quick brown fox")
    >>> longest("one two")
    """
    best = ""
    for word in text.split():
        if len(word) > len(best):
            best = word
    return best

# %% Shortens runs of equal letters to one
def squeeze(text: str) -> str:
    out = ""
    for letter in text:
        if not out.endswith(letter):
            out += letter
    return out

# %% Puts quotes around a text and a mark behind it
def shout(text: str, times: int) -> str:
    marks = "!" * times
    loud = text.strip().upper()
    return f"<{loud}{marks}>"
