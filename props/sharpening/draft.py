"""A draft of the sharpened claim: a file of Python that runs by ``lemmata run --from``.

It states the claim with the constant that was found, attacks it by the claim's own attack (or by
its checks) with the witness among the pinned cases, and plants a constant one per cent sharper,
which the witness refutes.
"""

import json
import math
import textwrap
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath

from lemmata.props.sharpening.rows import NOISE, FrontierRow, rounded, worst
from lemmata.props.sharpening.sharpen import Sharpened, name_of, place, report
from lemmata.theory.evidence import entries
from lemmata.theory.ledger import LEDGER, PAPERS, Claim
from lemmata.verify.registry import loaded_from
from lemmata.verify.runner import DIGITS

PAPER = "sharpened"
_SHARPER = 0.01  # how much sharper the planted constant is
_WIDTH = 98  # of a line


def constants_of(found: Sharpened, entry: int) -> tuple[float, float]:
    """The constant of the draft, and a sharper one that the worst row refutes.

    Every row agrees with the first, and so does what is known to be asked for beyond the rows,
    and what the rows tend to.
    """
    top = found.top(entry)
    if found.power is not None:
        return _with_power(found, *found.power)
    asked = [_end(row, weak=True) for row in found.of(entry)]
    if limit := found.limit(entry):
        asked.append(limit[0])
    if (known := found.on_record(entry)) is not None:
        asked.append(known)
    for trend, largest in found.rising(entry):
        if largest and (tends := trend.limit):
            asked.append(tends[0] + tends[1] * (1 if top.smaller else -1))
    most = max(asked) if top.smaller else min(asked)
    factor = 1 - _SHARPER if top.smaller else 1 + _SHARPER
    sure = worst_row(found, entry).sure
    noise = 0 if found.claim.constant else NOISE  # an open constant may be a threshold
    return rounded(most, top.smaller, noise), float(f"{float(sure * factor):.6g}")


def _with_power(found: Sharpened, name: str, power: Fraction) -> tuple[float, float]:
    """The same where the right side has a power of a size beside the constant."""
    rows = [row for row in found.rows if row.at.get(name)]
    smaller, worst = rows[0].smaller, max if rows[0].smaller else min
    weak, sure = (
        worst(_end(row, end) / _power(row, name, power) for row in rows) for end in (True, False)
    )
    factor = 1 - _SHARPER if smaller else 1 + _SHARPER
    return rounded(weak, smaller), float(f"{float(sure) * factor:.6g}")


def worst_row(found: Sharpened, entry: int) -> FrontierRow:
    """The row that asks for most of the draft's bound, by a case if there are cases."""
    if found.power is None:
        return worst([row for row in found.of(entry) if row.case is not None] or found.of(entry))
    name, power = found.power
    rows = [row for row in found.of(entry) if row.at.get(name)]
    sign = 1 if rows[0].smaller else -1
    return max(rows, key=lambda row: sign * row.sure / _power(row, name, power))


def _power(row: FrontierRow, name: str, power: Fraction) -> Any:
    return mpmath.mpf(row.at[name]) ** (mpmath.mpf(power.numerator) / power.denominator)


def _end(row: FrontierRow, weak: bool) -> Any:
    """The end of the interval of a row at which the bound is weaker, or the other; else its value.

    An end that is no number is left out.
    """
    end = row.high if row.smaller is weak else row.low
    return row.constant if end is None else end


def _varies(found: Sharpened) -> bool:
    """Whether the number of bounds depends on the case."""
    form = found.claim.closed_form
    return len({len(entries(form(**row.parameters))) for row in found.rows}) > 1


def _is_plain(claim: Claim, row: FrontierRow) -> bool:
    """Whether the right side is a float where the constant is: a violation would be a suspicion."""
    given = {**row.parameters, **({claim.constant: 1.0} if claim.constant else {})}
    return all(isinstance(one, int | float) for one in entries(claim.closed_form(**given)))


def draft(found: Sharpened, file: Path) -> str:
    """The text of the file."""
    with mpmath.workdps(DIGITS):
        return _text(found, file)


