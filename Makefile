# `make` lists what there is. Once `make setup` has run, plain cargo commands work as well.

CARGO ?= cargo
# `make install` puts the program into PREFIX/bin, its libz3 into PREFIX/lib/puzgen, manual pages and completions
# into PREFIX/share.
PREFIX ?= $(or $(CARGO_INSTALL_ROOT),$(CARGO_HOME),$(HOME)/.cargo)
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
# How long `make fuzz` takes for each target.
SECONDS ?= 60
# More arguments for `make run`, `seen`, `bench`, `puzzles`, `pzpr` and `fuzz`: make run ARGS='--seed 7 --count 3'
ARGS ?=

.PHONY: help setup build bare check test run seen bench puzzles pzpr vscode editors bank-test soak fuzz install dist wheel pages
.PHONY: browser-test small-bank cluster-test certificates referees
.PHONY: parts check-format check-lints check-bare check-documentation check-licences check-snapshots check-tests
.NOTPARALLEL:

help:
	@echo 'make setup    fetch Z3 into .deps (once; the other targets do it when needed)'
	@echo 'make build    build the program: target/release/puzgen'
	@echo 'make bare     the program with Rust alone, no Z3 and no C; runs the tests that fit it'
	@echo "make run      generate a fillomino puzzle; more arguments: ARGS='--seed 7'"
	@echo 'make test     run the tests'
	@echo 'make check    what CI runs: format, lints, documentation, tests'
	@echo 'make seen     compare the built-in puzzles with what was seen of them before (ARGS=--accept takes it)'
	@echo "make bench    what puzzles cost, beside other programs; writes docs/performance.md (ARGS='quick tasks')"
	@echo 'make puzzles  what the built-in puzzles are and cost; writes docs/puzzles.md'
	@echo 'make pzpr     ask pzpr, another program, about answers of the genres that it knows'
	@echo 'make referees ask sympy and CPython about puzzles of mathematics and programs (ARGS="mathematics 200 sine_rule")'
	@echo 'make pages    look at the pages of a book with poppler, qpdf and LuaLaTeX'
	@echo 'make vscode   package the extension for Visual Studio Code: target/puzgen-VERSION.vsix'
	@echo 'make editors  a session with the language server in Neovim, and how long its answers take'
	@echo 'make bank-test  the tests of banks on PostgreSQL, on a server of its own that is stopped again'
	@echo 'make browser-test  play every genre of the site in a browser (ARGS="keyboard sudoku")'
	@echo 'make cluster-test  shards under GNU parallel, HyperQueue, Ray and Slurm, as far as they are installed'
	@echo 'make certificates  build CaDiCaL and write the proofs anew that the tests check'
	@echo 'make small-bank  write the puzzles that come with the site: src/site/small.jsonl'
	@echo 'make soak     run the tests with many more and larger seeded cases'
	@echo 'make fuzz     give random inputs to what reads texts, 60 seconds a target (SECONDS=1200)'
	@echo 'make install  install for any folder; PREFIX=$(PREFIX)'
	@echo 'make dist     an archive for Linux on x86-64 that runs where it is unpacked: target/dist'
	@echo 'make wheel    a wheel for pip, with the program and the Python module puzgen: target/dist'

setup:
	@.ci/setup-z3

build: setup
	$(CARGO) build --release --locked

# Compilers and archivers that fail: what needs C does not build. The linker is still `cc`.
BARE = --locked -p puzgen --no-default-features --features cli
NO_C = env CC=false CXX=false AR=false

bare:
	$(NO_C) $(CARGO) check --locked -p puzgen --no-default-features
	$(NO_C) $(CARGO) build --release $(BARE)
	$(NO_C) $(CARGO) test $(BARE) --lib
	$(NO_C) $(CARGO) test $(BARE) --test suite

# With what generates alone, and without optimization across crates; `make build` builds all, with both.
QUICKLY = --config 'profile.release.lto="off"' --config profile.release.package.rhai.opt-level=1

run: setup
	@$(CARGO) $(QUICKLY) run --release --locked -p puzgen --no-default-features --features generator -- run puzzles/fillomino.pz $(ARGS)

test: setup
	$(CARGO) test --locked

