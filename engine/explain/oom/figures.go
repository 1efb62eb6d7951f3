package oom

import "strings"

// Figures at known places of a text: behind a phrase, before one.

// amountBehind reads the figure that follows a phrase.
func amountBehind(text, phrase string) Amount {
	i := strings.Index(text, phrase)
	if i < 0 {
		return Amount{}
	}
	a, _ := amountAfter(text, i+len(phrase))
	return a
}

// amountAfter reads "39.49 MiB" or "12.5GiB" at a place.
func amountAfter(text string, at int) (Amount, bool) {
	i := at
	for i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i] == '.' || text[i] == ',') {
		i++
	}
	number := text[at:i]
	if i < len(text) && text[i] == ' ' {
		i++
	}
	j := i
	for j < len(text) && (text[j]|0x20 >= 'a' && text[j]|0x20 <= 'z') {
		j++
	}
	return amountOf(number, text[i:j])
}

// amountBefore reads the figure that ends at a place.
func amountBefore(text string, at int) (Amount, bool) {
	i := at
	for i > 0 && (text[i-1]|0x20 >= 'a' && text[i-1]|0x20 <= 'z') {
		i--
	}
	unit := text[i:at]
	if i > 0 && text[i-1] == ' ' {
		i--
	}
	j := i
	for j > 0 && (text[j-1] >= '0' && text[j-1] <= '9' || text[j-1] == '.' || text[j-1] == ',') {
		j--
	}
	return amountOf(text[j:i], unit)
}

// digitsAt reads a whole number at a place.
func digitsAt(text string, at int) (n uint64, next int, ok bool) {
	i := at
	for i < len(text) && i < at+18 && text[i] >= '0' && text[i] <= '9' {
		n = n*10 + uint64(text[i]-'0')
		i++
	}
	return n, i, i > at
}
