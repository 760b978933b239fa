# Calls are written; of those that are made, only the smallest one is left.
# puzgen: inputs 1
# puzgen: integers 0..6

# %% Returns the larger of two numbers
# puzgen: title de "Gibt die größere von zwei Zahlen zurück"
def larger(a: int, b: int) -> int:
    """
    >>> larger(0, 0)
    >>> larger(3, 5)
    >>> larger(5, 3)
    >>> larger(2, 2)
    >>> larger(0, 4)
    >>> larger(-1, -4)
    >>> larger(-3, 1)
    """
    if a > b:
        return a
    return b

# %% Says whether the year 100 * hundreds + rest is a leap year
# puzgen: title de "Sagt, ob das Jahr 100 * hundreds + rest ein Schaltjahr ist"
def leap(hundreds: int, rest: int) -> bool:
    # puzgen: integers 16..24
    """
    >>> leap(20, 0)
    >>> leap(19, 0)
    >>> leap(18, 0)
    >>> leap(24, 0)
    >>> leap(16, 16)
    >>> leap(20, 23)
    >>> leap(19, 96)
    >>> leap(21, 2)
    >>> leap(20, 49)
    """
    if rest == 0:
        return hundreds % 4 == 0
    return rest % 4 == 0

# %% Tells the sign of a number as a word
# puzgen: title de "Nennt das Vorzeichen einer Zahl als Wort"
def sign(number: int) -> str:
    """
    >>> sign(-7)
    >>> sign(-1)
    >>> sign(0)
    >>> sign(1)
    >>> sign(4)
    """
    if number < 0:
        word = "minus"
    elif number == 0:
        word = "zero"
    else:
        word = "plus"
    return word

# %% Keeps a number between two bounds
# puzgen: title de "Hält eine Zahl zwischen zwei Grenzen"
def clamp(value: int, low: int, high: int) -> int:
    """
    >>> clamp(0, 0, 0)
    >>> clamp(-2, 0, 3)
    >>> clamp(2, 0, 3)
    >>> clamp(3, 0, 3)
    >>> clamp(5, 0, 3)
    >>> clamp(1, 4, 6)
    >>> clamp(7, 4, 6)
    >>> clamp(9, 5, 5)
    """
    if value < low:
        value = low
    if value > high:
        value = high
    return value

# %% Says how many sides of a triangle are equal
# puzgen: title de "Sagt, wie viele Seiten eines Dreiecks gleich lang sind"
def triangle(a: int, b: int, c: int) -> str:
    # puzgen: integers 1..6
    """
    >>> triangle(1, 1, 1)
    >>> triangle(3, 3, 5)
    >>> triangle(3, 5, 3)
    >>> triangle(5, 3, 3)
    >>> triangle(3, 4, 5)
    >>> triangle(2, 2, 1)
    >>> triangle(4, 2, 3)
    >>> triangle(6, 6, 6)
    """
    if a == b and b == c:
        return "all"
    if a == b or b == c or a == c:
        return "two"
    return "none"

# %% Says what fizz and buzz say for one number
# puzgen: title de "Sagt, was man bei Fizz Buzz zu einer Zahl sagt"
def fizz(number: int) -> str:
    # puzgen: numbers 0..5
    # puzgen: integers 1..6
    """
    >>> fizz(1)
    >>> fizz(3)
    >>> fizz(4)
    >>> fizz(5)
    >>> fizz(9)
    >>> fizz(10)
    >>> fizz(14)
    >>> fizz(15)
    >>> fizz(30)
    """
    if number % 3 == 0 and number % 5 == 0:
        return "fizzbuzz"
    if number % 3 == 0:
        return "fizz"
    return "buzz" if number % 5 == 0 else str(number)

# %% Finds the middle one of three numbers
# puzgen: title de "Findet die mittlere von drei Zahlen"
def middle(a: int, b: int, c: int) -> int:
    """
    >>> middle(0, 0, 0)
    >>> middle(1, 2, 3)
    >>> middle(1, 6, 4)
    >>> middle(3, 0, 5)
    >>> middle(2, 5, 1)
    >>> middle(6, 1, 5)
    >>> middle(4, 3, 2)
    >>> middle(2, 2, 5)
    >>> middle(4, -1, 4)
    """
    if a <= b <= c or c <= b <= a:
        return b
    if b <= a <= c or c <= a <= b:
        return a
    return c

# %% Computes what a bus ticket costs by zones, less for members from two zones on
# puzgen: title de "Berechnet nach Zonen, was eine Busfahrkarte kostet, für Mitglieder ab zwei Zonen weniger"
def ticket(zones: int, is_member: bool) -> int:
    # puzgen: integers 1..5
    """
    >>> ticket(1, False)
    >>> ticket(1, True)
    >>> ticket(2, False)
    >>> ticket(2, True)
    >>> ticket(3, False)
    >>> ticket(3, True)
    >>> ticket(4, False)
    >>> ticket(4, True)
    >>> ticket(5, False)
    """
    price = 2  # vary 2: 3 4
    if zones > 3:
        price += 3
    elif zones > 1:
        price += 1
    if is_member and zones > 1:
        price -= 1
    return price

# %% Says whether exactly one of two statements holds
# puzgen: title de "Sagt, ob genau eine von zwei Aussagen gilt"
def exactly_one(first: bool, second: bool) -> bool:
    # puzgen: inputs 4
    if first and not second:
        return True
    return second and not first

# %% Says in which quarter of the plane a point is, 0 on an axis
# puzgen: title de "Sagt, in welchem Quadranten ein Punkt liegt, 0 auf einer Achse"
def quarter(x: int, y: int) -> int:
    """
    >>> quarter(0, 0)
    >>> quarter(3, 2)
    >>> quarter(-3, 2)
    >>> quarter(-1, -4)
    >>> quarter(2, -5)
    >>> quarter(0, 3)
    >>> quarter(4, 0)
    >>> quarter(-6, 0)
    >>> quarter(1, 1)
    """
    if x == 0 or y == 0:
        return 0
    if y > 0:
        return 1 if x > 0 else 2
    return 3 if x < 0 else 4

# %% Says whether the numbers from a to b and those from c to d share one
# puzgen: title de "Sagt, ob die Zahlen von a bis b und die von c bis d eine gemeinsam haben"
def overlap(a: int, b: int, c: int, d: int) -> bool:
    """
    >>> overlap(0, 0, 0, 0)
    >>> overlap(1, 3, 2, 5)
    >>> overlap(1, 2, 3, 4)
    >>> overlap(3, 5, 1, 2)
    >>> overlap(1, 3, 3, 4)
    >>> overlap(4, 6, 1, 4)
    >>> overlap(0, 6, 2, 3)
    >>> overlap(2, 1, 0, 5)
    >>> overlap(0, 5, 3, 2)
    """
    if a > b or c > d:
        return False
    return a <= d and c <= b

# %% Gives a mark for up to six points
# puzgen: title de "Gibt eine Note für bis zu sechs Punkte"
def mark(points: int) -> str:
    # puzgen: numbers 0..6
    """
    >>> mark(-1)
    >>> mark(0)
    >>> mark(2)
    >>> mark(3)
    >>> mark(4)
    >>> mark(5)
    >>> mark(6)
    >>> mark(7)
    """
    if points < 0 or points > 6:
        return "?"
    if points >= 5:
        return "A"
    if points >= 3:
        return "B"
    return "C"
