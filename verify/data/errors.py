"""The errors of data files; each message is one line: what was found, what was expected."""

from lemmata.verify.errors import Misuse


class DataError(Misuse):
    """Data that cannot be used."""


class Missing(DataError):
    """A file or a folder that does not exist."""


class WrongChecksum(DataError):
    """A file that is not the published one."""


class Corrupt(DataError):
    """A file that violates its format."""
