"""The verdict of a claim in a sentence: how it was reached, and how much it says."""

from lemmata.reports.claims import GOOD, GRADES, PageClaim, has_grade
from lemmata.reports.formatting import approximate, number
from lemmata.reports.story.headings import OURS

LOOSE = 0.5  # of a bound: less is used of a loose one


def decision(claim: PageClaim) -> str:
    """What the verdict rests on."""
    match claim["verdict"]:
        case "proved":
            return _proved(claim)
        case "holds":
            return _holds(claim)
        case "refuted":
            meaning = GRADES[claim["grade"] or ""] if has_grade(claim) else "false as it is printed"
            return f"{meaning[0].upper()}{meaning[1:]}."
        case "undecided":
            return f"It was run, and the evidence does not decide: {claim['why']}."
        case _:
            return "Nobody has run it."


def _proved(claim: PageClaim) -> str:
    proof = claim["proof"]
    if proof is None:
        return ""
    textbook = proof["axioms"]["textbook"]
    trusted = ["axioms of logic"] * bool(proof["axioms"]["logical"])
    trusted += [f"the textbook theorem {', '.join(textbook)}"] * bool(textbook)
    rests = f"nothing but {' and '.join(trusted)}" if trusted else "no axiom"
    return f"{proof['checked']['by']} accepted a proof; it rests on {rests}."


def _holds(claim: PageClaim) -> str:
    """Every check agrees; a bound by how much of it is used, a law by what was excluded."""
    power, used = approximate(claim["power"]), approximate(claim["tightness"])
    if used == 0:
        return "No case that was tried breaks it."
    if used is not None and used <= 1:
        return f"No case that was tried breaks it; the worst uses {_share(used)} of the bound."
    if claim["kind"] == "figure":
        return _rerun(claim)
    if power is not None:
        return f"Every check agrees; {_error(power)} would have shown."
    return "Every check agrees."


def _rerun(claim: PageClaim) -> str:
    """A sentence on a figure, by the published values that agree and what else was measured."""
    points = [p["agrees"] for e in claim["evidence"] if e["figure"] for p in e["figure"]["points"]]
    agree = f"; {sum(points)} of {len(points)} published values agree with ours" if points else ""
    again = "measured" if claim["paper"] == OURS else "run again"
    read = "every quantity lies in the range that the sentence is read as"
    return f"It was {again}, and {read}{agree}."


def is_loose(claim: PageClaim) -> bool:
    """Whether less than half of a bound that stands is used in the worst case."""
    used = approximate(claim["tightness"])
    return claim["verdict"] in GOOD and used is not None and 0 < used < LOOSE


def measured(claim: PageClaim) -> list[tuple[str, str]]:
    """How much of a bound is used, or else how large an error of a law would have shown."""
    if claim["verdict"] not in GOOD or claim["kind"] == "figure":
        return []
    used, power = approximate(claim["tightness"]), approximate(claim["power"])
    if claim["constant"] is not None:
        return []  # how much of the bound is used depends on it
    if used is not None and 0 < used <= 1:
        return [("tightness", f"{_share(used)} of the bound is used in the worst case tried")]
    if used is None and power is not None:
        return [("power", f"{_error(power)} would have been noticed")]
    return []


def _error(power: float) -> str:
    """The smallest relative error that shows; most of it is not much to notice."""
    if power < 1e-3:
        return f"a relative error of {number(power)}"
    return f"{'only ' * (power >= 0.5)}a relative error of {100 * min(power, 1):.3g} %"


def _share(used: float) -> str:
    """In percent; what rounds to all of it and is less is said to be more than 99 %."""
    if used > 1 - 1e-6:
        return "all"
    return "more than 99 %" if used > 0.995 else f"{100 * used:.2g} %"
