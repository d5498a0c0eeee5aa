"""``lemmata run --seeds``: the same claims at several seeds, and whether the verdicts agree.

Exact checks and searches keep what they found at the first seed; what is sampled is sampled again.
With a larger budget of false alarms and little effort this measures the promised rate: the share of
runs in which any claim got a verdict against the expected one.
"""

import json
import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path

from lemmata.theory.ledger import Claim, Verdict
from lemmata.verify import runner
from lemmata.verify.commands.common import FAILED, carried_out, last_records, working
from lemmata.verify.commands.text.terminal import counting
from lemmata.verify.errors import Misuse
from lemmata.verify.registry import checks_of
from lemmata.verify.results import file as results
from lemmata.verify.results.identity import code
from lemmata.verify.results.record import Record, made
from lemmata.verify.results.schema import FALSE_ALARMS, FalseAlarms, read
from lemmata.verify.runner import Observed, Settings
from lemmata.verify.statistics.intervals import exact_interval
from lemmata.verify.verdicts.combining import acceptable
from lemmata.verify.work.pool import Job, Pool
from lemmata.verify.work.running import Task, judge_claim, run_check, tasks_of

_CHANCE = 1e-3  # with which a run that keeps its budget would show so many alarms
_SAVED_EVERY = 50  # verdicts
_NOTHING = "none of these claims samples: there is nothing that a seed could change"


def run_seeds(
    selected: Sequence[Claim],
    settings: Settings,
    count: int,
    *,
    named: bool,
    keep: bool,
    workers: int | None,
    scheduler: str | None,
) -> int:
    """Run the claims that sample at ``count`` seeds, print and save the verdicts; the exit code."""
    chosen = _sampled(selected, last_records())
    if not chosen:
        raise Misuse(_NOTHING)
    seeds = range(settings.seed, settings.seed + count)
    repeated = Repeated(seeds, settings, [claim.id for claim in chosen], named)
    repeated.load()
    them = working(workers, scheduler, count * len(chosen), settings)
    ended = carried_out(lambda: _carry_out(repeated, them))
    repeated.save()
    if not repeated.ids:
        raise Misuse(_NOTHING)
    for line in repeated.lines():
        print(line)
    if keep and not ended:  # a part would take the place of what a whole one had counted
        _keep(repeated)
    differing = repeated.differing and settings.strict  # little effort decides at some seeds
    return ended or (FAILED if differing or repeated.too_many else 0)


def _keep(repeated: "Repeated") -> None:
    """The count for the page, unless a larger one is kept."""
    path = results.PATH.with_name(FALSE_ALARMS)
    runs = read(path, FalseAlarms)["runs"] if path.exists() else 0
    if runs > len(repeated.whole):
        print(f"not kept: {path} counts {runs} runs; delete it to begin anew")
    else:
        results.write(path, repeated.summary(), FalseAlarms)


def _sampled(claims: Iterable[Claim], last: Mapping[str, Record]) -> list[Claim]:
    """The claims that sample, as far as the last results know; the rest do not depend on seeds."""
    return [
        claim
        for claim in claims
        if claim.id not in last
        or any(cell["samples"] for e in last[claim.id]["evidence"] for cell in e["cells"])
    ]


def _carry_out(repeated: "Repeated", workers: AbstractContextManager[Pool]) -> int:
    """Run what is missing; the exit code is 0 if the last of it was done."""
    with counting() as bar, workers as pool:
        task = bar.add_task("", total=None)
        for done, (claim_id, seed) in enumerate(repeated.add_all(pool), 1):
            text = f"{claim_id} at seed {seed}, {pool.size} workers"
            total = len(repeated.ids) * len(repeated.seeds)
            bar.update(task, completed=len(repeated), total=total, description=text)
            if done % _SAVED_EVERY == 0:
                repeated.save()
    return 0


