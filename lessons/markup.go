package lessons

import (
	"fmt"
	"strings"
)

// BlockKind says what a Block is.
type BlockKind uint8

const (
	Paragraph   BlockKind = iota
	Heading               // Text
	List                  // Items
	Ordered               // Items
	Table                 // Rows; the first is the head
	Stage                 // Name: predict, run, investigate, modify, make
	Show                  // Name: a program
	Predict               // Name: a question
	Make                  // Name: a goal
	Change                // Name: a change to a program of the lesson
	Transitions           // Name: a program whose transitions are listed
)

// Block is one piece of a lesson's text.
type Block struct {
	Kind  BlockKind
	Name  string
	Text  []Span
	Items [][]Span
	Rows  [][][]Span
}

// SpanKind says how a run of text is set.
type SpanKind uint8

const (
	Plain  SpanKind = iota
	Code            // `cudaMalloc`
	Strong          // **slab**
	Link            // [text](href)
	Chip            // {measured}
)

// Span is a run of text inside a line.
type Span struct {
	Kind SpanKind
	Text string
	Href string
}

// commands are the lines that begin with @.
var commands = map[string]BlockKind{
	"stage":       Stage,
	"program":     Show,
	"predict":     Predict,
	"goal":        Make,
	"change":      Change,
	"transitions": Transitions,
}

// Chips are the provenances that a text may name in braces.
var Chips = [...]string{"measured", "textbook", "documented", "simulated"}

// Parse reads a lesson's text. Blocks are separated by empty lines.
func Parse(text string) ([]Block, error) {
	var blocks []Block
	line := 1
	for part := range strings.SplitSeq(text, "\n\n") {
		trimmed := strings.Trim(part, "\n")
		if trimmed != "" {
			block, err := parseBlock(strings.Split(trimmed, "\n"))
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
			blocks = append(blocks, block)
		}
		line += strings.Count(part, "\n") + 2
	}
	return blocks, nil
}

// parseBlock reads one block by its first characters.
func parseBlock(lines []string) (Block, error) {
	first := lines[0]
	switch {
	case strings.HasPrefix(first, "@"):
		return parseCommand(lines)
	case strings.HasPrefix(first, "## "):
		return Block{Kind: Heading, Text: Inline(first[3:])}, nil
	case strings.HasPrefix(first, "- "):
		return parseItems(List, lines, func(s string) (string, bool) { return strings.CutPrefix(s, "- ") })
	case strings.HasPrefix(first, "1. "):
		return parseItems(Ordered, lines, cutNumber)
	case strings.HasPrefix(first, "|"):
		return parseTable(lines)
	}
	return Block{Kind: Paragraph, Text: Inline(joinLines(lines))}, nil
}

// parseCommand reads "@program two-calls".
func parseCommand(lines []string) (Block, error) {
	verb, name, _ := strings.Cut(lines[0][1:], " ")
	kind, ok := commands[verb]
	if !ok || len(lines) != 1 || name == "" {
		return Block{}, fmt.Errorf("%q: expected one line, @stage, @program, @predict, @change, @goal or @transitions with a name", lines[0])
	}
	return Block{Kind: kind, Name: name}, nil
}

// parseItems reads a list; a line without a mark continues the item above.
func parseItems(kind BlockKind, lines []string, cut func(string) (string, bool)) (Block, error) {
	var items [][]string
	for _, line := range lines {
		if item, ok := cut(line); ok {
			items = append(items, []string{item})
		} else {
			last := len(items) - 1
			items[last] = append(items[last], strings.TrimSpace(line))
		}
	}
	block := Block{Kind: kind}
	for _, item := range items {
		block.Items = append(block.Items, Inline(joinLines(item)))
	}
	return block, nil
}

// cutNumber cuts "12. " from the front of an item.
func cutNumber(s string) (string, bool) {
	number, rest, ok := strings.Cut(s, ". ")
	if !ok || number == "" || strings.Trim(number, "0123456789") != "" {
		return s, false
	}
	return rest, true
}

// parseTable reads rows of cells between bars; all rows are equally long.
func parseTable(lines []string) (Block, error) {
	block := Block{Kind: Table}
	for _, line := range lines {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		row := make([][]Span, len(cells))
		for i, cell := range cells {
			row[i] = Inline(strings.TrimSpace(cell))
		}
		if len(block.Rows) > 0 && len(row) != len(block.Rows[0]) {
			return Block{}, fmt.Errorf("table row %q: expected %d cells, found %d", line, len(block.Rows[0]), len(row))
		}
		block.Rows = append(block.Rows, row)
	}
	return block, nil
}

// joinLines joins the lines of a paragraph: with a space after a Latin end,
// without one after a Chinese end, where no space belongs.
func joinLines(lines []string) string {
	var text strings.Builder
	for i, line := range lines {
		if i > 0 && wantsSpace(lines[i-1], line) {
			text.WriteByte(' ')
		}
		text.WriteString(strings.TrimSpace(line))
	}
	return text.String()
}

// wantsSpace says whether a line break between two lines stands for a space.
// Full-width punctuation never wants one; a Han character wants one before a
// Latin word only.
func wantsSpace(before, after string) bool {
	end, start := lastRune(before), firstRune(after)
	if isFullWidth(end) || isFullWidth(start) {
		return false
	}
	return !isHan(end) || !isHan(start)
}

func lastRune(s string) rune {
	runes := []rune(s)
	return runes[len(runes)-1]
}

func firstRune(s string) rune { return []rune(s)[0] }

func isHan(r rune) bool { return r >= 0x4e00 && r <= 0x9fff }

func isFullWidth(r rune) bool {
	return r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef || r == '“' || r == '”'
}
