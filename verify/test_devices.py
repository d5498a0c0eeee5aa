"""Everything that draws samples runs where it is told to: nothing names a device or mixes two.

What a check can draw with is found in the sources, so that nothing new is forgotten.
"""

import ast
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import torch

from lemmata.theory.ledger import PAPERS
from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains import chain as chains
from lemmata.verify.chains import test_chain as test_chains
from lemmata.verify.chains import test_kernels
from lemmata.verify.chains.chain import bn
from lemmata.verify.chains.kernels import floats_on
from lemmata.verify.chains.weights import gaussian
from lemmata.verify.depth import gradients as depth
from lemmata.verify.depth import slopes
from lemmata.verify.depth.network import (
    ACTIVATIONS,
    Network,
    RandomWeights,
    RowNorm,
    StandardBN,
    WeightLaw,
)
from lemmata.verify.depth.slopes import Deep
from lemmata.verify.registry import Effort, Run
from lemmata.verify.seeds import Address
from lemmata.verify.sharp.gradients import sampled as gradients
from lemmata.verify.test_support.fake_device import fake_cuda

VERIFY = Path(__file__).parent
TESTS = set(VERIFY.rglob("test_*.py"))


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def functions(paths: Iterable[Path]) -> list[ast.FunctionDef]:
    return [node for path in paths for node in nodes(path) if isinstance(node, ast.FunctionDef)]


def kernel_makers() -> set[str]:
    """Every function of verify's own modules that makes a kernel."""
    made = functions(set((VERIFY / "chains").glob("*.py")) - TESTS)
    return {f.name for f in made if "kernel" in (getattr(by, "id", "") for by in f.decorator_list)}


def names_in(tree: ast.AST) -> set[str]:
    """Every name that a piece of code mentions."""
    found = list(ast.walk(tree))
    return {node.id for node in found if isinstance(node, ast.Name)} | {
        node.attr for node in found if isinstance(node, ast.Attribute)
    }


def draws(module: str) -> bool:
    """Whether a module of verify is written in torch."""
    file = VERIFY.parent / f"{module.removeprefix('lemmata.').replace('.', '/')}.py"
    if not module.startswith("lemmata.verify.") or not file.exists():
        return False
    return any(imports_torch(node) for node in ast.parse(file.read_text(encoding="utf-8")).body)


def imports_torch(node: ast.AST) -> bool:
    return isinstance(node, ast.Import) and node.names[0].name == "torch"


# What looks at values to go on, which a fake tensor does not have, and what only that uses.
LOOKING = {
    "a1_holds": "ends where no run is left",
    **dict.fromkeys(("ranks", "gram_rank", "full"), "counts singular values"),
    "augmented": "cuts images where numbers that are drawn say",
    "ratios": "a ratio at every depth",
    "in_parts": "a gap at every layer, by `gaps`",
    "first_layer": "in the kernels",
    "bn_of_unit_norm": "in every layer",
    "symmetric_root": "in elsewhere._layer",
    "run_training": "autograd, with values of losses",
    "repairs": "accuracies of a network that was trained",
}


def drawn_with(function: ast.FunctionDef) -> set[str]:
    """What a function uses to draw: what it imports when it runs, and itself if that is torch."""
    found: set[str] = set()
    for node in ast.walk(function):
        if imports_torch(node):
            found.add(function.name)
        elif isinstance(node, ast.ImportFrom) and draws(str(node.module)):
            found |= {alias.name for alias in node.names if not alias.name.isupper()}
    return found


def test_every_sampler_of_a_check_runs_on_another_device() -> None:
    """Checks load torch when they run, so that what they draw with is imported in functions.

    What a test under the fake device mentions is run there, and the kernels, which have a table.
    """
    assert {*test_kernels.KERNELS, *test_kernels.SIGNED} == kernel_makers()
    rooms = ("chains/orthogonal_cells", "chains/gaussian_cells", "depth/slopes")
    packages = [path for key in PAPERS for path in (VERIFY / key).rglob("*.py")]
    checking = functions([*(VERIFY / f"{name}.py" for name in rooms), *packages])
    used = {name for function in checking for name in drawn_with(function)}
    assert len(used) > 25
    faked = [names for names in map(names_in, functions(TESTS)) if "fake_cuda" in names]
    assert used - kernel_makers().union(LOOKING, *faked) == set()


def test_every_chain_is_run_on_another_device() -> None:
    named = {value for name, value in vars(chains).items() if name.endswith("_layer")}
    assert len(named) >= 5
    assert named - {chains.activated_layer} <= {*test_chains.EVERY.values()}


def test_no_source_names_a_device() -> None:
    """Only the choice of a device and the fake one know their names."""
    sources = set(VERIFY.rglob("*.py")) - TESTS
    for path in sources:
        if path.name not in ("device.py", "fake_device.py"):
            constants = {str(n.value) for n in nodes(path) if isinstance(n, ast.Constant)}
            assert not {"cuda", "mps"} & constants, path


def test_mixing_devices_is_seen() -> None:
    with fake_cuda() as device:
        here, there = torch.empty(3), torch.empty(3, device=device)
        with pytest.raises(RuntimeError):
            there + here
        with pytest.raises(RuntimeError, match="copied"):
            there[:2] = here[:2]


def without_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing on the fake device has a generator, or a value to look at."""
    monkeypatch.setattr(Address, "generator", lambda self, device, index=0: None)
    monkeypatch.setattr(depth, "bool", lambda finite: True, raising=False)


NORMALISATIONS = RowNorm(), RowNorm(scaled=True), StandardBN()


@over(  # every law with every normalisation, and every activation
    [
        *product(WeightLaw, NORMALISATIONS, ["tanh"], [False, True]),
        *product([WeightLaw.GAUSSIAN], [StandardBN()], ACTIVATIONS, [False]),
    ]
)
def test_gradients_stay_on_the_device_of_their_input(
    kind: WeightLaw, normalisation: Any, activation: str, repeated: bool
) -> None:
    with pytest.MonkeyPatch.context() as patched, fake_cuda() as device:
        without_values(patched)
        X = torch.empty(2, 4, 4, device=device, dtype=torch.float64)
        ties = torch.arange(4, device=device) % 2 if repeated else None
        network = Network(normalisation, ACTIVATIONS[activation])
        weights = RandomWeights(kind, Address(0), X)
        found = depth.gradients(
            network, weights, X, 5, depth.readout(torch.empty_like(X)), spacing=2, ties=ties
        )
        for values in (found.log_dW, found.log_dX, found.log_jacobian):
            assert values.device.type == "cuda"


def test_slopes_stay_on_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    without_values(monkeypatch)
    monkeypatch.setattr(slopes, "DEPTH", 2)
    monkeypatch.setattr(slopes, "REPLICAS", {2: 2})
    with fake_cuda() as device:
        run = Run(lambda: None, Effort.SMOKE, Address(0), str(device))
        assert floats_on(run.device).device.type == device.type
        for _, X in slopes.inputs(2, 2, run, Address(0)):
            assert bn(gaussian((1, 2, 2), X, None)).device == X.device
            assert X.device.type == device.type
        assert len(list(slopes.gradient_cells(run, 1.0, {}))) == 3 * 3
        assert gradients.slopes(run, slopes.Pair(3, 16, 2), Address(0)).shape == (32,)
        case = Deep("orthogonal", 3, 3, 10, 2, distinct=2, invariant=True)
        assert slopes.profile(run.device, Address(0), case).log_dW.device.type == device.type
        assert slopes.slopes(run, [case])[0].shape == (2,)
