"""Lemmata from Python: the claims, checks of one's own, exact moments, samplers, gradients, runs.

Each name is loaded when it is first used; what samples loads torch, nothing else does::

    import lemmata

    lemmata.claims()                            # every claim by id, with its closed form
    lemmata.get("sharp:drift").formula          # of one of them
    lemmata.moment("w11^2 w22^2")               # (d+1)/(d (d-1) (d+2)), for every d at once
    lemmata.moment("w11^2 w22^2", d=5)          # 3/70, a rational number
    lemmata.run(["sharp:lemma-4"], effort="smoke")[0].judgement.verdict
"""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

# The rooms are packages of lemmata: inside it where it is installed, at the top of a clone.
_LINK = Path(__file__).with_name("theory")
if _LINK.is_symlink():
    __path__.insert(0, str(_LINK.resolve().parent))

_PLACES: dict[str, tuple[str, str]] = {}  # by public name, its module and its name there
for _subject in Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8").split("\n\n# ")[1:]:
    _names = {
        public: (module, name)
        for module, row in re.findall(r"^from (\S+) import (.+)$", _subject, re.MULTILINE)
        for name, public in re.findall(r"(\w+) as (\w+)", row)
    }
    _PLACES |= _names
    __doc__ += f"\n{_subject.partition(chr(10))[0]}:\n    {', '.join(_names)}\n"
__all__ = sorted(_PLACES)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("importlib.metadata").version("lemmata")
    if name not in _PLACES:
        raise AttributeError(f"module 'lemmata' has no attribute {name!r}")
    import_module("lemmata.verify")  # caps the threads, before numpy is loaded
    module, inside = _PLACES[name]
    found = import_module(module)
    return getattr(found, inside) if hasattr(found, inside) else import_module(f"{module}.{inside}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
