"""``lemmata seeds``: the same claims at several seeds, and whether the verdicts agree.

Certificates and searches keep what they found at the first seed; what is sampled is sampled again.
With a larger budget of false alarms and little effort it shows the promised rate: in how many runs
any claim got a verdict against the expected one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated

import typer

from theory.ledger import Claim, Verdict
from verify import runner
from verify.commands.common import FAILED, Patterns, last_records, select, usable
from verify.commands.terminal import counting
from verify.machine.device import Device
from verify.registry import Effort
from verify.results.record import Record
from verify.runner import Result, Settings, run_claim, sample_again
from verify.verdicts.combining import acceptable

_CHANCE = 1e-3  # with which a run that keeps its budget would show so many alarms


def command(
    ids: Patterns = None,
    first: Annotated[int, typer.Option(min=0, help="The first seed.")] = 1,
    count: Annotated[int, typer.Option(min=1, help="How many seeds.")] = 5,
    effort: Annotated[Effort, typer.Option(help="As in lemmata run.")] = Effort.STANDARD,
    budget: Annotated[
        float, typer.Option(min=1e-12, max=0.5, help="Chance of a false alarm in a whole run.")
    ] = runner.FALSE_ALARM_BUDGET,
    device: Annotated[Device, typer.Option(help="Where tensors live.")] = Device.AUTO,
) -> int:
    """Run the claims that sample at several seeds and compare the verdicts.

    Writes nothing. With --budget 0.05 --effort smoke --count 100 at most about 5 runs may have a
    verdict against the expected one.
    """
    chosen = _sampled(select(runner.load(), ids), last_records())
    place = usable(device, effort)
    repeated = Repeated(range(first, first + count), budget)
    with counting() as bar:
        task = bar.add_task("", total=count * len(chosen))
        for seed in repeated.seeds:
            for claim in chosen:
                bar.update(task, description=f"seed {seed}, {claim.id}")
                repeated.add(claim, Settings(effort, seed, place, budget))
                bar.advance(task)
    for line in repeated.lines():
        print(line)
    # little effort may decide at some seeds and not at others
    differing = repeated.differing and Settings(effort).strict
    return FAILED if differing or repeated.too_many else 0


def _sampled(claims: Iterable[Claim], last: dict[str, Record]) -> list[Claim]:
    """The claims that sample, as far as the last results know; the rest do not depend on seeds."""
    return [
        claim
        for claim in claims
        if claim.id not in last
        or any(cell["interval"] for e in last[claim.id]["evidence"] for cell in e["cells"])
    ]


@dataclass
class Repeated:
    """What each claim got at each seed, each whole run under one ``budget`` of false alarms."""

    seeds: Sequence[int]
    budget: float
    verdicts: dict[str, list[Verdict]] = field(default_factory=dict)
    alarms: set[int] = field(default_factory=set)  # seeds with a verdict against the expected one
    first: dict[str, Result] = field(default_factory=dict)

    def add(self, claim: Claim, settings: Settings) -> None:
        if claim.id in self.first:
            found = sample_again(self.first[claim.id], settings)
        else:
            self.first[claim.id] = run_claim(claim, settings)
            found = self.first[claim.id].judgement
        self.verdicts.setdefault(claim.id, []).append(found.verdict)
        # samples that contradict a certificate leave the claim undecided: that is an alarm too
        if found.conflict or not acceptable(found.verdict, claim.expected, strict=False):
            self.alarms.add(settings.seed)

    @property
    def too_many(self) -> bool:
        """Whether a budget that is kept would hardly ever show so many runs with an alarm."""
        from scipy import stats

        tail = stats.binom.sf(len(self.alarms) - 1, len(self.seeds), self.budget)
        return bool(tail < _CHANCE)

    @property
    def differing(self) -> list[str]:
        return [name for name, found in self.verdicts.items() if len(set(found)) > 1]

    def lines(self) -> Iterable[str]:
        """One a claim: its verdict, or how often it got which; then what follows."""
        for name, found in self.verdicts.items():
            counts = Counter(found).most_common()
            told = [f"{v} {count}" if len(counts) > 1 else v for v, count in counts]
            yield f"{name:<38} {', '.join(told)}"
        runs = len(self.seeds)
        differ = f"differ for {', '.join(self.differing)}" if self.differing else "are the same"
        yield f"{len(self.verdicts)} claims at {runs} seeds: the verdicts {differ}"
        yield f"{len(self.alarms)} of {runs} runs have a verdict against the expected one"
        kept = "broken: more than chance allows" if self.too_many else "kept"
        yield f"the promise, a share of at most {self.budget:.2g}, is {kept}"
