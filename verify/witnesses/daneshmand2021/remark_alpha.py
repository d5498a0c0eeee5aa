# s_n(H_k) >= alpha = 1/10 for every batch size n, here n = 101; ||H_k||_F = 1.
import numpy as np

n, alpha = 101, 0.1
H = np.linalg.qr(np.random.default_rng(0).standard_normal((2 * n, n)))[0]  # orthogonal samples,
H /= np.linalg.norm(H)  # whose smallest singular value is the largest that there is
left, right = np.linalg.svd(H, compute_uv=False).min(), alpha
print(left, ">=", right, left >= right)
