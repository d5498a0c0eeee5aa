# W_2^2 <= 4 n (1 - 2 alpha/3)^l + 6 n^2/(alpha sqrt(d)) under A1(alpha, l), at d = inf.
from mpmath import hyp2f1, mp, mpf, sqrt

mp.dps = 60
n, few, l = 50, 12, 800
q, least = mpf(6) / (5 * n), mpf(1)
for _ in range(l):
    # few eigenvalues of H_k^T H_k are q, the others p; a wide layer takes q to the mean of
    # q s/(q s + p (1 - s)), s the share of few coordinates of a point of the sphere
    p = (1 - few * q) / (n - few)
    before, q = n * q - 1, q / p * hyp2f1(1, few / 2 + 1, n / 2 + 1, 1 - q / p) / n
    p = (1 - few * q) / (n - few)
    least = min(least, p)
alpha = sqrt(least)  # the smallest singular value of all layers
print("a layer leaves", float((n * q - 1) / before) ** 2, "of it, near", (n / (n + 2)) ** 2)
print("the bound leaves", float(1 - 2 * alpha / 3), "and at best", 1 - 2 / (3 * n**0.5))
left = few * (sqrt(q) - 1 / sqrt(n)) ** 2 + (n - few) * (sqrt(p) - 1 / sqrt(n)) ** 2
right = 4 * n * (1 - 2 * alpha / 3) ** l
print(left, "<=", right, left <= right)
