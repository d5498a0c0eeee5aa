# W_2(W_1 H_1, G/sqrt(n)) <= C d^(-1/4), here with C = 1, n = 2 samples and one layer: the left
# side is the same at every width, so that C must grow like d^(1/4).
from mpmath import cos, mp, mpf, pi, quad, sin, sqrt

mp.dps = 30
d = mpf(10) ** 6
q1, q2 = mpf(9) / 10, mpf(1) / 10  # the eigenvalues of H_0^T H_0
# E H_1^T H_1 has the eigenvalues p and 1 - p, the mean over directions of unit rows, at any width
p = quad(lambda t: q1 * cos(t) ** 2 / (q1 * cos(t) ** 2 + q2 * sin(t) ** 2), [0, pi / 2]) * 2 / pi
# Gelbrich: W_2 is at least the distance of the roots of the covariances
left = sqrt((sqrt(p) - 1 / sqrt(2)) ** 2 + (sqrt(1 - p) - 1 / sqrt(2)) ** 2)
right = d ** (-mpf(1) / 4)
print(left, "<=", right, left <= right)
