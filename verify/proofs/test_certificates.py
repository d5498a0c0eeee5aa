"""The reductions behind the certificates hold, and mutants are caught."""

import math

import flint
import mpmath
import numpy as np

from theory.ledger import LEDGER, Decision, Kind, Method, Verdict, claims, get
from theory.numerics.backends import Array
from theory.numerics.sphere import drift
from theory.sharp.gram_map import gram_map
from theory.spectrum import Spectrum, from_eigenvalues
from theory.test_support.comparing import over
from theory.test_transcription import WRITTEN
from verify import runner
from verify.chains.limit import limit_chain, limit_chain_in_balls
from verify.registry import Check, Effort, Run, checks_of
from verify.seeds import Address
from verify.verdicts.judging import contradicts

RANDOM = np.random.default_rng(5)


def random_spectra(count: int = 40) -> list[Spectrum]:
    """Spectra of mean 1 at d = 2 to 12, over many decades."""
    found = []
    for _ in range(count):
        d = int(RANDOM.integers(2, 13))
        values = 10.0 ** (RANDOM.normal(size=d) * RANDOM.choice([0.01, 0.3, 3]))
        found.append(from_eigenvalues(values / values.mean()))
    return found


def random_shares(n: int) -> Array:
    q = 10.0 ** (RANDOM.normal(size=n) * RANDOM.choice([0.01, 0.5, 2]))
    return q / q.sum()


def test_the_drift_is_at_least_twice_the_rate_and_follows_from_the_gap() -> None:
    """g(phi) >= phi/(d^2 (1 + d phi)), of theorem 1's certificate."""
    for s in random_spectra():
        gap, d, taken = float(s.gap), s.width, -float(drift(s))
        assert taken >= float(s.spread) / (d**2 * (d + 2)) * (1 - 1e-9)
        assert taken >= gap / (d**2 * (1 + d * gap)) * (1 - 1e-9)


def test_the_spread_from_the_gap() -> None:
    for s in random_spectra(300):
        total = float(s.width * s.gap)
        assert s.spread >= 0.78 * total if total <= 1 / 16 else s.spread >= 0.049


def test_the_slope_of_the_least_drift_is_its_power_series() -> None:
    """dg/dphi = d (1-s) sum_k c_k s^(k-1), c_k = E[b^k] k/(d/2 + k), against a difference."""
    for d, s in ((2, 0.3), (5, 0.8), (40, 0.6)):
        moment, total = 1.0, 0.0
        for k in range(1, 400):
            moment *= (k - 0.5) / (k - 1 + d / 2)
            total += moment * k / (d / 2 + k) * s ** (k - 1)
        near = [_one_small(d, s + h) for h in (-1e-4, 1e-4)]
        rise = [float(-drift(x)) for x in near]
        run = [float(x.gap) for x in near]
        assert np.isclose((rise[1] - rise[0]) / (run[1] - run[0]), d * (1 - s) * total, rtol=1e-6)


def _one_small(d: int, s: float) -> Spectrum:
    return from_eigenvalues([d * (1 - s) / (d - s), d / (d - s)], [1, d - 1])


def test_one_eigenvalue_takes_at_most_the_whole_gap() -> None:
    for s in random_spectra():
        defects = s.deviations - s.log_eigenvalues
        assert (defects <= s.width * s.gap * (1 + 1e-9) + 1e-14).all()


def test_the_smallest_share_lies_above_the_tangent() -> None:
    for _ in range(60):
        n = int(RANDOM.integers(2, 10))
        q = random_shares(n)
        low = q.min()
        p = gram_map(q)
        assert p.min() == p[q.argmin()]
        assert p.min() >= low * (1 + 2 * n / (n + 2) * (1 / n - low)) * (1 - 1e-12)


def test_differences_of_roots_lie_below_roots_of_differences() -> None:
    for _ in range(60):
        q = random_shares(int(RANDOM.integers(1, 10)))
        n = len(q)
        gap = np.linalg.norm(q - 1 / n)
        assert ((np.sqrt(q) - n**-0.5) ** 2).sum() <= np.sqrt(n) * gap + 1e-15


