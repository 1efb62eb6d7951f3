package oom

import (
	"fmt"
	"os"
	"testing"

	"pagewalk/engine/explain"
)

func TestShow(t *testing.T) {
	f := os.Getenv("OOM_FILE")
	if f == "" {
		t.Skip()
	}
	b, _ := os.ReadFile(f)
	r := Read(b)
	for _, l := range []explain.Lang{0, 1} {
		s := r.Say(l)
		fmt.Println(s.Kind, s.Verdict, "|", s.Headline)
		for _, n := range s.Numbers {
			fmt.Println("   ", n)
		}
		for _, n := range s.Bars {
			fmt.Println("   bar", n)
		}
		for _, n := range s.Reasons {
			fmt.Println("  -", n)
		}
		for _, n := range s.Outside {
			fmt.Println("  o", n)
		}
		for _, n := range s.Next {
			fmt.Println("  >", n)
		}
	}
}
