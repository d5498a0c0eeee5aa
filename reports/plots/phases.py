"""The phase diagram as one picture: a panel for each layer, coloured by how its gradient grows.

Columns are weights and activations, rows are normalisations; within a panel the batch grows to the
right, and the lower row has residual connections. A corner marks where the samples lose rank.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from lemmata.reports.plots.drawing import STYLE
from lemmata.reports.plots.ink import SOFT, TEXT, text

PhaseCells = Sequence[Mapping[str, Any]]  # rows of the table, as ``lemmata phases`` measures them

NAMES = {
    "batch": "BN",
    "layer": "LayerNorm",
    "rms": "RMSNorm",
    "group": "GroupNorm",
    "none": "none",
    "gaussian": "Gaussian weights",
    "orthogonal": "orthogonal weights",
    "linear": "linear",
    "tanh": "tanh",
    "relu": "ReLU",
}
INKS = {"grows": "var(--bad)", "falls": "var(--curve-1)", "stays": "var(--unknown)", "": "none"}
WORDS = {"grows": "gradient explodes", "falls": "vanishes", "stays": "stays", "": "undecided"}
ACROSS, DOWN, GAP, LEFT, TOP = 38, 22, 14, 92, 78  # of a cell; between panels; of the first panel
FAINT, FULL = 1e-3, 0.3  # rates a layer from which a cell has any colour, and the whole


def draw_phases(cells: PhaseCells, width: int) -> str:
    """The picture as an SVG file, in the colours of the page for light and dark."""
    ratios, residual = _values(cells, "ratio"), _values(cells, "residual")
    columns = list(product(_values(cells, "weights"), _values(cells, "activation")))
    norms = _values(cells, "norm")
    wide, high = ACROSS * len(ratios) + GAP, DOWN * len(residual) + GAP
    right, bottom = LEFT + wide * len(columns), TOP + high * len(norms)
    parts = [f'<rect width="{right}" height="{bottom + 46}" style="fill:var(--back)"/>']
    parts += [
        text(14, 20, f"Deep random networks of width {width}: growth of the gradient a layer", TEXT)
    ]
    for k, (weights, activation) in enumerate(columns):
        x = LEFT + wide * k
        if not k or columns[k - 1][0] != weights:
            parts.append(text(x, 40, NAMES[weights], TEXT))
        parts.append(text(x, 55, NAMES[activation], TEXT))
        parts += [
            text(x + ACROSS * (j + 0.5), TOP - 6, _ratio(one), SOFT, "middle")
            for j, one in enumerate(ratios)
        ]
    parts.append(text(LEFT - 8, TOP - 6, "n/d", SOFT, "end"))
    for k, norm in enumerate(norms):
        y = TOP + high * k
        parts.append(text(14, y + 14, NAMES[norm], TEXT))
        parts.append(text(14, y + DOWN + 14, "+ residual", SOFT))
    for cell in cells:
        column = columns.index((cell["weights"], cell["activation"]))
        x = LEFT + wide * column + ACROSS * ratios.index(cell["ratio"])
        row = high * norms.index(cell["norm"]) + DOWN * residual.index(cell["residual"])
        parts += _cell(x, TOP + row, cell)
    parts += _legend(bottom + 14)
    return _file("\n".join(parts), right, bottom + 46)


def _values(cells: PhaseCells, key: str) -> list[Any]:
    """In the order of the table."""
    return list(dict.fromkeys(cell[key] for cell in cells))


def _ratio(value: float) -> str:
    return f"{value:g}" if value >= 1 else f"1/{1 / value:g}"


def _cell(x: float, y: float, cell: Mapping[str, Any]) -> Iterator[str]:
    """Its colour, its rate, and a corner where rank is lost."""
    yield _box(x, y, cell["growth_sign"], _depth(cell["growth"]))
    yield text(x + ACROSS / 2 - 2, y + 14, _rate(cell["growth"]), TEXT, "middle")
    if cell["rank_sign"] == "falls":
        yield _corner(x, y)


def _box(x: float, y: float, sign: str, depth: float) -> str:
    share = 0.12 if sign == "stays" else 0.15 + 0.4 * depth
    return (
        f'<rect x="{x}" y="{y}" width="{ACROSS - 1}" height="{DOWN - 1}"'
        f' style="fill:{INKS[sign]};fill-opacity:{share:.2f};stroke:var(--line)"/>'
    )


def _corner(x: float, y: float) -> str:
    return f'<path d="M{x + ACROSS - 1},{y}v8l-8-8z" style="fill:{TEXT}"/>'


def _depth(rate: float) -> float:
    """From 0 to 1, by the logarithm of the rate's size."""
    return min(1, max(0, math.log(max(abs(rate), FAINT) / FAINT) / math.log(FULL / FAINT)))


def _rate(value: float) -> str:
    """Two digits after the point at most: a cell is small."""
    if abs(value) < 5e-4:
        return "0"
    shown = f"{value:.3f}" if abs(value) < 0.1 else f"{value:.2f}"
    return shown.replace("0.", ".", 1).replace("-", "\u2212")


def _legend(y: float) -> Iterator[str]:
    x = float(LEFT)
    for sign, words in WORDS.items():
        yield _box(x, y, sign, 0.7)
        yield text(x + ACROSS + 6, y + 14, words, TEXT)
        x += ACROSS + 34 + 6 * len(words)
    yield _corner(x, y)
    yield text(x + ACROSS + 6, y + 14, "the samples lose rank in depth", TEXT)


def _file(parts: str, width: float, height: float) -> str:
    light, dark = re.findall(r":root \{(.*?)\}", STYLE.read_text(encoding="utf-8"), re.DOTALL)[:2]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{1.4 * width:g}">'
        f"<style>:root {{{light}}} @media (prefers-color-scheme: dark) {{:root {{{dark}}}}}"
        f" text {{font: 11px 'DejaVu Sans', sans-serif}}</style>\n{parts}\n</svg>\n"
    )
