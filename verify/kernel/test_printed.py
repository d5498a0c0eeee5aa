"""The statement that is printed and the one that is proved have the same constants and exponents.

A number or a sign changed on one side alone is seen: in the LaTeX of the statement, or in the
closed form.
"""

import re
from collections.abc import Iterator

from theory.ledger import Claim, Kind, claims
from theory.test_support.comparing import over
from theory.test_support.printed import differing, numbers
from verify import runner
from verify.kernel.attacking.changes import variants
from verify.kernel.proof import formal_of

runner.load()
FORMAL = {i: claim for i, claim in claims().items() if claim.formal is not None}
# What the printed statement has more, and the proved one; only what is written another way.
# phi = mean(lambda - 1 - log lambda) has two minus signs, I = exp(-phi) one more.
ALLOWED: dict[str, tuple[str, str]] = {
    # two moments are printed as one equation, 1/(d (d+2))
    "meterez2024:weingarten-moments": ("", "1 2"),
    # 1 + 2S/(d (d+2)) over one denominator; a_i = sum_k lambda_k w_ik^2 for two rows
    "meterez2024:rows-of-WX": ("1 1", "- 2 2 ^2 ^2"),
    # phi = mean(lambda - 1 - log lambda) written out, in each entry
    "meterez2024:lemma-C.8": ("", "- - - - 1 1"),
    "meterez2024:lemma-B.1": ("", "- - - - - - - - 1 1 1 1"),
    "meterez2024:lemma-B.2": ("", "- - - - 1 1"),
    "meterez2024:theorem-3": ("", "- - - - 1"),
    # I = exp(-phi)
    "meterez2024:corollary-A.3": ("", "-"),
    # norms of rows as roots of squared norms
    "meterez2024:lemma-2": ("", "- - - - - - - ^2 ^2 ^2 ^2 ^2 ^2 ^2 ^2"),
    "meterez2024:lemma-A.1": ("", "- - - - - - - ^2 ^2 ^2 ^2 ^2 ^2 ^2 ^2"),
    # the power 1/d of a product of squared norms as exp of the mean of logarithms
    "sharp:bn-identity": ("^1", "- - - ^2 ^2"),
    # 1/sqrt(d), once as a factor; W_2^2 is one name; where n, l or a sum begin
    "daneshmand2021:eq-1-frobenius": ("1", ""),
    "daneshmand2021:lemma-2": ("^2", "1 2"),
    "sharp:bn-jacobian": ("2", ""),
    # the distance without cancelling; the ranges of r and n, the radicand 2 beside the class
    "sharp:wasserstein": ("^2", "1 2"),
    "sharp:iterative-orthogonalisation": ("", "- - 1 ^2 ^2 ^2 ^2"),
    "sharp:whitening": ("- 1 2", ""),
    "sharp:lipschitz-losses": ("- 2", "^2"),
    "sharp:wasserstein-decay": ("^2", "- 1 1 1 2"),
    "sharp:wasserstein-from-gap": ("-", "1 1 1 ^2"),
    "sharp:lemma-7": ("", "- - 1 ^2 ^2 ^2 ^2 ^2"),
    "sharp:average-in-depth": ("1 1 1", ""),
    "daneshmand2021:appendix-C": ("1", ""),
    "meterez2024:lemma-C.12": ("- 1", ""),
    # the gap, or p_i = E q_i g_i^2/sum q g^2, or a norm, or Vhat = 1/n - q_n written out
    "meterez2024:lemma-C.4": ("", "- - - - - - 1 1"),
    "meterez2024:lemma-C.9": ("1", "^2 ^2"),
    "meterez2024:corollary-C.10": ("", "^2"),
    "sharp:gram-variance": ("", "^2 ^2 ^2 ^2"),
    "daneshmand2021:lemma-7": ("", "^2 ^2"),
    "daneshmand2021:lemma-8": ("", "- - - - 1 1 1 1 ^2 ^2 ^2"),
    # tau by its threshold 1/16, and C by its witness, 17/32 and 17
    "meterez2024:lemma-C.5": ("", "0 1 1 16 17 32"),
    "meterez2024:lemma-C.6": ("", "- 0 1 1 1 16 17"),
    # C = 1/(4 log 2) by itself
    "sharp:absolute-constant": ("1 2 4", ""),
    # exp(-d/2 log(1 + 2t)) for (1 + 2t)^(-d/2)
    "sharp:drift": ("1", ""),
    "daneshmand2021:lemma-9": ("1", ""),
    # the roots by their own equations, in logarithms
    "sharp:eigenvalue-from-gap": ("", "- " * 27 + "1 " * 10 + "1"),
    # g and G are names for the integrals, and the extremal spectra for roots, written out
    "sharp:extremal-drift": ("", "- " * 48 + "1 " * 28 + "2 " * 9 + "2"),
    "sharp:theorem-1": ("", "- " * 20 + "1 " * 14 + "2 " * 4 + "2"),
    "sharp:theorem-5": ("", "- " * 23 + "1 " * 13 + "2 " * 4 + "2"),
    # gamma, r, B and a are names, and p_i, tanh and artanh, and of the layer of two samples V
    "sharp:majorisation": ("", "- - 1 1 2 2 2 2 ^2 ^2 ^2 ^2 ^2"),
    "sharp:mixed-rotations": ("", "- - 1 2 2 2 2 ^2 ^2 ^2 ^2 ^2"),
    "sharp:gap-in-depth": ("", "- - - - 1 1 1 1 1 1 2 2 2 2 ^2 ^2 ^2 ^2"),
    "sharp:wasserstein-radius": ("", "- " * 20 + "1 " * 34 + "2 " * 16 + "^2 " * 14 + "^2"),
    "sharp:two-samples": ("", "- - - 1 1 1 1 1 1 2 2 2 2 2"),
    "sharp:moebius-layer": ("", "- " * 17 + "1 " * 33 + "2 " * 16 + "^2 " * 25 + "^2"),
    # the condition d >= n^2, Y_k written out, and n - 1, which n stands for in the proof
    "sharp:exponent-below": ("- - - 1 ^2 ^2", ""),
    # n - 1, which n stands for in the proof, so that n - 3 is n - 2; H^T H = I/(n-1) as V(H) = 0
    "sharp:exponent-above": ("- - - 1 1 1 1 3", "2"),
    # C is a name, written out twice; 1/2 as a quotient, and 1/l
    "sharp:average-gap": ("1 1", "- - 2 2 2 2 2 2 ^2"),
    # the positive part as two cases, d <= n and not; q_n as 1/n - Vhat
    "sharp:next-smallest": ("", "- 0 1"),
    # what Q is, and the means and lengths of rows written out
    "sharp:mean-subtraction": ("0 1", "- - - - - ^2 ^2 ^2"),
    # n = 2, 1/4 as a quotient, and 2/(3 d + 1) as 4/(2 (3 d + 1))
    "sharp:two-samples-at-rest": ("1 2", "4"),
    # the condition d >= 900 n^6 l; beta and p_i = E q_i g_i^2/sum q g^2 written out, twice
    "sharp:stationary-gap-above": ("900 ^6", ""),
    "sharp:gram-fourth-moment": ("", "- 1 ^2 ^2 ^2 ^2"),
    # convex: the second derivative, written out
    "daneshmand2021:lemma-10": (
        "", "- - - - - - - - - - - - - - - - - - "
        "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 3 3 6"
        " ^2 ^2 ^2 ^2 ^2 ^2 ^2 ^2 ^2"),
}  # fmt: skip


