"""daneshmand2021: figures. Their values are not recoverable but for what the text says."""

from theory.ledger import Kind, observed

_FIGURES = [
    ("figure-1", "BN orthogonalises two samples, a vanilla network aligns them",
     r"|\cos(h_1, h_2)| \text{ against depth}", "Section 3.1, Figure 1",
     "|cosine| of two samples, BN against vanilla, d = 32, 50 layers, 20 runs"),
    ("figure-2a", "The orthogonality gap decays exponentially, then wiggles",
     r"\log V(H_l) \text{ against } l", "Section 3.3, Figure 2a",
     "n = 4, d = 32 and 512, 50 layers, 20 runs, from a diagonal H_0 with one large entry"),
    ("figure-2b", "The radius of the ball falls like the square root of the width",
     r"\log \tfrac{1}{500} \sum_{l=100}^{600} V(H_l) \approx -0.46 \log d + c",
     "Section 3.3, Figure 2b", "d = 16..512; the slope, with an interval that holds -0.46 or not"),
    ("figure-3", "Where A1 holds",
     r"A_1(0.1\, \alpha_0, 1000) \text{ on the plane } (n, d);\; d \approx (n - 28)^{1.8}",
     "Section 3.3, Figure 3", "the map of (n, d) where A1 held in 10 runs"),
    ("figure-4a", "Training slows down where the initial gap is large",
     r"\text{loss after 30 epochs and initial } V \text{ against depth}",
     "Section 5.1, Figure 4a", "depths 15 to 75, CIFAR10, width 800, ReLU, SGD .01, 4 runs"),
    ("figure-4b", "SGD orthogonalises while it trains",
     r"V \text{ and loss in training}", "Section 5.1, Figure 4b", "20 layers, CIFAR10, 4 runs"),
    ("figure-5", "Iterative orthogonalisation avoids the slowdown",
     r"\text{loss after 30 epochs against depth}", "Section 5.2, Figure 5",
     "Xavier against iterative orthogonalisation, CIFAR10, 4 runs"),
    ("figure-6", "ReLU networks with BN keep the gap, vanilla ones lose it",
     r"V \text{ across layers, with BN and without}", "Appendix, Figure 6",
     "MLP (width 100) and convolutional (100 channels, kernel 3), batch 8, 30 layers, 50 batches"),
]  # fmt: skip

for _id, _title, _statement, _source, _how in _FIGURES:
    observed(
        f"daneshmand2021:{_id}", title=_title, statement=_statement, kind=Kind.FIGURE,
        source=_source, decided_by=_how, reason="a reproduction",
    )  # fmt: skip
