"""Data that is there is read and named; whatever else is there is refused in one line."""

import gzip
import hashlib
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lemmata.theory.test_support.comparing import over
from lemmata.verify.commands.run import ClaimsRun
from lemmata.verify.data import catalogue, loading
from lemmata.verify.data.catalogue import SOURCES, TEST, TRAIN, File
from lemmata.verify.data.errors import Corrupt, DataError, Missing, WrongChecksum
from lemmata.verify.data.idx import read_idx
from lemmata.verify.data.loading import (
    CIFAR100_TEST,
    available_or_digits,
    load,
    require_sound,
    shape_of,
    standings,
)
from lemmata.verify.data.test_batches import array, batch
from lemmata.verify.errors import Misuse
from lemmata.verify.runner import Settings
from lemmata.verify.runner import load as load_claims

IMAGES, LABELS = np.arange(20 * 4, dtype=np.uint8), np.arange(20, dtype=np.uint8) % 10


def idx(values: bytes, *shape: int, kind: int = 8) -> bytes:
    head = struct.pack(f">{1 + len(shape)}I", kind << 8 | len(shape), *shape)
    return gzip.compress(head + values)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Twenty images of 2 x 2 as MNIST, and as a batch of CIFAR-10 with one channel."""
    named = b"](" + b"".join(b"K" + bytes([y]) for y in LABELS) + b"e"
    contents = {
        "mnist": [idx(IMAGES.tobytes(), 20, 2, 2), idx(LABELS.tobytes(), 20)],
        "cifar10": [batch(array(20, 4, IMAGES.tobytes()), named)],
    }
    monkeypatch.delenv(loading.VARIABLE, raising=False)
    for name, made in contents.items():
        old, files = SOURCES[name], {}
        for split in (TRAIN, TEST):
            parts = [(f"{split}-{k}", content) for k, content in enumerate(made)]
            files[split] = tuple(File(n, hashlib.md5(content).hexdigest()) for n, content in parts)
            for n, content in parts:
                path = tmp_path / old.folder / n
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        sizes = {TRAIN: 20, TEST: 20}
        new = replace(old, shape=(1, 2, 2), sizes=sizes, files=files)
        monkeypatch.setitem(catalogue.SOURCES, name, new)
    return tmp_path


@pytest.mark.parametrize("name", ["mnist", "cifar10"])
def test_both_formats_are_read_and_say_what_they_are(small: Path, name: str) -> None:
    found = load(name, TRAIN, small)
    assert found.images.shape == (20, 1, 2, 2)
    assert found.images.ravel().tolist() == IMAGES.tolist()
    assert found.labels.tolist() == LABELS.tolist()
    assert found.source == f"{SOURCES[name].title} train, 20 images, as published"
    assert available_or_digits(name, small) == name
    assert available_or_digits("fashion", small) == "digits"


def test_the_environment_names_the_folder(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Missing, match="--data DIR, or set LEMMATA_DATA"):
        load("mnist", TEST)
    monkeypatch.setenv(loading.VARIABLE, str(small))
    assert len(load("mnist", TEST).labels) == 20


def test_without_a_train_split_every_fifth_test_image_stays_for_testing(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = SOURCES["cifar10"]
    alone = replace(whole, files={**whole.files, TRAIN: (File("missing", ""),)})
    monkeypatch.setitem(catalogue.SOURCES, "cifar100", alone)
    assert available_or_digits("cifar100", small) == CIFAR100_TEST
    train, test = (load(CIFAR100_TEST, split, small) for split in (TRAIN, TEST))
    assert test.labels.tolist() == LABELS[4::5].tolist()
    assert {*train.images.ravel(), *test.images.ravel()} == {*IMAGES}
    assert (len(train.labels), *train.images.shape[1:]) == (16, 1, 2, 2)
    assert shape_of(CIFAR100_TEST) == ((1, 2, 2), 16, 10)
    assert train.source.endswith("16 of these to train on: its train split is not there")


def test_a_wrong_checksum_is_reported(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = small / "MNIST/raw/train-0"
    content = gzip.compress(gzip.decompress(path.read_bytes()), 1)
    path.write_bytes(content)
    md5 = hashlib.md5(content).hexdigest()
    with pytest.raises(WrongChecksum, match=f"train-0 has .* MD5 sum {md5}; expected "):
        load("mnist", TRAIN, small)
    assert [one.present for one in standings(small)][:2] == [False, True]
    assert [one.refused for one in standings(small)] == [True, *[False] * 7]
    with pytest.raises(WrongChecksum, match="train-0 has"):
        require_sound(small)
    (small / "MNIST/raw/train-0").unlink()
    require_sound(small)  # what is missing may be
    path.write_bytes(content)
    source = SOURCES["mnist"]
    first, second = source.files[TRAIN]
    files = {**source.files, TRAIN: (replace(first, variants={md5: "packed anew"}), second)}
    monkeypatch.setitem(catalogue.SOURCES, "mnist", replace(source, files=files))
    assert load("mnist", TRAIN, small).source == "MNIST train, 20 images, packed anew"


def test_changed_data_is_refused(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (small / "MNIST/raw/train-0").write_bytes(b"<html>")
    monkeypatch.setenv(loading.VARIABLE, str(small))
    table = [load_claims()["meterez2024:table-D1"]]
    with pytest.raises(Misuse, match="train-0 has 6 bytes of MD5 sum"):
        ClaimsRun(table, Settings(), resume=False, fail_fast=False)


def test_a_file_is_always_validated(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the published file has another form than its format requires."""
    monkeypatch.setattr(loading, "read_published", lambda path, file: (b"\x80\x02].", ""))
    for name, said in (("mnist", "no compressed IDX"), ("cifar10", "holds a list")):
        with pytest.raises(Corrupt, match=said):
            load(name, TRAIN, small)


