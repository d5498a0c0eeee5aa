"""The kind of a layer, by its class or by the name of a function: linear, normalising, ..."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from torch import Tensor, nn
from torch.nn.modules import activation, conv, dropout, flatten, instancenorm, pooling
from torch.nn.modules.batchnorm import _BatchNorm

from lemmata.verify.audit.measuring.adapting import PackedInput
from lemmata.verify.nn.layers import BatchNormWithoutMean, BlockLinear, Gain, Sin


class LayerKind(StrEnum):
    INPUT = "input"
    LINEAR = "linear"
    BATCH = "batch norm"  # statistics of a feature over the batch
    SAMPLE = "sample norm"  # statistics of a sample over its features
    ACTIVATION = "activation"
    RESIDUAL = "residual"
    SCALING = "scaling"
    ATTENTION = "attention"
    EMBEDDING = "embedding"
    DROPOUT = "dropout"
    POOLING = "pooling"
    SHAPE = "shape"
    BLOCK = "block"  # a repeated part of a module that cannot be traced
    OTHER = "other"


NORMALISING = (LayerKind.BATCH, LayerKind.SAMPLE)
_NOT_ENTRYWISE = (nn.Softmax, nn.Softmax2d, nn.LogSoftmax, nn.Softmin, nn.GLU)
_CLASSES: list[tuple[tuple[type, ...], LayerKind]] = [
    ((nn.Linear, conv._ConvNd, BlockLinear), LayerKind.LINEAR),
    ((_BatchNorm, BatchNormWithoutMean), LayerKind.BATCH),
    (
        (nn.LayerNorm, nn.GroupNorm, nn.RMSNorm, nn.LocalResponseNorm, instancenorm._InstanceNorm),
        LayerKind.SAMPLE,
    ),
    ((nn.MultiheadAttention,), LayerKind.ATTENTION),
    ((nn.Embedding, nn.EmbeddingBag), LayerKind.EMBEDDING),
    ((dropout._DropoutNd,), LayerKind.DROPOUT),
    ((nn.Identity, Gain), LayerKind.SCALING),
    (
        (PackedInput, flatten.Flatten, flatten.Unflatten, nn.PixelShuffle, nn.ZeroPad2d),
        LayerKind.SHAPE,
    ),
    (_NOT_ENTRYWISE, LayerKind.OTHER),
    ((Sin,), LayerKind.ACTIVATION),
]
_FUNCTIONS = {
    LayerKind.LINEAR: "linear conv1d conv2d conv3d conv_transpose1d conv_transpose2d",
    LayerKind.BATCH: "batch_norm",
    LayerKind.SAMPLE: "layer_norm group_norm instance_norm rms_norm normalize",
    LayerKind.ACTIVATION: "relu relu6 leaky_relu elu selu celu gelu silu mish tanh sin cos sigmoid"
    " logsigmoid softplus softsign hardtanh hardsigmoid hardswish erf prelu abs square",
    LayerKind.RESIDUAL: "add iadd sub",
    LayerKind.SCALING: "mul imul truediv div neg",
    LayerKind.ATTENTION: "scaled_dot_product_attention multi_head_attention_forward",
    LayerKind.EMBEDDING: "embedding",
    LayerKind.DROPOUT: "dropout alpha_dropout dropout1d dropout2d",
    LayerKind.POOLING: "mean sum max_pool1d max_pool2d avg_pool1d avg_pool2d adaptive_avg_pool1d"
    " adaptive_avg_pool2d adaptive_max_pool2d amax",
    LayerKind.SHAPE: "flatten view reshape permute transpose squeeze unsqueeze contiguous getitem"
    " getattr size chunk split cat concat stack expand unfold pad to float double clone detach",
}
_BY_NAME = {name: kind for kind, names in _FUNCTIONS.items() for name in names.split()}


def of_module(module: nn.Module) -> LayerKind:
    """The kind by class; torch's parametrisations are subclasses. Norms of a library or of the user
    are known by their names."""
    for classes, kind in _CLASSES:
        if isinstance(module, classes):
            return kind
    name = type(module).__name__
    if name.endswith(("RMSNorm", "LayerNorm")):
        return LayerKind.SAMPLE
    if (
        name == "Conv1D"
        and isinstance(W := getattr(module, "weight", None), Tensor)
        and W.ndim == 2
    ):
        return LayerKind.LINEAR  # of Hugging Face's GPT-2: a linear map, transposed
    for part in type(module).__mro__:
        if part.__module__ == activation.__name__:
            return LayerKind.ACTIVATION
        if part.__module__ == pooling.__name__:
            return LayerKind.POOLING
    return LayerKind.OTHER


def is_known(module: nn.Module) -> bool:
    """Whether a module is one layer, whose inside is not traced."""
    return of_module(module) is not LayerKind.OTHER or isinstance(module, _NOT_ENTRYWISE)


def of_function(name: str, computed: int) -> LayerKind:
    """The kind by name, without the underscore of torch's functions in place.

    ``computed``: the number of arguments that depend on the input. A sum of two is a residual; a
    product of two is of another kind.
    """
    kind = _BY_NAME.get(name.rstrip("_"), LayerKind.OTHER)
    if kind is LayerKind.RESIDUAL and computed < 2:
        return LayerKind.SCALING  # a bias or a number
    if kind is LayerKind.SCALING and computed > 1:
        return LayerKind.OTHER
    if name in ("matmul", "mm", "addmm", "einsum") and computed == 1:
        return LayerKind.LINEAR
    return kind


def name_of(target: Any) -> str:
    """The name of a function, or of a tensor's method."""
    return target if isinstance(target, str) else getattr(target, "__name__", str(target))
