"""The law of LayerNorm's Jacobian: a projection off two directions, and its norm."""

import numpy as np

import lemmata
from lemmata import Array, Kind, Mutant, Verdict, backends, hypotheses
from riechers2024.image import POSITIVE_EPS, VARIABLES
from riechers2024.layernorm import centred, composed, room

AT = {"a": [1.0, 2.0, 4.0], "g": [1.0, 2.0, 3.0], "b": [0.0, 1.0, 0.0], "eps": 0.5}
NEAR = {"a": [1.0, 2.0, 4.0], "eps": 0.5}


def _slope(a: Array, g: Array, eps: Array, lost: Array) -> Array:
    """sqrt(N/q) diag(g) (P - lost (P a)(P a)^T/q): (N, N)."""
    c, q = centred(a), room(a, eps)
    inside = composed(0 * a + 1) - lost * c[:, None] * c / q
    return backends.sqrt(len(a) / q) * np.asarray(g)[:, None] * inside


@lemmata.claim(
    "riechers2024:jacobian",
    title="The Jacobian of LayerNorm",
    statement=r"\partial\, \mathrm{LN}(a, g, b, \varepsilon) / \partial a = \sqrt{N / q}\,"
    r" \operatorname{diag}(g) (P - (P a)(P a)^\top / q),\quad q = \|P a\|^2 + N \varepsilon",
    variables=VARIABLES,
    kind=Kind.IDENTITY,
    hypotheses=[POSITIVE_EPS],
    source="derived here: the quotient rule",
    expected=Verdict.HOLDS,
    mutants=[
        Mutant("the root as a constant", lambda a, g, b, eps: _slope(a, g, eps, 0), AT),
        Mutant("twice the second term", lambda a, g, b, eps: _slope(a, g, eps, 2), AT),
    ],
)
def jacobian(a: Array, g: Array, b: Array, eps: Array) -> Array:
    return _slope(a, g, eps, 1)


def _along(a: Array, eps: Array) -> Array:
    """The eigenvalue along P a: sqrt(N/q) N eps/q."""
    return backends.sqrt(len(a) / room(a, eps)) * len(a) * eps / room(a, eps)


def _three(a: Array) -> None:
    hypotheses.natural("N", at_least=3).check(len(a))


@lemmata.claim(
    "riechers2024:jacobian-norm",
    title="The norm of the Jacobian with gains 1",
    statement=r"\|J(a)\|_{op} = \sqrt{N / (\|P a\|^2 + N \varepsilon)},\quad N \ge 3",
    variables={"a": "a", "eps": r"\varepsilon"},
    kind=Kind.IDENTITY,
    hypotheses=[POSITIVE_EPS, hypotheses.Hypothesis("three neurons", r"N \ge 3", "a", _three)],
    source="derived here: J is symmetric, with the eigenvalues 0 (along 1), sqrt(N/q) N eps/q"
    " (along P a) and N - 2 times sqrt(N/q)",
    expected=Verdict.HOLDS,
    mutants=[
        Mutant("along P a", lambda a, eps: _along(a, eps), NEAR),
        Mutant("the root is lost", lambda a, eps: len(a) / room(a, eps), NEAR),
    ],
)
def norm(a: Array, eps: Array) -> Array:
    return backends.sqrt(len(a) / room(a, eps))


def _two(a: Array) -> None:
    hypotheses.within("N", 2, 2).check(len(a))


@lemmata.claim(
    "riechers2024:two-neurons",
    title="Two neurons are a smoothed sign",
    statement=r"\|J(a)\|_{op} = \sqrt{2 / q}\, \frac{2 \varepsilon}{q},\quad N = 2,\ q = \|P a\|^2"
    r" + 2 \varepsilon",
    variables={"a": "a", "eps": r"\varepsilon"},
    kind=Kind.IDENTITY,
    hypotheses=[POSITIVE_EPS, hypotheses.Hypothesis("two neurons", "N = 2", "a", _two)],
    source="derived here: of the N - 2 directions none is left; as eps -> 0 all gradients vanish",
    expected=Verdict.HOLDS,
    mutants=[
        Mutant(
            "as for three neurons",
            lambda a, eps: backends.sqrt(len(a) / room(a, eps)),
            {"a": [1.0, 2.0], "eps": 0.5},
        )
    ],
)
def two_neurons(a: Array, eps: Array) -> Array:
    return _along(a, eps)
