"""A split of a data set: images and labels, and in words which files they came from.

The folder is given, else it is that of LEMMATA_DATA. Without any data there are scikit-learn's
digits, which come with that package. Where of CIFAR-100 only the test split
is there, ``PARTED`` takes it for both: every fifth image is left to test on.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lemmata.verify.data.batches import read_batch
from lemmata.verify.data.catalogue import SOURCES, TEST, TRAIN, File, Source
from lemmata.verify.data.errors import Corrupt, DataError, Missing, WrongChecksum
from lemmata.verify.data.idx import read_idx

VARIABLE = "LEMMATA_DATA"
DIGITS = "digits"
PARTED, _PARTED_FROM, _FIFTH = "cifar100-test", "cifar100", 5
NAMES = (*SOURCES, PARTED, DIGITS)
_DIGITS_TRAIN = 1_437  # four fifths of 1797, the first ones
_MOST_BYTES = 2**28  # of a file; the largest published one has 156 MB


@dataclass(frozen=True)
class Split:
    """``images``: (N, channels, height, width), bytes; ``labels``: (N,), 0..classes-1.

    ``source``: which data this is, for every record and plot that is made of it; ``digest``: of
    the images and labels themselves.
    """

    name: str
    split: str
    images: NDArray[np.uint8]
    labels: NDArray[np.int64]
    classes: int
    source: str
    levels: int = 255  # the largest value of a pixel

    @functools.cached_property
    def digest(self) -> str:
        found = hashlib.blake2b(digest_size=16)
        for array in (self.images, self.labels):
            found.update(repr(array.shape).encode() + np.ascontiguousarray(array).tobytes())
        return found.hexdigest()


@dataclass(frozen=True)
class Standing:
    """The state of one split's files; ``remark`` describes it, ``error`` is why it is unusable."""

    title: str
    split: str
    remark: str
    error: DataError | None = None

    @property
    def there(self) -> bool:
        return self.error is None

    @property
    def refused(self) -> bool:
        """Whether there is a file, and not the published one."""
        return not (self.there or isinstance(self.error, Missing))


def folder_of_data(given: Path | None) -> Path | None:
    """The folder that was given, else that of the environment; none if neither names one."""
    if given is None and os.environ.get(VARIABLE):
        given = Path(os.environ[VARIABLE])
    return given


def load(name: str, split: str, folder: Path | None = None) -> Split:
    """One split of a data set; a ``DataError`` says in one line why it cannot be had."""
    if split not in (TRAIN, TEST):
        raise DataError(f"no split is called {split!r}; expected {TRAIN} or {TEST}")
    if name == DIGITS:
        return _digits(split)
    if name == PARTED:
        return _part(load(_PARTED_FROM, TEST, folder), split)
    if name not in SOURCES:
        raise DataError(f"no data set is called {name!r}; expected one of {', '.join(NAMES)}")
    source, folder = SOURCES[name], folder_of_data(folder)
    if folder is None:
        raise Missing(f"no folder of data is named: give --data DIR, or set {VARIABLE}")
    return _read(name, split, folder / source.folder, _stamps(source, split, folder))


def _stamps(source: Source, split: str, folder: Path) -> tuple[tuple[int, int], ...]:
    """Length and time of each file, by which one that was exchanged is told."""
    paths = [folder / source.folder / file.name for file in source.files[split]]
    found = [path.stat() for path in paths if path.is_file()]
    return tuple((one.st_size, one.st_mtime_ns) for one in found)


@functools.lru_cache(maxsize=2)  # many runs on the same data, one after the other
def _read(name: str, split: str, folder: Path, stamps: tuple[tuple[int, int], ...]) -> Split:
    source = SOURCES[name]
    read = [checked(folder / file.name, file) for file in source.files[split]]
    parse = _from_batches if source.archive else _from_idx
    images, labels = parse(source, split, [content for content, _ in read])
    _require_labels(source, split, labels)
    notes = "; ".join(dict.fromkeys(note for _, note in read if note)) or "as published"
    said = f"{source.title} {split}, {len(labels)} images, {notes}"
    return Split(name, split, images, labels, source.classes, said)


def title_of(name: str) -> str:
    """The name of a data set in a sentence."""
    if name == PARTED:
        return f"the test split of {SOURCES[_PARTED_FROM].title}"
    return SOURCES[name].title if name in SOURCES else f"scikit-learn's {name}"


def described(name: str) -> tuple[tuple[int, ...], int, int]:
    """The shape of an image, how many there are to train on, and classes; no file is read.

    A name that we do not know is described as the digits.
    """
    source = SOURCES.get(_PARTED_FROM if name == PARTED else name)
    if source is None:
        return (1, 8, 8), _DIGITS_TRAIN, 10
    parted = source.sizes[TEST] - source.sizes[TEST] // _FIFTH
    return source.shape, parted if name == PARTED else source.sizes[TRAIN], source.classes