@dataclass
class Repeated:
    """What each claim got at each seed, each whole run under one budget of false alarms.

    ``verdicts`` are by claim and seed: the verdict, and whether routes contradicted each other.
    """

    seeds: Sequence[int]
    settings: Settings
    ids: Sequence[str]
    named: bool = False  # not all claims that sample
    verdicts: dict[str, dict[int, tuple[str, bool]]] = field(default_factory=dict)

    def __len__(self) -> int:
        return sum(len(self._of(claim_id)) for claim_id in self.ids)

    def _of(self, claim_id: str) -> dict[int, tuple[str, bool]]:
        """What it got at the seeds that were asked for."""
        found = self.verdicts.get(claim_id, {})
        return {seed: found[seed] for seed in self.seeds if seed in found}

    @property
    def path(self) -> Path:
        s = self.settings
        name = f"{s.effort}-{s.device}-budget{s.false_alarms:g}-{code()}.json"
        return results.PATH.parent / "seeds" / name

    def load(self) -> None:
        """Beside what is known, what runs of the same code kept, before or meanwhile; a file that
        cannot be read is done again.
        """
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
            kept = {
                claim_id: {int(seed): (str(v), bool(c)) for seed, (v, c) in by_seed.items()}
                for claim_id, by_seed in found.items()
            }
        except (OSError, ValueError, AttributeError, TypeError):
            return
        for claim_id, by_seed in kept.items():
            self.verdicts[claim_id] = {**by_seed, **self.verdicts.get(claim_id, {})}

    def save(self) -> None:
        try:
            with results.locked(self.path.parent):  # two counts at once keep both
                self.load()
                results.write(self.path, self.verdicts, dict)
        except OSError as error:
            print(f"lemmata: cannot save {self.path}: {error.strerror}", file=sys.stderr)

    def add_all(self, pool: Pool) -> Iterator[tuple[str, int]]:
        """Each claim at each missing seed: first every check at the first, then what sampled.

        Seed by seed, so that what is kept of a run that was stopped are whole runs. A claim that
        turns out to sample nothing is let go: no seed could change it.
        """
        missing = {i: [s for s in self.seeds if s not in self._of(i)] for i in self.ids}
        trials = {
            claim_id: _ClaimAtSeeds(claim_id, replace(self.settings, seed=seeds[0]), seeds[1:])
            for claim_id, seeds in missing.items()
            if seeds
        }
        yield from self._done(pool, trials, [j for t in trials.values() for j in t.first_jobs()])
        self.ids = [i for i in self.ids if i not in trials or trials[i].samples]
        again = [job for i in self.ids if i in trials for job in trials[i].other_jobs()]
        yield from self._done(
            pool, trials, sorted(again, key=lambda job: int(job.name.settings.seed))
        )

    def _done(
        self, pool: Pool, trials: "dict[str, _ClaimAtSeeds]", checks: Iterable[Job]
    ) -> Iterator[tuple[str, int]]:
        """What the checks let one say of each claim and seed, as soon as they do."""
        jobs = deque(checks)
        for job, result in pool.results(jobs):
            if isinstance(job.name, Task):
                jobs.extendleft(trials[job.name.claim_id].took(job.name, result))
            else:
                claim_id, seed = job.name
                self.verdicts.setdefault(claim_id, {})[seed] = result
                yield claim_id, seed

    @property
    def alarms(self) -> set[int]:
        """The seeds with a verdict against the expected one.

        Samples that contradict a proof leave the claim undecided: that is an alarm too.
        """
        known = runner.load()
        return {
            seed
            for claim_id in self.ids
            for seed, (verdict, conflict) in self._of(claim_id).items()
            if conflict or not acceptable(Verdict(verdict), known[claim_id].expected, strict=False)
        }

    @property
    def whole(self) -> set[int]:
        """Seeds at which every claim has been run."""
        return {seed for seed in self.seeds if all(seed in self._of(i) for i in self.ids)}

    @property
    def too_many(self) -> bool:
        """Whether a budget that is kept would hardly ever show so many runs with an alarm."""
        from scipy import stats

        runs = max(len(self.whole), len(self.alarms))
        tail = stats.binom.sf(len(self.alarms) - 1, runs, self.settings.false_alarms)
        return bool(tail < _CHANCE)

    @property
    def differing(self) -> list[str]:
        return [i for i in self.ids if len({v for v, _ in self._of(i).values()}) > 1]

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
            "interval": list(exact_interval(alarms, len(whole))),
            "code": code(),
            "time": made(s)["time"],
        }

    def lines(self) -> Iterable[str]:
        """One a claim: its verdict, or how often it got which; then what follows."""
        for claim_id in self.ids:
            counts = Counter(verdict for verdict, _ in self._of(claim_id).values()).most_common()
            told = [f"{v} {count}" if len(counts) > 1 else v for v, count in counts]
            yield f"{claim_id:<38} {', '.join(told) or 'not run'}"
        whole, found = self.whole, self.alarms
        runs, alarms, others = len(whole), len(found & whole), found - whole
        more = f", and {len(others)} that were not finished" if others else ""
        differ = f"differ for {', '.join(self.differing)}" if self.differing else "are the same"
        yield f"{len(self.ids)} claims at {runs} seeds: the verdicts {differ}"
        yield f"{alarms} of {runs} runs have a verdict against the expected one{more}"
        if not runs:
            yield "nothing was run: nothing is known of the promise"
            return
        share = "so the share of such runs lies in [{:.2g}, {:.2g}] at 99 % (Clopper-Pearson)"
        yield share.format(*exact_interval(alarms, runs))
        kept = "broken: more than chance allows" if self.too_many else "kept"
        yield f"the promise, a share of at most {self.settings.false_alarms:.2g}, is {kept}"


class _ClaimAtSeeds:
    """One claim on its way through the seeds."""

    def __init__(self, claim_id: str, settings: Settings, others: Sequence[int]) -> None:
        self.claim_id, self.settings, self.others = claim_id, settings, others
        self.seen: dict[int, dict[int, Observed]] = {}  # by seed and check

    def first_jobs(self) -> list[Job]:
        return [Job(task, run_check, (task,)) for task in tasks_of(self.claim_id, self.settings)]

    @property
    def samples(self) -> bool:
        return any(map(sampled, self.seen.get(self.settings.seed, {}).values()))

    def other_jobs(self) -> Iterator[Job]:
        """What sampled at the first seed, at the others; the rest is known from there."""
        seen = self.seen.pop(self.settings.seed, {})
        again = [k for k, one in seen.items() if sampled(one)]
        for other in self.others:
            self.seen[other] = {k: one for k, one in seen.items() if k not in again}
            tasks = [Task(self.claim_id, k, replace(self.settings, seed=other)) for k in again]
            yield from (Job(task, run_check, (task,)) for task in tasks)

    def took(self, task: Task, result: Observed) -> Iterator[Job]:
        """The judgement, once every check has been run at a seed."""
        seed = task.settings.seed
        seen = self.seen.setdefault(seed, {})
        seen[task.check] = result
        if len(seen) == len(checks_of(self.claim_id)):
            yield self._judged(seed, seen)
            if seed != self.settings.seed:
                del self.seen[seed]

    def _judged(self, seed: int, seen: dict[int, Observed]) -> Job:
        settings = replace(self.settings, seed=seed)
        given = self.claim_id, settings, [seen[k] for k in sorted(seen)]
        return Job((self.claim_id, seed), judge_claim, given)


def sampled(one: Observed) -> bool:
    """Whether another seed would have let the check see something else."""
    return one.evidence is not None and any(c.samples for c in one.evidence.cells)
