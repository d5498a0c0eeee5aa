# E V(H_(l+1)) <= 2 (1 - 2 alpha/3)^l + 3 n/(alpha sqrt(d)) under A1(alpha, l), at d = 10^13.
from mpmath import hyp2f1, mp, mpf, sqrt

mp.dps = 30
n, few, l, d, failure = 50, 12, 93, mpf(10) ** 13, mpf(1) / 128
q, radius, least = mpf(8) / (5 * n), mpf(0), mpf(1)
for _ in range(l + 1):
    # At d = inf few eigenvalues of H_k^T H_k are q, the others p; r bounds a layer's slope there,
    # and by Chebyshev width d is within radius of it, but for a probability of failure/(l + 1).
    p = (1 - few * q) / (n - few)
    x, y = max(n * q - 1, 1 - n * p) + radius, n * p - radius
    s, m = n * x * (1 - y), (n + 2) * (n + 4)
    h = x * (3 + 2 * x) * sqrt((2 * n + 8) * (2 * s + 8 * x * x)) / y**2
    r = ((2 * s + 8 * x * x) / y + (1 + x) * (4 * sqrt(n * s) + 16 * x + h)) / m
    r = min((1 + x * sqrt(mpf(6) / n)) / y**2, (n + 4 * x) / (n + 2) + r)
    radius = sqrt((r * radius) ** 2 + n * (n - 1) * (l + 1) / (d * failure))
    q = q / p * hyp2f1(1, few / 2 + 1, n / 2 + 1, 1 - q / p) / n
    least = min(least, (1 - few * q) / (n - few) - radius / n)
V = sqrt(few / mpf(n - few) * n) * (q - mpf(1) / n)  # the gap, and alpha from the least eigenvalue
left, alpha = (1 - failure) * V - radius * sqrt(failure / (l + 1)) / n, sqrt(least)
right = 2 * (1 - 2 * alpha / 3) ** l + 3 * n / (alpha * sqrt(d))
print(left, "<=", right, left <= right)
