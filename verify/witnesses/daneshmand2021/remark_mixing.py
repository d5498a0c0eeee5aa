# |E f(H_1) - E_pi f| <= gamma |E f(H_0) - E_pi f|, for f = 2 V^2 but at H_0, where f = E_pi f.
import numpy as np

rng, N, d = np.random.default_rng(0), 50_000, 2


def layer(H):  # H' = BN(W H)/sqrt(d) with Gaussian W
    H = rng.standard_normal((N, d, d)) @ H
    return H / np.linalg.norm(H, axis=2, keepdims=True) / d**0.5


def mean(H):  # E 2 V(H)^2, V = ||H^T H - I/n||, n = 2
    return (2 * ((H.swapaxes(1, 2) @ H - np.eye(2) / 2) ** 2).sum((1, 2))).mean()


H = first = layer(np.eye(2) / 2**0.5)  # from orthogonal samples
for _ in range(40):
    H = layer(H)  # now close to the stationary law pi
left, right = abs(mean(first) - mean(H)), 0.0
print(left, "<=", right, left <= right)
