# W_2^2 <= 4 n (1 - 2 alpha/3)^l + 6 n^2/(alpha sqrt(d)) under A1(alpha, l), at d = 10^25.
from mpmath import hyp2f1, mp, mpf, sqrt

mp.dps = 60
n, few, l, d, failure = 300, 75, 531, mpf(10) ** 25, mpf(10) ** -12.5
q, radius, least = mpf(8) / (5 * n), mpf(0), mpf(1)
for _ in range(l):
    # At d = inf few eigenvalues of H_k^T H_k are q, the others p; r bounds a layer's slope there,
    # and by Chebyshev width d is within radius of it, but for a probability of failure/l.
    p = (1 - few * q) / (n - few)
    x, y = max(n * q - 1, 1 - n * p) + radius, n * p - radius
    s, m = n * x * (1 - y), (n + 2) * (n + 4)
    h = x * (3 + 2 * x) * sqrt((2 * n + 8) * (2 * s + 8 * x * x)) / y**2
    r = ((2 * s + 8 * x * x) / y + (1 + x) * (4 * sqrt(n * s) + 16 * x + h)) / m
    r = min((1 + x * sqrt(mpf(6) / n)) / y**2, (n + 4 * x) / (n + 2) + r)
    radius = sqrt((r * radius) ** 2 + n * (n - 1) * l / (d * failure))
    q = q / p * hyp2f1(1, mpf(few) / 2 + 1, n / 2 + 1, 1 - q / p) / n
    p = (1 - few * q) / (n - few)
    least = min(least, p - radius / n)
roots = sqrt(few * (sqrt(q) - 1 / sqrt(n)) ** 2 + (n - few) * (sqrt(p) - 1 / sqrt(n)) ** 2)
away = (radius * sqrt(failure / l) / n + 2 * failure) / (1 - failure) / sqrt(p)
left, alpha = (roots - away) ** 2, sqrt(least)  # Gelbrich: the distance of the covariances' roots
right = 4 * n * (1 - 2 * alpha / 3) ** l + 6 * n**2 / (alpha * sqrt(d))
print(left, "<=", right, left <= right)
