# W of eq. (6) lowers the gap V(H) unless V(H) = 0: whether it does is 1 where the claim is true.
from fractions import Fraction

import numpy as np


def squared_gap(H):
    K = H.T @ H
    return Fraction(int((K * K).sum()), int(K.trace()) ** 2) - Fraction(1, len(K))


H = np.array([[1, 2, 2], [2, 1, -2]])  # orthogonal rows of length 3: both singular values are 3
W = np.array([[3, -4], [4, 3]])  # so W is any rotation, up to a factor
print("V(H)^2 =", squared_gap(H), "and V(W H)^2 =", squared_gap(W @ H))
left = int(squared_gap(W @ H) < squared_gap(H))
right = int(squared_gap(H) > 0)
print(left, "=", right, left == right)
