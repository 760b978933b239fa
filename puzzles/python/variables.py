# Calls are written; of those that are made, only the smallest one is left, unless it says otherwise.
# puzgen: inputs 1
# puzgen: integers 0..6

# %% Swaps two numbers and returns their difference
# puzgen: title de "Vertauscht zwei Zahlen und gibt ihre Differenz zurück"
def difference(a: int, b: int) -> int:
    """
    >>> difference(0, 0)
    >>> difference(2, 5)
    >>> difference(5, 2)
    >>> difference(4, 4)
    >>> difference(-1, 3)
    >>> difference(6, 0)
    """
    old = a
    a = b
    b = old
    return a - b

# %% Adds a tip to a price
# puzgen: title de "Addiert ein Trinkgeld zu einem Preis"
def with_tip(price: int, percent: int) -> int:
    # puzgen: numbers 97..101
    """
    >>> with_tip(0, 0)
    >>> with_tip(200, 10)
    >>> with_tip(50, 20)
    >>> with_tip(99, 10)
    >>> with_tip(1000, 5)
    >>> with_tip(30, 0)
    >>> with_tip(300, 33)
    """
    tip = price * percent // 100
    total = price + tip
    return total

# %% Splits seconds into minutes and seconds
# puzgen: title de "Zerlegt Sekunden in Minuten und Sekunden"
def clock(seconds: int) -> tuple[int, int]:
    # puzgen: numbers 59..63
    """
    >>> clock(0)
    >>> clock(59)
    >>> clock(60)
    >>> clock(61)
    >>> clock(135)
    >>> clock(600)
    """
    minutes = seconds // 60
    rest = seconds % 60
    return minutes, rest

# %% Gives the last two digits of a number in turn
# puzgen: title de "Gibt die letzten zwei Ziffern einer Zahl nacheinander"
def digits(number: int) -> list[int]:
    # puzgen: numbers 7..11
    """
    >>> digits(0)
    >>> digits(7)
    >>> digits(47)
    >>> digits(60)
    >>> digits(305)
    >>> digits(1298)
    """
    ones = number % 10
    rest = number // 10
    tens = rest % 10
    return [tens, ones]

# %% Computes perimeter and area of a rectangle
# puzgen: title de "Berechnet Umfang und Fläche eines Rechtecks"
def rectangle(width: int, height: int) -> str:
    # puzgen: integers 1..6
    """
    >>> rectangle(1, 1)
    >>> rectangle(2, 3)
    >>> rectangle(5, 1)
    >>> rectangle(4, 4)
    >>> rectangle(3, 6)
    """
    around = 2 * (width + height)
    area = width * height
    return f"{around} {area}"

# %% Shares sweets among children and keeps the rest
# puzgen: title de "Verteilt Bonbons an Kinder und behält den Rest"
def share(sweets: int, children: int) -> list[int]:
    # puzgen: integers 1..6
    """
    >>> share(1, 1)
    >>> share(7, 2)
    >>> share(12, 4)
    >>> share(3, 5)
    >>> share(0, 3)
    >>> share(20, 6)
    """
    each = sweets // children
    given = each * children
    left = sweets - given
    return [each, left]

# %% Rotates three values by one place and computes with them
# puzgen: title de "Verschiebt drei Werte reihum um eine Stelle und rechnet mit ihnen"
def rotate(a: int, b: int, c: int) -> list[int]:
    """
    >>> rotate(0, 0, 0)
    >>> rotate(1, 2, 3)
    >>> rotate(4, 0, 5)
    >>> rotate(6, 6, 2)
    >>> rotate(-2, 3, 1)
    """
    a, b, c = b, c, a
    total = a + b * c
    return [a, b, c, total]

# %% Follows what happens to a number step by step
# puzgen: title de "Verfolgt Schritt für Schritt, was mit einer Zahl geschieht"
def steps(start: int) -> int:
    # puzgen: integers -2..4
    # puzgen: inputs 7
    value = start + 3  # vary 3: 2 4
    value *= 2
    value -= start
    value //= 2
    return value - start

# %% Rounds a number to the nearest ten
# puzgen: title de "Rundet eine Zahl auf den nächsten Zehner"
def nearest_ten(number: int) -> int:
    # puzgen: numbers 5..10
    """
    >>> nearest_ten(0)
    >>> nearest_ten(4)
    >>> nearest_ten(5)
    >>> nearest_ten(14)
    >>> nearest_ten(27)
    >>> nearest_ten(80)
    >>> nearest_ten(96)
    """
    raised = number + 5
    ones = raised % 10
    return raised - ones

# %% Counts the posts and rails of a fence together
# puzgen: title de "Zählt die Pfosten und Latten eines Zauns zusammen"
def fence(length: int, gap: int) -> int:
    # puzgen: integers 1..6
    """
    >>> fence(1, 1)
    >>> fence(6, 2)
    >>> fence(6, 3)
    >>> fence(5, 5)
    >>> fence(12, 4)
    >>> fence(10, 2)
    """
    fields = length // gap
    posts = fields + 1
    rails = fields * 3  # vary 3: 2 4
    return posts + rails

# %% Says the average of three marks without its fraction, and what is left
# puzgen: title de "Nennt den Mittelwert von drei Noten ohne seinen Bruchteil, und den Rest"
def average(first: int, second: int, third: int) -> str:
    """
    >>> average(0, 0, 0)
    >>> average(1, 2, 3)
    >>> average(2, 2, 1)
    >>> average(6, 3, 5)
    >>> average(1, 0, 0)
    >>> average(4, 6, 6)
    """
    total = first + second + third
    mean = total // 3
    rest = total - 3 * mean
    return str(mean) + " rest " + str(rest)

# %% Computes a * x * x + b * x - a by Horner's scheme
# puzgen: title de "Berechnet a * x * x + b * x - a mit dem Horner-Schema"
def polynomial(x: int, a: int, b: int) -> int:
    """
    >>> polynomial(0, 0, 0)
    >>> polynomial(1, 2, 3)
    >>> polynomial(2, 1, 0)
    >>> polynomial(3, 2, 1)
    >>> polynomial(-1, 4, 3)
    >>> polynomial(0, 5, 2)
    >>> polynomial(10, 1, 6)
    """
    value = a
    value = value * x + b
    value = value * x - a
    return value
