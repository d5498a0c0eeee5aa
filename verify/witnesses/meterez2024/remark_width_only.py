# A constant of the width bounds E log |dL/dW_0|: it does not grow with the gap of the input.
import numpy as np

d, N, L, size = 8, 64, 600, []
for short in (1e-10, 1e-40):  # half of the samples are so short
    rng, forward = np.random.default_rng(0), []
    X, G = rng.standard_normal((2, N, d, d))  # the input, and a linear loss
    X[:, :, d // 2 :] *= short
    for _ in range(L):  # X_(l+1) = BN(W X_l), rows of norm 1
        Q, R = np.linalg.qr(rng.standard_normal((N, d, d)))
        W = Q * np.sign(np.diagonal(R, axis1=1, axis2=2))[:, None, :]  # Haar
        H = W @ X
        norm = np.linalg.norm(H, axis=2, keepdims=True)
        forward.append((X, W, H / norm, norm))
        X = H / norm
    for X, W, Y, norm in reversed(forward):
        G = (G - Y * (Y * G).sum(2, keepdims=True)) / norm  # dL/dH
        first = np.linalg.norm(G @ X.swapaxes(1, 2), axis=(1, 2))  # dL/dW_l
        G = W.swapaxes(1, 2) @ G
    size.append(np.log(first))
left, right = np.median(size[1] - size[0]) / np.log(1e30), 0.0  # over the change of the gap
print(left, "<=", right, left <= right)
