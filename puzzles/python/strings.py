# Calls are written; of those that are made, only the smallest one is left.
# puzgen: inputs 1
# puzgen: integers 0..6

# %% Counts a letter in a text
# puzgen: title de "Zählt einen Buchstaben in einem Text"
def count_letter(text: str, letter: str) -> int:
    # puzgen: inputs 0
    """
    >>> count_letter("banana", "a")
    >>> count_letter("banana", "n")
    >>> count_letter("hello", "z")
    >>> count_letter("x", "x")
    >>> count_letter("", "a")
    >>> count_letter("Anna", "a")
    """
    count = 0
    for one in text:
        if one == letter:
            count += 1
    return count

# %% Turns a text around letter by letter
# puzgen: title de "Dreht einen Text Buchstabe für Buchstabe um"
def turned(text: str) -> str:
    """
    >>> turned("")
    >>> turned("a")
    >>> turned("no")
    >>> turned("tree")
    >>> turned("abcde")
    """
    out = ""
    for letter in text:
        out = letter + out
    return out

# %% Says whether a text is a palindrome, whatever its letters are, large or small
# puzgen: title de "Sagt, ob ein Text ein Palindrom ist, ob groß oder klein geschrieben"
def palindrome(text: str) -> bool:
    # puzgen: numbers -2..2
    """
    >>> palindrome("")
    >>> palindrome("a")
    >>> palindrome("Ab")
    >>> palindrome("Anna")
    >>> palindrome("Ann")
    >>> palindrome("level")
    >>> palindrome("abcA")
    """
    small = text.lower()
    turned = small[::-1]
    return small == turned

# %% Writes the first letter large and the rest small
# puzgen: title de "Schreibt den ersten Buchstaben groß und den Rest klein"
def capital(word: str) -> str:
    """
    >>> capital("")
    >>> capital("x")
    >>> capital("hELLO")
    >>> capital("Tom")
    >>> capital("USA")
    >>> capital("it")
    """
    first = word[:1].upper()
    rest = word[1:].lower()
    return first + rest

# %% Makes initials from a name
# puzgen: title de "Bildet Initialen aus einem Namen"
def initials(name: str) -> str:
    """
    >>> initials("")
    >>> initials("plato")
    >>> initials("ada lovelace")
    >>> initials("grace m hopper")
    >>> initials("Alan Turing")
    """
    out = ""
    for word in name.split():
        out += word[0].upper() + "."
    return out

# %% Hides all letters but the last two
# puzgen: title de "Verbirgt alle Buchstaben bis auf die letzten zwei"
def hide(text: str) -> str:
    # puzgen: numbers -2..2
    """
    >>> hide("")
    >>> hide("a")
    >>> hide("no")
    >>> hide("pen")
    >>> hide("secret")
    """
    shown = text[-2:]
    hidden = "*" * (len(text) - 2)
    return hidden + shown

# %% Counts the vowels of a text
# puzgen: title de "Zählt die Vokale eines Textes"
def vowels(text: str) -> int:
    """
    >>> vowels("")
    >>> vowels("a")
    >>> vowels("rhythm")
    >>> vowels("Apple")
    >>> vowels("education")
    >>> vowels("I see")
    """
    count = 0
    for letter in text.lower():
        if letter in "aeiou":
            count += 1
    return count

# %% Repeats each letter as often as its place says
# puzgen: title de "Wiederholt jeden Buchstaben so oft, wie seine Stelle sagt"
def grow(text: str) -> str:
    """
    >>> grow("")
    >>> grow("a")
    >>> grow("no")
    >>> grow("tree")
    >>> grow("abc")
    """
    parts = []
    for place, letter in enumerate(text):
        parts.append(letter * (place + 1))
    return "-".join(parts)

# %% Counts how often neighbours are equal
# puzgen: title de "Zählt, wie oft Nachbarn gleich sind"
def pairs(text: str) -> int:
    """
    >>> pairs("")
    >>> pairs("a")
    >>> pairs("oo")
    >>> pairs("on")
    >>> pairs("letter")
    >>> pairs("zzz")
    >>> pairs("bookkeeper")
    """
    count = 0
    for i in range(len(text) - 1):
        if text[i] == text[i + 1]:
            count += 1
    return count

# %% Shifts small letters by a key, after z comes a
# puzgen: title de "Verschiebt kleine Buchstaben um einen Schlüssel, nach z kommt a"
def caesar(text: str, key: int) -> str:
    # puzgen: numbers 23..27
    """
    >>> caesar("", 0)
    >>> caesar("k", 2)
    >>> caesar("abc", 1)
    >>> caesar("xyz", 3)
    >>> caesar("code", 25)
    >>> caesar("zoo", 13)
    >>> caesar("bee", -1)
    """
    out = ""
    for letter in text:
        place = ord(letter) - ord("a")
        out += chr((place + key) % 26 + ord("a"))
    return out

# %% Finds the longest word
# puzgen: title de "Findet das längste Wort"
def longest(text: str) -> str:
    """
    >>> longest("")
    >>> longest("a")
    >>> longest("word")
    >>> longest("one two")
    >>> longest("see three")
    >>> longest("the quick brown fox")
    >>> longest("many a day")
    """
    best = ""
    for word in text.split():
        if len(word) > len(best):
            best = word
    return best

# %% Shortens runs of equal letters to one
# puzgen: title de "Kürzt Folgen gleicher Buchstaben auf einen"
def squeeze(text: str) -> str:
    """
    >>> squeeze("")
    >>> squeeze("a")
    >>> squeeze("oo")
    >>> squeeze("letter")
    >>> squeeze("noon")
    >>> squeeze("aaabba")
    """
    out = ""
    for letter in text:
        if not out.endswith(letter):
            out += letter
    return out

# %% Writes a text in large letters, with marks behind it, in brackets
# puzgen: title de "Schreibt einen Text in Großbuchstaben, mit Zeichen dahinter, in Klammern"
def shout(text: str, times: int) -> str:
    # puzgen: inputs 0
    """
    >>> shout("o", 1)
    >>> shout("hi", 2)
    >>> shout(" no ", 0)
    >>> shout("Help", 4)
    >>> shout("to you ", 3)
    """
    marks = "!" * times
    loud = text.strip().upper()
    return f"<{loud}{marks}>"