def test_the_chain_in_balls_contains_the_chain_in_mpmath() -> None:
    with mpmath.workdps(30), flint.ctx.workdps(60):
        states = limit_chain_in_balls(5, flint.arb(3) / 10, 12)
        for balls, numbers in zip(states, limit_chain(5, "0.3", 12), strict=True):
            for ball, number in zip(balls, numbers, strict=True):
                assert abs(ball - flint.arb(mpmath.nstr(number, 28))) < 1e-25


@over(
    [
        ("daneshmand2021:lemma-2", {"n": 3, "V": 0.0}, 1.0),
        ("daneshmand2021:lemma-4", {"n": 3, "v_hat": -1.0}, 0.0),
        ("daneshmand2021:lemma-8", {"n": 3, "v_hat": -1.0}, 0.0),
        ("daneshmand2021:theorem-5", {"n": 3, "d": math.inf, "v_hat": -1.0}, 0.0),
        ("daneshmand2021:appendix-C", {"l": 1, "d": math.inf, "v_hat_0": -1.0}, 0.0),
    ]
)
def test_what_fails_without_a_unit_norm(
    claim_id: str, given: dict[str, float], observed: float
) -> None:
    """H_0 of norm 2, H_0^T H_0 = (4/3) I: V = 0 and stays 0, s_n^2 = 4/3, Vhat = 1/3 - 4/3 = -1.

    W2(W_0 H_0, G/sqrt(n))^2 is n (2/sqrt(n) - 1/sqrt(n))^2 = 1.
    """
    formula = get(claim_id).closed_form
    assert np.any(observed > np.asarray(formula(**given)))


def makes_a_certificate(check: Check) -> bool:
    """Whether its function certifies a reduction, refutes, or makes such evidence itself."""
    names = {"certify", "refutation", "CERTIFICATE"}
    return bool(names & set(check.function.__code__.co_names))


CHECKS = [check for claim_id in runner.load() for check in checks_of(claim_id)]
CERTIFICATES = [check for check in CHECKS if makes_a_certificate(check)]


@over(CERTIFICATES)
def test_a_certificate_decides_and_catches_every_mutant(check: Check) -> None:
    claim = get(check.claim_id)
    address = Address(0) / check.claim_id / check.name
    with mpmath.workdps(runner.DIGITS), flint.ctx.workdps(runner.DIGITS):
        evidence = check.function(Run(claim.closed_form, Effort.STANDARD, address, "cpu"))
        assert evidence.method is Method.CERTIFICATE
        refuted = claim.expected is Verdict.REFUTED
        assert evidence.decision is (Decision.CONTRADICTS if refuted else Decision.AGREES)
        for mutant in claim.mutants:
            if not contradicts(claim, evidence, mutant.formula):
                again = check.function(Run(mutant.formula, Effort.STANDARD, address, "cpu"))
                assert again.decision is Decision.CONTRADICTS, mutant.name


ZERO = ("daneshmand2021:lemma-10", "meterez2024:remark-gap-range")
"""Their closed form is the number 0, of which no multiple differs."""
SCALABLE = [
    c
    for c in CERTIFICATES
    if get(c.claim_id).expected is not Verdict.REFUTED and c.claim_id not in ZERO
]


@over(SCALABLE)
def test_a_wrong_closed_form_is_not_covered(check: Check) -> None:
    """A closed form off by 1e-20, too little for the cells, is not certified."""
    formula = get(check.claim_id).closed_form

    def off(**arguments: object) -> object:
        value = np.asarray(formula(**arguments), dtype=object)
        return value * (1 + mpmath.mpf(10) ** -20)

    with mpmath.workdps(runner.DIGITS), flint.ctx.workdps(runner.DIGITS):
        evidence = check.function(Run(off, Effort.STANDARD, Address(0) / "off", "cpu"))
    assert evidence.decision is Decision.SILENT


def test_every_closed_form_is_proved_certified_or_written_twice() -> None:
    certified = {check.claim_id for check in CERTIFICATES}
    known = set(LEDGER.proofs) | certified | set(WRITTEN)
    stated = [c for c in claims().values() if c.kind is not Kind.FIGURE]  # ranges print themselves
    decided = [c for c in stated if c.formula and c.expected is not Verdict.UNDECIDED]
    assert [claim.id for claim in decided if claim.id not in known] == []
