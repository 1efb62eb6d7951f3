//go:build !linux || !cgo

package native

import (
	"errors"
	"testing"
)

func TestStubSaysWhatIsMissing(t *testing.T) {
	_, err := Open(Options{})
	var p *Problem
	if !errors.As(err, &p) || p.Kind != NotBuilt || p.Text == "" {
		t.Errorf("got %v", err)
	}
}