# About two minutes of one core beside the build: `make check` compares a few, `make soak` all.
seen: build
	@target/release/puzgen test $(ARGS) puzzles/*.pz

# CI runs these one by one, so that one finding does not hide the next. All but `bare` build with the same features.
PARTS = format lints bare documentation licences snapshots tests
check: $(PARTS:%=check-%)

parts:
	@echo $(PARTS)

check-format:
	@echo '==> format'
	@$(call if_installed,fmt) $(CARGO) fmt --check

check-lints: setup
	@echo '==> lints'
	@$(call if_installed,clippy) $(CARGO) clippy --locked --workspace --all-targets -- -D warnings

# The whole of it is `make bare`.
check-bare:
	@echo '==> without Z3 and C'
	@$(NO_C) $(CARGO) check $(BARE)

check-documentation: setup
	@echo '==> documentation'
	@RUSTDOCFLAGS='-D warnings' $(CARGO) doc --locked --workspace --no-deps

check-licences:
	@echo '==> licences and sources'
	@$(call if_installed,deny) $(CARGO) deny check

check-snapshots: setup
	@echo '==> left-over snapshots'
	@$(call if_installed,insta) $(CARGO) insta test --check --unreferenced=reject

# The suite comes last, so that its result is what the eye ends on. All three have the same features: no `-p`.
check-tests: setup
	@echo '==> tests'
	@$(CARGO) test --locked --doc
	@$(CARGO) test --locked --lib --bins --examples
	@$(CARGO) test --locked --test suite

# Skips, visibly, what needs a cargo subcommand that is not there.
if_installed = $(CARGO) $(1) --version >/dev/null 2>&1 || { echo 'skipped: cargo $(1) is not installed'; exit 0; };

bench: setup
	@CARGO='$(CARGO)' .ci/setup-peers
	@$(CARGO) bench --locked --bench speed -- $(ARGS)

puzzles: setup
	@$(CARGO) bench --locked --bench speed -- puzzles $(ARGS)

pzpr: build
	@snapshots/pzpr/run $(ARGS)

# Needs python3 with pip; fetches sympy into target/referees once.
referees: build
	@snapshots/referees/run target/release/puzgen $(ARGS)

pages: setup
	$(CARGO) build --locked
	@snapshots/pages/run target/debug/puzgen

vscode: build
	@grammars/vscode/package

editors: build
	@snapshots/editors/run
	@! command -v node >/dev/null || node snapshots/editors/speed.js

bank-test: setup
	@CARGO='$(CARGO)' snapshots/bank/run $(ARGS)

# Needs chromium and node; what else it needs is fetched into target/browser.
browser-test: build
	@snapshots/site/run $(ARGS)

small-bank: build
	@snapshots/site/small-bank target/release/puzgen

# PYTHON=… names a python3 with hyperqueue, ray and kubernetes-validate; ARGS='parallel slurm' runs a part.
cluster-test: build
	@examples/cluster/test target/release/puzgen $(ARGS)

certificates: build
	@CARGO='$(CARGO)' .ci/setup-cadical
	@snapshots/data/certificates/make target/release/puzgen .deps/cadical/cadical

soak: setup
	PUZGEN_SOAK=1 $(CARGO) test --locked --release

# Needs a nightly compiler, by rustup.
fuzz:
	@CARGO='$(CARGO)' snapshots/fuzz/run '$(SECONDS)' $(ARGS)

# Where manual pages and completions go, below PREFIX/share.
SHARED = man/man1 bash-completion/completions zsh/site-functions fish/vendor_completions.d

install: setup
	$(CARGO) install --locked --path . --root '$(PREFIX)'
	@mkdir -p '$(PREFIX)/lib/puzgen'
	@rm -f '$(PREFIX)'/lib/puzgen/libz3.*
	@cp -L ".deps/z3/lib/$$(ls .deps/z3/lib | tail -n 1)" '$(PREFIX)/lib/puzgen/'
	@mkdir -p $(foreach folder,$(SHARED),'$(PREFIX)/share/$(folder)')
	@'$(PREFIX)/bin/puzgen' man '$(PREFIX)/share/man/man1'
	@'$(PREFIX)/bin/puzgen' completions bash >'$(PREFIX)/share/bash-completion/completions/puzgen'
	@'$(PREFIX)/bin/puzgen' completions zsh >'$(PREFIX)/share/zsh/site-functions/_puzgen'
	@'$(PREFIX)/bin/puzgen' completions fish >'$(PREFIX)/share/fish/vendor_completions.d/puzgen.fish'

dist: setup
	@CARGO='$(CARGO)' .ci/package archive

wheel: setup
	@CARGO='$(CARGO)' .ci/package wheel
