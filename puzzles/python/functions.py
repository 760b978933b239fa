# Calls are written; of those that are made, only the smallest one is left, unless it says otherwise.
# puzgen: inputs 1
# puzgen: integers 0..6

# %% Computes a sum of squares with a helper
# puzgen: title de "Berechnet mit einer Hilfsfunktion eine Summe von Quadraten"
def square(x: int) -> int:
    return x * x

def sum_of_squares(a: int, b: int) -> int:
    """
    >>> sum_of_squares(0, 0)
    >>> sum_of_squares(1, 2)
    >>> sum_of_squares(3, 1)
    >>> sum_of_squares(2, 2)
    >>> sum_of_squares(-1, 4)
    >>> sum_of_squares(5, 0)
    """
    return square(a) + square(b)

# %% Finds the largest of three with a helper for two
# puzgen: title de "Findet die größte von drei Zahlen mit einer Hilfsfunktion für zwei"
def larger(a: int, b: int) -> int:
    if a >= b:
        return a
    return b

def largest(a: int, b: int, c: int) -> int:
    """
    >>> largest(0, 0, 0)
    >>> largest(1, 2, 4)
    >>> largest(1, 5, 2)
    >>> largest(6, 1, 3)
    >>> largest(2, 3, 1)
    >>> largest(4, 4, 1)
    >>> largest(-2, -5, -3)
    """
    return larger(larger(a, b), c)

# %% Takes the cube of a number from its square by a default argument
# puzgen: title de "Bildet die dritte Potenz einer Zahl aus ihrem Quadrat mit einem Standardwert"
def power(base: int, exponent: int = 2) -> int:
    result = 1
    for _ in range(exponent):
        result *= base
    return result

def both(x: int) -> int:
    # puzgen: integers -2..4
    # puzgen: inputs 7
    return power(x) - power(x, 3)

# %% Counts the primes of a list
# puzgen: title de "Zählt die Primzahlen einer Liste"
def is_prime(n: int) -> bool:
    for k in range(2, n):
        if n % k == 0:
            return False
    return n > 1

def count_primes(items: list[int]) -> int:
    """
    >>> count_primes([])
    >>> count_primes([2])
    >>> count_primes([9])
    >>> count_primes([1, 2, 3, 4, 5])
    >>> count_primes([7, 7])
    >>> count_primes([0, 1, 11])
    >>> count_primes([15, 25, 13])
    """
    count = 0
    for item in items:
        if is_prime(item):
            count += 1
    return count

# %% Takes the share of b from that of a, with arguments by name
# puzgen: title de "Zieht den Anteil von b von dem von a ab, mit benannten Argumenten"
def share(sweets: int, children: int) -> int:
    return sweets // children

def compare(a: int, b: int) -> int:
    # puzgen: integers 1..6
    """
    >>> compare(1, 1)
    >>> compare(2, 6)
    >>> compare(6, 2)
    >>> compare(4, 3)
    >>> compare(3, 9)
    >>> compare(5, 5)
    >>> compare(1, 7)
    >>> compare(12, 5)
    """
    return share(children=b, sweets=a) - share(b, a)

# %% Appends a value and the next one to the list that was given
# puzgen: title de "Hängt einen Wert und den nächsten an die übergebene Liste an"
def add_last(items: list[int], value: int) -> None:
    items.append(value)

def twice(items: list[int], value: int) -> list[int]:
    """
    >>> twice([], 0)
    >>> twice([], 3)
    >>> twice([5], 1)
    >>> twice([1, 2], 6)
    >>> twice([4, 0, 4], -1)
    """
    add_last(items, value)
    add_last(items, value + 1)
    return items

# %% Divides and adds what is left, 0 where b is 0
# puzgen: title de "Dividiert und addiert den Rest, 0, wenn b gleich 0 ist"
def divide(a: int, b: int) -> tuple[int, int]:
    return a // b, a % b

def whole_and_rest(a: int, b: int) -> int:
    """
    >>> whole_and_rest(0, 0)
    >>> whole_and_rest(7, 2)
    >>> whole_and_rest(9, 4)
    >>> whole_and_rest(5, 0)
    >>> whole_and_rest(3, 8)
    >>> whole_and_rest(12, 3)
    >>> whole_and_rest(6, 6)
    >>> whole_and_rest(11, 1)
    """
    if b == 0:
        return 0
    whole, rest = divide(a, b)
    return whole + rest

# %% Shows that an assignment in a function stays there
# puzgen: title de "Zeigt, dass eine Zuweisung in einer Funktion dort bleibt"
def change(n: int) -> int:
    n = n + 2  # vary 2: 3 4
    return n

def unchanged(n: int) -> int:
    # puzgen: integers -2..4
    # puzgen: inputs 7
    other = change(n)
    return other - n + change(other)

# %% Changes money there and back and says what is lost
# puzgen: title de "Wechselt Geld hin und zurück und sagt, was dabei verloren geht"
def there(amount: int) -> int:
    return amount * 2 // 3

def back(amount: int) -> int:
    return amount * 3 // 2

def lost(amount: int) -> int:
    # puzgen: integers 0..8
    # puzgen: inputs 9
    return amount - back(there(amount))

# %% Counts a word in a text, in large or small letters
# puzgen: title de "Zählt ein Wort in einem Text, ob groß oder klein geschrieben"
def clean(text: str) -> str:
    return text.strip().lower()

def count_words(text: str, word: str) -> int:
    # puzgen: inputs 0
    """
    >>> count_words(" The cat and the dog", "THE")
    >>> count_words("a b a", "a")
    >>> count_words("A b", "B ")
    >>> count_words("no", "yes")
    >>> count_words("one", "one")
    >>> count_words("to be or not to be", "Be")
    """
    words = clean(text).split()
    return words.count(clean(word))

# %% Prints a title, a line below it and a number
# puzgen: title de "Gibt einen Titel, eine Linie darunter und eine Zahl aus"
def header(title: str) -> None:
    print(title.upper())

def rule(width: int) -> None:
    print("-" * width)

def page(title: str, body: int) -> None:
    # puzgen: inputs 0
    """
    >>> page("menu", 3)
    >>> page("a", 10)
    >>> page("Age", 7)
    >>> page("To do", 5)
    """
    header(title)
    rule(len(title))
    print(body)

# %% Applies a step as often as is asked
# puzgen: title de "Wiederholt einen Schritt so oft wie verlangt"
def step(value: int) -> int:
    if value % 2 == 0:
        return value // 2
    return value + 3

def repeat(value: int, times: int) -> int:
    """
    >>> repeat(0, 0)
    >>> repeat(5, 1)
    >>> repeat(5, 2)
    >>> repeat(6, 3)
    >>> repeat(8, 2)
    >>> repeat(7, 0)
    >>> repeat(1, 4)
    >>> repeat(3, 3)
    """
    for _ in range(times):
        value = step(value)
    return value
