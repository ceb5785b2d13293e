# Everything a contributor does, from a fresh clone. Users need none of this: `python -m hyperchess`.

EXAMPLE ?= example:four-timelines
PYTHON ?= python3
SCALE ?= 1
SECONDS ?= 0
SEED ?= $(shell date +%Y%m%d)
STRESS = $(if $(filter 0,$(SECONDS)),60,$(SECONDS))
WORKERS ?= auto

VENV := .venv
BIN := $(VENV)/bin
RUN := $(BIN)/python
INSTALL := $(RUN) -m pip install --quiet
START_SETUP := $(VENV)/.setup-start
SETUP := $(VENV)/.setup
DOCS_SETUP := $(VENV)/.setup-docs
PAGE_SETUP := $(VENV)/.setup-page
LOCK := requirements/dev.txt
PYTEST = MAKEFLAGS= $(RUN) -m pytest -n $(WORKERS) --dist worksteal
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --silent
NATIVE := CMakeLists.txt $(shell find native -type f)
SANITIZED := build/sanitized

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start hundreds of processes, each of which would compile every module again without bytecode files.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help start test check static lock licences bench screenshots font docs site board artefacts vscode nightly sanitize fuzz fuzz-rules clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile

start: $(START_SETUP) ## set up, check and convert a game, then open it on the analysis board (Ctrl-C ends it)
	@$(RUN) -m hyperchess check $(EXAMPLE)
	@$(RUN) -m hyperchess convert $(EXAMPLE) --to branched
	@$(RUN) -m hyperchess serve $(EXAMPLE)

test: $(SETUP) $(PAGE_SETUP) ## run the fast tests and the examples in the documentation
	$(NPM) test
	$(PYTEST) -m "not slow and not nightly"

# The static checks run one after the other next to the tests; each prints its output when it has ended.
check: $(SETUP) $(PAGE_SETUP) ## what must pass before a commit: format, lint, types, layers, circles, dead code, all tests that are not nightly
	@$(MAKE) --no-print-directory --keep-going --jobs=2 $(SYNC) all-tests $(STATIC) \
		|| { echo "make check failed: lines with *** above name the parts" >&2; exit 1; }

static: $(SETUP) $(PAGE_SETUP) ## run the part of check that needs no tests: format, lint, types, layers, circles, dead code
	@$(MAKE) --no-print-directory --keep-going $(STATIC)

# Make 3.81, which macOS has, cannot keep the outputs of parallel jobs apart.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
STATIC := check-python check-types check-layers check-native check-page check-workflows
.PHONY: all-tests tests $(STATIC)

# A make of its own prints the progress of the tests at once.
all-tests:
	@$(MAKE) --no-print-directory $(and $(SYNC),--output-sync=none) tests

tests: $(SETUP) $(PAGE_SETUP)
	$(NPM) test
	$(PYTEST)

check-python: $(SETUP)
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	$(RUN) -m vulture
	$(RUN) -m scripts.wording

check-types: $(SETUP)
	$(RUN) -m mypy --strict src tests

check-layers: $(SETUP)
	$(BIN)/lint-imports --no-logo
	$(RUN) -m scripts.circles

check-native: $(SETUP)
	@echo clang-format
	@$(BIN)/clang-format --dry-run --Werror $(filter %.cpp %.hpp,$(NATIVE)) tests/native/unit.cpp

check-page: $(PAGE_SETUP)
	$(NPM) run check

check-workflows: $(SETUP)
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/zizmor --offline --quiet .github

lock: $(SETUP) ## choose the newest versions within the ranges of pyproject.toml for the development environment
	$(RUN) -m uv pip compile --quiet --universal --upgrade --python-version 3.11 --extra dev --no-emit-index-url \
		--no-annotate --custom-compile-command "make lock" --output-file $(LOCK) pyproject.toml

licences: $(SETUP) ## list the licences of all libraries; fails if one names none
	$(RUN) -m scripts.licences

bench: $(SETUP) ## run the benchmarks
	$(RUN) -m benchmarks

screenshots: $(SETUP) $(PAGE_SETUP) ## take the pictures of the page for the documentation
	HYPERCHESS_SCREENSHOTS=1 $(RUN) -m pytest -q tests/page/test_looks.py

# A font is made from the package of the Fontsource project, which has the licence next to it.
font: $(SETUP) ## make the subset of the typeface of the page anew
	mkdir -p build/font && cd build/font && tar -xzf $$($(NPM) pack @fontsource-variable/figtree@5.3.0)
	$(INSTALL) fonttools==4.68.0 brotli==1.2.1
	$(BIN)/fonttools varLib.instancer build/font/package/files/figtree-latin-wght-normal.woff2 wght=400:700 \
		--output build/font/weights.ttf
	$(BIN)/pyftsubset build/font/weights.ttf --unicodes='*' --layout-features=kern,tnum,ccmp,locl,mark \
		--flavor=woff2 --output-file=src/hyperchess/app/page/fonts/figtree.woff2
	cp build/font/package/LICENSE src/hyperchess/app/page/fonts/OFL.txt

docs: $(DOCS_SETUP) ## build the documentation into site/
	$(RUN) -m sphinx -W --keep-going --quiet -d build/docs docs site

