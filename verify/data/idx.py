"""Reads MNIST's gzipped IDX files: a magic number, the sizes, then bytes.

The sizes are compared with the expected ones before any array is allocated.
"""

import gzip
import io
import struct
import zlib
from math import prod

import numpy as np
from numpy.typing import NDArray

from lemmata.verify.data.errors import Corrupt

_BYTES = 0x08  # the type code of unsigned bytes, in the third byte of the magic number


def read_idx(content: bytes, shape: tuple[int, ...], name: str) -> NDArray[np.uint8]:
    """The array in a compressed IDX file, which must be of this shape."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
            head = file.read(4 * (1 + len(shape)))
            found = struct.unpack(f">{1 + len(shape)}I", head)
            expected = (_BYTES << 8 | len(shape), *shape)
            if found != expected:
                raise Corrupt(f"{name} begins with {found}; expected {expected}")
            values = file.read(prod(shape) + 1)  # one more byte shows that a file is too long
    except (OSError, EOFError, zlib.error, struct.error) as error:
        raise Corrupt(f"{name} is no compressed IDX file: {error}") from error
    if len(values) != prod(shape):
        more = "more" if len(values) > prod(shape) else len(values)
        raise Corrupt(f"{name} holds {more} bytes; expected {prod(shape)} of values")
    return np.frombuffer(values, np.uint8).reshape(shape)
