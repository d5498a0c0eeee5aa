r"""The formulas of the printed statements, read as LaTeX, have the values of the closed forms.

So a number in the wrong place is seen, which counting numbers (``test_printed``) does not see. What
cannot be read so has its numbers in ``READ``, in the order in which a second reader found them
right.
"""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import pytest

from theory.ledger import claims, get
from theory.test_support.comparing import over
from theory.test_support.latex_values import value
from theory.test_support.printed import in_order
from verify import runner

runner.load()
FORMAL = sorted(i for i, claim in claims().items() if claim.formal is not None)


class Printed(NamedTuple):
    """Where the closed form is asked, and the formulas of the statement that are its entries.

    They stand in it in this order; an empty one is a plain number, and not looked at.

    ``names`` are those of the statement's symbols that are no arguments: numbers, or formulas that
    stand in it too, in those before them.
    """

    at: Mapping[str, Any]
    entries: tuple[str, ...]
    names: Mapping[str, float | str] = {}


V, OF_L, OF_0 = r"\hat V", r"\hat V(H_l)", r"\hat V(H_0)"
SPECTRUM = [0.25, 0.75, 2.0]
SPREAD = {r"\sum_k (\lambda_k - 1)^2": sum((x - 1) ** 2 for x in SPECTRUM), "d": 3.0}
GAP = sum(x - 1 - math.log(x) for x in SPECTRUM) / 3
FAILURE = r"\mathbb{P}[\neg A_1(\alpha, l)]"
SMALL, LARGE = {"phi": 0.0207, "d": 3}, {"phi": 0.0209, "d": 3}  # beside 1/(16 d)
READABLE: dict[str, list[Printed]] = {
    "meterez2024:theorem-1": [Printed(
        {"phi_0": 0.7, "l": 5, "d": 3, "C": 1.5}, (r"\phi(X_0)\, e^{-l/k}",),
        {"k": r"C d^2 (1 + d\,\phi(X_0))"})],
    "meterez2024:theorem-3": [Printed(
        {"spectrum": SPECTRUM}, (r"\frac{I(X)}{1 - \frac{\sum_k (\lambda_k - 1)^2}{2 d^2 (d+2)}}",),
        {**SPREAD, "I(X)": math.exp(-GAP)})],
    "meterez2024:corollary-4": [Printed(
        {"spectrum": SPECTRUM},
        (r"\log\left(1 - \frac{\sum_k (\lambda_k - 1)^2}{2 d^2 (d+2)}\right)",), SPREAD)],
    "sharp:drift-from-spread": [Printed(
        {"spectrum": SPECTRUM},
        (r"-\frac{\sum_k (\lambda_k - 1)^2}{d (d+2)\, \lambda_{\max}}",),
        {**SPREAD, r"\lambda_{\max}": 2.0})],
    "meterez2024:theorem-5": [Printed(
        {"phi_0": 0.7, "d": 3, "K": 9.0, "C": 1.5}, (r"C d^5 (\phi(X_0)^3 + 1) + \log K",))],
    "meterez2024:weingarten-moments": [Printed(
        {"d": 5}, (r"\tfrac{3}{d(d+2)}", r"\tfrac{1}{d(d+2)}", r"\tfrac{1}{d(d+2)}",
                   r"\tfrac{d+1}{d(d-1)(d+2)}", r"\tfrac{-1}{d(d-1)(d+2)}"))],
    "meterez2024:rows-of-WX": [Printed(
        {"S": 0.8, "d": 5}, ("", r"1 + \tfrac{2S}{d(d+2)}", r"1 - \tfrac{2S}{d(d-1)(d+2)}"))],
    "meterez2024:lemma-B.1": [Printed(
        SMALL, (r"\sqrt{2 d \phi}", r"1.65 \sqrt{d \phi}"))],  # of 1 - and 1 +
    "meterez2024:lemma-B.2": [
        Printed(SMALL, (r"-\frac{0.78\, \phi_l}{d(d+2)}",), {r"\phi_l": 0.0207}),
        Printed(LARGE, (r"-\frac{0.049}{d^2(d+2)}",))],
    "meterez2024:lemma-C.3": [Printed(
        {"phi_0": 0.7, "d": 3, "C": 1.5}, (r"C d^5 (\phi_0^3 + 1)",))],
    "meterez2024:lemma-C.4": [Printed(LARGE, (r"\tfrac{1}{2} (d \phi + 1)",)),
                              Printed(SMALL, (r"0.76 \sqrt{d \phi}",))],
    "meterez2024:lemma-C.5": [Printed({"d": 3, "C": 1.5}, ("C d^2",))],
    "meterez2024:lemma-C.6": [Printed(
        {"phi_0": 0.7, "d": 3, "C": 1.5}, (r"C d^3 \phi_0 (1 + d \phi_0)",))],
    "meterez2024:lemma-C.8": [Printed(
        {"phi": 0.7, "d": 3}, (r"e^{-d \phi - 1}", r"1 - \sqrt{2 d \phi}"))],
    "daneshmand2021:lemma-2": [Printed(
        {"n": 4, "V": 0.3}, (r"2 n\, \mathbb{E} V",), {r"\mathbb{E} V": 0.3})],
    "daneshmand2021:lemma-4": [Printed({"n": 4, "v_hat": 0.2}, (r"2 n \hat V",))],
    "daneshmand2021:theorem-5": [Printed(
        {"n": 4, "d": 7, "v_hat": 0.2},
        (r"\left(1 - \tfrac{2}{3} (\tfrac{1}{n} - \hat V(H_l))\right) \hat V(H_l)"
         r" + \frac{1}{\sqrt{d}}",), {OF_L: 0.2})],
    "daneshmand2021:lemma-6": [Printed({"d": 7}, (r"\frac{1}{d}",))],
    "daneshmand2021:lemma-7": [Printed({"d": 7}, (r"\frac{1}{d}",))],
    "daneshmand2021:lemma-8": [Printed(
        {"n": 4, "v_hat": 0.2},
        (r"\left(1 - \tfrac{2}{3} (\tfrac{1}{n} - \hat V)\right) \hat V",
         r"\left(1 - \tfrac{2 n}{n+2} (\tfrac{1}{n} - \hat V)\right) \hat V"))],
    "daneshmand2021:appendix-C": [Printed(
        {"l": 5, "d": 7, "v_hat_0": 0.2},
        (r"\frac{3\, \hat V(H_0)}{2 l} + \frac{3}{2 \sqrt{d}}",))],
    "sharp:lemma-4": [Printed({"n": 4, "v_hat": 0.2}, (r"\sqrt{n (n-1)}\, \hat V",))],
    "sharp:orthogonality-decay": [Printed(
        {"alpha": 0.3, "l": 5, "n": 4, "d": 7},
        (r"2 (1 - \tfrac{2}{3} \alpha^2)^l + \frac{3 n}{\alpha^2 \sqrt{d}}",))],
    "sharp:wasserstein-decay": [Printed(
        {"alpha": 0.3, "l": 5, "n": 4, "d": 7, "failure": 0.1},
        (r"4 n (1 - \tfrac{2}{3} \alpha^2)^l + \frac{6 n^2}{\alpha^2 \sqrt{d}}"
         r" + 2\, " + FAILURE,))],
    "sharp:mixing": [Printed(
        {"n": 4, "v_hat": 0.2, "l": 5}, (r"\sqrt{n(n-1)}\, \hat V(H_0)\, \gamma^l",),
        {OF_0: 0.2, r"\gamma": r"1 - \tfrac{2n}{n+2} (\tfrac{1}{n} - \hat V(H_0))"})],
    "sharp:average-in-depth": [Printed(
        {"l": 5, "n": 4, "d": 7, "v_hat_0": 0.2},
        (r"\frac{n+2}{2n} \left(\frac{\hat V(H_0)}{l} + \sqrt{\frac{1 - 1/n}{d}}"
         r" (1 + \tfrac{1}{l})\right)",))],
    "sharp:whitening": [Printed({"r": 2, "n": 5}, (r"\sqrt{\tfrac{1}{r} - \tfrac{1}{n}}",))],
    "sharp:absolute-constant": [Printed(
        {"phi_0": 0.7, "l": 5, "d": 3}, (r"\phi_0\, 2^{-4 l / (d^2 (1 + d \phi_0))}",))],
    "sharp:lipschitz-losses": [
        Printed({"loss": "cross entropy", "R": 3.0}, (r"\sqrt{2}",)),
        Printed({"loss": "mean squared error", "R": 3.0}, ("2 (R + 1)",))],
    "sharp:wasserstein-from-gap": [Printed(
        {"n": 4, "square": 0.2}, (r"2 - \frac{2}{\sqrt{1 + n\, \mathbb{E} V(H_l)^2}}",))],
    "sharp:gap-in-depth": [Printed(
        {"alpha": 0.3, "l": 5, "n": 4, "d": 7},
        (r"(1 - \tfrac{1}{n}) \left(r^l + \frac{1 - r^l}{(1 - r)\, d}\right)",),
        {"r": r"(1 - \tfrac{1}{d}) (1 - \tfrac{2n}{n+2} \alpha^2)^2"})],
    "sharp:wasserstein-radius": [Printed(
        {"alpha": 0.3, "l": 5, "n": 4, "d": 7, "failure": 0.1},
        (r"2 - \frac{2}{\sqrt{1 + n B}} + (2 - \tfrac{2}{\sqrt{n}})\, " + FAILURE,),
        {"r": r"(1 - \tfrac{1}{d}) (1 - \tfrac{2n}{n+2} \alpha^2)^2",
         "B": r"(1 - \tfrac{1}{n}) \left(r^{l-1} + \frac{1 - r^{l-1}}{(1 - r)\, d}\right)"})],
    "sharp:exponent-below": [Printed(
        {"phi_0": 0.7, "n": 4, "d": 31, "l": 5},
        (r"\frac{d - n^2 + 1}{(n-1)(d - n + 1)} - \frac{(n-1)\, \phi(H_0)}{(d - n + 1)\, l}",))],
    "sharp:average-gap": [Printed(
        {"l": 5, "n": 4, "d": 31, "phi_0": 0.7},
        (r"\tfrac{1}{2} \left(C + \sqrt{C^2 + 4 C/n}\right)",),
        {"C": r"(n+2) \left(\frac{\phi(H_0)}{l} + \frac{n+2}{2 (d-n)}\right)"})],
    "sharp:two-samples-at-rest": [Printed(
        {"d": 7.0, "l": 5}, (r"\frac{2}{3 d + 1} \left(1 - r^l\right)",),
        {"r": r"\tfrac{1}{4} (1 - \tfrac{1}{d})"})],
    **{f"sharp:stationary-gap-{side}": [Printed(
        {"l": 5, "n": 2, "d": 1e7},
        (rf"(1 {sign} \delta) \frac{{(n-1)(n+2)^2}}{{4 n (n+1)\, d}}"
         r" \left(1 - (\tfrac{n}{n+2})^{2 l}\right)",),
        {r"\delta": r"30 n^3 \sqrt{l/d}"})] for side, sign in (("above", "+"), ("below", "-"))},
    "sharp:exponent-above": [Printed(
        {"n": 8, "d": 16},
        (r"\log \left(\left(1 - \frac{n-1}{d}\right) \frac{n-1}{n-3}\right)",))],
    "sharp:drift-condition": [Printed(
        {"n": 4, "d": 7, "v_hat": 0.2},
        (r"\left(1 - \tfrac{2n}{n+2} (\tfrac{1}{n} - \hat V(H_l))\right) \hat V(H_l)"
         r" + \frac{1 - 1/n}{\sqrt{d}}",), {OF_L: 0.2})],
}  # fmt: skip
CONVEX = (r"\left(1 + 2t(\tfrac{1}{n} - \delta)\right)^{-3/2}"
          r" \left(1 + 2t(\tfrac{1}{n} + \tfrac{\delta}{n-1})\right)^{-(n-1)/2}")  # fmt: skip
