"""Attacks on the proofs: a proof must not serve another statement than its own.

The record of a claim is changed: its closed form to one of its mutants, each false at a point that
the record declares; the right side to the stronger side by a thousandth; an exponent by one; a
hypothesis dropped. The statement is generated again, and the proof is compiled against it. A mutant
that is accepted is a false theorem. What else is accepted is a theorem too, and is said.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from lemmata.theory.ledger import Claim, Kind, claims
from lemmata.theory.rocq.statement import identifier, module, statement
from lemmata.verify.rocq.driver import BUILD, coqc, prove
from lemmata.verify.rocq.record import place, proof_file

SLACK = Fraction(1, 1000)


@dataclass(frozen=True)
class Attack:
    """A changed statement of a claim; ``false`` if a point is known where it fails.

    The ``control`` is the statement as it is: a proof that does not serve it fails for another
    reason than the change.
    """

    claim: Claim
    name: str
    statement: str
    false: bool = False
    control: bool = False


def attacks(claim: Claim) -> Iterator[Attack]:
    """Every change of the record of a claim that changes its statement, after the control.

    A mutant that cannot be said in Rocq, or says the same there, has an empty statement.
    """
    own = statement(claim)
    yield Attack(claim, "as it is", own, control=True)
    for mutant in _mutants(claim):
        yield mutant if mutant.statement != own else replace(mutant, statement="")
    for attack in (*_slack(claim), *_hypotheses(claim), *_exponents(claim, own)):
        if attack.statement and attack.statement != own:
            yield attack


def _mutants(claim: Claim) -> Iterator[Attack]:
    for mutant in claim.mutants:
        given = mutant.formula
        formula = given if callable(given) else functools.partial(_formula(claim), **given)
        text = _stated(replace(claim, formula=formula))
        yield Attack(claim, f"mutant: {mutant.name}", text, false=True)


def _slack(claim: Claim) -> Iterator[Attack]:
    sign = 1 if claim.kind is Kind.LOWER_BOUND else -1

    @functools.wraps(_formula(claim))  # a claim asks its closed form for its arguments
    def stronger(**arguments: Any) -> Any:
        found = _formula(claim)(**arguments)
        return (
            [v + sign * SLACK for v in found] if isinstance(found, list) else found + sign * SLACK
        )

    yield Attack(
        claim, f"the right side stronger by {SLACK}", _stated(replace(claim, formula=stronger))
    )


def _hypotheses(claim: Claim) -> Iterator[Attack]:
    for dropped in claim.hypotheses:
        rest = [h for h in claim.hypotheses if h is not dropped]
        text = _stated(replace(claim, hypotheses=rest))
        yield Attack(claim, f"without the hypothesis {dropped.name!r}", text)


def _exponents(claim: Claim, own: str) -> Iterator[Attack]:
    for found in re.finditer(r"\^ (\d+)", own):
        changed = f"{own[: found.start(1)]}{int(found[1]) + 1}{own[found.end(1) :]}"
        yield Attack(claim, f"exponent {found[1]} to {int(found[1]) + 1}", changed)


def _formula(claim: Claim) -> Callable[..., Any]:
    assert claim.formula is not None
    return claim.formula


def _stated(changed: Claim) -> str:
    """The statement of a changed record; empty where it cannot be said in Rocq."""
    try:
        return statement(changed)
    except (TypeError, ValueError, AttributeError, IndexError, KeyError):
        return ""


def run(
    chosen: Iterable[Claim], workers: int, tell: Callable[[str], None], build: Path = BUILD
) -> Iterator[tuple[Attack, bool]]:
    """Every attack that can be said on the chosen claims, with whether the proof served it."""
    wanted = list(chosen)
    accepted = {o.claim.id for o in prove(wanted, workers, tell, build) if o.claim and not o.error}
    made = (attack for c in wanted if c.id in accepted for attack in attacks(c))
    waiting = [attack for attack in made if attack.statement]
    with ThreadPoolExecutor(workers) as pool:
        futures = {
            pool.submit(serves, attack, build / "attacks" / str(number), build): attack
            for number, attack in enumerate(waiting)
        }
        for future in as_completed(futures):
            yield futures[future], future.result()


def serves(attack: Attack, folder: Path, build: Path = BUILD) -> bool:
    """Whether the proof of the claim is accepted for the changed statement."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(build / "statements", folder / "statements", copy_function=os.link)
    file = place(attack.claim).with_suffix(".v")
    changed = folder / "statements" / file
    for suffix in (".v", ".vo", ".vok", ".vos", ".glob"):
        changed.with_suffix(suffix).unlink(missing_ok=True)
    changed.write_text(_module(attack), encoding="utf-8")
    (folder / "proof.v").write_text(_until(attack.claim), encoding="utf-8")
    paths = {"statements": folder / "statements", **{f: build / f for f in ("theory", "verify")}}
    stated = coqc(folder, Path("statements") / file, paths)
    served = stated.returncode == 0 and coqc(folder, Path("proof.v"), paths).returncode == 0
    shutil.rmtree(folder, ignore_errors=True)
    return served


def _module(attack: Attack) -> str:
    """The module of statements in which the claim's own is changed."""
    own = [c for c in claims().values() if c.file == attack.claim.file and c.formal is not None]
    text = module(own, attack.claim.file)
    assert text.count(statement(attack.claim)) == 1
    return text.replace(statement(attack.claim), attack.statement)


def _until(claim: Claim) -> str:
    """The proof file up to the end of the claim's theorem; what comes after may rest on it."""
    text = proof_file(claim).read_text(encoding="utf-8")
    begun = re.search(rf"^Theorem {identifier(claim.id)}\b", text, re.M)
    assert begun is not None
    end = text.index("Qed.", begun.start()) + len("Qed.")
    return text[:end] + "\n"
