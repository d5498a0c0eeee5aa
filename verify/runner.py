"""The runner: what each check of a claim sees, then its verdict and its mutants.

``observe`` runs one check and ``conclude`` what follows from all of a claim: the two kinds of work
that can be done anywhere. ``run_claim`` does both here.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ParamSpec, TypeVar

from lemmata.theory.ledger import LEDGER, PAPERS, Claim, Decision, Evidence, Mutant, Verdict, claims
from lemmata.verify.registry import Check, Doing, Effort, Run, checks_of, load_checks
from lemmata.verify.rocq.record import ARGUED, checked, lost
from lemmata.verify.seeds import Address
from lemmata.verify.verdicts.combining import Judgement, acceptable, together
from lemmata.verify.verdicts.conditions import DIGITS as DIGITS
from lemmata.verify.verdicts.conditions import described, strictly, under_test, working_precision
from lemmata.verify.verdicts.judging import JudgedEvidence, catches, judge_evidence
from lemmata.verify.verdicts.rounding import ANY_KIND, in_float64
from lemmata.verify.verdicts.smallest_constant import SmallestConstant, smallest_constant
from lemmata.verify.verdicts.worst_case import wanting

T = TypeVar("T")
P = ParamSpec("P")

ROOMS: tuple[str, ...] = ("lemmata.verify", "lemmata.props")  # where checks stand
FALSE_ALARM_BUDGET = 1e-6  # of a whole run, split over its claims


@dataclass(frozen=True)
class Settings:
    """What a run may choose; a result is the same for the same settings."""

    effort: Effort = Effort.STANDARD
    seed: int = 0
    device: str = "cpu"
    false_alarms: float = FALSE_ALARM_BUDGET
    train: bool = False  # networks, where a figure needs them and they are not kept

    @property
    def strict(self) -> bool:
        """Whether a verdict weaker than expected, or a surviving mutant, is a failure."""
        return self.effort is not Effort.SMOKE


@dataclass(frozen=True)
class MutantResult:
    """A planted mutant, and the name of the check that caught it, if any did."""

    name: str
    caught_by: str | None


@dataclass(frozen=True)
class Result:
    """What one run found out about one claim.

    ``ran`` are the checks of the judged evidence, in its order, the seconds each took, and of
    these the seconds of its parts. ``lost`` says why a proof that Rocq accepted no longer counts.
    """

    claim: Claim
    settings: Settings
    checks: tuple[Check, ...]
    ran: tuple[tuple[Check, float, tuple[float, ...]], ...]
    judgement: Judgement
    mutants: tuple[MutantResult, ...]
    constant: SmallestConstant | None
    errors: tuple[str, ...]
    seconds: float
    lost: str = ""

    @property
    def pending(self) -> bool:
        """Whether a check was left for another time, and said so: then nothing is expected yet."""
        return any(judged.evidence.pending for judged in self.judgement.evidence)

    @property
    def failures(self) -> list[str]:
        """Why this result fails the run; empty if it does not."""
        found = list(self.errors)
        if self.judgement.conflict:
            found.append("routes contradict each other")
        for (check, *_), judged in zip(self.ran, self.judgement.evidence, strict=True):
            if judged.evidence.decision is Decision.SILENT:
                found.append(f"the check {check.name} decides nothing")
        if self.lost:
            found.append(self.lost)
        verdict, expected = self.judgement.verdict, self.claim.expected
        strict = self.settings.strict and not self.pending
        if not self.pending and not acceptable(verdict, expected, strict=self.settings.strict):
            without = "" if self.checks else ", and no check looks at it"
            found.append(f"the verdict is {verdict}, expected {expected}{without}")
        if strict:
            found += self._untried()
            found += [f"mutant survives: {m.name}" for m in self.mutants if m.caught_by is None]
            found += wanting(self.claim, self.judgement)
        return found

    def _untried(self) -> list[str]:
        """Why checks that agree may say nothing: no mutant was planted, or none is seen."""
        claim, judged = self.claim, [c for e in self.judgement.evidence for c in e.cells]
        survived = any(m.caught_by is None for m in self.mutants)
        if claim.formula and self.judgement.verdict in (Verdict.HOLDS, Verdict.PROVED):
            if not claim.mutants:
                return [NO_MUTANT]
            if survived and any(in_float64(c.cell, c.rhs) for c in judged):
                return [f"in float64 nothing is refuted, no mutant either; {ANY_KIND}"]
        return []


NO_MUTANT = (
    "no mutant is declared, so that nothing shows that the checks could fail; write"
    ' mutants=[lemmata.Mutant("what is wrong", a_wrong_version, {"x": where_it_is_false})]'
)


def load() -> dict[str, Claim]:
    """Register every check; the claims, which ``theory`` has registered, in the papers' order."""
    if not LEDGER.complete:
        load_checks(ROOMS)
        LEDGER.complete = True
    return claims()


