"""The page as a document: printed by a Chromium of this machine."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHOSEN = "LEMMATA_CHROMIUM"  # names one that is not on the path
SECONDS = 300


class NoBrowser(ValueError):
    """There is no Chromium, or it did not print."""


def chromium() -> str | None:
    """The browser's path; None where there is none."""
    return os.environ.get(CHOSEN) or next(filter(None, map(shutil.which, NAMES)), None)


def print_pdf(page: str, target: Path) -> Path:
    """Print the text of a page into a file, whole or not at all; its path."""
    browser = chromium()
    if browser is None:
        raise NoBrowser(f"no Chromium is here: none of {', '.join(NAMES)}, and {CHOSEN} names none")
    target.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="lemmata-") as folder:
        source, made = Path(folder) / "page.html", Path(folder) / "page.pdf"
        source.write_text(page, encoding="utf-8", errors="replace")
        command = [
            browser,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            f"--user-data-dir={folder}/profile",
            "--no-pdf-header-footer",
            f"--print-to-pdf={made}",
            source.as_uri(),
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NoBrowser(f"{browser} does not print: {error}") from error
        if not made.is_file():
            last = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
            raise NoBrowser(f"{browser} does not print: {last}")
        shutil.move(made, target)
    return target
