package scenario

// tokenKind sorts tokens.
type tokenKind uint8

const (
	endToken tokenKind = iota
	nameToken
	numberToken // integer or floating; the parser reads the text
	charToken   // text is the decoded character
	stringToken // text is the decoded bytes
	markToken   // operators and punctuation
	brokenToken // a quote without its partner
)

// token is one word of the program after the preprocessor has seen it.
type token struct {
	kind  tokenKind
	first bool // the first on its line
	space bool // white space before it
	text  string
	at    place
}

//go:noinline
func (t *token) is(mark string) bool { return t.kind == markToken && t.text == mark }

// marks lists the operators, longest first, so that the first match is right.
var marks = []string{
	"<<<", ">>>", "<<=", ">>=", "...",
	"->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##", "::",
	"{", "}", "(", ")", "[", "]", ";", ",", ":", "?", ".", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "<", ">", "=", "#",
}

// wideMarks pairs full-width punctuation, which Chinese input methods produce,
// with what the language means.
var wideMarks = map[rune]string{
	'；': ";", '，': ",", '（': "(", '）': ")", '｛': "{", '｝': "}", '【': "[", '】': "]", '：': ":", '＝': "=", '“': "\"", '”': "\"", '‘': "'", '’': "'", '＊': "*", '＆': "&", '！': "!", '。': ".", '、': ",", '＜': "<", '＞': ">",
}