def relations(claim: Claim) -> list[list[object]]:
    return [list(f.relations(claim.kind, claim.formula)) for f in formal_of(claim)]


def changed(statement: str) -> Iterator[str]:
    """The LaTeX with one of its numbers one larger, or one of its signs another."""
    for found in re.finditer(r"[+-]", statement):
        other = "-" if found[0] == "+" else "+"
        yield statement[: found.start()] + other + statement[found.end() :]
    for found in re.finditer(r"\d+", statement):
        larger = str(int(found[0]) + 1)
        yield statement[: found.start()] + larger + statement[found.end() :]


@over(FORMAL)
def test_the_constants_that_are_printed_are_those_that_are_proved(claim_id: str) -> None:
    claim = FORMAL[claim_id]
    found = differing(claim.statement, relations(claim))
    assert found == ALLOWED.get(claim_id, ("", "")), f'"{claim_id}": {found},'


@over(FORMAL)
def test_a_number_changed_on_one_side_alone_is_seen(claim_id: str) -> None:
    claim = FORMAL[claim_id]
    said, own = relations(claim), ALLOWED.get(claim_id, ("", ""))
    for latex in changed(claim.statement):
        if numbers(latex) != numbers(claim.statement):  # an index is none
            assert differing(latex, said) != own, latex
    for k, relation in enumerate(said[0]):
        for what, new in variants(relation):
            if str(new) == str(relation):
                continue  # under a name, which stands for the same elsewhere
            other = [*said[0][:k], new, *said[0][k + 1 :]]
            assert differing(claim.statement, [other, *said[1:]]) != own, what


SIDES = {Kind.UPPER_BOUND: r"\\le(?![a-z])", Kind.LOWER_BOUND: r"\\ge(?![a-z])", Kind.IDENTITY: "="}
OTHERWISE = {
    "daneshmand2021:lemma-10": "0 <= g'' is what 'is convex' says",
    "meterez2024:lemma-B.1": "the least eigenvalue from below, the largest from above",
    "sharp:eigenvalue-from-gap": "the same",
    "sharp:extremal-drift": "the drift from below and from above",
}


@over(set(FORMAL) - set(OTHERWISE))
def test_the_printed_relation_is_the_one_that_is_proved(claim_id: str) -> None:
    """<= of an upper bound, and not >=; which side is which the closed form says."""
    kind, statement = FORMAL[claim_id].kind, FORMAL[claim_id].statement
    assert re.search(SIDES[kind], statement), statement
    against = {Kind.UPPER_BOUND: Kind.LOWER_BOUND, Kind.LOWER_BOUND: Kind.UPPER_BOUND}
    plain = re.sub(r"_\{[^}]*\}", "", statement)
    said = re.sub(r"(quad|text)[^;]*", "", plain)  # conditions have their own
    assert kind not in against or not re.search(SIDES[against[kind]], said), statement


NOT_FORMAL = ("attained", "equality", "smallest possible", r"\operatorname{diag}")


@over(FORMAL)
def test_what_is_said_and_not_proved_is_told(claim_id: str) -> None:
    """Words of a statement that no relation has: its reason says that they are not proved."""
    claim = FORMAL[claim_id]
    if any(word in claim.statement.split("H = U")[0] for word in NOT_FORMAL):
        assert "not proved" in claim.reason, claim.statement


def test_numbers_are_found() -> None:
    assert numbers(r"2 (1 - \tfrac23 \alpha^2)^l + \frac{3 n}{w_{ik}^{4} d_1}") == {
        "2": 2, "1": 1, "3": 2, "^2": 1, "^4": 1, "-": 1,
    }  # fmt: skip
