"""The data sets: their published files with checksums, and their addresses.

Folders have torchvision's layout, so that a copy that torchvision made can be used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

TRAIN, TEST = "train", "test"


@dataclass(frozen=True)
class File:
    """A published file and its MD5 sum; ``variants``: sums of other known versions, with a note."""

    name: str
    md5: str
    variants: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Source:
    """A data set: images of ``shape`` = (channels, height, width) in ``classes`` classes.

    ``files``: by split; images come before labels where they are two files. ``url``: the folder of
    the publishers; ``archive``: the file to fetch from there, if it holds all the others.
    """

    name: str
    title: str
    folder: str
    shape: tuple[int, int, int]
    classes: int
    sizes: Mapping[str, int]
    files: Mapping[str, tuple[File, ...]]
    url: str
    archive: File | None = None
    label: str = "labels"  # the key of the labels in a CIFAR batch


def _idx(name: str, title: str, url: str, *sums: str) -> Source:
    """A data set of four IDX files; MD5 sums: images and labels to train on, then to test on."""
    names = [
        f"{split}-{content}-ubyte.gz"
        for split in ("train", "t10k")
        for content in ("images-idx3", "labels-idx1")
    ]
    files = tuple(map(File, names, sums))
    sizes, splits = {TRAIN: 60_000, TEST: 10_000}, {TRAIN: files[:2], TEST: files[2:]}
    return Source(name, title, f"{title}/raw", (1, 28, 28), 10, sizes, splits, url)


def _cifar(classes: int, train: tuple[File, ...], test: File, md5: str, label: str) -> Source:
    archive, folder = f"cifar-{classes}-python", "batches-py" if classes == 10 else "python"
    return Source(
        f"cifar{classes}",
        f"CIFAR-{classes}",
        f"cifar-{classes}-{folder}",
        (3, 32, 32),
        classes,
        {TRAIN: 50_000, TEST: 10_000},
        {TRAIN: train, TEST: (test,)},
        "https://www.cs.toronto.edu/~kriz",
        File(f"{archive}.tar.gz", md5),
        label,
    )


_REORDERED = "the images of each class in the order of their names; as published but for the order"
_CIFAR_10 = (
    "c99cafc152244af753f735de768cd75f",
    "d4bba439e000b95fd0a9bffe97cbabec",
    "54ebc095f3ab1f0389bbae665268c751",
    "634d18415352ddfa80567beed471001a",
    "482c414d41f54cd18b22e5b47cb7c3cb",
)
_CIFAR_100 = (
    File(
        "train",
        "16019d7e3df5f24257cddd939b257f8d",
        {"0fee110bbc1bb269d8a7f1b53fb5369f": _REORDERED},
    ),
    File(
        "test",
        "f0ef6b0ae62326f3e7ffdfab6717acfc",
        {"80c5cc27424136f2a34cd931fcf04f8a": _REORDERED},
    ),
)
_ALL = (
    _idx(
        "mnist",
        "MNIST",
        "https://ossci-datasets.s3.amazonaws.com/mnist",
        "f68b3c2dcbeaaa9fbdd348bbdeb94873",
        "d53e105ee54ea40749a09fcbcd1e9432",
        "9fb629c4189551a2d022fa330f9573f3",
        "ec29112dd5afa0611ce80d1b7f02629c",
    ),
    _idx(
        "fashion",
        "FashionMNIST",
        "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com",
        "8d4fb7e6c68d591d4c3dfef9ec88bf0d",
        "25c81989df183df01b3e8a0aad5dffbe",
        "bef4ecab320f06d8554ea6380940ec79",
        "bb300cfdad3c16e7a12a480ee83cd310",
    ),
    _cifar(
        10,
        tuple(File(f"data_batch_{k}", md5) for k, md5 in enumerate(_CIFAR_10, 1)),
        File("test_batch", "40351d587109b95175f43aff81a1287e"),
        "c58f30108f718f92721af3b95e74349a",
        "labels",
    ),
    _cifar(100, _CIFAR_100[:1], _CIFAR_100[1], "eb9058c3a382ffc7106e4002c42a8d85", "fine_labels"),
)
SOURCES = {source.name: source for source in _ALL}
