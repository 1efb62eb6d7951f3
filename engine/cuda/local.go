package cuda

// localPart is the memory for what the threads of kernels keep for themselves,
// the last of the context's own parts.
const localPart = len(parts) - 1

// DropLocal takes that memory away and says where on the card it lay, in pages
// of 2 MiB. The library does so before it makes a larger one, at the first
// kernel that needs it: 476 MiB for one of a program that prints, 504 for
// PyTorch's, 2,274 for an array of 8,000 bytes a thread (recorded on an H200,
// driver 580.159.04). Which kernel needs what is not modelled; a captured
// program's trips tell it.
func (c *CUDA) DropLocal(process uint16) (page, pages uint32, ok bool) {
	at, _ := c.partAt(process, localPart)
	held := c.Process(process).Held
	if at == 0 || held == 0 || held&scattered != 0 {
		return 0, 0, false
	}
	page = held - 1 + firstOwnPage
	for i := range localPart {
		if parts[i].what <= wide {
			page += uint32(parts[i].bytes / (2 * mib))
		}
	}
	c.dropPart(process, localPart)
	return page, uint32(parts[localPart].bytes / (2 * mib)), true
}