def _text(found: Sharpened, file: Path) -> str:
    claim, tops = found.claim, [worst_row(found, entry) for entry in found.bounds]
    values = [constants_of(found, entry) for entry in found.bounds]
    if claim.constant or (len(values) > 1 and _varies(found)):  # one for all bounds
        largest = max if tops[0].smaller else min
        values = [tuple(largest(side) for side in zip(*values, strict=True))]
    many, name, attacked = len(values) > 1, name_of(claim), claim.id in LEDGER.properties
    constants, sharper = (_tuple(side) for side in zip(*values, strict=True))
    names = [one for one in claim.parameters if one != claim.constant]
    given = ", ".join(f"{one}={one}" for one in names)
    exact = _is_plain(claim, tops[0])
    factor = "mpmath.mpf(constant)" if exact else "constant"
    if claim.constant:
        added = rf"rf',\quad {claim.constant} = {{CONSTANT}}'"
        right = f"ORIGINAL.closed_form({given}, {claim.constant}={factor})"
        hypotheses = f'[h for h in ORIGINAL.hypotheses if h.variable != "{claim.constant}"]'
        without = f'{{k: v for k, v in given.items() if k != "{claim.constant}"}}'
    else:
        added = r"rf',\quad \text{{the right side times }} {CONSTANT}'"
        right = f"{factor} * ORIGINAL.closed_form({given})"
        hypotheses, without = "ORIGINAL.hypotheses", "given"
    if found.power is not None:
        size, power = found.power
        added = added.replace("{CONSTANT}", f"{{CONSTANT}} {size}^{{{{{power}}}}}")
        right = f"constant * beside_a_power({size}, ORIGINAL.closed_form({given}))"
    if many:
        right = (
            "backends.stack(\n        [c * r for c, r in"
            f" zip(constant, ORIGINAL.closed_form({given}), strict=True)]\n    )"
        )
    loaded = claim.paper not in PAPERS and bool(loaded_from(claim.id))
    parts = [
        _HEAD.format(id=claim.id, sharpened=sharpened_id(claim), file=file.name),
        "\n".join(_imports(many or found.power is not None, attacked, loaded, exact)),
        _load(claim) if loaded else "",
        _CONSTANT.format(
            id=claim.id,
            paper=PAPER,
            report="\n".join(_comments(found)),
            name=name,
            constants=constants,
            sharper=sharper,
        ),
        _beside_a_power(found),
        _CLAIM.format(
            id=sharpened_id(claim),
            added=added.replace("'", '"'),
            kind=claim.kind.name,
            hypotheses=hypotheses,
            at=place(tops[0]),
            point="{" + ", ".join(_point(tops[0], names)) + "}",
            arguments=", ".join(f"{one}: lemmata.Array" for one in names),
            right=right,
        ),
        (_ATTACK if attacked else _CHECKS).format(
            id=sharpened_id(claim),
            original=claim.id,
            witnesses="\n".join(_witnesses(tops)),
            without=without,
        ),
    ]
    return "".join(parts)


def _beside_a_power(found: Sharpened) -> str:
    """The function that puts a power of a size beside the right side, if there is one."""
    if found.power is None:
        return ""
    size, power = found.power
    return _POWER.format(*power.as_integer_ratio(), size, power)


def sharpened_id(claim: Claim) -> str:
    return f"{PAPER}:{claim.id.partition(':')[2]}"


def _tuple(values: Iterable[float]) -> str:
    shown = [repr(value) for value in values]
    return shown[0] if len(shown) == 1 else f"({', '.join(shown)})"


def _imports(many: bool, attacked: bool, loaded: bool, exact: bool) -> Iterator[str]:
    """What the draft uses, in order."""
    if not attacked:
        yield from ("from collections.abc import Callable", "from dataclasses import replace")
    yield from ("from typing import Any", "", *["import mpmath", ""] * exact, "import lemmata")
    if names := ["backends"] * many + ["recipes"] * attacked:
        yield f"from lemmata import {', '.join(names)}"
    yield "from lemmata.theory.ledger import LEDGER"
    if loaded:
        yield "from lemmata.verify.papers import loading"
    if not attacked:
        yield "from lemmata.verify.registry import register"


