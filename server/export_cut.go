package main

import (
	"regexp"
	"strings"
)

// part is one piece of a program's top level, with the comments before it.
type part struct {
	kind     partKind
	text     string
	name     string   // of a function
	declares []string // variables that a statement declares
}

// partKind says where a piece belongs.
type partKind uint8

const (
	statementPart partKind = iota // inside main
	preprocessor
	functionPart // a function, or its prototype
	typePart     // struct, union, enum, typedef
)

// withoutComments blanks comments and what stands in quotation marks; lengths
// and line breaks stay, so that offsets fit both texts.
func withoutComments(source string) string {
	b := []byte(source)
	for i := 0; i < len(b); {
		end := i
		switch {
		case strings.HasPrefix(source[i:], "//"):
			end = skipTo(source, i, "\n")
		case strings.HasPrefix(source[i:], "/*"):
			end = min(skipTo(source, i+2, "*/")+2, len(b))
		case b[i] == '"' || b[i] == '\'':
			end = skipQuoted(source, i)
		default:
			i++
			continue
		}
		for ; i < end; i++ {
			if b[i] != '\n' {
				b[i] = ' '
			}
		}
	}
	return string(b)
}

func skipTo(s string, from int, mark string) int {
	if i := strings.Index(s[min(from, len(s)):], mark); i >= 0 {
		return from + i
	}
	return len(s)
}

func skipQuoted(s string, i int) int {
	quote := s[i]
	for i++; i < len(s) && s[i] != quote && s[i] != '\n'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(s))
}

// cutProgram cuts a program into the pieces of its top level.
func cutProgram(source string) []part {
	bare := withoutComments(source)
	var parts []part
	for from := 0; from < len(bare); {
		to := pieceEnd(bare, from)
		for to < len(source) && source[to] != '\n' && strings.TrimSpace(bare[to:skipTo(bare, to, "\n")]) == "" {
			to = skipTo(source, to, "\n") // a comment behind it belongs to it
		}
		if to < len(source) && source[to] == '\n' {
			to++
		}
		parts = append(parts, classify(source[from:to], bare[from:to]))
		from = to
	}
	return parts
}

// pieceEnd is where the piece that begins at from ends.
func pieceEnd(bare string, from int) int {
	start := from + len(bare[from:]) - len(strings.TrimLeft(bare[from:], " \t\n"))
	if start < len(bare) && bare[start] == '#' {
		end := skipTo(bare, start, "\n")
		for end > 0 && end < len(bare) && bare[end-1] == '\\' {
			end = skipTo(bare, end+1, "\n")
		}
		return end
	}
	depth := 0
	for i := start; i < len(bare); i++ {
		switch bare[i] {
		case '(', '[', '{':
			depth++
		case ')', ']':
			depth--
		case '}':
			if depth--; depth <= 0 && endsAtBrace(bare[start:i+1]) {
				return i + 1
			}
		case ';':
			if depth <= 0 {
				return i + 1
			}
		}
	}
	return len(bare)
}

var (
	controlWord = regexp.MustCompile(`^(if|else|for|while|do|switch)\b`)
	typeWord    = regexp.MustCompile(`^(static\s+|const\s+)*(struct|union|enum|typedef)\b`)
	callWord    = regexp.MustCompile(`^(return|sizeof|delete|new)\b`)
	// a type, a name, and parameters: a function or its prototype
	functionHead = regexp.MustCompile(`^(?:[A-Za-z_][\w]*(?:\s*\([^()]*\))?[\s*&]+)+(\w+)\s*\(`)
)

// endsAtBrace says whether a piece that has come to a closing brace is over: a
// block or a function is, a type or an initialiser goes on to its semicolon.
func endsAtBrace(piece string) bool {
	head, _, _ := strings.Cut(piece, "{")
	head = strings.TrimSpace(head)
	switch {
	case head == "" || controlWord.MatchString(head):
		return true
	case strings.Contains(head, "=") || typeWord.MatchString(head) && !strings.HasSuffix(head, ")"):
		return false
	}
	return true
}

func classify(text, bare string) part {
	p := part{text: text}
	if !strings.HasSuffix(p.text, "\n") {
		p.text += "\n"
	}
	trimmed := strings.TrimSpace(bare)
	head, _, block := strings.Cut(trimmed, "{")
	head = strings.TrimSpace(head)
	found := functionHead.FindStringSubmatch(head)
	switch {
	case strings.HasPrefix(trimmed, "#"):
		p.kind = preprocessor
	case controlWord.MatchString(trimmed) || callWord.MatchString(trimmed):
	case found != nil && !strings.Contains(head, "=") && (block && strings.HasSuffix(head, ")") || strings.HasSuffix(head, ");")):
		p.kind, p.name = functionPart, found[1]
	case typeWord.MatchString(trimmed) && (block && strings.HasSuffix(trimmed, "};") || strings.HasPrefix(trimmed, "typedef") || strings.Count(trimmed, " ") == 1):
		p.kind = typePart
	default:
		p.declares = declared(trimmed)
	}
	return p
}

var declarator = regexp.MustCompile(`^[A-Za-z_]\w*[\w\s]*?[\s*]+(\w+)\s*((\[[^\]]*\]\s*)*)(=|,|;|$)`)

// declared names the variables of a declaration; nil if it is something else.
func declared(statement string) []string {
	m := declarator.FindStringSubmatch(statement)
	if m == nil {
		return nil
	}
	names := []string{m[1]}
	depth, from := 0, 0
	for i, c := range statement {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',', ';':
			if depth == 0 {
				if from > 0 {
					if name := regexp.MustCompile(`^[\s*]*(\w+)`).FindStringSubmatch(statement[from:i]); name != nil {
						names = append(names, name[1])
					}
				}
				from = i + 1
			}
		}
	}
	return names
}