def written_reason(claim: Claim) -> str:
    """Why a claim has no check: what would decide it, or the reason for its expected verdict."""
    return claim.decided_by or claim.reason or "no check and no written reason"


@dataclass(frozen=True)
class Observed:
    """What one check saw, or the error that ended it; it travels between processes.

    ``parts``: the seconds of each, where it was cut into them.
    """

    evidence: Evidence | None
    error: str
    seconds: float
    parts: tuple[float, ...] = ()


def observe(claim: Claim, check: Check, settings: Settings, doing: Doing | None = None) -> Observed:
    """Run one check; an exception in it becomes its error, Ctrl-C ends the run."""
    start = time.perf_counter()
    evidence, error = None, ""
    with strictly(), under_test(claim):
        try:
            evidence = check.function(replace(run_of(claim, check, settings), doing=doing))
        except Exception as raised:
            error = f"check {check.name} raised {described(raised)}"
    return Observed(evidence, error, time.perf_counter() - start)


def conclude(claim: Claim, settings: Settings, seen: Sequence[Observed]) -> Result:
    """The verdict from what each check of ``claim`` saw, in their order; its mutants."""
    start = time.perf_counter()
    trial = _Trial(claim, settings, seen)
    with strictly():
        judgement = trial.judge()
        mutants = trial.plant()
        constant = trial.attempt("the smallest constant", smallest_constant, claim, trial.evidence)
    return Result(
        claim=claim,
        settings=settings,
        checks=trial.checks,
        ran=tuple((check, *took) for check, _, took in trial.observed),
        judgement=_undecided_by(judgement, trial.errors),
        mutants=mutants,
        constant=constant,
        errors=tuple(trial.errors),
        seconds=sum(one.seconds for one in seen) + time.perf_counter() - start,
        lost=trial.lost,
    )


def run_claim(claim: Claim, settings: Settings) -> Result:
    """Run every check of ``claim`` here, one after the other, and conclude."""
    checks = checks_of(claim.id)
    return conclude(claim, settings, [observe(claim, check, settings) for check in checks])


def judge_again(
    claim: Claim, check: Check, settings: Settings, doing: Doing | None = None
) -> JudgedEvidence:
    """What one check says of its claim, alone and with its own random numbers.

    ``doing``: what is done with its parts, such as counting them.
    """
    with working_precision():
        run = replace(run_of(claim, check, settings), doing=doing)
        return judge_evidence(claim, check.function(run))


def verdict_of(claim: Claim, settings: Settings, seen: Sequence[Observed]) -> Judgement:
    """The verdict alone: no mutants, no constant."""
    trial = _Trial(claim, settings, seen)
    with strictly():
        return _undecided_by(trial.judge(), trial.errors)


def run_of(claim: Claim, check: Check, settings: Settings) -> Run:
    """What a check may depend on: its closed form, its address, its share of the false alarms."""
    address = Address(settings.seed) / claim.id / check.name
    alpha = settings.false_alarms / max(1, _sharing(claim)) / len(checks_of(claim.id))
    return Run(claim.closed_form, settings.effort, address, settings.device, alpha, settings.train)


