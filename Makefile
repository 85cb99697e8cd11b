# Everything a person or a build server needs, from a fresh clone. `make` alone lists the targets.
# PYTHON names the interpreter that makes the environment; DOCS, STRENGTH, TESTS and VERIFY pass arguments on.
# SITE is the language that `make serve` shows: de, en or es.

PYTHON = python3
TESTS = -n 2 -m 'not long'
VERIFY =
STRENGTH =
# Not --quiet: mkdocs counts no warning that it does not say, and --strict would let all pass.
DOCS = --strict
SITE = de

VENV = .venv
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help install verify strength generated test test-long lint format docs site-de site-en site-es serve bench vectors wheel-check clean

help:
	@echo 'make verify       hold the reference implementation against the whole suite'
	@echo 'make strength     measure how good the suite is: change every leaf of the rules, some case must notice'
	@echo 'make generated    make the generated cases again: not a byte may differ'
	@echo 'make test         run the tests                       (TESTS="-k melds" passes arguments to pytest)'
	@echo 'make test-long    run those that take long: the whole site in a browser, every leaflet, every pair of choices'
	@echo 'make lint         ruff, mypy and the checks of the rules themselves'
	@echo 'make format       let ruff put the code in order'
	@echo 'make docs         build the site in all languages into site/'
	@echo 'make serve        show the site while writing         (SITE=en or SITE=es for another language)'
	@echo 'make bench        measure the engine, the suite and the seating of tournaments'
	@echo 'make vectors      write the test cases as plain JSON into dist/, for people who do not use Python'
	@echo 'make wheel-check  build the wheel, install it elsewhere and try it there'
	@echo 'make clean        remove everything that can be made again, the environment too'

verify: $(VENV)/.installed
	$(BIN)/stichwerk verify $(VERIFY) -- $(BIN)/stichwerk adapter

strength: $(VENV)/.installed
	$(BIN)/stichwerk strength --jobs 2 $(STRENGTH)

generated: $(VENV)/.installed
	$(BIN)/stichwerk case generate --check --jobs 2

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest $(TESTS)

test-long: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n 2 -m long

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/stichwerk lint

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# German is the root of the site and its build empties site/, so each language is built by itself and then put there.
docs: $(VENV)/.installed-docs
	@$(MAKE) --no-print-directory -j 3 site-de site-en site-es
	rm -rf site
	mv build/site/de site
	mv build/site/en build/site/es site

site-de: CONFIG = mkdocs.yml
site-en: CONFIG = mkdocs.en.yml
site-es: CONFIG = mkdocs.es.yml

site-de site-en site-es: $(VENV)/.installed-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build $(DOCS) -f $(CONFIG) -d build/site/$(@:site-%=%)

serve: $(VENV)/.installed-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve -f $(patsubst %.de.yml,%.yml,mkdocs.$(SITE).yml)

bench: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/tournament.py

vectors: $(VENV)/.installed
	$(BIN)/python -m stichwerk_conformance.archive dist

# `build` makes the wheel from the source distribution, so an incomplete one shows up here too.
wheel-check: $(VENV)/.installed-dev
	@set -e; \
	away=$$(mktemp -d); \
	trap '{ set +x; } 2>/dev/null; rm -rf "$$away"' EXIT; \
	trap 'exit 1' HUP INT TERM; \
	$(BIN)/python -m build --outdir "$$away/dist" . >"$$away/log" 2>&1 || { cat "$$away/log"; exit 1; }; \
	ls "$$away/dist"; \
	$(BIN)/python -m venv "$$away/venv"; \
	"$$away/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$$away"/dist/*.whl; \
	PATH="$$away/venv/bin:$$PATH"; export PATH; \
	mkdir "$$away/elsewhere"; cd "$$away/elsewhere"; \
	set -x; \
	stichwerk rulesets; \
	stichwerk lint; \
	stichwerk verify -- stichwerk adapter

clean:
	rm -rf $(VENV) build dist site .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find reference_impl conformance benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

install: $(VENV)/.installed

# The stamps are older than pyproject.toml exactly when there is something to install. An environment that was
# left half made (a Python without ensurepip does that) is thrown away.
$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo 'Stichwerk needs Python 3.11 or later; name one with: make PYTHON=/path/to/python3 ...' >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV) || \
	    { rm -rf $(VENV); echo 'On Debian and Ubuntu: apt install python3-venv' >&2; exit 1; }
	@touch $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml
	$(PIP) -e .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(PIP) -e '.[dev]'
	@touch $@

$(VENV)/.installed-docs: $(VENV)/.installed
	$(PIP) -e '.[docs]'
	@touch $@
