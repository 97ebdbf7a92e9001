# Each target is the go command that it stands for.

GO ?= go

.PHONY: build check lint race test test-long update page fuzz fuzz-long mutate bench bench-page docs dist site

# Static: nothing needs C, and the program starts a millisecond faster than with the C library.
build:
	CGO_ENABLED=0 $(GO) build -trimpath -o ./ ./cmd/...

# Files for users: archives, packages, images, bills of materials, checksums, in dist. make dist DIST='-targets linux/amd64 -without sbom'
dist:
	$(GO) run ./internal/dist $(DIST)

# Packages that start goroutines or share values among them, for the race detector: a test in internal/rooms has none left out. Those
# that only use these run in the scripts of cmd/iprof-viz.
CONCURRENT = ./classfile ./classpath ./cmd/... ./convert ./convert/callgraph ./convert/calls ./convert/compare ./convert/diff ./convert/hierarchy ./convert/info ./convert/rewrite ./convert/sites ./internal/background ./internal/cli ./internal/held ./internal/judge ./internal/lazyregexp ./internal/load ./internal/localweb ./internal/report ./internal/serve ./iprof/... ./optlog ./render/drawing ./render/flame ./render/internal/pagedata ./render/page

# Has to pass before a change is merged, like make test-long.
check: lint race

lint:
	@test -z "$$(gofmt -l .)" || { echo "gofmt would change:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

# -short leaves out slow tests without concurrency; the race detector needs cgo. Those of servers wait for half of their time, so there is
# one package more at a time than there are processors.
race:
	CGO_ENABLED=1 $(GO) test -race -short -vet=off -p $$(($$(getconf _NPROCESSORS_ONLN) + 1)) -timeout 60m $(CONCURRENT)

# The short tier, and what it leaves out.
test:
	$(GO) test ./...
	@$(GO) run ./internal/testtier/leftout

# All tests: the short tier and the long one. The packages that take longest come first, so that none of them runs alone at the end;
# one more than there are processors, as they wait for programs. Tests of pages, and those of large inputs, run beside each other in their
# packages as well. On a busy machine a package may take longer than the 10 minutes that go test allows. make lint vets.
LONGEST = ./cmd/iprof-viz ./render/page ./render/graph ./classfile ./convert/diff ./cmd/iprof-viz-dot ./internal/dist ./classpath ./render/flame ./convert ./convert/optimized ./iprof ./convert/compare
test-long:
	IPROF_VIZ_TEST=long $(GO) test -p $$(($$(getconf _NPROCESSORS_ONLN) + 1)) -vet=off -timeout 60m $(LONGEST) ./...

# Rewrites expected outputs; read the difference before you commit it.
update:
	$(GO) test ./cmd/iprof-viz -update
	$(GO) test ./render/tables -run TestSchemasAreOfTheDeclaredColumns -update
	$(GO) test ./internal/promises -update

# The types of a page's records, from their structs; the scripts of pages, and of flame graphs and call graphs in SVGs, from their modules.
# Tests compare them with the committed files.
page:
	$(GO) run ./render/internal/pagetypes
	$(GO) tool esbuild page-flame=./templates/page/page-flame.ts page-report=./templates/page/page-report.ts page-served=./templates/page/page-served.ts page-start=./templates/page/page-start.ts flame=./templates/flame/main.ts graph=./templates/graph/main.ts --bundle --minify --charset=utf8 --target=es2022 --outdir=templates --log-level=warning

# Some seconds for every fuzz target; make fuzz FUZZTIME=1m takes longer. The default is a number of runs, which targets state, as
# with Go 1.26 the end of a time may fail a target: https://go.dev/issue/75804.
fuzz:
	$(GO) run ./internal/fuzz $(if $(FUZZTIME),-time $(FUZZTIME))

# Hours: so much time for each target, and a table of executions at the end.
fuzz-long:
	$(GO) run ./internal/fuzz -time $(or $(FUZZTIME),10m) -parallel 1

# A quarter of an hour: faults planted in packages, and those that the short tests of the package itself miss. make mutate SEED=2 draws others.
mutate:
	$(GO) run ./internal/mutate -n $(or $(N),400) -seed $(or $(SEED),1) ./iprof ./classfile ./classpath ./convert/...

bench:
	$(GO) test ./... -run '^$$' -bench . -benchmem

# Pages in Chromium: bytes, first frame, steps, memory, beside speedscope. For another profile: make bench-page PROFILE=app.iprof
bench-page:
	$(GO) run ./internal/benchpage $(if $(PROFILE),-profile $(PROFILE))

# Outputs and pictures in the README and in docs.
docs:
	$(GO) test ./cmd/iprof-viz -run TestReadme -update

# The documentation as a site, in the directory site: pages to read from a disk or to copy to any server. Links that lead nowhere fail.
site:
	$(GO) run -tags distfiles ./cmd/iprof-viz site site
