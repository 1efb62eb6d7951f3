package i18n

import "strings"

// Machine gives the title of a GPU profile in a language. Profiles have one
// title, in English; names and numbers in it stay, and the few words are these.
func (l Lang) Machine(title string) string {
	if l == En {
		return title
	}
	return machineWords.Replace(title)
}

var machineWords = strings.NewReplacer("Textbook ", "教科书 ", "textbook ", "教科书 ", ", ", "，", " with ", "，带 ")
