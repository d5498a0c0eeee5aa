"""meterez2024: figures and tables, with the published values that could be recovered.

The values of figures 1 to 6 are digitised from the paper's vector graphics, to about 1 % of the
axis. A value of None means that the published curve has no point there.
"""

from collections.abc import Callable, Mapping

from theory.hypotheses import one_of
from theory.ledger import Kind, claim, observed

DEPTHS = (5, 50, 100, 200, 500, 1000)
Curves = Mapping[str, Mapping[int, float | None]]


def _by_depth(*values: float | None) -> dict[int, float | None]:
    return dict(zip(DEPTHS, values, strict=True))


FIGURE_1: Curves = {
    "d = 50": {0: 1.68e-4, 100: 3.22e-6},
    "d = 100": {0: 3.31e-4, 100: 4.35e-5},
}
FIGURE_2: Curves = {
    "non-degenerate": _by_depth(-2.14, -2.03, -1.95, -1.91, -1.93, -1.91),
    "degenerate": _by_depth(-2.09, -0.99, 0.02, 2.03, 8.25, 28.63),
}
FIGURE_3: Curves = {
    "orthogonal": _by_depth(0.30, 0.35, 0.38, 0.41, 0.38, 0.39),
    "Gaussian": _by_depth(0.67, 0.85, 1.13, 1.65, 4.34, 10.31),
}
FIGURE_4: Curves = {
    "sin, 100 epochs": {100: 0.664, 500: 0.609, 1000: 0.555},
    "sin, 1000 epochs": {100: 0.963, 500: 0.954, 1000: 0.950},
    "tanh, 100 epochs": {100: 0.677, 500: 0.604, 1000: 0.541},
    "tanh, 1000 epochs": {100: 0.964, 500: 0.953, 1000: 0.947},
    "identity, 100 epochs": {100: 0.442, 500: 0.426, 1000: 0.412},
    "identity, 1000 epochs": {100: 0.479, 500: 0.476, 1000: 0.458},
}
FIGURE_5: Curves = {
    "sin, no gain": _by_depth(0.20, 6.24, 13.0, 26.4, None, None),
    "tanh, no gain": _by_depth(0.02, 3.79, 8.08, 16.6, 42.1, None),
    "identity, gain": _by_depth(-0.39, -1.26, -1.47, -1.71, -2.09, -2.35),
    "sin, gain": _by_depth(-0.48, -1.12, -1.30, -1.43, -1.49, -1.61),
    "tanh, gain": _by_depth(-0.50, -0.98, -1.10, -1.21, -1.22, -0.98),
}
FIGURE_6: Curves = {
    "gap of layer 500": {50: 1.4e-5, 100: 4.6e-5, 200: 1.0e-4, 300: 1.5e-4},
}


_PUBLISHED: list[tuple[str, Curves, str, str, str, str]] = [
    ("1", FIGURE_1, "The gap decays with depth at a rate that depends on the width",
     r"\mathbb{E}\, \phi(X_l)", "layer l",
     "the chain (3) re-run: d = n in {50, 100}, L = 100, 10 runs,"
     " X_0 = (1-f) I + f u v^T, f = .005; and sharp:local-rate without a fitted constant"),
    ("2", FIGURE_2, "Gradients explode for degenerate inputs only",
     r"\log \|\partial L / \partial W\|", "depth L",
     "gradients of the orthogonal chain re-run at depths 5 to 1000, with and without repeated"
     " samples"),
    ("3", FIGURE_3, "Gradients explode for Gaussian weights only",
     r"\log \|\partial L / \partial W\|", "depth L",
     "CIFAR10 batch, d = n = 100, depths 5 to 1000, 10 runs, orthogonal against Xavier normal"),
    ("4", FIGURE_4, "Training accuracy on CIFAR10 hardly depends on depth",
     r"\text{train accuracy}", "depth L", "training re-run: SGD, rate .001, width 100, batch 100"),
    ("5", FIGURE_5, "A gain that decays with depth tames the activations",
     r"\log \|\partial L / \partial W\|", "depth L",
     "torch BatchNorm1d with bias, BN then activation, with gain l^-0.4 and without"),
    ("6", FIGURE_6, "The middle layers' weights stay orthogonal in training",
     r"\phi(W_{500})", "epoch",
     "training re-run: tanh, d = n = 100, L = 1000, rate .001; the last layer's gap .15 to .29,"
     " gradient at layer 500 .37 to .41, at the first layer 7 to 13"),
]  # fmt: skip


def _value(curves: Curves) -> Callable[[str, int], float | None]:
    def published(curve: str, x: int) -> float | None:
        """The published value of the curve at x."""
        return curves[curve].get(x)

    return published


for _number, _curves, _title, _y, _x, _how in _PUBLISHED:
    _points = sorted({x for points in _curves.values() for x in points})
    claim(
        f"meterez2024:figure-{_number}",
        title=_title, statement=rf"{_y} \text{{ against }} x \text{{, by curve}}",
        kind=Kind.FIGURE,
        hypotheses=[one_of("curve", list(_curves), "curve", r"\text{a curve of the figure}"),
                    one_of("x", _points, "point", r"\text{a point of the curve}")],
        source=f"Figure {_number}: x is the {_x}", reason="a reproduction", decided_by=_how,
    )(_value(_curves))  # fmt: skip

_SHAPES = [
    ("table-D1", "Batches of common data sets have full rank",
     r"\operatorname{rank}(X_0^\top X_0) = n \text{ for random batches}",
     "Appendix D, Table D1",
     "the rank of random batches of MNIST, FashionMNIST, CIFAR10, CIFAR100"),
    ("figure-E1", "The explosion rate against the gain",
     r"R(l, a) \text{ against the gain } a", "Appendix E, Figure E1",
     "the slope of the log gradient norm over a gap of layers, at constant gains"),
    ("figure-E2", "The explosion rate against the gain exponent",
     r"R(l, l^{-e}) \text{ against the exponent } e", "Appendix E, Figure E2",
     "the slope of the log gradient norm over a gap of layers, at gains l^-e"),
    ("figure-F1", "The weights stay near orthogonal in training",
     r"\phi(W_l) \text{ in training}", "Appendix F, Figure F1", "training re-run"),
    ("figure-F2", "The gradients of the weights in training",
     r"\|\partial L / \partial W_l\| \text{ in training}", "Appendix F, Figure F2",
     "training re-run"),
    ("figure-G1", "Accuracy on MNIST", r"\text{accuracy against epochs}",
     "Appendix G, Figure G1", "training re-run; a third party's run gives values"),
    *((f"figure-G{k}", f"Accuracy on {name}", r"\text{accuracy against epochs}",
       f"Appendix G, Figure G{k}", "training re-run")
      for k, name in enumerate(("FashionMNIST", "CIFAR10", "CIFAR100"), 2)),
    ("figure-G5", "Unshaped activations explode",
     r"\log \|\partial L / \partial W_l\| \sim c\, L,\; c > 0", "Appendix G, Figure G5",
     "gradients through chains with unshaped activations"),
    ("figure-G6", "Mean reduction changes nothing",
     r"\log \|\partial L / \partial W_l\| \text{ bounded in } L \text{, with the mean and without}",
     "Appendix G, Figure G6", "gradients through the chain with standard BN"),
]  # fmt: skip

for _id, _title, _statement, _source, _how in _SHAPES:
    observed(
        f"meterez2024:{_id}", title=_title, statement=_statement, kind=Kind.FIGURE,
        source=_source, reason="a reproduction",
        decided_by=f"{_how}; the published values are not recoverable, the shape is",
    )  # fmt: skip
