package driver

// Check walks the whole state and gives the first broken invariant, or "".
func (d *Driver) Check() string {
	head := d.State.Head.At(0)
	var live, cached uint64
	for id := uint32(1); id <= head.Objects.High; id++ {
		o := d.State.Objects.At(id)
		if o.Class == NoObject {
			continue
		}
		if broken := d.checkObject(id, o); broken != "" {
			return broken
		}
		if o.Cached != 0 {
			cached += o.Bytes
		} else {
			live += o.Bytes
		}
	}
	if live != head.LiveBytes || cached != head.CachedBytes {
		return "driver: the sums of live and cached bytes do not match the objects"
	}
	return d.checkCache()
}

func (d *Driver) checkObject(id uint32, o *Object) string {
	if o.Holders == 0 {
		return "driver: an object exists that nobody holds"
	}
	var bytes uint64
	tail := uint32(0)
	for r := o.Runs; r != 0; r = d.State.Runs.At(r).Next {
		bytes += uint64(d.State.Runs.At(r).Pages) << 12
		tail = r
	}
	if o.Class == Vidmem && bytes != o.Bytes {
		return "driver: the runs of an object do not add up to its size"
	}
	if tail != o.Tail {
		return "driver: an object's last run is not where it says"
	}
	return ""
}

func (d *Driver) checkCache() string {
	before := uint32(0)
	for id := d.State.Head.At(0).CacheNewest; id != 0; id = d.State.Objects.At(id).Next {
		o := d.State.Objects.At(id)
		if o.Cached == 0 || o.Prev != before {
			return "driver: the list of cached blocks is broken"
		}
		before = id
	}
	if before != d.State.Head.At(0).CacheOldest {
		return "driver: the list of cached blocks does not end where it says"
	}
	return ""
}
