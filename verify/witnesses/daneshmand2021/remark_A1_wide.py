# At d = 8 n log s_n(H_l) does not fall with depth; n = 64, d = 512, layers 100 to 300.
import numpy as np

rng, n, d, smallest = np.random.default_rng(0), 64, 512, []
K = np.eye(n) / n  # orthogonal samples
for _ in range(300):  # W H has the law of Z K^(1/2)
    H = rng.standard_normal((d, n)) @ np.linalg.cholesky(K).T
    H /= np.linalg.norm(H, axis=1, keepdims=True) * d**0.5
    K = H.T @ H
    smallest.append(np.linalg.eigvalsh(K)[0] ** 0.5)
left, right = np.log(smallest[99] / smallest[299]) / 200, 0.0
print(left, "<=", right, left <= right)
