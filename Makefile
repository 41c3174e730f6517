# What a newcomer types: `make run`, `make test`. What a committer types: `make setup`, `make check`.

PYTHON ?= python3
VENV   ?= .venv
INDEX  ?= var/index
RIVAL  ?= .venv-bench

BIN       := $(VENV)/bin
INSTALLED := $(VENV)/.installed
SAMPLE    := indexer/sample/filings
SAMPLED   := $(shell find $(SAMPLE) -type f 2>/dev/null) $(wildcard indexer/*.py)

.DEFAULT_GOAL := help
.PHONY: help setup run index test lint format check lock fuzz bench-filings eval-financebench clean

help: ## Say what can be made.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# The stamp is newer than the files that say what to install, so a second run installs nothing.
$(INSTALLED): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed: make PYTHON=python3.11 ...")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo 'Installing into $(VENV): a few minutes the first time.'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable '.[dev]'
	@touch $@

setup: $(INSTALLED) ## Install into .venv, with the git hooks.
	$(BIN)/pre-commit install

$(INDEX)/manifest.json: $(SAMPLED) | $(INSTALLED)
	$(BIN)/python -m indexer build $(SAMPLE) --out $(INDEX)
	@touch $@

index: $(INSTALLED) $(INDEX)/manifest.json ## Index the sample filings, if they or the indexer changed.

run: index ## Install, index the sample filings, serve on http://127.0.0.1:8000.
	$(BIN)/python -m finsagent serve --index $(INDEX)

test: $(INSTALLED) ## Run the tests.
	$(BIN)/python -m pytest

lint: $(INSTALLED) ## Check style, types and layers.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(INSTALLED) ## Put the source in shape.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

check: lint test ## Everything that must pass before a commit.

lock: $(INSTALLED) ## Resolve the newest allowed versions anew and pin them in requirements.lock.
	$(BIN)/python -m pip install --quiet --dry-run --ignore-installed --report $(VENV)/report.json '.[dev]'
	$(BIN)/python .ci/lock.py $(VENV)/report.json requirements.lock

fuzz: $(INSTALLED) ## Read 2,000 damaged filings (samples; also real ones, if FINSAGENT_DATA is set).
	PYTHONPATH=. $(BIN)/python tests/benchmarks/fuzz.py

# The other reader lives apart, so that its requirements never meet ours.
$(RIVAL)/.installed: pyproject.toml | $(INSTALLED)
	test -x $(RIVAL)/bin/python || $(PYTHON) -m venv $(RIVAL)
	$(RIVAL)/bin/python -m pip install --quiet --disable-pip-version-check \
	  $$($(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['bench'])")
	@touch $@

bench-filings: $(INSTALLED) $(RIVAL)/.installed ## Measure the readers beside edgartools (FINSAGENT_DATA names the filings).
	PYTHONPATH=. BENCH_PYTHON=$(RIVAL)/bin/python $(BIN)/python tests/benchmarks/filings.py

eval-financebench: $(INSTALLED) ## Measure on FinanceBench (FINSAGENT_DATA names the directory that holds it).
	$(BIN)/python -m finsagent eval financebench

clean: ## Remove what was installed and built here.
	rm -rf $(VENV) $(RIVAL) var runs dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
