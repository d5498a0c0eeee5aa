# s_min(H_0) > sqrt(d) - sqrt(n) for a d x n matrix of independent entries of unit variance.
import numpy as np

d, n = 32, 4
H = np.random.default_rng(0).standard_normal((256, d, n))
smallest = np.linalg.svd(H, compute_uv=False)[:, -1]
left = smallest.min()
right = d**0.5 - n**0.5
print((smallest < right).sum(), "of 256 lie below;", left, ">", right, left > right)
