"""``lemmata run --seeds``: the same claims at several seeds, and whether the verdicts agree.

Exact checks and searches are run at the first seed alone; what is sampled is sampled again.
With a larger budget of false alarms and little effort this measures the promised rate: the share of
runs in which any claim got a verdict against the expected one.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cache

from lemmata.theory.ledger import Claim
from lemmata.verify import runner
from lemmata.verify.commands.common import FAILED, exit_code, last_records
from lemmata.verify.commands.run import follow, task_files
from lemmata.verify.errors import Misuse
from lemmata.verify.results import file as results
from lemmata.verify.results.identity import code
from lemmata.verify.results.record import provenance
from lemmata.verify.results.schema import FALSE_ALARMS, FalseAlarms, read
from lemmata.verify.runner import Observed, Settings
from lemmata.verify.statistics.intervals import exact_interval
from lemmata.verify.verdicts.combining import acceptable
from lemmata.verify.work.pool import Pool
from lemmata.verify.work.running import (
    Part,
    Running,
    SeedVerdict,
    Task,
    TaskFiles,
    costs_from,
    judge_claim,
    tasks_of,
)

ENDS = 0.01  # how often the interval of a share misses it
_CHANCE = 1e-3  # with which a run that keeps its budget would show so many alarms


class SharedTaskFiles(TaskFiles):
    """Gives every seed what a check that does not sample saw at the first."""

    def __init__(self, first: Settings) -> None:
        super().__init__(task_files().root)
        self.first = first
        self.at_first = cache(super().get)

    def get(self, task: Task) -> Observed | Part | None:
        if task.settings == self.first:
            return super().get(task)
        found = self.at_first(replace(task, settings=self.first))
        return found if isinstance(found, Observed) and not samples(found) else super().get(task)

    def sampled(self, claim_id: str) -> bool:
        """Whether another seed could change the verdict: a check samples, or it broke."""
        found = [self.at_first(task) for task in tasks_of(claim_id, self.first)]
        return any(not isinstance(one, Observed) or samples(one) for one in found)


def samples(seen: Observed) -> bool:
    return seen.evidence is not None and any(cell.samples for cell in seen.evidence.cells)


class SeedsRun:
    """The verdicts on claims at several seeds, each whole run under one budget of false alarms."""

    def __init__(
        self,
        selected: Sequence[Claim],
        settings: Settings,
        seeds: Sequence[int],
        *,
        named: bool = False,  # not all claims that sample
        keep: bool = False,
    ) -> None:
        self.settings, self.seeds, self.named, self.keep = settings, seeds, named, keep
        self.ids = [claim.id for claim in selected]
        self.verdicts: dict[str, dict[int, SeedVerdict]] = {}  # by claim and seed
        self.tasks = len(seeds) * len(selected)

    def carry_out(self, workers: AbstractContextManager[Pool]) -> int:
        """Run what is missing, print the verdicts, keep the count if asked to; the exit code."""
        ended = exit_code(lambda: self.run(workers))
        if not self.ids:
            task_files().clear(self.settings)
            raise Misuse("none of these claims samples: there is nothing that a seed could change")
        for line in self.lines():
            print(line)
        if not ended:  # else a part would replace a whole count
            for seed in self.seeds:
                task_files().clear(replace(self.settings, seed=seed))
            if self.keep:
                self._keep()
        differing = self.differing and self.settings.strict  # little effort decides at some seeds
        return ended or (FAILED if differing or self.too_many else 0)

    def run(self, workers: AbstractContextManager[Pool]) -> int:
        """Every check at the first seed, then what samples at the others, seed by seed.

        So a count that was stopped has whole runs. A claim that samples nothing is dropped.
        """
        shared, cost = SharedTaskFiles(self.settings), costs_from(last_records())
        with workers as pool:
            for seeds in (self.seeds[:1], self.seeds[1:]):
                claims = [runner.load()[claim_id] for claim_id in self.ids]
                running = Running(claims, self.settings, shared, cost, seeds, judge_claim)
                for found in follow(running, pool):
                    self.verdicts.setdefault(found.claim_id, {})[found.seed] = found
                self.ids = [claim_id for claim_id in self.ids if shared.sampled(claim_id)]
        return 0

    def _keep(self) -> None:
        """The count for the page, unless a larger one is kept."""
        path = results.PATH.with_name(FALSE_ALARMS)
        runs = read(path, FalseAlarms)["runs"] if path.exists() else 0
        if runs > len(self.whole):
            print(f"not kept: {path} counts {runs} runs; delete it to begin anew")
        else:
            results.write(path, self.summary(), FalseAlarms)

    def _of(self, claim_id: str) -> Iterable[SeedVerdict]:
        return self.verdicts.get(claim_id, {}).values()

    @property
    def alarms(self) -> set[int]:
        """The seeds with a verdict against the expected one.

        Samples that contradict a proof leave the claim undecided: that is an alarm too.
        """
        known = runner.load()
        return {
            one.seed
            for claim_id in self.ids
            for one in self._of(claim_id)
            if one.conflict or not acceptable(one.verdict, known[claim_id].expected, strict=False)
        }

    @property
    def whole(self) -> set[int]:
        """Seeds at which every claim has been run."""
        return set(self.seeds).intersection(*(self.verdicts.get(i, {}) for i in self.ids))

    @property
    def too_many(self) -> bool:
        """Whether a budget that is kept would hardly ever show so many runs with an alarm."""
        from scipy import stats

        runs = max(len(self.whole), len(self.alarms))
        tail = stats.binom.sf(len(self.alarms) - 1, runs, self.settings.false_alarms)
        return bool(tail < _CHANCE)

    @property
    def differing(self) -> list[str]:
        return [i for i in self.ids if len({one.verdict for one in self._of(i)}) > 1]

    def summary(self) -> FalseAlarms:
        """What the page shows, of the seeds at which every claim has been run."""
        whole, alarms, s = self.whole, len(self.alarms & self.whole), self.settings
        which = f"{'IDS ' if self.named else ''}--seeds {len(self.seeds)} --seed {self.seeds[0]}"
        how = f"--effort {s.effort} --budget {s.false_alarms:g} --keep"
        return {
            "command": f"lemmata run {which} {how}",
            "claims": len(self.ids),
            "runs": len(whole),
            "alarms": alarms,
            "budget": s.false_alarms,
            "interval": list(exact_interval(alarms, len(whole), ENDS)),
            "code": code(),
            "time": provenance(s)["time"],
        }

    def lines(self) -> Iterable[str]:
        """One a claim: its verdict, or how often it got which; then what follows."""
        for claim_id in self.ids:
            counts = Counter(str(one.verdict) for one in self._of(claim_id)).most_common()
            texts = [f"{v} {count}" if len(counts) > 1 else v for v, count in counts]
            yield f"{claim_id:<38} {', '.join(texts) or 'not run'}"
        whole, found = self.whole, self.alarms
        runs, alarms, others = len(whole), len(found & whole), found - whole
        more = f", and {len(others)} that were not finished" if others else ""
        differ = f"differ for {', '.join(self.differing)}" if self.differing else "are the same"
        claims = f"{len(self.ids)} claim{'s' * (len(self.ids) > 1)}"
        yield f"{claims} at {runs} seed{'s' * (runs != 1)}: the verdicts {differ}"
        yield f"{alarms} of {runs} runs have a verdict against the expected one{more}"
        if not runs:
            yield "nothing was run: nothing is known of the promise"
            return
        share = "so the share of such runs lies in [{:.2g}, {:.2g}] at 99 % (Clopper-Pearson)"
        yield share.format(*exact_interval(alarms, runs, ENDS))
        yield self._of_the_promise(runs, alarms)

    def _of_the_promise(self, runs: int, alarms: int) -> str:
        """What so many runs show of it: no more than their interval."""
        budget = self.settings.false_alarms
        promise = f"the promise, a share of at most {budget:.2g}, is"
        if self.too_many:
            return f"{promise} broken: more than chance allows"
        if exact_interval(alarms, runs, ENDS)[1] <= budget:
            return f"{promise} kept"
        wanted = math.ceil(math.log(ENDS / 2) / math.log1p(-budget))
        return f"{promise} not contradicted; to show it takes {wanted:,} runs without an alarm"