ROOTS = (r"x_- \left(1 + \tfrac{1-x_-}{d-1}\right)^{d-1}", r"e^{-d\phi}",
         r"x_+ \left(\tfrac{d-x_+}{d-1}\right)^{d-1}", r"-e^{-1-d\phi}")  # fmt: skip
OTHERS = {"daneshmand2021:lemma-10": (CONVEX,), "sharp:eigenvalue-from-gap": ROOTS}
"""Formulas that are no values of the closed form, but have one: see the tests below."""

READ: dict[str, str] = {
    # ||.||^2, a_j^2, E w^2 and the like on the left; thresholds d phi <= 1/16
    "meterez2024:rows-of-WX": "^2 1 ^2 1 ^2",
    "meterez2024:weingarten-moments": "^4 ^2 ^2 ^2 ^2 ^2 ^2",
    "meterez2024:lemma-B.1": "1 1 16 1",
    "meterez2024:lemma-B.2": "1 16",
    "meterez2024:lemma-C.4": "1 16",
    "meterez2024:lemma-C.6": "0 1 16",
    "meterez2024:lemma-C.7": "^2 1",
    "daneshmand2021:lemma-7": "1 ^2",
    "daneshmand2021:lemma-10": "0 1",
    # 1 + Var/Mean^2
    "meterez2024:lemma-2": "1 ^2",
    "meterez2024:lemma-A.1": "1 ^2",
    # (1/||x||)(I - x x^T/||x||^2); {0, 1/||x||, ...}
    "meterez2024:lemma-C.9": "1 ^2",
    "meterez2024:corollary-C.10": "0 1 1",
    # q w^2/sum q w^2 = int q/(1 + 2 t q) prod (1 + 2 t q)^(-1/2) dt
    "daneshmand2021:lemma-9": "^2 ^2 1 2 1 2 1 2",
    "sharp:drift": "^2 1 2 2 1 2 1 2",
    # C = 1/(4 log 2); mean r^2/(prod r^2)^(1/d); 1/min_j, n >= 2; l >= 1; (M M^T)^(-1/2)
    "sharp:absolute-constant": "1 4 2",
    "sharp:bn-identity": "^2 ^2 ^1",
    "sharp:bn-jacobian": "1 2",
    "sharp:wasserstein-decay": "^2 1",
    "sharp:whitening": "1 2",
    "sharp:wasserstein-radius": "^2 1",
    "sharp:wasserstein": "^2 1 ^2",
    # (1 - sum p^2)/d; sum p^2 - 1/n + (1 - sum p^2)/d; (1 - 1/n)(...)/d <= (1 - 1/n)^2/d
    "sharp:gram-variance": "^2 1 ^2 ^2 ^2 1 1 ^2",
    "sharp:lemma-7": "1 ^2 1 1 1 ^2 1 1 ^2",
    # log K + (log d)/2 + (1/2) sum h(d phi r^k), h + e^(-h) - 1 = s, r = 1 - g/phi
    "sharp:theorem-5": "1 2 1 2 1 1",
    # (1 - gamma)/n, gamma = 1 - (2n/(n+2)) min q; a = c/(1 + sqrt(1 - c^2)), (Z_1 + i Z_2)^2/|Z|^2
    "sharp:majorisation": "1 1 2 2 1 1",
    "sharp:mixed-rotations": "1 1 1 1 1 2 2",
    "sharp:moebius-layer": "2 1 1 2 1 1 ^2 ^2 ^2",
    # d >= n^2; (1/l) sum of logs, Y = (1/d) ||(I - P) v||^2
    "sharp:exponent-below": "^2 1 1 ^2",
    # 1/n - (q_n/q_1)/n (1 - sqrt(n/d))_+^2
    "sharp:next-smallest": "1 1 ^2",
    # I - (1/n) 1 1^T; Q^T 1 = 0
    "sharp:mean-subtraction": "1 1 1 1 0",
    # n = 2; V^2
    "sharp:two-samples-at-rest": "2 ^2",
    # V^2; d >= 900 n^6 l. V^4 <= beta^2 + 8 beta/d + 15/d^2, beta = sum p^2 - 1/n
    "sharp:stationary-gap-above": "^2 900 ^6",
    "sharp:gram-fourth-moment": "^4 ^2 8 15 ^2 ^2 1",
    # (sum s^2)^3 <= (sum s)^2 sum s^4: Hoelder with 3/2 and 3
    "sharp:power-sums": "^2 ^3 ^2 ^4",
}
"""The other numbers of a statement, in their order, where there are two that differ."""


