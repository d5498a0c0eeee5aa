# W of eq. (6) makes H orthogonal: V(W H) = 0. Here H = diag(1, 4).
import numpy as np

U, s, Vt = np.linalg.svd(np.diag([1.0, 4.0]))
W = Vt.T @ np.diag(s**-0.5) @ U.T / np.sqrt(s.sum())
K = (W @ U @ np.diag(s) @ Vt).T @ (W @ U @ np.diag(s) @ Vt)
left, right = np.linalg.norm(K / K.trace() - np.eye(2) / 2), 0.0
print(left, "=", right, left == right)