def _sharing(claim: Claim) -> int:
    """How many claims share the budget of false alarms: all of our papers, run or not, or all of a
    paper from elsewhere. So a result does not depend on what else is run or loaded.
    """
    ours = claim.paper in PAPERS
    return sum(
        one.paper in PAPERS if ours else one.paper == claim.paper for one in claims().values()
    )


def _undecided_by(judgement: Judgement, errors: Sequence[str]) -> Judgement:
    """A claim whose run broke is undecided, whatever the rest of its evidence says."""
    if not errors:
        return judgement
    return replace(judgement, verdict=Verdict.UNDECIDED, why=errors[0], vacuous=False, proof=None)


class _Trial:
    """One claim before its checks: what was observed, and what broke on the way."""

    def __init__(self, claim: Claim, settings: Settings, seen: Sequence[Observed]) -> None:
        self.claim, self.settings = claim, settings
        self.checks = tuple(checks_of(claim.id))
        self.observed = [
            (check, one.evidence, (one.seconds, one.parts))
            for check, one in zip(self.checks, seen, strict=True)
            if one.evidence is not None
        ]
        self.errors = [one.error for one in seen if one.error]
        self.judged: list[JudgedEvidence] = []  # beside what was observed
        self.lost = ""

    @property
    def evidence(self) -> list[Evidence]:
        return [evidence for _, evidence, _ in self.observed]

    def attempt(self, what: str, action: Callable[P, T], *args: P.args, **by: P.kwargs) -> T | None:
        """Keep the run alive: an exception is written down as an error of this claim."""
        try:
            return action(*args, **by)
        except Exception as error:
            self.errors.append(f"{what} raised {described(error)}")
            return None

    def judge(self) -> Judgement:
        reading, claim = "reading the record of its proof", self.claim
        proof = self.attempt(reading, checked, claim)
        self.lost = self.attempt(reading, lost, claim) or ""
        if not self.checks and proof is None:
            return Judgement(Verdict.NOT_RUN, written_reason(self.claim), ())
        judged = [
            self.attempt(f"judging what check {check.name} saw", judge_evidence, self.claim, seen)
            for check, seen, _ in self.observed
        ]
        # what cannot be judged is not evidence
        self.observed = [o for o, j in zip(self.observed, judged, strict=True) if j is not None]
        self.judged = [j for j in judged if j is not None]
        judgement = self.attempt("judging", together, self.claim, self.judged, proof)
        if judgement is None:
            self.observed.clear()
            return Judgement(Verdict.UNDECIDED, "the evidence could not be judged", ())
        if judgement.verdict is Verdict.HOLDS and self.claim.expected is Verdict.PROVED:
            return replace(judgement, why=f"{judgement.why}; {self.lost or ARGUED}")
        return judgement

    def plant(self) -> tuple[MutantResult, ...]:
        if not self.checks or self.errors or any(one.pending for one in self.evidence):
            return ()  # after an error a survivor would say nothing of the checks
        return tuple(MutantResult(m.name, self._caught_by(m)) for m in self.claim.mutants)

    def _caught_by(self, mutant: Mutant) -> str | None:
        for (check, _, _), judged in zip(self.observed, self.judged, strict=True):
            what = f"mutant {mutant.name} in {check.name}"
            if self.attempt(what, self._catches, check, judged, mutant):
                return check.name
        return None

    def _catches(self, check: Check, judged: JudgedEvidence, mutant: Mutant) -> bool:
        """On the same cells; a check that decides as a whole is run again.

        What refutes the claim itself would refute every version of it, and catches none.
        """
        if catches(self.claim, judged, mutant.formula):
            return True
        if judged.evidence.decision in (None, Decision.CONTRADICTS):
            return False
        run = replace(run_of(self.claim, check, self.settings), formula=mutant.formula)
        return check.function(run).decision is Decision.CONTRADICTS
