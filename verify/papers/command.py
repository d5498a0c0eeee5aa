"""``lemmata new``: a working file of claims to begin with."""

import re
import shlex
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TextIO

import typer

from lemmata.verify.errors import Misuse

_KINDS = Path(__file__).parent / "kinds"
_LONGEST = 16  # letters of a paper's name that leave the lines of the file short


class Like(StrEnum):
    """What the file is an example of."""

    BOUND = "bound"
    IDENTITY = "identity"
    SAMPLED = "sampled"
    CONSTANT = "constant"
    FIGURE = "figure"
    FALSE = "false"
    PROOF = "proof"


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="To be written; ends in .py.")],
    like: Annotated[Like, typer.Option(help="The kind of statement.")] = Like.BOUND,
) -> None:
    """Write a commented, working file of claims of your own.

    It runs as it is, by lemmata run --from FILE: change one line after the other. A file that is
    there already stays as it is.

    Example: lemmata new my_claims.py --like bound
    """
    if file.suffix != ".py":
        raise Misuse(f"{file} is no file of Python; expected a name that ends in .py")
    texts = {file: example(like, file.stem).replace("THIS_FILE", file.name)}
    if like is Like.PROOF:
        texts[file.with_suffix(".v")] = _proof(file)
    there = next((path for path in texts if path.exists()), None)
    if there:
        raise Misuse(f"{there} is there already, and stays as it is")
    for path, text in texts.items():
        try:
            with path.open("x", encoding="utf-8") as new:
                _fill(new, text)
        except FileExistsError:
            raise Misuse(f"{path} is there already, and stays as it is") from None
    wrote = " and ".join(map(str, texts))
    print(f"wrote {wrote}, like {like}; now: lemmata run --from {shlex.quote(str(file))}")


def _proof(file: Path) -> str:
    """The proof in Rocq that goes with the file; there a file's name is an identifier."""
    if not re.fullmatch(r"[A-Za-z]\w*", file.stem, re.ASCII):
        raise Misuse(f"{file.stem} is no name of a file of Rocq; expected letters, digits and _")
    text = (_KINDS / "proof.v").read_text(encoding="utf-8")
    return re.sub(r"\bmine(?=\.)", file.stem, text)


def _fill(new: TextIO, text: str) -> None:
    """Whole, or not there: half a file would be in the way of the next try."""
    try:
        new.write(text)
        new.flush()
    except BaseException as error:
        Path(new.name).unlink()
        if isinstance(error, OSError):  # of a full disk it does not know the name
            raise OSError(error.errno, error.strerror, new.name) from error
        raise


def example(like: Like, stem: str) -> str:
    """The file of that kind, its paper called after a file where that can be."""
    from lemmata.theory.ledger import PAPERS

    text = (_KINDS / f"{like}.py").read_text(encoding="utf-8")
    name = re.sub(r"\W+", "-", stem).strip("-")
    usable = re.fullmatch(rf"[A-Za-z][\w-]{{0,{_LONGEST - 1}}}", name, re.ASCII)
    return re.sub(r'\bmine(?=[:"])', name if usable and name not in PAPERS else "mine", text)
