package pages

import (
	"strings"
	"testing"
)

func TestHighlight(t *testing.T) {
	tests := []struct{ line, want string }{
		{"float *a;", "k:float| *a;"},
		{"cudaMalloc((void**)&a, 4096);", "f:cudaMalloc|((|k:void|**)&a, |nn:4096|);"},
		{"f (x)", "f:f| (x)"},
		{`printf("%d\n");`, `f:printf|(|nn:"%d\n"|);`},
		{`"open`, `nn:"open`},
		{"x; // y(", "x; |cm:// y("},
		{"1024 * sizeof(float)", "nn:1024| * |k:sizeof|(|k:float|)"},
		{"", ""},
		{"中文 a", "中文 a"},
	}
	for _, test := range tests {
		var parts []string
		for _, token := range highlight(test.line) {
			if token.class != "" {
				token.text = token.class + ":" + token.text
			}
			parts = append(parts, token.text)
		}
		if got := strings.Join(parts, "|"); got != test.want {
			t.Errorf("highlight(%q) = %q, want %q", test.line, got, test.want)
		}
	}
}

func TestHighlightKeepsEveryByte(t *testing.T) {
	for _, line := range []string{"a\"b", "//", "a//b\"c", "\t\t{", "0x7fUL + 1.5e3f", "'\\n'", "é(ü)"} {
		var text strings.Builder
		for _, token := range highlight(line) {
			text.WriteString(token.text)
		}
		if text.String() != line {
			t.Errorf("highlight(%q) keeps %q", line, text.String())
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 9: "9", 999: "999", 4096: "4,096", 2097152: "2,097,152", -1234: "-1,234", -123: "-123"} {
		if got := Grouped(n); got != want {
			t.Errorf("Grouped(%d) = %s, want %s", n, got, want)
		}
	}
}