# Pyodide is fetched into build/ once; the kernel for browsers is compiled anew if it is not that of the sources.
site: $(SETUP) ## build the board without a server into build/site
	@$(RUN) -m scripts.kernel_wasm --check || { \
		$(INSTALL) ziglang==$$($(RUN) -c 'from scripts.kernel_wasm import COMPILER; print(COMPILER)') \
		&& $(RUN) -m scripts.kernel_wasm; }
	HYPERCHESS_DATA=build/data $(RUN) -m hyperchess site -o build/site

# The extension for Visual Studio Code is in editors/vscode/dist/hyperchess.vsix afterwards.
vscode: $(SETUP) ## build and test the extension for Visual Studio Code
	cp LICENSE editors/vscode/LICENSE
	cd editors/vscode && $(NPM) ci && $(NPM) run check && $(NPM) run build && $(NPM) test && $(NPM) run package

board: $(SETUP) $(PAGE_SETUP) ## build the npm package of the board into build/board
	$(RUN) -m scripts.board

artefacts: $(SETUP) ## write the conformance suite, the JSON schema and the OpenAPI document into build/artefacts
	$(RUN) -m scripts.artefacts

nightly: $(SETUP) $(PAGE_SETUP) ## run the long, randomised tests (half an hour on two cores; SEED=... repeats those of a night, SCALE=4 takes more)
	$(INSTALL) jupyterlab==4.6.6
	HYPERCHESS_NIGHTLY_SEED=$(SEED) HYPERCHESS_NIGHTLY_SCALE=$(SCALE) HYPOTHESIS_PROFILE=nightly \
		$(RUN) -m pytest -n $(WORKERS) --dist worksteal -m nightly -o faulthandler_timeout=7200 --hypothesis-seed=$(SEED)

# A sanitized kernel lies next to the usual one, which -S keeps out by not reading the .pth files of pip.
SANITIZED_RUN = PYTHONPATH="$(SANITIZED)/$(1):$$($(RUN) -c 'import sysconfig; print(sysconfig.get_path("platlib"))')" \
	LD_PRELOAD="$$(g++ -print-file-name=$(2)) $$(g++ -print-file-name=libstdc++.so)" $(RUN) -S -m
SANITIZED_BUILD = rm -rf $(SANITIZED)/$(1) && HYPERCHESS_REQUIRE_KERNEL=1 $(INSTALL) --no-deps --no-build-isolation \
	--target $(SANITIZED)/$(1) --config-settings=build-dir=build/sanitize-$(1) \
	--config-settings=cmake.define.HYPERCHESS_SANITIZE=$(1) .
# Only the kernel is instrumented, not Python: its own memory is no leak, and its own locks are known.
export ASAN_OPTIONS := detect_leaks=0
export TSAN_OPTIONS := halt_on_error=1

sanitize: $(SETUP) ## run the tests of the native rules, and random threads, under the sanitizers of g++ (SECONDS=3600: threads for an hour each)
	$(call SANITIZED_BUILD,address)
	$(call SANITIZED_RUN,address,libasan.so) pytest -o faulthandler_timeout=7200 tests/multiverse/test_kernel.py tests/multiverse/test_kernel_limits.py \
		tests/multiverse/test_mates.py tests/infinite/test_kernel.py tests/engine/test_bench.py
	$(call SANITIZED_RUN,address,libasan.so) tests.native.stress --seconds $(STRESS) --seed $(SEED)
	$(call SANITIZED_BUILD,thread)
	$(call SANITIZED_RUN,thread,libtsan.so) tests.native.stress --seconds $(STRESS) --seed $(SEED)

fuzz: $(SETUP) ## read mutated games with every reader until stopped (READER=shad: one of them; SECONDS=60: for so long)
	$(RUN) -m tests.fuzz --seconds $(SECONDS) $(if $(READER),--reader $(READER))

fuzz-rules: $(SETUP) ## compare the native rules with those in Python on random games until stopped
	$(RUN) -m tests.multiverse.differential

clean: ## remove the virtual environment and everything built
	rm -rf $(VENV) build dist site node_modules .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests scripts benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# `make start` installs only what it runs. Build requirements live in the environment (--no-build-isolation), so that
# a rebuild takes a second and not a download. Everything has the version that the lock file names.
$(START_SETUP): pyproject.toml $(LOCK) $(NATIVE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "hyperchess needs Python 3.11 or newer, and '$(PYTHON)' is not (or is missing)." >&2; \
		echo "Name another one: make PYTHON=python3.12" >&2; \
		exit 1; }
	@echo "Setting up $(VENV) (about a minute the first time) ..."
	@$(RUN) -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) --constraint $(LOCK) nanobind scikit-build-core
	@needed=$$($(RUN) -c 'from scikit_build_core import build; print(*build.get_requires_for_build_editable())') \
		&& { test -z "$$needed" || $(INSTALL) $$needed; }
	@$(RUN) scripts/install.py --no-build-isolation --constraint $(LOCK) --editable '.[web]'
	@touch $@

$(SETUP): $(START_SETUP)
	@echo "Setting up the tools of the tests ..."
	@$(INSTALL) --requirement $(LOCK)
	@touch $@

$(DOCS_SETUP): $(SETUP)
	@$(INSTALL) --no-build-isolation --constraint $(LOCK) --editable '.[docs]'
	@touch $@

# The tests of the page need a browser; its modules are checked by ESLint and TypeScript.
$(PAGE_SETUP): $(SETUP) package-lock.json
	@echo "Setting up the tests of the page ..."
	@$(RUN) -m tests.page
	@touch $@