def seen(claim_id: str, printed: Printed) -> list[float]:
    """The printed formulas at the point, by their LaTeX alone."""
    claim, at = get(claim_id), printed.at
    known = {claim.variables[name]: float(v) for name, v in at.items() if not isinstance(v, list)
             and not isinstance(v, str)}  # fmt: skip
    for name, v in printed.names.items():
        known[name] = value(v, known) if isinstance(v, str) else v
    return [value(entry, known) if entry else math.nan for entry in printed.entries]


def formulas(claim_id: str) -> list[str]:
    given = READABLE.get(claim_id, [])
    inner = [v for one in given for v in one.names.values() if isinstance(v, str)]
    own = [entry for one in given for entry in one.entries if entry]
    return list(dict.fromkeys([*own, *inner, *OTHERS.get(claim_id, ())]))


@over(READABLE)
def test_a_printed_formula_has_the_value_of_the_closed_form(claim_id: str) -> None:
    claim = get(claim_id)
    for printed in READABLE[claim_id]:
        entries = np.ravel(np.asarray(claim.closed_form(**printed.at), dtype=object))
        for closed, read in zip(entries, seen(claim_id, printed), strict=True):
            assert math.isnan(read) or float(closed) == pytest.approx(read, rel=1e-12)


def left(claim_id: str, statement: str) -> list[str]:
    """The numbers of a statement that stand in none of its formulas, in their order."""
    found = formulas(claim_id)
    assert [f for f in found if f not in statement] == []
    own = list(dict.fromkeys(e for one in READABLE.get(claim_id, ()) for e in one.entries if e))
    assert sorted(own, key=statement.index) == own, "they stand in another order"
    for formula in sorted(found, key=len, reverse=True):
        statement = statement.replace(formula, " ")
    return in_order(statement)


