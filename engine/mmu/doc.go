// Package mmu is the page-table layer: formats, the tree of tables, walks and
// faults.
package mmu
