# The project's commands. `make` alone lists them.

PORT ?= 8000
SECONDS ?= 60
MINUTES ?= 60
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && exit; done; echo python3)

VENV := .venv
PY := $(VENV)/bin/python
# Stamps inside the installed folders, which disappear with them.
HAVE_PYTHON := $(VENV)/.installed
HAVE_NODE := web/node_modules/.installed

.DEFAULT_GOAL := help
.PHONY: help serve build test test-fast test-slow test-browsers test-faults check docs types new-game serve-examples bench soak fuzz reproduce release precompute setup browser clean

help: ## Show this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

serve: build ## Build the site and serve it on a local address (PORT=8000)
	@$(PY) -m build_tools.serve --port $(PORT)

build: setup ## Build the site into dist/
	@$(PY) -m build_tools.site

test: setup browser ## Run every check and test (GAME=hearts: those of one game)
	@$(PY) -m build_tools.suite $(if $(GAME),--game $(GAME))

test-fast: setup ## Run the quick tests, in under a minute
	@$(PY) -m build_tools.suite fast

test-slow: build browser ## Run the tests that `make test` leaves out because they take long
	@$(PY) -m build_tools.suite slow

test-browsers: build browser ## Test the site in three engines: Chromium, Firefox and WebKit
	@$(PY) -m build_tools.system firefox webkit
	@$(PY) -m build_tools.suite browsers

test-faults: build browser ## Test against failing networks, disks and pages (KILLS=20, SEED=)
	@$(PY) -m build_tools.suite faults

check: setup ## Lint and type-check
	@$(PY) -m build_tools.suite check

docs: setup ## Generate API pages of the engine in dist-docs/
	@$(PY) -m pip install -qq --disable-pip-version-check --editable '.[docs]'
	@$(PY) -m build_tools.api_docs

types: setup ## Generate what the page has from the engine: types, and the start page's decision
	@$(PY) -m build_tools.types
	@$(PY) -m build_tools.games.first_decision

new-game: setup ## Write the skeleton of a new game (NAME=othello)
	@$(PY) -m build_tools.games.new_game $(NAME)

serve-examples: setup ## Build the site with the examples and serve it (PORT=8000)
	@$(PY) -m build_tools.games.example_site
	@$(PY) -m build_tools.serve --port $(PORT) --folder .cache/example-site

bench: build browser ## Measure speed, waits and size (AGAINST=REF: waits of two builds, TIMES=8)
	@$(PY) -m build_tools.bench $(if $(AGAINST),--against $(AGAINST)) $(if $(TIMES),--times $(TIMES))

fuzz: $(HAVE_PYTHON) ## Fuzz the bridge and the log reader (SECONDS=60)
	@$(PY) -m build_tools.trials.fuzz --seconds $(SECONDS)

reproduce: setup ## Build the site twice and compare all bytes
	@$(PY) -m build_tools.shipping.reproduce

release: setup ## Create the files of a release in dist-release/ (TAG=v1.2.3)
	@$(PY) -m build_tools.shipping.release $(if $(TAG),--tag $(TAG))

soak: build browser ## Play mixed games for an hour (MINUTES=60) and watch the engine's memory
	@$(PY) -m build_tools.trials.soak --minutes $(MINUTES)

precompute: $(HAVE_PYTHON) ## Compute the games' tables
	@$(PY) -m py_engine.lab precompute

setup: $(HAVE_PYTHON) $(HAVE_NODE)

browser: $(HAVE_PYTHON)
	@$(PY) -m build_tools.system browser

$(HAVE_PYTHON): pyproject.toml
	@$(PYTHON) -m build_tools.system tools venv
	@echo "Installing Python packages into $(VENV) ..."
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@$(PY) -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(HAVE_NODE): web/package.json web/package-lock.json | $(HAVE_PYTHON)
	@echo "Installing npm packages into web/node_modules ..."
	@cd web && npm ci --loglevel=error --no-progress
	@touch $@

clean: ## Remove what was built (not what was installed or fetched)
	rm -rf dist dist-docs dist-release build .cache/site.json .cache/bundled.json .cache/wheel .cache/runtime .cache/reports .cache/tables .cache/tests \
		.cache/example-site .cache/example-site.txt \
		.mypy_cache .ruff_cache .pytest_cache .hypothesis
	find py_engine build_tools tests -name __pycache__ -type d -prune -exec rm -rf {} +
