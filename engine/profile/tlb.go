package profile

// TLB describes a hierarchy of translation caches as data.
type TLB struct {
	Source Source
}
