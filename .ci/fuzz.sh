#!/bin/sh
# Runs every fuzz target of the repository for FUZZTIME, one after another. An
# input that led somewhere new is made smaller for a moment only: the time is for
# new ones. What fails is written to the testdata/fuzz of its package.
set -e
for package in $(grep -rl --include='*_test.go' --exclude-dir=node_modules '^func Fuzz' . | xargs -n 1 dirname | sort -u); do
	for target in $(sed -n 's/^func \(Fuzz[A-Za-z0-9]*\)(.*/\1/p' "$package"/*_test.go); do
		echo "$package $target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "${FUZZTIME:-20s}" -fuzzminimizetime 200x "$package"
	done
done
