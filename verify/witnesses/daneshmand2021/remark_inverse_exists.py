# With n = 100 d^2 samples all d singular values of H are positive.
import numpy as np

d, n = 3, 900
H = np.array([np.zeros(n), np.ones(n), np.arange(n)])  # one feature is 0 in every sample
s = np.linalg.svd(H, compute_uv=False)
left, right = (s > 1e-9 * s.max()).sum(), d
print(left, "=", right, left == right)
