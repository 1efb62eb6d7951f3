package main

import (
	"fmt"
	"os"
	"time"
)

// rule is one thing that must hold of the tree under root.
type rule struct {
	name  string
	check func(root string) []string
}

// rules run in this order: the quick ones first.
var rules = []rule{
	{"gofmt", formatted},
	{"templ generate is up to date", generated},
	{"engine is pure", pure},
	{"functions and files are short", short},
	{"words that stay out", words},
	{"browser engine's imports", browser},
	{"go vet", vet},
	{"staticcheck", staticcheck},
	{"tsc", typed},
	{"engine's size", budget},
}

func main() {
	failed := false
	for _, r := range rules {
		start := time.Now()
		broken := r.check(".")
		if len(broken) == 0 {
			fmt.Printf("ok    %-32s %5.1f s\n", r.name, time.Since(start).Seconds())
			continue
		}
		failed = true
		fmt.Printf("FAIL  %s\n", r.name)
		for _, line := range broken {
			fmt.Printf("      %s\n", line)
		}
	}
	if failed {
		os.Exit(1)
	}
}
