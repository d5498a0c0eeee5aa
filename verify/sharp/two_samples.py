"""Checks of theory/sharp/two_samples.py: the Gram map iterated, layers carried out, the proofs."""

from collections.abc import Iterator

import mpmath
import numpy as np

from theory.definitions import bn, gram
from theory.numerics.backends import Array
from verify.cases import mpf_array, rotation
from verify.chains.limit import gap_of, limit_chain
from verify.proofs.prover import Reduction, Shown, always, argument, proved, variables
from verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from verify.statistics.estimate import Kernel, estimate
from verify.statistics.intervals import cells_of


@exact("sharp:two-samples", domain="c = 1e-12 to 1 - 1e-12, depth 0 to 20")
@routes("the law", "2F1 in mpmath, layer by layer")
def gram_maps(run: Run) -> Cells:
    return depth_cells()


def depth_cells() -> Iterator[Cell]:
    for text in ("1e-12", "0.3", "0.9", "0.999999999999"):
        c = mpmath.mpf(text)
        chain = limit_chain(2, (1 + c) / 2, 20)
        for l in (0, 1, 2, 5, 20):
            cosine = mpmath.sqrt(2) * gap_of(chain[l], 2)
            tolerance = 1e-28 / float(cosine)  # q - 1/2 cancels
            yield Cell({"c": c, "l": l}, cosine, tolerance, label=f"c = {text}, depth {l}")


# (c, d, replicas in a batch): E C = diag(p) after one layer at every width
LAYERS = ((0.8, 2, 1024), (0.98, 16, 128), (0.9998, 128, 16))


def _difference(shares: Kernel) -> Kernel:
    return lambda generator: 2 * shares(generator)[:1] - 1


@sampled("sharp:two-samples", margin=0.1)
@routes("the law", "rows of W H normalised, W formed, one layer")
@domain("depth 1, c = 0.8 to 0.9998, d = 2 to 128")
def sampled_rows(run: Run) -> Cells:
    """p_1 - p_2 = 2 p_1 - 1 after one layer."""
    from verify.chains.gaussian_kernels import shares_of_rows

    for c, d, batch in LAYERS:
        kernel = _difference(shares_of_rows(((1 + c) / 2, (1 - c) / 2), d, batch, run.device))
        parts = len(LAYERS)
        seen = estimate(run, (c, d), kernel, -1.0, [1.0], batch=batch * d, parts=parts)
        yield from cells_of(seen, [{"c": c, "l": 1}], [f"c = {c}, d = {d}, depth 1"])


def halved_argument() -> Shown:
    """The mean of (a + zeta)/(1 + a zeta) over the circle is a; then c = 2a/(1+a^2).

    (a + zeta)/(1 + a zeta) = a + (1 - a^2) zeta/(1 + a zeta), times 1 + a zeta; the second term is
    a power series in zeta without a constant, |a| < 1, whose mean is 0. And with
    e = (1+a)/(1-a), the exponential of twice artanh a: (1+c)/(1-c) = e^2.
    """
    a, z = variables("a z")
    return always(
        a * (1 + a * z) + (1 - a**2) * z == a + z,
        (1 + a**2 + 2 * a) * (1 - a) ** 2 == (1 + a**2 - 2 * a) * (1 + a) ** 2,
    )


@proved("sharp:two-samples", domain="every c < 1, every depth")
@argument("the mean value of an analytic function, and the double argument of tanh")
def mean_value_at_the_centre(run: Run) -> Reduction:
    def law(c: Array, l: int) -> Array:
        return mpmath.tanh(mpmath.atanh(c) / 2**l)

    return Reduction(law, [doubled_angles(), halved_argument()], list(depth_cells()))


def _after(c: Array, Z: Array) -> Array:
    """sqrt(2) V of BN(Z K^(1/2))/sqrt(d), literally, K of eigenvalues (1 +- c)/2."""
    K = gram(bn(Z * np.array([mpmath.sqrt((1 + c) / 2), mpmath.sqrt((1 - c) / 2)]))) / len(Z)
    return mpmath.sqrt(2 * sum((K[i, j] - mpmath.mpf(i == j) / 2) ** 2
                               for i in range(2) for j in range(2)))  # fmt: skip


def layer_cells() -> Iterator[Cell]:
    for text in ("0", "1e-12", "0.3", "0.999"):
        c = mpmath.mpf(text)
        for d in (2, 3, 8):
            Z = rotation(d)[:, :2] + mpf_array([[k % 3, (k * k) % 5] for k in range(d)])
            yield Cell({"c": c, "Z": Z}, _after(c, Z), 1e-30, label=f"c = {text}, d = {d}")


@exact("sharp:moebius-layer", domain="c = 0 to 0.999, d = 2, 3, 8, given weights")
@routes("Moebius maps", "BN and the Gram matrix, literally")
def layers_carried_out(run: Run) -> Cells:
    return layer_cells()


def doubled_angles() -> Shown:
    """The doubled angle of u = (s z_1, t z_2), s^2 = (1+c)/2, t^2 = (1-c)/2, c = 2a/(1+a^2).

    2 (1+a^2) s^2 = (1+a)^2 and 2 (1+a^2) t^2 = (1-a)^2: up to a factor u is ((1+a) z_1, (1-a) z_2).
    Then u_1^2 - u_2^2, 2 u_1 u_2 and |u|^2 are |z|^2 times 2a + (1+a^2) x, (1-a^2) y and
    1 + a^2 + 2 a x: the real and the imaginary part of (a + zeta)/(1 + a zeta), and its
    denominator.
    """
    a, z, w = variables("a z w")  # z_1, z_2
    norm, x, y = z**2 + w**2, z**2 - w**2, 2 * z * w  # x and y times |z|^2
    u, v = (1 + a) * z, (1 - a) * w
    return always(
        (1 + a**2) + 2 * a == (1 + a) ** 2,
        (1 + a**2) - 2 * a == (1 - a) ** 2,
        u**2 - v**2 == 2 * a * norm + (1 + a**2) * x,
        2 * u * v == (1 - a**2) * y,
        u**2 + v**2 == norm * (1 + a**2) + 2 * a * x,
    )


@proved("sharp:moebius-layer", domain="every c < 1, every d and Z without a zero row")
@argument("the doubled angle of a row, as polynomials")
def angles_as_polynomials(run: Run) -> Reduction:
    def layer(c: Array, Z: Array) -> Array:
        a = mpmath.tanh(mpmath.atanh(c) / 2)
        zeta = [mpmath.mpc(*row) / mpmath.mpc(*row).conjugate() for row in Z]
        return abs(mpmath.fsum((a + s) / (1 + a * s) for s in zeta)) / len(Z)

    return Reduction(layer, [doubled_angles()], list(layer_cells()))
