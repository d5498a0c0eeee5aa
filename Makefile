# Each target is complete from a fresh clone: virtual environment, pinned install, run.
PYTHON ?= python3.11
BIN = .venv/bin
QUICK = --quick --bench 'DeepForward|time_gradients|GapTrajectory|chains.GramChain|HaarMatrices.time|Squares|Confidence|Drift|time_render'

.PHONY: verify test bench bench-quick lint clean

verify: .venv/installed
	$(BIN)/lemmata run

test: .venv/installed
	.ci/chromium
	$(BIN)/python -m pytest -n auto

# Saved under the commit; the report shows the summary. The quick one times one suite of each
# subject, every call once. A peer that cannot be installed is skipped.
bench bench-quick: .venv/installed
	-$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[peers]"
	$(BIN)/asv machine --yes
	$(BIN)/asv run $(if $(filter bench-quick,$@),$(QUICK)) --set-commit-hash $$(git rev-parse HEAD)
	$(BIN)/python -m reports.performance .asv/results

lint: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[test,bench]"
	-$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[browser]"
	touch $@

clean:
	rm -rf .venv .asv .pytest_cache .mypy_cache .ruff_cache .hypothesis
