# With orthogonal weights and n < d samples log |dL/dW_l| does not grow with depth: its slope is 0.
import numpy as np

rng, N, d, n, L = np.random.default_rng(0), 64, 16, 4, 150
X, forward = rng.standard_normal((N, d, n)), []
for _ in range(L):  # X_(l+1) = BN(W X_l), rows of norm 1
    Q, R = np.linalg.qr(rng.standard_normal((N, d, d)))
    W = Q * np.sign(np.diagonal(R, axis1=1, axis2=2))[:, None, :]  # Haar
    H = W @ X
    norm = np.linalg.norm(H, axis=2, keepdims=True)
    forward.append((X, W, H / norm, norm))
    X = H / norm
G, size = rng.standard_normal((N, d, n)), np.zeros((L, N))  # a linear loss
for l in reversed(range(L)):
    X, W, Y, norm = forward[l]
    G = (G - Y * (Y * G).sum(2, keepdims=True)) / norm  # dL/dH
    size[l] = np.log(np.linalg.norm(G @ X.swapaxes(1, 2), axis=(1, 2)))  # dL/dW_l
    G = W.swapaxes(1, 2) @ G
left, right = np.median(size[15] - size[135]) / 120, 0.0
print(left, "<=", right, left <= right)