def _load(claim: Claim) -> str:
    """How the draft comes to know a claim from elsewhere: it loads the file or package."""
    source = next(one for one in LEDGER.sources if claim.id in one.claims)
    return f"\n\nloading.load([loading.find({json.dumps(str(source.path), ensure_ascii=False)})])"


def _comments(found: Sharpened) -> Iterator[str]:
    """The report, without its commands."""
    for name, text in report(found):
        if name != "again":
            yield from textwrap.wrap(
                f"{name}: {text}",
                _WIDTH,
                initial_indent="# ",
                subsequent_indent="#   ",
                break_long_words=False,
            )


def _point(top: FrontierRow, names: list[str]) -> Iterator[str]:
    """Where the planted constant is false: numbers as numbers, anything else as text."""
    for name in names:
        try:
            number = float(top.parameters[name])
        except (TypeError, ValueError):
            text = " ".join(str(top.parameters[name]).split())[:60]
            yield f'"{name}": {json.dumps(text, ensure_ascii=False)}'
        else:
            yield f'"{name}": {_literal(number)}'


def _literal(number: float) -> str:
    if not math.isfinite(number):
        return f'float("{number}")'
    return repr(int(number) if number == int(number) and abs(number) < 1e15 else number)


def _witnesses(tops: list[FrontierRow]) -> Iterator[str]:
    for top in tops:
        if top.case is not None:
            case = json.dumps(str(top.case), ensure_ascii=False)
            yield f'    "the witness of bound {top.entry + 1}": recipes.read('
            yield f"        {case}\n    ),"


_HEAD = '''"""{id} with the constant that a hunt left: a draft, made by lemmata.

lemmata run {sharpened} --from {file}
"""

'''
_CONSTANT = """

lemmata.paper("{paper}", "A draft: {id} sharpened")
ORIGINAL = lemmata.get("{id}")

{report}
#
# The constant {name}, rounded to the weaker side. What no theorem guarantees is a conjecture: prove
# it, or refute it by a longer hunt. Make it sharper, and the run refutes the claim.
CONSTANT = {constants}
TOO_SHARP = {sharper}  # the witness refutes it, and the checks must notice

"""
_POWER = '''
def beside_a_power(size: Any, right: Any) -> Any:
    """The right side times {2}^({3}), with as many digits as it has."""
    return right * backends.exp({0} * backends.log(0 * right + size) / {1})

'''
_CLAIM = """
@lemmata.claim(
    "{id}",
    title=ORIGINAL.title + ", with the constant that a hunt left",
    statement=ORIGINAL.statement + {added},
    kind=lemmata.Kind.{kind},
    source=f"derived: {{ORIGINAL.id}} sharpened",
    hypotheses={hypotheses},
    expected=lemmata.Verdict.HOLDS,
    mutants=[  # at {at}
        lemmata.Mutant(
            "a constant too sharp",
            {{"constant": TOO_SHARP}},
            {point},
        )
    ],
)
def sharpened({arguments}, *, constant: Any = CONSTANT) -> lemmata.Array:
    return {right}

"""
_ATTACK = """
PROPERTY = LEDGER.properties["{original}"]
WITNESSES = {{
{witnesses}
}}


@lemmata.attack("{id}", PROPERTY, examples={{**PROPERTY.examples, **WITNESSES}})
def worst_cases(case: Any, lift: lemmata.Lift) -> lemmata.Observation:
    given, lhs = PROPERTY.observe(case, lift)
    return {without}, lhs
"""
_CHECKS = '''
def against_the_sharpened(
    check: Callable[[lemmata.Run], lemmata.Evidence],
) -> Callable[[lemmata.Run], lemmata.Evidence]:
    """A check of the original, whose cells are judged against the sharpened bound."""

    def observe(run: lemmata.Run) -> lemmata.Evidence:
        found = check(replace(run, formula=ORIGINAL.closed_form))
        cells = [replace(cell, parameters=without(cell.parameters)) for cell in found.cells]
        return replace(found, cells=cells)

    return observe


def without(given: Any) -> Any:
    return {without}


for one in LEDGER.checks["{original}"]:
    register("{id}", one.name, against_the_sharpened(one.function), (__file__, 1))
'''
