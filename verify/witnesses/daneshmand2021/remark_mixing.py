# |E f(H_l) - E_pi f| <= gamma^l |E f(H_0) - E_pi f|, f = 2 V^2 in [0, 1], n = 2, d = 64, l = 12.
import numpy as np

rng, N, d, l, gamma = np.random.default_rng(0), 4000, 64, 12, 0.99


def mean(small, layers):  # E 2 V(H_l)^2 from H_0^T H_0 with the eigenvalues 1 - small and small
    product = np.full(N, small * (1 - small))
    for _ in range(layers):  # the product of both eigenvalues, without cancellation
        q = 2 * product / (1 + np.sqrt(1 - 4 * product))
        z = rng.standard_normal((2, N, d))  # a row of W H is (sqrt(1 - q) z_0, sqrt(q) z_1)
        t = np.sqrt(q / (1 - q))[:, None] * z[1] / z[0]
        v = 1 / (1 + t**2)
        product = (v.sum(1) * (v * t**2).sum(1) - (v * t).sum(1) ** 2) / d**2
    return (1 - 4 * product).mean()


rest = mean(0.5, 40)  # from orthogonal samples; equal samples, small = 0, have 1 at every layer
print("2 V^2 is", mean(1e-60, l), "at layer", l, "and", rest, "at rest")
left, right = mean(1e-60, l) - rest, gamma**l  # |E f(H_0) - E_pi f| <= 1
print(left, "<=", right, left <= right)
