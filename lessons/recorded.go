package lessons

import "pagewalk/web/i18n"

// Recording is a program that has been run on a real H200 (driver 580.159.04,
// 2026-11-29 and 30), with the answers of the card: recordings/ID.jsonl.gz.
type Recording struct {
	ID    string
	Title i18n.Text
}

// recordings are in the order in which a list offers them: first what shows
// where textbook and card part.
var recordings = [...]Recording{
	{"lazy-or-not", i18n.Text{En: "Does the driver keep what is freed?", Zh: "释放之后，驱动留不留"}},
	{"slab-pinning", i18n.Text{En: "One live block keeps its slab", Zh: "一个活块留住整个 slab"}},
	{"ping-pong", i18n.Text{En: "The same size, again and again", Zh: "同一个大小反复申请释放"}},
	{"holes", i18n.Text{En: "Every second one freed", Zh: "隔一个放一个"}},
	{"holes-and-big", i18n.Text{En: "Holes, then a large block", Zh: "先有空洞，再要大块"}},
	{"stale-piece", i18n.Text{En: "A stale pointer into a live slab", Zh: "野指针：slab 还在用"}},
	{"stale-slab", i18n.Text{En: "A stale pointer into a slab that is gone", Zh: "野指针：slab 已归还"}},
	{"stale-block", i18n.Text{En: "A stale pointer to a block", Zh: "野指针：独立的块"}},
	{"out-of-memory", i18n.Text{En: "Filling the card", Zh: "把卡填满"}},
	{"oversize", i18n.Text{En: "Requests that no card can meet", Zh: "哪张卡都满足不了的请求"}},
	{"reset", i18n.Text{En: "A reset gives back what was leaked", Zh: "重置收回泄漏的内存"}},
	{"free-waits", i18n.Text{En: "A free waits for the kernel", Zh: "释放要等 kernel 结束"}},
	{"pools", i18n.Text{En: "A pool and its threshold", Zh: "内存池与阈值"}},
	{"stream-order", i18n.Text{En: "Freed in stream order", Zh: "按流序释放"}},
	{"pinned", i18n.Text{En: "Pinned memory has slabs, too", Zh: "锁页内存也有 slab"}},
	{"vmm", i18n.Text{En: "Address space, memory, access", Zh: "地址空间、内存、访问权"}},
	{"contexts", i18n.Text{En: "Two processes on one card", Zh: "一张卡上两个进程"}},
	{"copies", i18n.Text{En: "What copies may and may not", Zh: "哪些拷贝可以，哪些不行"}},
	{"reach", i18n.Text{En: "What the TLBs reach", Zh: "快表够得着多远"}},
	{"spread", i18n.Text{En: "Pages far apart", Zh: "相隔很远的页"}},
	{"one-byte", i18n.Text{En: "One byte, one slab", Zh: "一个字节，一个 slab"}},
	{"many-small", i18n.Text{En: "64 small, 1 big", Zh: "六十四小块，一大块"}},
	{"mistakes", i18n.Text{En: "Five mistakes", Zh: "五种错误"}},
	{"three-acts", i18n.Text{En: "Three acts", Zh: "三个动作"}},
	{"two-calls", i18n.Text{En: "Two calls, one slab", Zh: "两次调用，一个 slab"}},
	{"four-mib", i18n.Text{En: "Four MiB in two ways", Zh: "4 MiB 的两种要法"}},
	{"other-size", i18n.Text{En: "Another size", Zh: "换一个大小"}},
	{"too-big", i18n.Text{En: "Too big", Zh: "太大"}},
	{"eight-trips", i18n.Text{En: "Eight trips", Zh: "八次进内核"}},
	{"first", i18n.Text{En: "The first call", Zh: "第一次调用"}},
	{"copy", i18n.Text{En: "There and back", Zh: "拷过去再拷回来"}},
	{"touch", i18n.Text{En: "A store on each page", Zh: "每页写一个字节"}},
	{"kernels", i18n.Text{En: "Kernels of a program's own", Zh: "程序自己的 kernel"}},
	{"variables", i18n.Text{En: "Variables on the card", Zh: "显卡上的变量"}},
	{"kernel-beyond", i18n.Text{En: "A kernel beyond its block", Zh: "kernel 越出了块"}},
	{"after-a-fault", i18n.Text{En: "After a fault", Zh: "出错以后"}},
	{"many-contexts", i18n.Text{En: "Many processes on one card", Zh: "一张卡上许多进程"}},
	{"checkpoints", i18n.Text{En: "What the card itself counts", Zh: "显卡自己的账"}},
	{"helper", i18n.Text{En: "Calls from a function", Zh: "函数里的调用"}},
}

// Recordings lists the recorded programs.
func Recordings() []Recording { return recordings[:] }

// FindRecording finds a recorded program by id; nil if there is none.
func FindRecording(id string) *Recording {
	for i := range recordings {
		if recordings[i].ID == id {
			return &recordings[i]
		}
	}
	return nil
}

// File is the recording: JSON lines, packed with gzip (docs/recordings.md).
func (r *Recording) File() []byte {
	data, err := files.ReadFile("recordings/" + r.ID + ".jsonl.gz")
	if err != nil {
		panic("lessons: " + err.Error())
	}
	return data
}
