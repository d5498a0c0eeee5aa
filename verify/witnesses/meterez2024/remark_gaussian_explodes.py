# With Gaussian weights log |dL/dW_l| grows with depth: its slope a layer is above 0.
import numpy as np

rng, N, d, L = np.random.default_rng(0), 256, 3, 150
X, forward = rng.standard_normal((N, d, d)), []
for _ in range(L):  # X_(l+1) = BN(W X_l), rows of norm 1
    W = rng.standard_normal((N, d, d)) / d**0.5
    H = W @ X
    norm = np.linalg.norm(H, axis=2, keepdims=True)
    forward.append((X, W, H / norm, norm))
    X = H / norm
B = rng.standard_normal((N, d, d))
G, size = (B + B.swapaxes(1, 2)) @ X, np.zeros((L, N))  # loss tr(B X X^T)
for l in reversed(range(L)):
    X, W, Y, norm = forward[l]
    G = (G - Y * (Y * G).sum(2, keepdims=True)) / norm  # dL/dH
    size[l] = np.log(np.linalg.norm(G @ X.swapaxes(1, 2), axis=(1, 2)))  # dL/dW_l
    G = W.swapaxes(1, 2) @ G
left, right = np.median(size[15] - size[135]) / 120, 0.0
print(left, ">", right, left > right)
