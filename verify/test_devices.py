"""Everything that draws samples runs where it is told to: nothing names a device or mixes two.

What a check can draw with is found in the sources, so that nothing new is forgotten.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import torch

from theory.ledger import PAPERS
from verify.chains import chain as chains
from verify.chains import test_chain as test_chains
from verify.chains import test_kernels
from verify.chains.chain import bn
from verify.chains.weights import gaussian
from verify.depth import gradients as depth
from verify.depth import slopes
from verify.depth.network import ACTIVATIONS, Kind, Network, RandomWeights, RowNorm, StandardBN
from verify.depth.slopes import Deep
from verify.registry import Effort, Run
from verify.seeds import Address
from verify.sharp import gaussian_explosion
from verify.test_support.fake_device import fake_cuda

VERIFY = Path(__file__).parent


def kernel_makers() -> set[str]:
    """Every function of verify's own modules that makes a kernel."""
    return {
        node.name
        for path in (VERIFY / "chains").glob("*.py")
        if not path.name.startswith("test_")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
        if any(isinstance(by, ast.Name) and by.id == "kernel" for by in node.decorator_list)
    }


def test_every_kernel_is_run_on_another_device() -> None:
    assert {*test_kernels.KERNELS, *test_kernels.SIGNED} == kernel_makers()


def names_in(tree: ast.AST) -> set[str]:
    """Every name that a piece of code mentions."""
    nodes = list(ast.walk(tree))
    return {node.id for node in nodes if isinstance(node, ast.Name)} | {
        node.attr for node in nodes if isinstance(node, ast.Attribute)
    }


def run_on_another_device() -> set[str]:
    """What is mentioned by a test that runs under the fake device, or by a table it runs over."""
    functions = [
        node
        for path in VERIFY.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and "fake_cuda" in names_in(node)
    ]
    return {*kernel_makers()}.union(*(names_in(node) for node in functions))


def draws(module: str) -> bool:
    """Whether a module of verify is written in torch."""
    file = VERIFY.parent / f"{module.replace('.', '/')}.py"
    if not module.startswith("verify.") or not file.exists():
        return False
    return any(
        isinstance(node, ast.Import) and node.names[0].name == "torch"
        for node in ast.parse(file.read_text(encoding="utf-8")).body
    )


def drawn_with(function: ast.FunctionDef) -> set[str]:
    """What a function uses to draw: what it imports when it runs, and itself if that is torch."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Import) and node.names[0].name == "torch":
            found.add(function.name)
        elif isinstance(node, ast.ImportFrom) and draws(str(node.module)):
            found |= {alias.name for alias in node.names if not alias.name.isupper()}
    return found


def test_whatever_a_check_draws_with_is_run_on_another_device() -> None:
    """Checks load torch when they run, so that what they draw with is imported in functions."""
    rooms = ("chains/orthogonal_cells", "chains/gaussian_cells", "depth/slopes")
    shared = [VERIFY / f"{name}.py" for name in rooms]
    packages = [path for key in PAPERS for path in (VERIFY / key).rglob("*.py")]
    used = {
        name: path.name
        for path in (*shared, *packages)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        for name in drawn_with(node)
    }
    assert len(used) > 25
    covered = run_on_another_device()
    assert not {name: file for name, file in used.items() if name not in covered}


def test_every_chain_is_run_on_another_device() -> None:
    named = {value for name, value in vars(chains).items() if name.endswith("_layer")}
    assert len(named) >= 5
    assert named - {chains.activated_layer} <= {*test_chains.EVERY.values()}


def test_no_source_names_a_device() -> None:
    """Only the choice of a device and the fake one know their names."""
    known = {"device.py", "fake_device.py"}
    for path in VERIFY.rglob("*.py"):
        if path.name in known or path.name.startswith("test_"):
            continue
        constants = [
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant)
        ]
        assert not {"cuda", "mps"} & {value for value in constants if isinstance(value, str)}, path


def test_mixing_devices_is_seen() -> None:
    with fake_cuda() as device:
        here, there = torch.empty(3), torch.empty(3, device=device)
        with pytest.raises(RuntimeError):
            there + here
        with pytest.raises(RuntimeError, match="copied"):
            there[:2] = here[:2]


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("normalisation", [RowNorm(), RowNorm(scaled=True), StandardBN()])
@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("repeated", [False, True])
def test_gradients_stay_on_the_device_of_their_input(
    monkeypatch: pytest.MonkeyPatch,
    kind: Kind,
    normalisation: RowNorm | StandardBN,
    activation: str,
    repeated: bool,
) -> None:
    monkeypatch.setattr(Address, "generator", lambda self, device, index=0: None)
    monkeypatch.setattr(depth, "bool", lambda finite: True, raising=False)  # it has no value here
    with fake_cuda() as device:
        X = torch.empty(2, 4, 4, device=device, dtype=torch.float64)
        ties = torch.arange(4, device=device) % 2 if repeated else None
        network = Network(normalisation, ACTIVATIONS[activation])
        weights = RandomWeights(kind, Address(0), X)
        found = depth.gradients(
            network, weights, X, 5, depth.readout(torch.empty_like(X)), spacing=2, ties=ties
        )
        for values in (found.log_dW, found.log_dX, found.log_jacobian):
            assert values.device.type == "cuda"


def test_what_checks_make_of_gradients_stays_on_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Address, "generator", lambda self, device, index=0: None)
    monkeypatch.setattr(depth, "bool", lambda finite: True, raising=False)  # it has no value here
    monkeypatch.setattr(slopes, "DEPTH", 2)
    monkeypatch.setattr(slopes, "REPLICAS", {2: 2})
    with fake_cuda() as device:
        run = Run(lambda: None, Effort.SMOKE, Address(0), str(device))
        for _, X in slopes.inputs(2, run, Address(0)):
            assert bn(gaussian((1, 2, 2), X, None)).device == X.device
            assert X.device.type == device.type
        assert len(list(slopes.gradient_cells(run, 1.0, {}))) == 3 * 3
        assert gaussian_explosion.slopes(run, slopes.Pair(3, 16, 2)).shape == (32,)
        case = Deep("orthogonal", 3, 3, 10, 2, distinct=2, invariant=True)
        assert slopes.profile(run, Address(0), case).log_dW.device.type == device.type
        assert slopes.slopes(run, case).shape == (2,)
