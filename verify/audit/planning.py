"""``lemmata audit --plan``: what is known of a network before it is built."""

from __future__ import annotations

import inspect
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from lemmata.verify.errors import Misuse

if TYPE_CHECKING:
    from lemmata.verify.prediction.prediction import Prediction


def predict_from(plan: str) -> Prediction:
    """``lemmata.predict`` with the arguments that ``width=100,batch=32,depth=20`` names."""
    from lemmata.calls import predict

    known = inspect.signature(predict).parameters
    given: dict[str, Any] = {}
    for part in plan.split(","):
        name, sign, value = (one.strip() for one in part.partition("="))
        if not sign or name not in known or name in given:
            raise Misuse(f"--plan {part!r}; expected NAME=VALUE, NAME one of {', '.join(known)}")
        given[name] = _value(value)
    missing = [n for n, one in known.items() if one.default is one.empty and n not in given]
    if missing:
        raise Misuse(f"--plan lacks {', '.join(missing)}; expected such as {missing[0]}=100")
    return predict(**given)


def _value(text: str) -> Any:
    """A whole number, a number, true or false, or a word."""
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(text.lower(), text)


def to_json(found: Prediction) -> str:
    rows = [asdict(row) for row in found.rows]
    said = {"network": str(found.setting), "conclusion": found.conclusion, "rows": rows}
    return json.dumps(said, indent=1)
