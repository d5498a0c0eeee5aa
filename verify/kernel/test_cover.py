"""A proof covers its claim: a formal statement assumes no more than the claim's hypotheses do.

At matrices of the smallest sizes, and at degenerate ones, whatever the claim admits must satisfy
what one of its formal statements assumes.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from theory.definitions import isometry_gap
from theory.errors import HypothesisError
from theory.expressions.changing import free, rebuilt
from theory.expressions.evaluating import evaluate
from theory.expressions.nodes import Every, Expr, Function, Hypothesis, Number, Variable, Whole
from theory.expressions.symbols import det
from theory.expressions.vocabulary import MEAN_ONE, X, j, k, l, lam, of_mean_one
from theory.ledger import LEDGER, Claim, Verdict, get
from theory.test_support.comparing import over
from verify import runner
from verify.kernel.proof import formal_of

runner.load()

WORLDS = {
    "width 1": [[1.0]], "width 1, negative": [[-1.0]], "width 1, another trace": [[3.0]],
    "zero": [[0.0]], "isometry": np.eye(2), "another trace": 3 * np.eye(2),
    "no isometry": [[1.0, 0.0], [0.6, 0.8]], "equal rows": [[1.0, 0.0], [1.0, 0.0]],
    "a zero row": [[2**0.5, 0.0], [0.0, 0.0]], "width 3": np.eye(3),
}  # fmt: skip
"""Square matrices X, each an example for every claim whose hypotheses it satisfies."""


def arguments_at(matrix: Any, depth: int) -> dict[str, Any]:
    """What the closed forms are given for X; H is X/||X||_F."""
    A = np.array(matrix)
    values = np.linalg.eigvalsh(A @ A.T).clip(0)
    gap = float(isometry_gap(A)) if A.any() else np.inf
    q = (values / values.sum() if A.any() else values)[::-1]
    share = 1 / len(A) - float(q[-1])
    return {
        "X": A, "M": A, "W": np.eye(len(A)), "x": A[0], "spectrum": values, "q": q,
        "d": len(A), "n": len(A), "l": depth, "phi": gap, "phi_0": gap, "C": 1.0,
        "s": values**0.5,
        "S": float(((values - 1) ** 2).sum()), "v_hat": share, "v_hat_0": share, "delta": share,
        "V": float(((q - 1 / len(A)) ** 2).sum()) ** 0.5,
        "square": float(((q - 1 / len(A)) ** 2).sum()), "alpha": float(q[-1]) ** 0.5, "t": 1.0,
        "ratio": float(q[-1] / q[0]) if A.any() else 0.0,
        "failure": 0.0, "r": int(np.linalg.matrix_rank(A)),
    }  # fmt: skip


NORMALISED, OF_NORM_ONE = (
    {"spectrum", "phi", "S"},
    {"q", "v_hat", "v_hat_0", "V", "square", "alpha", "ratio"},
)
"""Arguments by which a claim speaks of eigenvalues of mean 1, and of an H of norm 1, not 0."""

CHAIN = {"meterez2024:theorem-1", "meterez2024:lemma-C.5", "meterez2024:lemma-C.6"}
"""Claims about the whole chain (3), which starts at an X_0 of full rank."""

COUNTED = "a number of layers, samples or classes"
ELSEWHERE: dict[str, dict[str, str]] = {
    "meterez2024:lemma-C.12": {
        "m": COUNTED, "L": COUNTED,
        "norm_F(G_(L,L))": r"\log \|\tfrac{\partial L}{\partial X_L}\|_F",  # it has a finite log
        "norm_F(G_(L,L - m))": r"\partial L/\partial X_l \ne 0",
        "norm_J(W_(L - k) X_(L - k))": r"X_k \text{non-degenerate}",
    },
    "meterez2024:theorem-5": {
        "d": r"d \in \{2, 3, \dots\}", "n": r"d \in \{2, 3, \dots\}", "m": COUNTED, "q": COUNTED,
        "det(X_0^T X_0)": r"\phi(X_0) \ge 0",  # phi(X_0) is a number: X_0 has full rank
        "sum_j |X_0_j|^2": r"\|X_0\|_F^2 = d", "K": "K > 0",
        "norm_F(G_(q + m + 1,q + m + 1))": r"\|\partial L/\partial X_L\|_F \le K",
        "norm_F(V_(q + m + 1,q))": r"\partial L/\partial W_l \ne 0",
    },
    "sharp:theorem-5": {
        "d": r"d \in \{2, 3, \dots\}", "n": r"d \in \{2, 3, \dots\}", "m": COUNTED, "q": COUNTED,
        "det(X_0^T X_0)": r"\phi_0 > 0", "phi(X_0)": r"\phi_0 > 0",
        "sum_j |X_0_j|^2": r"\|X_0\|_F^2 = d", "K": "K > 0",
        "norm_F(G_(q + m + 1,q + m + 1))": r"\|\partial L/\partial X_L\|_F \le K",
        "norm_F(V_(q + m + 1,q))": r"\partial L/\partial W_l \ne 0",
    },
    "meterez2024:remark-rank": {
        "d": r"X \in \mathbb{R}^{d \times n}", "n": r"X \in \mathbb{R}^{d \times n}",
        "|(W X)_j|^2": r"\|(W X)_j\| > 0",
    },
    "sharp:two-samples": {"n": "n = 2", "l": COUNTED, "sqrt(2) V(H_0)": r"0 \le c < 1"},
    "sharp:moebius-layer": {
        "d": r"Z \in \mathbb{R}^{d \times n}", "c": r"0 \le c < 1",
        "z_(j,1)^2 + z_(j,2)^2": r"\|Z_j\| > 0",
    },
    "sharp:exponent-below": {
        "n": COUNTED, "l": COUNTED, "d": r"d \ge n^2", "(n + 1)^2": r"d \ge n^2",
        "det(H_0^T H_0)": r"\phi(H_0) \ge 0",  # phi(H_0) is a number: H_0 has full rank
    },
    "sharp:exponent-above": {
        "n": r"d \ge n", "d": r"d \ge n",
        **dict.fromkeys(("norm(H)", "V(H)", "det(H^T H)"), r"H_l^\top H_l = \tfrac{1}{n-1} I"),
    },
    "sharp:two-samples-at-rest": {"n": "n = 2", "d": COUNTED, "l": COUNTED},
    "sharp:stationary-gap-above": {
        "n": COUNTED, "l": COUNTED, "d": COUNTED, "V(H_0)": "V(H_0) = 0",
        "900 n^6 l": r"d \ge 900 n^6 l",
    },
    "sharp:stationary-gap-below": {
        "n": COUNTED, "l": COUNTED, "d": COUNTED, "V(H_0)": "V(H_0) = 0",
    },
    "sharp:mean-subtraction": {
        "n": r"M \in \mathbb{R}^{d \times n}", "k": COUNTED,
        "sum_i (m_i - (sum_i m_i)/n)^2": r"M_j \ne c\, 1",
    },
    "sharp:average-gap": {
        "n": r"d > n", "l": COUNTED, "d": r"d \in \{1, 2, \dots\}",
        "det(H_0^T H_0)": r"\phi(H_0) \ge 0",
    },
    "sharp:lipschitz-losses": {
        "n": COUNTED, "y": COUNTED, "R": r"R \ge 0", "sum_k z_k^2": r"\|z\| \le R",
    },
}  # fmt: skip
"""Claims that no matrix is an example of: what is assumed of what, and where the ledger says so."""


@over(ELSEWHERE)
def test_what_is_assumed_is_printed(claim_id: str) -> None:
    claim, table = get(claim_id), ELSEWHERE[claim_id]
    said = [claim.statement, *(h.statement for h in claim.hypotheses)]
    assumed = {h for formal in formal_of(claim) for h in formal.assumes}
    assert {name for h in assumed for name in _spoken_of(h)} == set(table)
    for printed in set(table.values()) - {COUNTED}:
        assert any(printed in one for one in said), printed


def _spoken_of(assumed: Any) -> set[str]:
    """The side of a hypothesis that is no number and no bound, in writing."""
    if isinstance(assumed, Every):
        return _spoken_of(assumed.relation)
    if isinstance(assumed, Whole):
        return {str(assumed.what)}
    if isinstance(assumed.lhs, Number):
        return {str(assumed.rhs)}
    return {str(assumed.lhs)}


def _normalised(claim: Claim) -> bool:
    named = any(h.name.startswith("trace-normalised") for h in claim.hypotheses)
    return named or "trace-normalised" in claim.source


def admits(claim: Claim, arguments: dict[str, Any]) -> bool:
    """Whether the claim speaks of this X, by its hypotheses, its arguments and its source."""
    names, values = set(claim.parameters), arguments["spectrum"]
    assert names <= set(arguments), f"no example of {names - set(arguments)}"
    scaled = NORMALISED & names or _normalised(claim)
    unit = OF_NORM_ONE & names or claim.paper == "daneshmand2021"
    if (scaled and not np.isclose(values.mean(), 1)) or (unit and not values.any()):
        return False
    if claim.id in CHAIN and np.isclose(values.min(), 0):
        return False
    try:
        claim.require(**{name: arguments[name] for name in names})
        return all(np.all(np.isfinite(arguments[name])) for name in names)
    except HypothesisError:
        return False


def readable(node: Any) -> Any:
    """Functions of the matrix under the names of their values."""
    match node:
        case Function("row", (Variable(), index)):
            return Variable("row", (readable(index),))
        case Function("det" | "lambda_min", (Function("gram", (Variable("X" | "X_0"),)),)):
            return Variable(node.name)
        case Function("norm" | "norm_J", (Variable("H" | "X"),)):
            return Variable(node.name)
        case Function("phi", (Variable("X_0"),)):
            return Variable("phi_0")
    return rebuilt(node, readable)


def value(term: Expr, arguments: dict[str, Any], at: dict[Any, Any]) -> float:
    A, wanted = arguments["X"], readable(term)
    rows = (A**2).sum(1)
    jacobian = (len(A) - 1) * sum(1 / r for r in rows if r) ** 0.5  # its norm, up to a factor
    one = np.arange(len(A)) == 0  # the largest eigenvalue
    known = {
        **arguments, "c": one, "e": one, "tau": arguments["q"][0],
        "lambda": arguments["spectrum"], "row": rows, "norm_J": jacobian,
        "norm": float(A.any()),
        "det": np.linalg.det(A) ** 2, "lambda_min": arguments["spectrum"][0],
    }  # fmt: skip
    named = {v: known[v.name] for v in free(wanted) if not v.index and v.name in known}
    return float(evaluate(wanted, {**known, **named, **at}))


def holds(assumed: Hypothesis, arguments: dict[str, Any], at: dict[Any, Any]) -> bool:
    if isinstance(assumed, Whole):
        return value(assumed.what, arguments, at).is_integer()
    if isinstance(assumed, Every):
        every = range(1, arguments["d"] + 1)
        return all(holds(assumed.relation, arguments, {**at, assumed.index: k}) for k in every)
    small, large = (value(side, arguments, at) for side in (assumed.lhs, assumed.rhs))
    if assumed.sign == "==":
        return bool(np.isclose(small, large))
    return small < large if assumed.sign == "<" else small <= large


def not_covered(claim: Claim, formal: Any) -> list[str]:
    """Where the claim speaks and no formal statement does, and what they assume there."""
    found = []
    for name, matrix in WORLDS.items():
        for depth in (0, 1, 3):
            arguments = arguments_at(matrix, depth)
            if not admits(claim, arguments):
                continue
            for row in range(1, arguments["d"] + 1):
                wrong = [
                    [h for h in one.assumes if not holds(h, arguments, {j: row, k: row})]
                    for one in formal
                ]
                if all(wrong):
                    found.append(f"{name}: {wrong[0][0]}")
    return found


PROVED = [i for i in LEDGER.proofs if get(i).expected is Verdict.PROVED and i not in ELSEWHERE]


@over(PROVED)
def test_a_formal_statement_covers_its_claim(claim_id: str) -> None:
    claim = get(claim_id)
    spoken_of = [m for m in WORLDS.values() if admits(claim, arguments_at(m, 1))]
    assert spoken_of, "no example satisfies its hypotheses"
    assert not_covered(claim, formal_of(claim)) == []


MORE: dict[str, tuple[str, list[Hypothesis], str]] = {
    "two wide": ("meterez2024:corollary-4", of_mean_one(2), "width 1"),
    "full rank": ("meterez2024:rows-of-WX", of_mean_one(2), "equal rows"),
    "a row that is not zero": ("meterez2024:lemma-C.11", [0 < det(X)], "zero"),
    "mean 1": ("meterez2024:lemma-A.1", [MEAN_ONE], "another trace"),
    "strict": ("meterez2024:theorem-1", [0 < l], "isometry"),
    "no isometry": ("meterez2024:theorem-3", [1 < lam(j)], "isometry"),
}


@over(MORE)
def test_what_assumes_more_is_found(name: str) -> None:
    claim_id, assumes, where = MORE[name]
    (formal,) = formal_of(get(claim_id))
    more = replace(formal, assumes=assumes)
    assert any(w.startswith(f"{where}: ") for w in not_covered(get(claim_id), [more]))


def test_a_name_without_a_value_is_an_error() -> None:
    """A hypothesis that cannot be looked at does not pass."""
    with pytest.raises(ValueError, match="has no value"):
        holds(0 < Variable("z"), arguments_at(np.eye(2), 0), {})
