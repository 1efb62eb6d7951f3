package explain

import (
	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
)

var pmmTellers = []teller{
	{event.ChunkState, (*speaker).chunkState},
	{event.ChunkRun, (*speaker).chunkRun},
	{event.ChunkSplit, (*speaker).split},
	{event.ChunkMerge, (*speaker).merge},
	{event.RootList, (*speaker).rootList},
	{event.Evicting, (*speaker).evicting},
	{event.RootType, (*speaker).rootType},
	{event.InjectError, (*speaker).inject},
}

// deep gives the size of a chunk that is no child of its root but lies
// further down, "" for all others: only then does its number not say which
// chunk it is.
func (s *speaker) deep(c Chunk) string {
	p := &s.c.Profile().PMM
	for _, sizes := range [...][]uint32{p.UserSizes, p.KernelSizes} {
		if len(sizes) < 3 || uint64(sizes[1]) == c.Bytes {
			continue
		}
		for _, size := range sizes[2:] {
			if uint64(size) == c.Bytes {
				return Bytes(c.Bytes)
			}
		}
	}
	return ""
}

// chunk names a chunk by its place: "Root 264", "Child 7 of root 264".
func (s *speaker) chunk(id uint32) string {
	c := s.c.Chunk(id)
	page, index := num(uint64(c.Page)), num(uint64(c.Index))
	switch {
	case !c.Known:
		return s.fill(pair{"Chunk {0}", "chunk {0}"}, num(uint64(id)))
	case c.IsRoot:
		return s.fill(pair{"Root {0}", "根 {0}"}, page)
	}
	if size := s.deep(c); size != "" {
		return s.fill(pair{"Child {0} of {2} under root {1}", "根 {1} 下 {2} 的子 {0}"}, index, page, size)
	}
	return s.fill(pair{"Child {0} of root {1}", "根 {1} 的子 {0}"}, index, page)
}

// chunks names n siblings or roots.
func (s *speaker) chunks(first, n uint32) string {
	c := s.c.Chunk(first)
	from, to, page := num(uint64(c.Index)), num(uint64(c.Index+n-1)), num(uint64(c.Page))
	switch {
	case !c.Known:
		return s.fill(pair{"Chunks {0} to {1}", "chunk {0} 到 {1}"}, num(uint64(first)), num(uint64(first+n-1)))
	case c.IsRoot:
		return s.fill(pair{"Roots {0} to {1}", "根 {0} 到 {1}"}, page, num(uint64(c.Page+n-1)))
	}
	if size := s.deep(c); size != "" {
		return s.fill(pair{"Children {0} to {1} of {3} under root {2}", "根 {2} 下 {3} 的子 {0} 到 {1}"}, from, to, page, size)
	}
	return s.fill(pair{"Children {0} to {1} of root {2}", "根 {2} 的子 {0} 到 {1}"}, from, to, page)
}

// step is one edge of the state machine.
type step struct{ from, to pmm.ChunkState }

// One and many chunks: {0} names them, {1} is the old state, {2} the new one.
var stepTexts = map[step][2]pair{
	{pmm.PMAOwned, pmm.TempPinned}: {
		{"{0}: {1} → {2}. PMA hands over one page.", "{0}：{1} → {2}。PMA 交出一页。"},
		{"{0}: {1} → {2}. PMA hands them over.", "{0}：{1} → {2}。PMA 交出这些页。"}},
	{pmm.PMAOwned, pmm.Free}: {
		{"{0}: {1} → {2}. It comes with the batch and waits.", "{0}：{1} → {2}。成批拿来，先留着。"},
		{"{0}: {1} → {2}. They come with the batch and wait.", "{0}：{1} → {2}。成批拿来，先留着。"}},
	{pmm.Free, pmm.TempPinned}: {
		{"{0} is claimed: {1} → {2}.", "占住{0}：{1} → {2}。"},
		{"{0} are claimed: {1} → {2}.", "占住{0}：{1} → {2}。"}},
	{pmm.TempPinned, pmm.Allocated}: {
		{"{0} is handed to its owner: {1} → {2}.", "{0} 交给主人：{1} → {2}。"},
		{"{0} are handed to their owner: {1} → {2}.", "{0} 交给主人：{1} → {2}。"}},
	{pmm.TempPinned, pmm.Free}: {
		{"{0} is set free: {1} → {2}. It waits on its free list.", "{0} 放回空闲：{1} → {2}。排进空闲链表。"},
		{"{0} are set free: {1} → {2}. They wait on their free list.", "{0} 放回空闲：{1} → {2}。排进空闲链表。"}},
	{pmm.Allocated, pmm.Free}: {
		{"{0} is freed by its owner: {1} → {2}.", "主人释放{0}：{1} → {2}。"},
		{"{0} are freed by their owner: {1} → {2}.", "主人释放{0}：{1} → {2}。"}},
	{pmm.Allocated, pmm.TempPinned}: {
		{"{0} is empty after the eviction: {1} → {2}.", "{0} 驱逐完毕，已空：{1} → {2}。"},
		{"{0} are empty after the eviction: {1} → {2}.", "{0} 驱逐完毕，已空：{1} → {2}。"}},
	{pmm.TempPinned, pmm.PMAOwned}: {
		{"{0} goes back to the PMA: {1} → {2}.", "{0} 还给 PMA：{1} → {2}。"},
		{"{0} go back to the PMA: {1} → {2}.", "{0} 还给 PMA：{1} → {2}。"}},
}

var stepPlain = pair{"{0}: {1} → {2}.", "{0}：{1} 变为 {2}。"}

