package explain

// What the measures and policies of package lab do, by their names.

type named struct {
	name  string
	words pair
}

var measures = [...]named{
	{"plain", pair{"every request is a cudaMalloc of its own", "每次申请都是一次单独的 cudaMalloc"}},
	{"lazy", pair{"the same, and the driver keeps freed blocks for requests of the same size (textbook)", "同上，驱动留着释放的块，只给大小相同的申请（教科书）"}},
	{"compaction", pair{"the same, and blocks are moved together when a request fails (textbook: the real driver has no such call)", "同上，申请失败时把活块搬到一起（教科书：真实驱动没有这个调用）"}},
	{"pool", pair{"cudaMallocAsync from a pool that keeps everything", "cudaMallocAsync，内存池什么都不归还"}},
	{"slabs", pair{"the runtime divides slabs of 2 MiB among small requests", "运行时让小申请共用 2 MiB 的 slab"}},
	{"classes", pair{"each slab holds pieces of one size class, divided by the program", "每个 slab 只放一个尺寸等级，由程序自己切"}},
	{"large", pair{"blocks of 32 MiB, divided by the program", "32 MiB 的大块，由程序自己切"}},
	{"expandable", pair{"granules of 2 MiB mapped into one range of addresses (cuMemCreate, cuMemMap)", "2 MiB 的粒度映射进一段连续地址（cuMemCreate、cuMemMap）"}},
}

var policies = [...]named{
	{"driver", pair{"who came first leaves first: the driver does not see accesses", "先来的先走：驱动看不到访问"}},
	{"lru", pair{"who was touched longest ago", "最久没有被访问的"}},
	{"mru", pair{"who was touched last: right for loops", "刚刚访问过的：适合循环"}},
	{"clock", pair{"a hand goes round; a block touched since gets a second chance", "指针转圈，期间被访问过的再给一次机会"}},
	{"random", pair{"any of them", "随便一个"}},
	{"frequency", pair{"who was touched least since it came", "来了以后访问次数最少的"}},
	{"learned", pair{"follows whichever of lru, frequency, mru and predictor would have missed least of late", "跟随 lru、frequency、mru、predictor 中近来缺失最少的一个"}},
	{"predictor", pair{"who is expected last, after the usual gap between its touches", "按平时的访问间隔推算，最晚才会再用到的"}},
	{"pw_victim", pair{"the program's own function", "程序自己的函数"}},
	{"optimum", pair{"who is needed last: it has seen the whole run before", "最晚才再用到的：它事先看过整次运行"}},
}

// Measure says what a measure against fragmentation is; "" for an unknown name.
func Measure(lang Lang, name string) string { return find(lang, measures[:], name) }

// Policy says whom a policy of eviction chooses; "" for an unknown name.
func Policy(lang Lang, name string) string { return find(lang, policies[:], name) }

func find(lang Lang, list []named, name string) string {
	for i := range list {
		if list[i].name == name {
			return list[i].words[lang]
		}
	}
	return ""
}
