# make demo needs Python 3.11 or newer, make and pip; everything else is installed into .venv from the locks.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet
LOCK := uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11

# A byte-code cache is what makes the second start of `pbem` fast.
export PYTHONDONTWRITEBYTECODE =
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: demo test test-full lint format bench golden wheel lock clean
.DELETE_ON_ERROR:
.NOTPARALLEL:

demo: $(VENV)/.run-stamp
	$(BIN)/pbem demo

test: lint
	$(BIN)/python -m pytest -n 2 -q

# Ends by printing the table of docs/reliability.md; `python -m tests.reliability.table` puts it there.
test-full: lint
	rm -f figures.jsonl
	PBEM_FULL=1 PBEM_FIGURES=$(CURDIR)/figures.jsonl $(BIN)/python -m pytest -n 2 -q --timeout 3600
	$(BIN)/python -m tests.reliability.table figures.jsonl

lint: $(VENV)/.dev-stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.dev-stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.dev-stamp
	$(BIN)/python bench/run.py

golden: $(VENV)/.dev-stamp
	$(BIN)/python -m tests.golden.make

wheel: $(VENV)/.dev-stamp
	$(BIN)/python -m build --no-isolation

# A changed lock makes .venv anew; a changed pyproject.toml only installs the project again. The build lock holds the
# build backends, so that nothing is fetched that is not in a lock.
$(VENV)/.run-stamp: requirements/run.txt requirements/build.txt pyproject.toml
	$(if $(filter requirements/%,$?),$(call make-venv,requirements/run.txt))
	$(INSTALL) --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/.dev-stamp: requirements/dev.txt requirements/build.txt pyproject.toml
	$(if $(filter requirements/%,$?),$(call make-venv,requirements/dev.txt))
	$(INSTALL) --no-deps --no-build-isolation -e .
	touch $(VENV)/.run-stamp $@

define make-venv
$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("pbem needs Python 3.11 or newer: make PYTHON=...")'
$(PYTHON) -m venv --clear $(VENV)
$(INSTALL) --require-hashes -r requirements/build.txt
$(INSTALL) --require-hashes --no-build-isolation -r $(1)
endef

# Needs uv on the PATH. Versions already locked are kept; `make lock LOCK_FLAGS=--upgrade` moves them.
lock:
	$(LOCK) $(LOCK_FLAGS) pyproject.toml -o requirements/run.txt
	$(LOCK) $(LOCK_FLAGS) --group build -o requirements/build.txt
	$(LOCK) $(LOCK_FLAGS) pyproject.toml --group dev -c requirements/run.txt -c requirements/build.txt -o requirements/dev.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find pbem tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
