package profile

// capabilities is the compute capability of a card with each page-table format:
// of the newest generation that its title names (CUDA C++ Programming Guide).
var capabilities = []struct {
	format       *Format
	major, minor uint64
}{
	{FormatV1, 5, 2}, {FormatV1Wide, 5, 2}, {FormatV2Pascal, 7, 0}, {FormatV2, 7, 5}, {FormatV2Ampere, 8, 9},
	{FormatV3, 9, 0}, {FormatV3Blackwell, 10, 0}, {FormatV3Integrated, 12, 1},
	{FormatTextbook4, 7, 0}, {FormatTextbook5, 8, 0},
}

// Capability is the compute capability that programs are told; 0.0 where there
// is no such card.
func (f *Format) Capability() (major, minor uint64) {
	for _, c := range capabilities {
		if c.format == f {
			return c.major, c.minor
		}
	}
	return 0, 0
}
