"""Every proof is attacked: wrong versions of it are planted, and all must be rejected.

One call of a rule is changed (``changes``) through the hook ``Session._given`` and the rest of the
script goes on with what that gives; or the claim is changed and the proof is left as it is: each
constant, exponent, threshold and hypothesis of its statement, its witness C to 1/C, and its
mutants. A closed form has no copy that could be changed with it: the last theorem is compared with
the closed form itself, and a step that restates it is checked like any other.

A wrong version is caught where a step is rejected or the last theorem is not the claim. Else the
claim is proved nevertheless. Where the changed step says or assumes something else, this is no
fault: the kernel checked it as it is then, found it true, and it was enough; so is a claim that
assumes less than it does and is proved by the same theorem, and another premise in place of one
that is missed where it is left out. That is counted apart, as ``also_proved``. All else survives: a
premise without which the step is the same theorem, a box larger than needed, a closed form that may
be changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from theory.expressions.formal import Formal, Statement
from theory.ledger import LEDGER, Claim, get
from verify.kernel.attacking.changes import Change, changes, of_statement
from verify.kernel.proof import (
    Proof,
    Script,
    checked_of,
    formal_of,
    is_claim,
    statements,
    steps,
)
from verify.kernel.theorem import RULES, Call, Rejected, Theorem

SAMPLE = 8  # of a proof, in a run; `lemmata attack` plants every one, and their counts are kept


@dataclass(frozen=True)
class Ending:
    """What became of a wrong version: at which step, and whether the claim was still proved."""

    proved: bool
    step: str
    why: str
    changed: bool = False  # whether the step came to show or to assume something else
    shows_else: bool = False


@dataclass(frozen=True)
class Attack:
    """A wrong version of a proof; ``what`` names the step and says what is wrong."""

    what: str
    kind: str
    outcome: Callable[[], Ending]


@dataclass(frozen=True)
class Attacks:
    """What became of all wrong versions of a proof."""

    planted: int
    caught: int
    also_proved: tuple[str, ...] = ()
    survivors: tuple[str, ...] = ()


@dataclass
class _Tape:
    """The calls of an unchanged proof, their theorems, and where it ended."""

    claim: Claim
    script: Script
    last: tuple[Theorem, ...]
    session: Proof

    @property
    def calls(self) -> list[Call]:
        return self.session.history

    @cached_property
    def known(self) -> dict[Any, Theorem]:
        """By what was called; the first where it was called twice."""
        return {_key(c.rule, c.args, c.kwargs): c.made for c in reversed(self.calls)}


class _Replayed(Proof):
    """A proof in which one call is changed; what does not depend on it is not computed again."""

    def __init__(self, tape: _Tape, target: int, change: Change) -> None:
        super().__init__()
        self.tape, self.target, self.change = tape, target, change
        self.place = -1
        self.made: Theorem | None = None  # at the changed call
        self._record = dict(tape.session._record)

    def _given(self, rule: str, args: Any, kwargs: Any) -> tuple[Any, Any]:
        if self.place == self.target:
            return self.change.args, dict(self.change.kwargs)
        return args, kwargs

    def called(self, rule: str, args: Any, kwargs: Any) -> Theorem:
        self.place += 1
        place = self.place
        if place < self.target:
            return self.tape.calls[place].made
        if place > self.target:
            found = self.tape.known.get(_key(rule, args, kwargs))
            if found is not None:
                return found
        made: Theorem = getattr(Proof, rule)(self, *args, **kwargs)
        if place == self.target:
            self.made = made
        return made


def _method(rule: str) -> Any:
    return lambda self, *args, **kwargs: self.called(rule, args, kwargs)


for _rule in RULES:
    setattr(_Replayed, _rule, _method(_rule))


def _key(rule: str, args: Any, kwargs: Any) -> Any:
    def frozen(value: Any) -> Any:
        if isinstance(value, Theorem):
            return Theorem, id(value)
        if isinstance(value, dict):
            return tuple((frozen(k), frozen(v)) for k, v in value.items())
        return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value

    return rule, frozen(args), frozen(kwargs)


def _ended(session: Proof, script: Script) -> tuple[Theorem, ...]:
    result = script(session)
    return (result,) if isinstance(result, Theorem) else tuple(result)


def _taped(claim: Claim, script: Script) -> _Tape:
    """A proof that was found right is not run again: its session has what it called."""
    written = LEDGER.proofs.get(claim.id)
    if written is not None and written.script is script:
        found = checked_of(claim.id)
        if found.session is not None:
            return _Tape(claim, script, found.theorems, found.session)
    session = Proof()
    return _Tape(claim, script, _ended(session, script), session)


def _not_the_claim(last: Sequence[Theorem], stated: Sequence[Statement]) -> tuple[str, str]:
    """Which of the last theorems is not the claim, and why."""
    if len(last) != len(stated):
        return "the claim", f"{len(last)} theorems for {len(stated)} statements"
    found = ((one.name, is_claim(one, says)) for one, says in zip(last, stated, strict=True))
    return next(((name, why) for name, why in found if why), ("", ""))


def _with_step(tape: _Tape, target: int, change: Change) -> Ending:
    """A proof with one call changed."""
    session = _Replayed(tape, target, change)
    try:
        last = _ended(session, tape.script)
        step, why = _not_the_claim(last, statements(tape.claim))
    except Rejected as error:
        return Ending(False, error.step, error.why)
    except Exception as error:  # the script, or a term, cannot be written then
        return Ending(False, "the script", f"{type(error).__name__}: {error}")
    old = tape.calls[target].made
    new = session.made
    if new is None:
        return Ending(not why, step, why)
    shows_else = new.shows != old.shows
    return Ending(not why, step, why, shows_else or new.assumes != old.assumes, shows_else)


def _with_claim(tape: _Tape, stated: Sequence[Statement]) -> Ending:
    """A proof beside a changed claim."""
    step, why = _not_the_claim(tape.last, stated)
    return Ending(not why, step, why, changed=stated != statements(tape.claim))


# -- which wrong versions there are


def attacks_on(claim: Claim, script: Script) -> list[Attack]:
    """Every wrong version of a proof, in its order."""
    tape = _taped(claim, script)
    return [*_on_steps(tape), *_on_statements(tape), *_on_closed_forms(tape)]


def _on_steps(tape: _Tape) -> Iterator[Attack]:
    earlier: list[Theorem] = []
    used = set(map(id, steps(tape.last)))
    for place, call in enumerate(tape.calls):
        if id(call.made) not in used:
            continue  # the claim does not rest on it
        says = f"step {call.made.name or call.rule!r} ({call.made.shows})"
        others = [one for one in earlier if one.shows != call.made.shows]  # it would say the same
        for change in changes(call.rule, call.args, call.kwargs, others):
            outcome = partial(_with_step, tape, place, change)
            yield Attack(f"{says}: {change.what}", change.kind, outcome)
        earlier.append(call.made)


def _on_statements(tape: _Tape) -> Iterator[Attack]:
    own = statements(tape.claim)
    for k, stated in enumerate(own):
        assumed = sorted(stated.assumes, key=str)
        for what, shows, assumes in of_statement(stated.shows, assumed):
            changed = Statement(frozenset(assumes), shows)
            outcome = partial(_with_claim, tape, [*own[:k], changed, *own[k + 1 :]])
            kind = "claim" if shows != stated.shows else "hypothesis"
            yield Attack(what, kind, outcome)


def _on_closed_forms(tape: _Tape) -> Iterator[Attack]:
    claim = tape.claim
    for mutant in claim.mutants:
        try:
            stated = statements(claim, mutant.formula)
        except Exception:
            continue
        yield Attack(f"the mutant {mutant.name}", "claim", partial(_with_claim, tape, stated))
    formals = list(formal_of(claim))
    for k, formal in enumerate(formals):
        for name, value in formal.witness.items():
            for new in {1 / value, value * 999 / 1000, value * 1001 / 1000} - {value}:
                other = replace(formal, witness={**formal.witness, name: new})
                stated = _stated(claim, [*formals[:k], other, *formals[k + 1 :]])
                what = f"the claim has {name} = {new}"
                yield Attack(what, "claim", partial(_with_claim, tape, stated))


def _stated(claim: Claim, formals: Sequence[Formal]) -> list[Statement]:
    return statements(replace(claim, formal=list(formals)))


# -- what became of them


def attacked(
    claim_id: str,
    sample: int | None = SAMPLE,
    tell: Callable[[int, int], None] = lambda done, whole: None,
) -> Attacks:
    """Attack the proof of a claim: with all wrong versions, or with a fixed sample of them.

    ``tell`` is told how many of them are done.
    """
    chosen = attacks_on(get(claim_id), LEDGER.proofs[claim_id].script)
    if sample is not None:
        chosen = sorted(chosen, key=lambda one: _hash(claim_id + one.what))[:sample]
    planted = 0
    also: list[str] = []
    survivors: list[str] = []
    for done, one in enumerate(chosen):
        tell(done, len(chosen))
        found = one.outcome()
        if one.kind in ("hypothesis", "threshold") and found.proved and not found.changed:
            continue  # the same theorem, as a premise assumes it too: no wrong version
        planted += 1
        if found.proved:
            (also if _fine(one.kind, found) else survivors).append(one.what)
    caught = planted - len(also) - len(survivors)
    return Attacks(planted, caught, tuple(also), tuple(survivors))


def _fine(kind: str, found: Ending) -> bool:
    """Whether a claim that is still proved is no fault."""
    fine = {"box": False, "claim": False, "needed": found.shows_else, "another": True}
    return fine.get(kind, found.changed)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
