# Everything a contributor does, from a fresh clone. Users need none of this: `python -m hyperchess`.

EXAMPLE ?= example:four-timelines
PYTHON ?= python3
WORKERS ?= auto

VENV := .venv
BIN := $(VENV)/bin
RUN := $(BIN)/python
INSTALL := $(RUN) -m pip install --quiet
SETUP := $(VENV)/.setup
DOCS_SETUP := $(VENV)/.setup-docs

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help start test check bench docs nightly clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile

start: $(SETUP) ## set up, then check, convert and show a game
	@$(RUN) -m hyperchess check $(EXAMPLE)
	@echo
	@$(RUN) -m hyperchess convert $(EXAMPLE) --to branched
	@echo
	@$(RUN) -m hyperchess show $(EXAMPLE)

test: $(SETUP) ## run the tests and the examples in the documentation
	$(RUN) -m pytest -n $(WORKERS)

check: $(SETUP) ## what must pass before a commit: format, lint, types, layers, tests
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	$(RUN) -m mypy --strict src tests
	$(BIN)/lint-imports --no-logo
	$(RUN) -m pytest -n $(WORKERS)

bench: $(SETUP) ## run the benchmarks
	$(RUN) -m benchmarks

docs: $(DOCS_SETUP) ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(RUN) -m mkdocs build --strict

nightly: $(SETUP) ## run the long, randomised tests
	HYPOTHESIS_PROFILE=nightly $(RUN) -m pytest -n $(WORKERS) -m nightly

clean: ## remove the virtual environment and everything built
	rm -rf $(VENV) build dist site .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# Build requirements live in the environment (--no-build-isolation), so that a rebuild takes a second
# and not a download. They are read from pyproject.toml.
$(SETUP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "hyperchess needs Python 3.11 or newer, and '$(PYTHON)' is not (or is missing)." >&2; \
		echo "Name another one: make PYTHON=python3.12" >&2; \
		exit 1; }
	@echo "Setting up $(VENV) (a minute the first time) ..."
	@$(RUN) -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) $$($(RUN) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	@$(INSTALL) --no-build-isolation --editable '.[dev]'
	@touch $@

$(DOCS_SETUP): $(SETUP)
	@$(INSTALL) --no-build-isolation --editable '.[docs]'
	@touch $@
