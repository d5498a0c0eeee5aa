"""A batch of CIFAR is read; a pickle that wants anything else is refused before it runs."""

import pickle
import struct
from pathlib import Path

import numpy as np
import pytest

from lemmata.theory.test_support.comparing import over
from lemmata.verify.data.batches import read_batch
from lemmata.verify.data.errors import Corrupt


def text(value: bytes) -> bytes:
    return b"T" + struct.pack("<i", len(value)) + value


def number(value: int) -> bytes:
    return b"J" + struct.pack("<i", value)


EMPTY = b"cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(K\x00tU\x01btR"
C_ORDER = b"\x89"
DTYPE = b"K\x00K\x01tR(K\x03U\x01|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb"


def array(
    rows: int, columns: int, content: bytes, kind: bytes = b"u1", c: bytes = b"\x89"
) -> bytes:
    """An array as numpy pickled it under Python 2."""
    head = EMPTY + b"(K\x01(" + number(rows) + number(columns) + b"t"
    return head + b"cnumpy\ndtype\n(" + text(kind) + DTYPE + c + text(content) + b"tb"


def batch(data: bytes, labels: bytes, key: bytes = b"labels") -> bytes:
    return b"\x80\x02}(" + text(b"data") + data + text(key) + labels + b"u."


LABELS = b"](K\x03K\x01e"
GOOD = batch(array(2, 3, b"abcdef"), LABELS)


def test_images_and_labels_are_read() -> None:
    images, labels = read_batch(GOOD, 3, "labels", "file")
    assert images.tolist() == [[97, 98, 99], [100, 101, 102]]
    assert labels.tolist() == [3, 1]
    fortran, _ = read_batch(batch(array(2, 3, b"abcdef", c=b"\x88"), LABELS), 3, "labels", "file")
    assert fortran.tolist() == [[97, 99, 101], [98, 100, 102]]


def test_read_batch_agrees_with_pickle() -> None:
    """The same bytes through pickle, which trusts them: they were written here."""
    found = pickle.loads(GOOD, encoding="bytes")
    assert np.array_equal(found[b"data"], read_batch(GOOD, 3, "labels", "file")[0])


HOSTILE = {
    "names verify.data.test_batches": b"\x80\x02cverify.data.test_batches\nCALLED\n.",
    "names os.system": b"\x80\x02cos\nsystem\n(U\x04truetR.",
    "names builtins.eval": b"\x80\x02cbuiltins\neval\n(U\x011tR.",
    "names numpy.load": b"\x80\x02cnumpy\nload\n(U\x04filetR.",
    "operation INST": b"\x80\x02(ios\nsystem\n.",
    "operation FRAME": pickle.dumps(Path, 4),
    "operation PERSID": b"\x80\x02Pfile\n.",
    "operation EXT1": b"\x80\x02\x82\x01.",
    "operation LONG1": b"\x80\x02\x8a\x01a.",
    "more than 1000000": b"\x80\x02}r\xff\xff\xff\x7f.",
    "another class": b"\x80\x02" + EMPTY.replace(b"ndarray", b"dtype") + b".",
    "in another way": b"\x80\x02cnumpy\nndarray\n)R.".replace(b")", b"(t"),
    "expected unsigned bytes": batch(array(2, 3, b"abcdef", kind=b"O8"), LABELS),
    "matrix of bytes": b"\x80\x02}(" + text(b"data") + EMPTY + b"(K\x01tbu.",
    "with 6 bytes": batch(array(2**30, 2**30, b"abcdef"), LABELS),
    "-2 x -3": batch(array(-2, -3, b"abcdef"), LABELS),
    "no matrix of 3 columns": batch(array(3, 2, b"abcdef"), LABELS),
    "3 images and 2 labels": batch(array(3, 3, b"abcdefghi"), LABELS),
    "no list": batch(array(2, 3, b"abcdef"), b"}"),
    "no list of whole": batch(array(2, 3, b"abcdef"), b"](U\x01aK\x01e"),
    "labels are no list": batch(array(2, 3, b"abcdef"), LABELS, b"label"),
    "its data": batch(text(b"abcdef"), LABELS),
    "holds a list": b"\x80\x02].",
    "no batch of CIFAR": b"",
}


@over(HOSTILE.items())
def test_a_hostile_file_is_refused_in_words(said: str, content: bytes) -> None:
    with pytest.raises(Corrupt, match=f"^a file.*{said}"):
        read_batch(content, 3, "labels", "a file")


def test_a_broken_file_is_refused_wherever_it_breaks() -> None:
    for end in range(len(GOOD)):
        with pytest.raises(Corrupt):
            read_batch(GOOD[:end], 3, "labels", "a file")
    for at in range(len(GOOD)):  # a flipped bit is refused, or leaves a batch of the right form
        flipped = bytes([*GOOD[:at], GOOD[at] ^ 0x40, *GOOD[at + 1 :]])
        try:
            images, labels = read_batch(flipped, 3, "labels", "a file")
        except Corrupt:
            continue
        assert images.shape[1] == 3
        assert len(images) == len(labels)
