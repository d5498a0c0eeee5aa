"""Each property catches every planted mutant of its claim, and reaches its supremum if known."""

import math
import shlex

import flint
import mpmath
import pytest

from lemmata.props.recipes import read
from lemmata.theory.ledger import LEDGER, Decision, Kind, Verdict, get
from lemmata.theory.sharp.extremal_drift import least_drift
from lemmata.verify import runner
from lemmata.verify.registry import Effort, Run, checks_of
from lemmata.verify.seeds import Address
from lemmata.verify.verdicts.judging import contradicts, judge_evidence

PROPERTIES = {
    claim_id: check
    for claim_id in runner.load()
    for check in checks_of(claim_id)
    if check.file.startswith("props/") and not check.name.startswith("hunted_")
}

# the supremum of lhs/rhs that a sharp form tells: 1 where it is approached (near isometry, by equal
# rows, as phi and d grow) or attained
REACHED = """
    meterez2024:theorem-1 meterez2024:theorem-3 meterez2024:lemma-A.1 meterez2024:lemma-2
    meterez2024:lemma-B.1 sharp:lipschitz-losses meterez2024:lemma-C.4 meterez2024:lemma-C.7
    meterez2024:lemma-C.8 meterez2024:lemma-C.11 meterez2024:lemma-C.12 daneshmand2021:theorem-5
    daneshmand2021:lemma-6 daneshmand2021:lemma-8 sharp:extremal-drift sharp:theorem-1
    sharp:eigenvalue-from-gap sharp:lemma-4 sharp:drift-from-spread sharp:power-sums
    sharp:iterative-orthogonalisation sharp:mixing sharp:absolute-constant
    sharp:wasserstein-from-gap sharp:majorisation sharp:drift-condition
"""
SUPREMA = dict.fromkeys(REACHED.split(), 1.0) | {
    "meterez2024:corollary-4": 1 / 4,  # sharp:local-rate at d = 2
    # sharp:extremal-drift just above the threshold phi = 1/(16 d) at d = 2
    "meterez2024:lemma-B.2": 0.049 / 16 / float(least_drift(1 / 32, 2)),
    "daneshmand2021:lemma-2": (math.sqrt(2) - 1) / 2,  # sharp:wasserstein at n = 2, rank one
    "daneshmand2021:lemma-4": 0.5,  # sharp:lemma-4, n -> inf
}

# a sharp form is known, but not the supremum that it implies for the printed bound
UNKNOWN = {
    "daneshmand2021:appendix-C": "sums over depth: the sharp constant is a bound itself",
    "meterez2024:lemma-C.3": "the paper gives no constant: the sum at d = 2 against C = 1",
    "meterez2024:lemma-C.5": "the paper gives no constant: the sum at d = 2 against C = 1",
    "meterez2024:lemma-C.6": "the paper gives no constant: the time at d = 2 against C = 8",
    "meterez2024:theorem-5": "the paper gives no constant: one layer against C = 1",
    "daneshmand2021:lemma-7": "sharp:lemma-7 is attained at n = 2 alone: 1/4 there, larger beyond",
    "sharp:orthogonality-decay": "unrolled from one layer, with a loss in every layer",
    "sharp:gap-in-depth": "unrolled from one layer, with a loss in every layer",
    "sharp:wasserstein-radius": "the same, and a loss of up to 4 in the distance",
    "sharp:average-in-depth": "telescoped, with a loss in every layer",
    "sharp:wasserstein-decay": "unrolled from one layer, with a loss in every layer",
}

# mutants of a width at which a layer has no closed law: the sampled cells catch them
SEEN_BY_SAMPLING = {"sharp:next-smallest": ["1 - sqrt(n/d) without its square"]}

