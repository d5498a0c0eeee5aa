"""The page as a document, and pictures as PNG files: by a Chromium of this machine."""

import base64
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from lemmata.verify.results.writing import replace_file

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHOSEN = "LEMMATA_CHROMIUM"  # names one that is not on the path
SECONDS = 300
SHARPER = 2
_CANVAS = f"""
addEventListener("load", () => {{
  for (const image of [...document.images]) {{
    const canvas = document.createElement("canvas"), text = document.createElement("pre");
    canvas.width = {SHARPER} * image.naturalWidth;
    canvas.height = {SHARPER} * image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    text.textContent = canvas.toDataURL("image/png");
    image.replaceWith(text);
  }}
}});
"""


class NoBrowser(ValueError):
    """There is no Chromium, or it did not print."""


def chromium() -> str | None:
    """The browser's path; None where there is none."""
    return os.environ.get(CHOSEN) or next(filter(None, map(shutil.which, NAMES)), None)


def print_pdf(page: str, target: Path) -> Path:
    """Print the text of a page into a file, whole or not at all; its path."""
    target.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="lemmata-") as folder:
        made = Path(folder) / "page.pdf"
        said = _browse(page, folder, "--no-pdf-header-footer", f"--print-to-pdf={made}")
        if not made.is_file():
            raise NoBrowser(f"{chromium()} does not print: {said.stderr}")
        shutil.move(made, target)
    return target


def draw_png(pictures: Mapping[Path, str]) -> None:
    """Draw SVG texts into PNG files, as large as they say and SHARPER times as fine.

    One page has them all, draws each on a canvas and leaves it as text.
    """
    if not pictures:
        return
    images = "".join(
        f'<img src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}">'
        for svg in pictures.values()
    )
    with tempfile.TemporaryDirectory(prefix="lemmata-") as folder:
        said = _browse(f"<!doctype html>{images}<script>{_CANVAS}</script>", folder, "--dump-dom")
    found = re.findall(r"<pre>data:image/png;base64,([\w+/=]+)</pre>", said.stdout)
    if len(found) != len(pictures):
        why = f"{len(found)} of {len(pictures)} pictures"
        raise NoBrowser(f"{chromium()} drew {why}: {said.stderr}")
    for path, content in zip(pictures, found, strict=True):
        replace_file(path, base64.b64decode(content))


class _Said(NamedTuple):
    stdout: str
    stderr: str  # the last line


def _browse(page: str, folder: str, *options: str) -> _Said:
    """Let the browser open a page; what it says."""
    browser = chromium()
    if browser is None:
        raise NoBrowser(f"no Chromium is here: none of {', '.join(NAMES)}, and {CHOSEN} names none")
    source = Path(folder) / "page.html"
    source.write_text(page, encoding="utf-8", errors="replace")
    command = [
        browser,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        f"--user-data-dir={folder}/profile",
        *options,
        source.as_uri(),
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoBrowser(f"{browser} does not print: {error}") from error
    return _Said(done.stdout, (done.stderr.strip().splitlines() or ["it says nothing"])[-1])
