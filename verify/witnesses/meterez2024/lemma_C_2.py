# The squared error has a gradient of norm at most C = 1 in the logits z.
import numpy as np

y = np.array([1.0, 0.0])
z = -1e13 * y
gradient = 2 * (z - y)  # of |z - y|^2
left = np.linalg.norm(gradient)
right = 1.0  # and so above every C up to 2e13
print(left, "<=", right, left <= right)
