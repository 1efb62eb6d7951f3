package profile

// Format describes a page-table format as data. (Filled in by format files.)
type Format struct {
	Name string
}
