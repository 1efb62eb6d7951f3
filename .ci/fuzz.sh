#!/bin/sh
# Runs every fuzz target of the repository for FUZZTIME, one after another.
set -e
for package in $(go list ./...); do
	for target in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
		echo "$package $target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "${FUZZTIME:-20s}" "$package"
	done
done
