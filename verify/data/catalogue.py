"""The data sets: their published files with checksums, and their addresses.

The folders are laid out as torchvision lays them out, so that a copy that is there can be used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

TRAIN, TEST = "train", "test"


@dataclass(frozen=True)
class File:
    """A file as published, by its MD5 sum; ``variants``: other sums that are known, and why."""

    name: str
    md5: str
    variants: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Source:
    """A data set: images of ``shape`` = (channels, height, width) in ``classes`` classes.

    ``files``: by split, images before labels where they are apart. ``url``: the folder that its
    publishers serve; ``archive``: what is to be fetched from there, where it is not the files.
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
    label: str = "labels"  # of a CIFAR batch


def _idx(images: Mapping[str, str], labels: Mapping[str, str]) -> dict[str, tuple[File, ...]]:
    begin = {TRAIN: "train", TEST: "t10k"}
    return {
        split: (
            File(f"{begin[split]}-images-idx3-ubyte.gz", images[split]),
            File(f"{begin[split]}-labels-idx1-ubyte.gz", labels[split]),
        )
        for split in begin
    }


_REORDERED = "the images of each class in the order of their names; as published but for the order"
_CIFAR = "https://www.cs.toronto.edu/~kriz"
_CIFAR_10 = (
    "c99cafc152244af753f735de768cd75f",
    "d4bba439e000b95fd0a9bffe97cbabec",
    "54ebc095f3ab1f0389bbae665268c751",
    "634d18415352ddfa80567beed471001a",
    "482c414d41f54cd18b22e5b47cb7c3cb",
)

SOURCES = {
    source.name: source
    for source in (
        Source(
            "mnist",
            "MNIST",
            "MNIST/raw",
            (1, 28, 28),
            10,
            {TRAIN: 60_000, TEST: 10_000},
            _idx(
                {
                    TRAIN: "f68b3c2dcbeaaa9fbdd348bbdeb94873",
                    TEST: "9fb629c4189551a2d022fa330f9573f3",
                },
                {
                    TRAIN: "d53e105ee54ea40749a09fcbcd1e9432",
                    TEST: "ec29112dd5afa0611ce80d1b7f02629c",
                },
            ),
            "https://ossci-datasets.s3.amazonaws.com/mnist",
        ),
        Source(
            "fashion",
            "FashionMNIST",
            "FashionMNIST/raw",
            (1, 28, 28),
            10,
            {TRAIN: 60_000, TEST: 10_000},
            _idx(
                {
                    TRAIN: "8d4fb7e6c68d591d4c3dfef9ec88bf0d",
                    TEST: "bef4ecab320f06d8554ea6380940ec79",
                },
                {
                    TRAIN: "25c81989df183df01b3e8a0aad5dffbe",
                    TEST: "bb300cfdad3c16e7a12a480ee83cd310",
                },
            ),
            "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com",
        ),
        Source(
            "cifar10",
            "CIFAR-10",
            "cifar-10-batches-py",
            (3, 32, 32),
            10,
            {TRAIN: 50_000, TEST: 10_000},
            {
                TRAIN: tuple(File(f"data_batch_{k}", md5) for k, md5 in enumerate(_CIFAR_10, 1)),
                TEST: (File("test_batch", "40351d587109b95175f43aff81a1287e"),),
            },
            _CIFAR,
            File("cifar-10-python.tar.gz", "c58f30108f718f92721af3b95e74349a"),
        ),
        Source(
            "cifar100",
            "CIFAR-100",
            "cifar-100-python",
            (3, 32, 32),
            100,
            {TRAIN: 50_000, TEST: 10_000},
            {
                TRAIN: (
                    File(
                        "train",
                        "16019d7e3df5f24257cddd939b257f8d",
                        {"0fee110bbc1bb269d8a7f1b53fb5369f": _REORDERED},
                    ),
                ),
                TEST: (
                    File(
                        "test",
                        "f0ef6b0ae62326f3e7ffdfab6717acfc",
                        {"80c5cc27424136f2a34cd931fcf04f8a": _REORDERED},
                    ),
                ),
            },
            _CIFAR,
            File("cifar-100-python.tar.gz", "eb9058c3a382ffc7106e4002c42a8d85"),
            label="fine_labels",
        ),
    )
}
