# A step of the proof: (sum s)^2 (sum s^3)^2 <= (sum s)^2 (sum s^4)^2 where sum s^2 = 1.
from fractions import Fraction

s = [Fraction(3, 5), Fraction(4, 5)]
assert sum(x**2 for x in s) == 1
left = sum(s) ** 2 * sum(x**3 for x in s) ** 2
right = sum(s) ** 2 * sum(x**4 for x in s) ** 2
print(float(left), "<=", float(right), left <= right)
