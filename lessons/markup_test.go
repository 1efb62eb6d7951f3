package lessons

import (
	"reflect"
	"strings"
	"testing"
)

func TestInline(t *testing.T) {
	tests := []struct {
		text string
		want []Span
	}{
		{"plain", []Span{{Kind: Plain, Text: "plain"}}},
		{"a `b` c", []Span{{Kind: Plain, Text: "a "}, {Kind: Code, Text: "b"}, {Kind: Plain, Text: " c"}}},
		{"**b**", []Span{{Kind: Strong, Text: "b"}}},
		{"{measured}", []Span{{Kind: Chip, Text: "measured"}}},
		{"{unknown}", []Span{{Kind: Plain, Text: "{unknown}"}}},
		{"[x](/y)", []Span{{Kind: Link, Text: "x", Href: "/y"}}},
		{"[x](http://y)", []Span{{Kind: Plain, Text: "[x](http://y)"}}},
		{"a * b ` c", []Span{{Kind: Plain, Text: "a * b ` c"}}},
		{"``", []Span{{Kind: Plain, Text: "``"}}},
		{"<script>", []Span{{Kind: Plain, Text: "<script>"}}},
	}
	for _, test := range tests {
		if got := Inline(test.text); !reflect.DeepEqual(got, test.want) {
			t.Errorf("Inline(%q) = %+v, want %+v", test.text, got, test.want)
		}
	}
}

func TestInlineKeepsEveryWord(t *testing.T) {
	for _, text := range []string{"[", "[a](", "[](/x)", "**", "****", "{", "`a", "中`文", "a**b"} {
		if got := PlainText(Inline(text)); got != text && text != "[](/x)" {
			t.Errorf("Inline(%q) keeps %q", text, got)
		}
	}
}

func TestParseBlocks(t *testing.T) {
	blocks, err := Parse("@stage run\n\n## Head\n\none\ntwo\n\n- a\n  b\n- c\n\n1. x\n2. y\n\n| h | i |\n| 1 | 2 |\n")
	if err != nil {
		t.Fatal(err)
	}
	kinds := []BlockKind{Stage, Heading, Paragraph, List, Ordered, Table}
	for i, kind := range kinds {
		if blocks[i].Kind != kind {
			t.Errorf("block %d is %d, want %d", i, blocks[i].Kind, kind)
		}
	}
	if text := PlainText(blocks[2].Text); text != "one two" {
		t.Errorf("paragraph %q", text)
	}
	if text := PlainText(blocks[3].Items[0]); text != "a b" {
		t.Errorf("item %q", text)
	}
	if len(blocks[5].Rows) != 2 || PlainText(blocks[5].Rows[1][1]) != "2" {
		t.Errorf("table %+v", blocks[5].Rows)
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ text, want string }{
		{"x\n\n@stag run", `line 3: "@stag run"`},
		{"@predict", `line 1: "@predict"`},
		{"@goal a\nb", `line 1: "@goal a"`},
		{"| a | b |\n| c |", "expected 2 cells, found 1"},
	}
	for _, test := range tests {
		_, err := Parse(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Parse(%q): %v, want %q", test.text, err, test.want)
		}
	}
}

func TestJoinLinesKnowsChinese(t *testing.T) {
	tests := []struct {
		lines []string
		want  string
	}{
		{[]string{"one", "two"}, "one two"},
		{[]string{"写入", "一个"}, "写入一个"},
		{[]string{"调用", "cudaMalloc"}, "调用 cudaMalloc"},
		{[]string{"内存。", "PTE"}, "内存。PTE"},
	}
	for _, test := range tests {
		if got := joinLines(test.lines); got != test.want {
			t.Errorf("joinLines(%q) = %q, want %q", test.lines, got, test.want)
		}
	}
}
