# Each target installs what it needs and says what it could not.
.PHONY: run build assets test check bench fuzz clean

export CGO_ENABLED = 0
ADDR ?= 127.0.0.1:8080

# Where the engine spends its time in its own benchmarks: the compiler calls less
# and lays out better what is hot. make profile measures it anew.
PGO = -pgo=server/bench.pgo

run: build
	./bin/pagewalk serve --addr $(ADDR)

build: assets
	go build $(PGO) -o bin/pagewalk ./server

# The same program for machines with an NVIDIA GPU: dynamic, so that it can open
# the driver's library and offer it an ioctl of its own. Needs a C compiler and
# no CUDA; it also runs without a GPU. Built on Debian 12 it needs glibc 2.34.
build-gpu: assets
	@command -v cc >/dev/null || { echo "a C compiler is missing: install gcc or clang"; exit 1; }
	CGO_ENABLED=1 go build $(PGO) -ldflags '-linkmode external -extldflags -rdynamic' -o bin/pagewalk-gpu ./server
	cc -std=gnu11 -O2 -shared -fPIC -o bin/libpagewalk-capture.so engine/native/preload.c -ldl -lpthread
.PHONY: build-gpu

# The target for real cards, against the library that stands in for the
# driver's; skipped where there is no C compiler.
test-native:
	@command -v cc >/dev/null || { echo "test-native: skipped, there is no C compiler"; exit 0; }; \
	CGO_ENABLED=1 go test ./engine/native && CGO_ENABLED=1 go test -run Capture ./server
.PHONY: test-native

# Everything that the server embeds: scripts, style, the engine for browsers.
assets: web/node_modules/.installed
	go run ./web/build

web/node_modules/.installed: web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "npm is missing: install Node.js 20 or later, it brings npm"; exit 1; }
	cd web && npm ci --no-audit --no-fund
	@touch $@

# go vet and the rules of the house come first, the tests last. The browser has
# the machine to itself; its time is for a machine that is busy all the same.
test: assets chromium check
	go test -timeout 10m $$(go list ./... | grep -v /web/e2e) ./.ci/check
	$(MAKE) --no-print-directory test-native
	go test -timeout 30m ./web/e2e

check: web/node_modules/.installed
	go run ./.ci/check

# Chromium is for the end-to-end tests. Without it they are skipped, and say so.
chromium:
	@sh .ci/chromium.sh
.PHONY: chromium

# The table of the project's own benchmarks, then Go's of each package.
bench: build
	./bin/pagewalk bench
	go test $(PGO) -run '^$$' -bench . -benchtime 1s ./engine/...
	go test -run '^$$' -bench . -benchtime 5x ./web/e2e

profile:
	@mkdir -p bin
	for p in mmu tlb pmm machine; do \
		go test -run '^$$' -bench . -benchtime 300ms -cpuprofile bin/$$p.prof -o bin/$$p.test ./engine/$$p || exit 1; \
	done
	go tool pprof -proto bin/*.prof > server/bench.pgo
.PHONY: profile

# Each fuzz target for a short while; FUZZTIME=10m for longer.
FUZZTIME ?= 20s
fuzz:
	FUZZTIME=$(FUZZTIME) sh .ci/fuzz.sh

clean:
	rm -rf bin static/dist web/node_modules