def there_or_digits(name: str, folder: Path | None = None) -> str:
    """The name, if both its splits are there, or what stands in for it: of CIFAR-100 parts of its
    test split, else the digits, which can be run without data.

    Whether the files are as published shows when they are loaded.
    """
    root = folder_of_data(folder)
    source = SOURCES.get(name)
    if root is None or source is None:
        return DIGITS
    there = {
        split: all((root / source.folder / file.name).is_file() for file in files)
        for split, files in source.files.items()
    }
    if all(there.values()):
        return name
    return PARTED if name == _PARTED_FROM and there[TEST] else DIGITS


def standings(folder: Path | None) -> Iterator[Standing]:
    """Every split of every data set: there, missing, or not as published."""
    root = folder_of_data(folder)
    for source in SOURCES.values():
        for split, files in source.files.items():
            try:
                if root is None:
                    raise Missing("no folder")
                notes = {checked(root / source.folder / file.name, file)[1] for file in files}
                said = "; ".join(filter(None, notes)) or "as published"
                yield Standing(source.title, split, f"{source.sizes[split]} images, {said}")
            except Missing as error:
                told = f"missing; lemmata data get {source.name}"
                yield Standing(source.title, split, told, error)
            except DataError as error:
                yield Standing(source.title, split, str(error), error)


def require_sound(folder: Path | None = None) -> None:
    """Refuse a folder in which a file is not the published one; what is missing may be."""
    for one in standings(folder):
        if one.error is not None and one.refused:
            raise one.error


def checked(path: Path, file: File) -> tuple[bytes, str]:
    """The content of a file whose checksum is known, and what is to be said of it."""
    if not path.is_file():
        raise Missing(f"{path} is missing")
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise WrongChecksum(f"{path} has {path.stat().st_size} bytes; no such file is so large")
        content = path.read_bytes()
    except OSError as error:
        raise Missing(f"{path} cannot be read: {error.strerror}") from error
    md5 = hashlib.md5(content, usedforsecurity=False).hexdigest()
    if md5 != file.md5 and md5 not in file.variants:
        raise WrongChecksum(
            f"{path} has {len(content)} bytes of MD5 sum {md5}; expected {file.md5}"
        )
    return content, file.variants.get(md5, "")


def _from_idx(
    source: Source, split: str, contents: list[bytes]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    count, (channels, height, width) = source.sizes[split], source.shape
    images, labels = source.files[split]
    X = read_idx(contents[0], (count, height, width), images.name)
    y = read_idx(contents[1], (count,), labels.name)
    return X.reshape(count, channels, height, width), y.astype(np.int64)


def _from_batches(
    source: Source, split: str, contents: list[bytes]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    columns = int(np.prod(source.shape))
    parts = [
        read_batch(content, columns, source.label, file.name)
        for content, file in zip(contents, source.files[split], strict=True)
    ]
    X = np.concatenate([images for images, _ in parts])
    return X.reshape(-1, *source.shape), np.concatenate([labels for _, labels in parts])


def _require_labels(source: Source, split: str, labels: NDArray[np.int64]) -> None:
    """Refuse labels unless their number is right and exactly the expected classes occur."""
    classes = np.unique(labels)
    expected = np.arange(source.classes)
    if len(labels) != source.sizes[split] or not np.array_equal(classes, expected):
        raise Corrupt(
            f"{source.title} {split} has {len(labels)} labels in {len(classes)} classes;"
            f" expected {source.sizes[split]} in {source.classes}"
        )


def _part(whole: Split, split: str) -> Split:
    """Split the images of a test split: every fifth tests, the others train."""
    tested = np.arange(len(whole.labels)) % _FIFTH == _FIFTH - 1
    chosen = tested if split == TEST else ~tested
    said = f"{int(chosen.sum())} of these to {split} on: its train split is not there"
    return replace(
        whole,
        name=PARTED,
        split=split,
        images=whole.images[chosen],
        labels=whole.labels[chosen],
        source=f"{whole.source}; {said}",
    )


@functools.cache  # scikit-learn reads its text anew each time
def _digits(split: str) -> Split:
    from sklearn.datasets import load_digits

    found = load_digits()
    part = slice(None, _DIGITS_TRAIN) if split == TRAIN else slice(_DIGITS_TRAIN, None)
    images = found.images[part].astype(np.uint8)[:, None]
    labels = found.target[part].astype(np.int64)
    said = f"scikit-learn's digits {split}, {len(labels)} images of 8 x 8"
    return Split(DIGITS, split, images, labels, 10, said, levels=16)
