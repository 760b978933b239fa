# %% Swaps two numbers and returns their difference
def difference(a: int, b: int) -> int:
    old = a
    a = b
    b = old
    return a - b

# %% Adds a tip to a price
def with_tip(price: int, percent: int) -> int:
    tip = price * percent // 100
    total = price + tip
    return total

# %% Splits seconds into minutes and seconds
def clock(seconds: int) -> tuple[int, int]:
    """
    >>> clock(59)
    >>> clock(60)
    >>> clock(135)
    """
    minutes = seconds // 60  # vary 60: 24 12
    rest = seconds % 60
    return minutes, rest

# %% Gives the last two digits of a number in turn
def digits(number: int) -> list[int]:
    """
    >>> digits(47)
    >>> digits(305)
    """
    ones = number % 10
    rest = number // 10
    tens = rest % 10
    return [tens, ones]

# %% Computes perimeter and area of a rectangle
def rectangle(width: int, height: int) -> str:
    around = 2 * (width + height)
    area = width * height
    return f"{around} {area}"

# %% Shares sweets among children and keeps the rest
def share(sweets: int, children: int) -> int:
    heads = abs(children) + 1
    each = sweets // heads
    left = sweets - each * heads
    return left * 10 + each

# %% Rotates three values by one place
def rotate(a: int, b: int, c: int) -> list[int]:
    a, b, c = b, c, a
    total = a + b * c
    return [a, b, c, total]

# %% Follows what happens to a number step by step
def steps(start: int) -> int:
    value = start + 3  # vary 3: 2 4 5
    value *= 2  # vary 2: 3 4
    value -= start
    value //= 2
    return value - start

# %% Rounds a number to the nearest ten
def nearest_ten(number: int) -> int:
    """
    >>> nearest_ten(14)
    >>> nearest_ten(15)
    >>> nearest_ten(27)
    """
    raised = number + 5
    ones = raised % 10
    return raised - ones

# %% Counts the posts and rails of a fence
def fence(length: int, gap: int) -> int:
    step = abs(gap) + 1
    fields = length // step
    posts = fields + 1
    rails = fields * 3  # vary 3: 2 4
    return posts + rails

# %% Says the average of three marks without its fraction
def average(first: int, second: int, third: int) -> str:
    total = first + second + third
    mean = total // 3
    rest = total - 3 * mean
    return str(mean) + " rest " + str(rest)

# %% Evaluates a polynomial by Horner's scheme
def polynomial(x: int, a: int, b: int) -> int:
    value = a
    value = value * x + b
    value = value * x - a
    return value