// stateName is the driver's name of a state.
func stateName(s uint8) string {
	if pmm.ChunkState(s) > pmm.Allocated {
		return num(uint64(s))
	}
	return pmm.StateName(pmm.ChunkState(s))
}

func (s *speaker) chunkState() (string, string) {
	c := event.ChunkOf(s.e)
	name := s.chunk(c.Chunk)
	if c.From == c.To {
		return s.sameState(name, &c)
	}
	p := stepPlain
	if t, ok := stepTexts[step{pmm.ChunkState(c.From), pmm.ChunkState(c.To)}]; ok {
		p = t[0]
	}
	return s.fill(p, name, stateName(c.From), stateName(c.To)), ""
}

// sameState: only the owner or a flag changes.
func (s *speaker) sameState(name string, c *event.ChunkInfo) (string, string) {
	if c.BlockFrom != c.BlockTo {
		return s.fill(pair{"{0} stays {1}, and has another owner: block {2} → {3}.", "{0} 仍是 {1}，主人换了：block {2} → {3}。"}, name, stateName(c.To), num(uint64(c.BlockFrom)), num(uint64(c.BlockTo))), ""
	}
	return s.fill(pair{"{0} stays {1}; only what is known of its contents changes.", "{0} 仍是 {1}；变的只是对内容的了解。"}, name, stateName(c.To)), ""
}

func (s *speaker) chunkRun() (string, string) {
	c := event.ChunkOf(s.e)
	name := s.chunks(c.Chunk, c.N)
	p := stepPlain
	if t, ok := stepTexts[step{pmm.ChunkState(c.From), pmm.ChunkState(c.To)}]; ok {
		p = t[1]
	}
	return s.fill(p, name, stateName(c.From), stateName(c.To)), ""
}

func (s *speaker) split() (string, string) {
	x := event.SplitOf(s.e)
	return s.fill(pair{"{0}: {1} → IS_SPLIT. It becomes {2} children of {3}.", "{0}：{1} → IS_SPLIT，变成 {2} 个 {3} 子 chunk。"}, s.chunk(x.Chunk), stateName(x.State), num(uint64(x.Children)), Bytes(1<<(x.ChildSize&63))), ""
}

func (s *speaker) merge() (string, string) {
	x := event.MergeOf(s.e)
	return s.fill(pair{"{0}: IS_SPLIT → {1}. Its {2} children of {3} are one again.", "{0}：IS_SPLIT → {1}。{2} 个 {3} 子 chunk 又并成一个。"}, s.chunk(x.Chunk), stateName(x.State), num(uint64(x.Children)), Bytes(1<<(x.ChildSize&63))), ""
}

var rootLists = [...]pair{{"no list", "不在链表上"}, {"unused", "未用"}, {"discarded", "已弃"}, {"used", "在用"}}

func (s *speaker) listName(l uint8) string {
	if int(l) < len(rootLists) {
		return s.fill(rootLists[l])
	}
	return s.fill(pair{"free", "空闲"})
}

func (s *speaker) rootList() (string, string) {
	r := event.RootListOf(s.e)
	sentence := s.fill(pair{"{0} moves to the tail of a list: {1} → {2}.", "{0} 移到链表尾：{1} → {2}。"}, s.chunk(r.Root), s.listName(r.From), s.listName(r.To))
	if r.From == r.To {
		return sentence, s.fill(pair{"It was touched, so it will be evicted last.", "刚用过，所以最后才会被驱逐。"})
	}
	return sentence, ""
}

func (s *speaker) evicting() (string, string) {
	r := event.RootListOf(s.e)
	if r.Begins {
		return s.fill(pair{"{0} is chosen for eviction: it heads the list “{1}”.", "选中{0}驱逐：它在“{1}”链表的头上。"}, s.chunk(r.Root), s.listName(r.From)), ""
	}
	return s.fill(pair{"The eviction of {0} is over.", "{0} 驱逐结束。"}, lowerFirst(s.lang, s.chunk(r.Root))), ""
}

func (s *speaker) rootType() (string, string) {
	r := event.RootTypeOf(s.e)
	return s.fill(pair{"{0} becomes kernel memory.", "{0}成为内核内存。"}, s.chunk(r.Root)),
		s.fill(pair{"It was emptied for the driver itself; nobody can evict it now.", "它是为驱动自己腾出来的，从此不可驱逐。"})
}

// lowerFirst makes a name fit into the middle of an English sentence.
func lowerFirst(lang Lang, name string) string {
	if lang == EN && name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		return string(name[0]|0x20) + name[1:]
	}
	return name
}

var points = [...]pair{{"an allocation", "一次分配"}, {"a split", "一次分裂"}, {"an eviction", "一次驱逐"}}

func (s *speaker) inject() (string, string) {
	i := event.InjectOf(s.e)
	what := s.fill(points[min(int(i.Point), len(points)-1)])
	switch {
	case i.To == 0 && i.From == 1:
		return s.fill(pair{"The injected error goes off: {0} fails.", "注入的错误触发：{0}失败。"}, what), ""
	case i.To == 0:
		return s.fill(pair{"The injected error of {0} is disarmed.", "{0}的注入错误撤销。"}, what), ""
	case i.From == 0:
		return s.fill(pair{"An error is armed: {0} will fail, number {1} from now.", "布下一个错误：从现在起第 {1} 次，{0}会失败。"}, what, num(uint64(i.To))), ""
	}
	return s.fill(pair{"The injected error of {0} comes nearer: {1} → {2}.", "{0}的注入错误又近一步：{1} → {2}。"}, what, num(uint64(i.From)), num(uint64(i.To))), ""
}