# no property: nothing is left to choose, or no exact law of what would be observed is known
WITHOUT = {
    "daneshmand2021:remark-vanilla-collapse": "the exact rates do not depend on the input",
    "daneshmand2021:remark-A1-width": "a probability over a thousand layers: sampled",
    "daneshmand2021:conjecture-G": "with an activation a layer has no closed law: sampled",
    "daneshmand2021:odd-activations": "with an activation a layer has no closed law: sampled",
    "meterez2024:remark-gaussian-explodes": "a rate over random layers, certain of no weights",
    "sharp:gaussian-explosion": "a limit without an input: one layer's mean is the closed form",
    "sharp:degenerate-explosion": "the same limit, within the row space",
    "sharp:lemma-7-limit": "a limit without an input: the wide layer is sampled",
    "sharp:stationary-gap": "a limit without an input, over random layers: sampled",
    "sharp:stationary-gap-above": "a mean over layers without a law but at the first: computed",
    "sharp:stationary-gap-below": "a mean over layers without a law but at the first: computed",
    "sharp:gram-fourth-moment": "a fourth moment without a law but of two samples: computed",
    "sharp:stationary-spectrum": "a limit without an input, over random layers: sampled",
    "sharp:critical-width": "a limit without an input, over random layers: sampled",
    "sharp:collapsed-gap": "a limit without an input, over random layers: sampled",
    "sharp:exponent-below": "a mean over layers that has no closed law: sampled",
    "sharp:exponent-above": "a bound of n and d alone, for a random layer: sampled",
    "sharp:two-samples-at-rest": "a mean over layers without a law but at the first: sampled",
    "sharp:mixed-rotations": "the same shares as in sharp:majorisation, which is attacked",
    "sharp:average-gap": "a mean over layers that has no closed law at a width: sampled",
    "sharp:gaussian-drift": "one layer's mean gap has no closed law with Gaussian weights: sampled",
    "sharp:random-step": "a limit of short steps, in which no direction differs: sampled",
    "sharp:critical-exponent": "a limit of small gains, over random layers: sampled",
    "sharp:evaluation-mode": "equal on both sides for every batch: torch's own modules",
    "sharp:gordon": "a mean without an input, exact at n = 1, 2: verify/sharp/gordon.py",
}


def test_every_claim_has_a_property_and_every_sharp_one_its_supremum_or_a_reason_why_not() -> None:
    stated = {claim_id for claim_id, claim in runner.load().items() if claim.kind != Kind.FIGURE}
    assert set(PROPERTIES) | set(WITHOUT) == stated
    assert not set(PROPERTIES) & set(WITHOUT)
    # before it has run, so that the command printed with a case finds it
    assert LEDGER.properties.keys() >= PROPERTIES.keys()
    sharp = {i for i in PROPERTIES if get(i).sharp and get(i).kind.is_bound}
    true = {claim_id for claim_id in sharp if get(claim_id).expected is not Verdict.REFUTED}
    assert true == {i for i in {*SUPREMA, *UNKNOWN} if get(i).sharp}
    assert not set(SUPREMA) & set(UNKNOWN)
    assert set(SUPREMA) <= set(PROPERTIES)


@pytest.mark.parametrize("claim_id", PROPERTIES)
def test_a_property_decides_as_expected_catches_mutants_and_reaches_the_supremum(
    claim_id: str,
) -> None:
    """With few examples: the pinned cases must be enough."""
    claim, check = get(claim_id), PROPERTIES[claim_id]
    run = Run(claim.closed_form, Effort.SMOKE, Address(0) / claim_id / check.name, "cpu")
    with mpmath.workdps(runner.DIGITS), flint.ctx.workdps(runner.DIGITS):
        evidence = check.function(run)
        judged = judge_evidence(claim, evidence, claim.closed_form)
        survivors = [m.name for m in claim.mutants if not contradicts(claim, evidence, m.formula)]
    refuted = claim.expected is Verdict.REFUTED
    assert judged.decision is (Decision.CONTRADICTS if refuted else Decision.AGREES)
    assert survivors == SEEN_BY_SAMPLING.get(claim_id, [])
    for cell in evidence.cells:  # the command given with a case leads to the same case
        assert cell.label.startswith(str(read(shlex.split(cell.again)[-1])))
    if claim_id in SUPREMA:
        assert judged.worst is not None
        assert judged.worst.ratio is not None
        assert 0.99 * SUPREMA[claim_id] <= judged.worst.ratio <= SUPREMA[claim_id] * (1 + 1e-9)
