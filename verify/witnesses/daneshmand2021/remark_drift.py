# The drift condition E[L(H_1) | H_0] <= L(H_0)/2 + K gives |E f(H_l) - E_pi f| <= gamma^l |..|.
import numpy as np

P = np.array([[0, 1], [1, 0]])  # a chain that exchanges its two states; pi = (1/2, 1/2)
L, K, f = np.array([0, 1]), 1, np.array([1, -1])
assert (P @ L <= L / 2 + K).all()
assert (np.array([0.5, 0.5]) @ P == 0.5).all()
gamma, l, first = 1 - 2.0**-20, 10, abs(f[0] - f.mean())
left, right = abs((np.linalg.matrix_power(P, l) @ f)[0] - f.mean()), gamma**l * first
print(left, "<=", right, left <= right)
