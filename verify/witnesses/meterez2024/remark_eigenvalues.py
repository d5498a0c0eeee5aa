# Every eigenvalue of X X^T is at most 1, for an output X of BN.
import numpy as np

X = np.array([[1.0, 0.0], [1.0, 1.0]])
X /= np.linalg.norm(X, axis=1, keepdims=True)  # BN: rows of norm 1
left = np.linalg.eigvalsh(X @ X.T).max()
right = 1.0
print(left, "<=", right, left <= right)
