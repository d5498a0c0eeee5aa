# Each target is complete from a fresh clone: virtual environment, pinned install, run.
# PYTHON: the first here that is 3.11 or newer.
NAMES = python3.14 python3.13 python3.12 python3.11 python3 python
NEW = import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for name in $(NAMES); do $$name -c '$(NEW)' 2>/dev/null && echo $$name && break; done)
BIN = .venv/bin
QUICK = --quick --bench 'DeepForward|time_gradients|GapTrajectory|chains.GramChain|HaarMatrices.time|Squares|Confidence|Drift|time_render|DeepPeers'

.PHONY: verify experiments record prove test bench bench-quick mutate lint clean

verify: .venv/installed
	$(BIN)/lemmata run

# Everything, and the figures in training at standard size; stopped, it goes on where it was.
experiments: .venv/installed
	$(BIN)/lemmata run --resume --train

# Adds what is missing to the recorded.json beside the checks, from the networks that experiments
# trained, or trains them. DATA is the folder of the papers' data, see lemmata data.
record: .venv/installed
	$(if $(DATA),LEMMATA_DATA=$(DATA)) $(BIN)/python -m lemmata.verify.figures.recording

test: .venv/installed
	$(BIN)/python -m pytest -n auto

# In the installed environment, saved under the commit; a plain `asv run` builds commits in
# environments of their own. The report shows the summary. The quick one times one suite of each
# subject, every call once. A peer that cannot be installed is skipped.
bench bench-quick: .venv/installed
	-$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[peers]"
	$(BIN)/asv machine --yes
	$(BIN)/asv run -E existing:$(BIN)/python $(if $(filter bench-quick,$@),$(QUICK)) --set-commit-hash $$(git rev-parse HEAD)
	$(BIN)/python -m lemmata.reports.performance .asv/results

# Plants faults in what decides a verdict or a number; ARGS names modules: make mutate ARGS="verify.verdicts*"
mutate: .venv/installed
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[mutation]"
	$(BIN)/mutmut run $(ARGS)

# Puts the proofs before Rocq and records what it accepted; without coqc one line says what to install.
prove: .venv/installed
	$(BIN)/lemmata prove

lint: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.venv/installed: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "no Python 3.11 or newer found; name one: make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[test,bench,cluster]"
	-$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[browser]"
	-$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[fast]"
	touch $@

clean:
	rm -rf .venv .asv mutants .pytest_cache .mypy_cache .ruff_cache .hypothesis