def noticed(claim_id: str, statement: str) -> bool:
    """Whether a statement is not the one that was read."""
    try:
        found = left(claim_id, statement)
    except AssertionError:
        return True
    return len(set(found)) > 1 and " ".join(found) != READ.get(claim_id, "")


@over(FORMAL)
def test_every_number_is_read_in_its_place(claim_id: str) -> None:
    found = left(claim_id, get(claim_id).statement)
    wanted = " ".join(found) if len(set(found)) > 1 else ""
    assert wanted == READ.get(claim_id, ""), f'"{claim_id}": "{wanted}",'


def swapped(statement: str) -> Iterator[str]:
    """A statement with two of its numbers in each other's place."""
    found = list(re.finditer(r"\d+(?:\.\d+)?", statement))
    for k, one in enumerate(found):
        for other in found[k + 1 :]:
            if one[0] != other[0]:
                yield (statement[: one.start()] + other[0] + statement[one.end() : other.start()]
                       + one[0] + statement[other.end() :])  # fmt: skip


@over(FORMAL)
def test_two_numbers_that_change_places_are_seen(claim_id: str) -> None:
    statement = get(claim_id).statement
    right = in_order(statement)
    for wrong in swapped(statement):
        other = in_order(wrong)  # what a number and an index make of it is seen by counting
        if other != right and sorted(other) == sorted(right):
            assert noticed(claim_id, wrong), wrong
