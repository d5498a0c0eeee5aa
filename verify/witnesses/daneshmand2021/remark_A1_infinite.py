# A1(alpha, l) is certain at every depth l for d >= 2 n^2; here n = 2, d = 8, l = 1000.
import numpy as np

rng, N, n, d, l = np.random.default_rng(0), 400, 2, 8, 1000
alpha = 0.5 / n**0.5  # half of the largest that an input of norm 1 can have
held, K = np.ones(N, bool), np.tile(np.eye(n) / n, (N, 1, 1))
for _ in range(l):  # W H has the law of Z K^(1/2)
    H = rng.standard_normal((N, d, n)) @ np.linalg.cholesky(K).swapaxes(1, 2)
    H /= np.linalg.norm(H, axis=2, keepdims=True) * d**0.5
    K = H.swapaxes(1, 2) @ H
    held &= np.linalg.eigvalsh(K)[:, 0] >= alpha**2
left, right = held.mean(), 1.0
print(left, ">=", right, left >= right)
