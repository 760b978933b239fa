# %% Returns the larger of two numbers
def larger(a: int, b: int) -> int:
    if a > b:
        return a
    return b

# %% Says whether a year is a leap year
def leap(year: int) -> bool:
    """
    >>> leap(2000)
    >>> leap(1900)
    >>> leap(2024)
    >>> leap(2023)
    """
    if year % 400 == 0:
        return True
    return year % 4 == 0 and year % 100 != 0

# %% Tells the sign of a number as a word
def sign(number: int) -> str:
    if number < 0:
        word = "minus"
    elif number == 0:
        word = "zero"
    else:
        word = "plus"
    return word

# %% Keeps a number between two bounds
def clamp(value: int, low: int, high: int) -> int:
    if value < low:
        value = low
    if value > high:
        value = high
    return value

# %% Tells the kind of a triangle by its sides
def triangle(a: int, b: int, c: int) -> str:
    if a == b and b == c:
        return "equal"
    if a == b or b == c or a == c:
        return "two"
    return "none"

# %% Says what fizz and buzz say for one number
def fizz(number: int) -> str:
    """
    >>> fizz(15)
    >>> fizz(9)
    >>> fizz(10)
    """
    if number % 15 == 0:
        return "fizzbuzz"
    if number % 3 == 0:
        return "fizz"
    return "buzz" if number % 5 == 0 else str(number)

# %% Finds the middle one of three numbers
def middle(a: int, b: int, c: int) -> int:
    if a <= b <= c or c <= b <= a:
        return b
    if b <= a <= c or c <= a <= b:
        return a
    return c

# %% Computes what a ticket costs by age
def ticket(age: int, is_member: bool) -> int:
    """
    >>> ticket(5, False)
    >>> ticket(6, False)
    >>> ticket(17, True)
    >>> ticket(18, True)
    """
    price = 10  # vary 10: 8 12
    if age < 6:
        price = 0
    elif age < 18:
        price -= 4
    if is_member and price > 0:
        price -= 1
    return price

# %% Says whether exactly one of two statements holds
def exactly_one(first: bool, second: bool) -> bool:
    if first and not second:
        return True
    return second and not first

# %% Says in which quarter of the plane a point is
def quarter(x: int, y: int) -> int:
    if x == 0 or y == 0:
        return 0
    if y > 0:
        return 1 if x > 0 else 2
    return 3 if x < 0 else 4

# %% Says whether two intervals have a point in common
def overlap(a: int, b: int, c: int, d: int) -> bool:
    if a > b or c > d:
        return False
    return a <= d and c <= b

# %% Gives a mark for points
def mark(points: int) -> str:
    """
    >>> mark(49)
    >>> mark(50)
    >>> mark(80)
    >>> mark(100)
    >>> mark(101)
    """
    if points < 0 or points > 100:
        return "?"
    if points >= 80:
        return "A"
    if points >= 50:
        return "B"
    return "C"
