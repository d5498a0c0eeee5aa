"""The few sentences at the top of the page, made from the results and from nothing else."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from lemmata.reports.claims import PageClaim, has_grade
from lemmata.reports.formatting import approximate, number, plural, rank, shorten
from lemmata.reports.maps.uses import dependents
from lemmata.reports.witnesses.worst_case import witness

MOST = 4
MOST_OF_A_SORT = 2
USED_UP = 1 - 1e-6  # of the bound
LOOSE = 0.5
SLIGHT = 10  # what a refutation that leaves the result standing has less weight
GOOD = ("proved", "holds")
RANKS = ("theorem", "corollary", "lemma", "table")


@dataclass(frozen=True)
class Finding:
    """A sentence about one claim, or about several; ``ids`` are the claims that it ends with."""

    sort: str
    weight: float
    text: str
    claim: PageClaim | None = None
    ids: tuple[str, ...] = ()


def findings(claims: list[PageClaim]) -> list[Finding]:
    """The most surprising findings, no more than two of a sort."""
    chosen: list[Finding] = []
    for finding in sorted(_all(claims), key=lambda f: -f.weight):
        if sum(other.sort == finding.sort for other in chosen) < MOST_OF_A_SORT:
            chosen.append(finding)
    return chosen[:MOST]


def unexpected(claim: PageClaim) -> bool:
    """Whether the verdict is the opposite of the one the ledger expects."""
    both = {claim["verdict"], claim["expected"]}
    return "refuted" in both and not both.isdisjoint(GOOD)


def _all(claims: list[PageClaim]) -> Iterator[Finding]:
    falls = dependents({claim["id"]: claim["uses"] for claim in claims})
    refuted = {claim["id"] for claim in claims if claim["verdict"] == "refuted"}
    for claim in claims:
        inherits = not refuted.isdisjoint(claim["uses"])  # no surprise once the other is known
        standing = 0.0 if inherits else _standing(claim, len(falls[claim["id"]]))
        yield from _of_one(claim, standing)
    resting = {i for claim_id in refuted for i in falls[claim_id]} - refuted
    if resting:  # they lose their printed proof
        uses = "uses" if len(resting) == 1 else "use"
        text = f"{plural(len(resting), 'further statement')} {uses} a refuted one:"
        yield Finding("resting", 45, text, ids=tuple(sorted(resting)))
    yield from _together(claims)


def _of_one(claim: PageClaim, standing: float) -> Iterator[Finding]:
    if claim["conflict"]:
        yield Finding("conflict", 110, "independent routes contradict each other", claim)
    if astonishing := unexpected(claim):
        text = f"the verdict is {claim['verdict']} where {claim['expected']} was expected"
        yield Finding("unexpected", 100, text, claim)
    elif claim["verdict"] == "refuted":
        repair = (claim["repair"],) if claim["repair"] else ()
        ending = "; the nearest true statement is" if repair else ""
        weight = 50 + standing - (SLIGHT if claim["grade"] in ("edge", "step", "reading") else 0)
        yield Finding("refuted", weight, _refutation(claim) + ending, claim, repair)
    if claim["failures"] and not claim["conflict"] and not astonishing:
        text = f"it fails the run: {shorten(claim['failures'][0])}"
        yield Finding("failure", 60, text, claim)
    if survivors := [mutant["name"] for mutant in claim["mutants"] if not mutant["caught_by"]]:
        text = f"a mutant passes every check: {shorten(survivors[0])}"
        yield Finding("survivor", 90, text, claim)
    used = approximate(claim["tightness"])
    if claim["verdict"] in GOOD and used is not None and 0 < used < LOOSE:
        share = f"{100 * used:.2g} %"
        text = "it holds" if claim["verdict"] == "holds" else "it is proved"
        text += f", with room to spare: nothing tried uses more than {share} of the bound"
        yield Finding("loose", 20 - math.log10(used), text, claim)


def _standing(claim: PageClaim, users: int) -> float:
    """How much a paper rests on a claim: what it is called, then how many others use it."""
    name = claim["id"].partition(":")[2].partition("-")[0]
    return 2 * (len(RANKS) - rank(name, RANKS)) + users / (1 + users)


def _refutation(claim: PageClaim) -> str:
    """What the witness says, in words."""
    text = f"false as stated ({claim['grade']})" if has_grade(claim) else "false as stated"
    if found := witness(claim):
        text += f": {found.sides}" if found.sides else ""
        text += f" ({found.place})" if found.place else ""
    explained = claim["expected"] == "refuted" and claim["reason"]
    return f"{text}. Why: {claim['reason'].rstrip('.')}" if explained else text


def _together(claims: list[PageClaim]) -> Iterator[Finding]:
    if vacuous := tuple(claim["id"] for claim in claims if claim["vacuous"]):
        says = "says" if len(vacuous) == 1 else "say"
        text = f"{plural(len(vacuous), 'bound')} {says} nothing at practical sizes, being beyond a"
        yield Finding("vacuous", 48, f"{text} trivial one:", ids=vacuous)
    standing = [claim for claim in claims if claim["verdict"] in GOOD]
    tested = [u for c in standing if (u := approximate(c["tightness"])) is not None and u <= 1]
    if used_up := sum(used >= USED_UP for used in tested):
        # not that no smaller constant would do: it may play no part where they meet
        text = f"of {used_up} of the {plural(len(tested), 'bound')} that stand both sides meet"
        yield Finding("used up", 15, f"{text} somewhere, to a millionth")
    laws = [claim for claim in claims if claim["tightness"] is None]
    if powers := [p for law in laws if (p := approximate(law["power"])) is not None]:
        text = f"{plural(len(powers), 'exact law')} would have shown a relative error of"
        yield Finding("power", 10, f"{text} {number(max(powers))}")
