# From an input of deficient rank the norm of dL/dW_l grows exponentially, so it is above 0.
import numpy as np

X = np.array([[1.0, 2.0], [2.0, 4.0]])  # two parallel samples
left = 0.0
for angle in np.linspace(0.1, 6.2, 50):  # rotations W of the first layer
    W = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    for row in W @ X:  # BN divides each row by its norm; J is its Jacobian
        norm = np.linalg.norm(row)
        J = (np.eye(2) - np.outer(row, row) / norm**2) / norm
        # whatever the later layers and the loss pass back as g, dL/dw = X J g
        left = max(left, np.abs(X @ J).max())
left = round(left, 12)  # 0 up to rounding
right = 0.0
print(left, ">", right, left > right)
