"""Loads one split of a data set: images, labels and a description of the files.

The folder is an argument, or the value of LEMMATA_DATA. scikit-learn's digits need no folder. If
only the test split of CIFAR-100 exists, ``CIFAR100_TEST`` makes both splits of it: every fifth
image is for testing.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Iterable, Iterator
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
CIFAR100_TEST, _CIFAR100, _FIFTH = "cifar100-test", "cifar100", 5
NAMES = (*SOURCES, CIFAR100_TEST, DIGITS)
_DIGITS_TRAIN = 1_437  # four fifths of 1797, the first ones
_MOST_BYTES = 2**28  # of a file; the largest published one has 156 MB


@dataclass(frozen=True)
class Split:
    """``images``: (N, channels, height, width), bytes; ``labels``: (N,), 0..classes-1.

    ``source`` describes the data in every record and plot; ``digest`` is that of images and labels.
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
        hashed = hashlib.blake2b(digest_size=16)
        for array in (self.images, self.labels):
            hashed.update(repr(array.shape).encode() + np.ascontiguousarray(array).tobytes())
        return hashed.hexdigest()


@dataclass(frozen=True)
class Standing:
    """The state of the files of one split: a ``remark``, and the ``error`` if it is unusable."""

    title: str
    split: str
    remark: str
    error: DataError | None = None

    @property
    def present(self) -> bool:
        return self.error is None

    @property
    def refused(self) -> bool:
        """Whether a file exists and is not the published one."""
        return not (self.present or isinstance(self.error, Missing))


def folder_of_data(folder: Path | None) -> Path | None:
    """The argument, or the folder that LEMMATA_DATA names; None without either."""
    if folder is None and os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE])
    return folder


def load(name: str, split: str, folder: Path | None = None) -> Split:
    """One split of a data set; a ``DataError`` says in one line why it cannot be loaded."""
    if split not in (TRAIN, TEST):
        raise DataError(f"no split is called {split!r}; expected {TRAIN} or {TEST}")
    if name == DIGITS:
        return _digits(split)
    if name == CIFAR100_TEST:
        return _part(load(_CIFAR100, TEST, folder), split)
    if name not in SOURCES:
        raise DataError(f"no data set is called {name!r}; expected one of {', '.join(NAMES)}")
    source, folder = SOURCES[name], folder_of_data(folder)
    if folder is None:
        raise Missing(f"no folder of data is named: give --data DIR, or set {VARIABLE}")
    return _read(name, split, folder / source.folder, _stamps(source, split, folder))


def _stamps(source: Source, split: str, folder: Path) -> tuple[tuple[int, int], ...]:
    """Length and time of each file: they change when a file is replaced."""
    paths = [folder / source.folder / file.name for file in source.files[split]]
    stats = [path.stat() for path in paths if path.is_file()]
    return tuple((stat.st_size, stat.st_mtime_ns) for stat in stats)


@functools.lru_cache(maxsize=2)  # for many runs on the same data
def _read(name: str, split: str, folder: Path, stamps: tuple[tuple[int, int], ...]) -> Split:
    source = SOURCES[name]
    read = [read_published(folder / file.name, file) for file in source.files[split]]
    parse = _from_batches if source.archive else _from_idx
    images, labels = parse(source, split, [content for content, _ in read])
    _require_labels(source, split, labels)
    notes = "; ".join(dict.fromkeys(note for _, note in read if note)) or "as published"
    text = f"{source.title} {split}, {len(labels)} images, {notes}"
    return Split(name, split, images, labels, source.classes, text)


def title_of(name: str) -> str:
    """The name of a data set in a sentence."""
    if name == CIFAR100_TEST:
        return f"the test split of {SOURCES[_CIFAR100].title}"
    return SOURCES[name].title if name in SOURCES else f"scikit-learn's {name}"


def shape_of(name: str) -> tuple[tuple[int, ...], int, int]:
    """The shape of an image, the images to train on and the classes, without reading a file.

    An unknown name gives the numbers of the digits.
    """
    source = SOURCES.get(_CIFAR100 if name == CIFAR100_TEST else name)
    if source is None:
        return (1, 8, 8), _DIGITS_TRAIN, 10
    parted = source.sizes[TEST] - source.sizes[TEST] // _FIFTH
    return source.shape, parted if name == CIFAR100_TEST else source.sizes[TRAIN], source.classes


def available_or_digits(name: str, folder: Path | None = None) -> str:
    """The name if the files of both splits exist, else that of a substitute.

    The substitute is ``CIFAR100_TEST`` if that split exists, else the digits. Checksums are
    compared later, when the files are loaded.
    """
    names = (name, CIFAR100_TEST) if name == _CIFAR100 else (name,)
    return next((one for one in names if is_available(one, folder)), DIGITS)


def is_available(name: str, folder: Path | None = None) -> bool:
    """Whether there are files of all that this name stands for."""
    root = folder_of_data(folder)
    source = SOURCES.get(_CIFAR100 if name == CIFAR100_TEST else name)
    if root is None or source is None:
        return name == DIGITS
    splits = (TEST,) if name == CIFAR100_TEST else (TRAIN, TEST)
    files = (root / source.folder / file.name for split in splits for file in source.files[split])
    return all(file.is_file() for file in files)


def md5_sums(folder: Path | None, sources: Iterable[Source]) -> dict[str, str]:
    """Of every file of these data sets that is there, by its path in the folder."""
    if folder is None:
        return {}
    names = (
        f"{one.folder}/{file.name}" for one in sources for f in one.files.values() for file in f
    )
    paths = {name: folder / name for name in names}
    return {
        name: hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
        for name, path in paths.items()
        if path.is_file()
    }


def standings(folder: Path | None) -> Iterator[Standing]:
    """Every split of every data set: present, missing, or not as published."""
    root = folder_of_data(folder)
    for source in SOURCES.values():
        for split, files in source.files.items():
            try:
                if root is None:
                    raise Missing("no folder")
                place = root / source.folder
                notes = {read_published(place / file.name, file)[1] for file in files}
                text = "; ".join(filter(None, notes)) or "as published"
                yield Standing(source.title, split, f"{source.sizes[split]} images, {text}")
            except Missing as error:
                remark = f"missing; lemmata data get {source.name}"
                yield Standing(source.title, split, remark, error)
            except DataError as error:
                yield Standing(source.title, split, str(error), error)


def require_sound(folder: Path | None = None) -> None:
    """Refuse a folder in which a file is not the published one; files may be missing."""
    for one in standings(folder):
        if one.error is not None and one.refused:
            raise one.error


def read_published(path: Path, file: File) -> tuple[bytes, str]:
    """The content of a published file, and the note on its version."""
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
    part = f"{int(chosen.sum())} of these to {split} on: its train split is not there"
    return replace(
        whole,
        name=CIFAR100_TEST,
        split=split,
        images=whole.images[chosen],
        labels=whole.labels[chosen],
        source=f"{whole.source}; {part}",
    )


@functools.cache  # scikit-learn reads its text anew each time
def _digits(split: str) -> Split:
    from sklearn.datasets import load_digits

    digits = load_digits()
    part = slice(None, _DIGITS_TRAIN) if split == TRAIN else slice(_DIGITS_TRAIN, None)
    images = digits.images[part].astype(np.uint8)[:, None]
    labels = digits.target[part].astype(np.int64)
    text = f"scikit-learn's digits {split}, {len(labels)} images of 8 x 8"
    return Split(DIGITS, split, images, labels, 10, text, levels=16)
