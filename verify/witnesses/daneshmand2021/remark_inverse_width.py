# E V(H_l) at width w over that at width d is at most d/w, deep in the network; n = 4 samples.
import numpy as np

rng, N, n, d, w = np.random.default_rng(0), 400, 4, 32, 2048


def gap(width):  # E V, V = ||H^T H - I/n||, after 16 layers from orthogonal samples
    found = []
    for _ in range(N):
        K = np.eye(n) / n
        for _ in range(16):  # W H has the law of Z K^(1/2)
            H = rng.standard_normal((width, n)) @ np.linalg.cholesky(K).T
            H /= np.linalg.norm(H, axis=1, keepdims=True) * width**0.5
            K = H.T @ H
        found.append(np.linalg.norm(K - np.eye(n) / n))
    return np.mean(found)


left, right = gap(w) / gap(d), d / w
print(left, "<=", right, left <= right)
