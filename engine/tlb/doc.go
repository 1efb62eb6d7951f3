// Package tlb caches translations.
package tlb
