"""The device of the checks; torch is imported only if the device depends on it."""

import warnings
from enum import StrEnum

from lemmata.verify.errors import Misuse


class Device(StrEnum):
    AUTO = "auto"
    CPU = "cpu"
    CUDA = "cuda"
    MPS = "mps"


class DeviceUnavailable(Misuse):
    """A device that cannot run the checks, with the reason."""


def resolve(device: Device) -> str:
    """The name of the device to use: ``auto`` is cuda where there is one, else cpu."""
    if device is Device.CPU:
        return "cpu"
    if device is Device.MPS:
        raise DeviceUnavailable("device mps has no float64, which every check needs; use cpu")
    if _cuda_available():
        return "cuda"
    if device is Device.CUDA:
        raise DeviceUnavailable("device cuda is not available here; use cpu or auto")
    return "cpu"


def _cuda_available() -> bool:
    import torch

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a CUDA build without a driver warns when asked
        return torch.cuda.is_available()