def test_labels_are_those_of_the_classes(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = replace(SOURCES["mnist"], classes=7)
    monkeypatch.setitem(catalogue.SOURCES, "mnist", source)
    with pytest.raises(Corrupt, match="20 labels in 10 classes; expected 20 in 7"):
        load("mnist", TRAIN, small)


WRONG: list[tuple[str, Callable[[], bytes]]] = [
    ("no compressed IDX file", lambda: b""),
    ("no compressed IDX file", lambda: b"<html>"),
    ("no compressed IDX file", lambda: idx(b"abcdef", 2, 3)[:-9]),
    ("no compressed IDX file", lambda: gzip.compress(b"\0\0")),
    ("begins with", lambda: idx(b"abcdef", 3, 2)),
    ("begins with", lambda: idx(b"abcdef", 6)[:0] + idx(b"abcdef", 2**31, 2**31)),
    ("begins with", lambda: idx(b"abcdef", 2, 3, kind=13)),
    ("holds 5 bytes", lambda: idx(b"abcde", 2, 3)),
    ("holds more bytes", lambda: idx(b"abcdef" + bytes(10**6), 2, 3)),
]


@over(WRONG)
def test_a_broken_idx_file_is_refused(said: str, content: Callable[[], bytes]) -> None:
    with pytest.raises(Corrupt, match=f"^a file .*{said}|^a file {said}"):
        read_idx(content(), (2, 3), "a file")


def test_the_digits_come_with_scikit_learn() -> None:
    train, test = (load("digits", split) for split in (TRAIN, TEST))
    assert (train.images.shape, test.images.shape) == ((1437, 1, 8, 8), (360, 1, 8, 8))
    assert train.images.max() == train.levels
    assert "digits" in train.source
    assert train.digest != test.digest == load("digits", TEST).digest


def test_names_and_splits_that_are_none_are_refused() -> None:
    for name, split in (("imagenet", TRAIN), ("digits", "validation")):
        with pytest.raises(DataError, match="expected"):
            load(name, split)
