package pages

import (
	"pagewalk/engine/conformance"
	"pagewalk/web/i18n"
)

// conformanceText is the Chinese side of one of the driver's tests.
type conformanceText struct{ verifies, why string }

// Groups, tests and reasons in Chinese; a test holds this table against
// package conformance, whose own text is English.
var conformanceGroupsZh = map[string]string{
	"Page tree": "页表树", "Invalidations": "作废", "Ranges of entries": "页表项的区段",
	"Chunks": "chunk", "Blocks and ranges": "块与区间",
	"Memory of the driver's own": "驱动自用的内存", "Below and beside": "更底层与旁支",
}

var conformanceZh = map[string]conformanceText{
	"PT-01": {verifies: "建一棵页表树再拆掉，什么都不剩"},
	"PT-02": {verifies: "通向一个 64 KiB 页的各级页表"},
	"PT-03": {verifies: "相邻的页共用一张页表"},
	"PT-04": {verifies: "跨目录相邻的页各有自己的页表"},
	"PT-05": {verifies: "同上，中间隔开一段"},
	"PT-06": {verifies: "十六张页表的计数，最后全部归还"},
	"PT-07": {verifies: "目录边界两侧各八张，共十六张页表"},
	"PT-08": {verifies: "2 MiB 叶子落在它该在的那一级"},
	"PT-09": {verifies: "整张 4 KiB 页的页表"},
	"PT-10": {verifies: "原来是大页的地方换成小页"},
	"PT-11": {verifies: "256 个 2 MiB 叶子"},
	"PT-12": {verifies: "同一张页表的两半"},
	"PT-13": {verifies: "同一个目录项下挂两种页大小的页表"},
	"PT-14": {verifies: "一个区段分九次归还"},
	"PT-15": {verifies: "哪些 chunk 大小对谁开放"},
	"PT-16": {verifies: "映射还在时拆开大页"},
	"PT-17": {verifies: "要两次，得到同一张页表"},
	"PT-18": {verifies: "页表项的位模式"},
	"PT-19": {verifies: "一个 512 MiB 叶子"},
	"PT-20": {verifies: "同一张页表里的两个"},
	"PT-21": {verifies: "它所在的级"},
	"PT-22": {verifies: "整张都是 512 MiB 叶子"},
	"PT-23": {verifies: "原来是 512 MiB 页的地方换成 2 MiB 页"},
	"PT-24": {verifies: "连续四个"},
	"PT-30": {verifies: "六级页表"},
	"PT-31": {verifies: "一个 256 GiB 叶子"},
	"PT-32": {verifies: "同一张页表里的两个"},
	"PT-33": {verifies: "它所在的级"},
	"PT-34": {verifies: "整张都是 256 GiB 叶子"},
	"PT-35": {verifies: "原来是 256 GiB 页的地方换成 512 MiB 页"},
	"PT-36": {verifies: "连续四个"},
	"PT-37": {verifies: "每一代有哪些页大小"},
	"PT-38": {verifies: "页表项的位模式"},
	"TI-01": {verifies: "取页、还页时作废到哪一级、用哪种 membar，五级页表"},
	"TI-02": {verifies: "同上，六级页表"},
	"TI-03": {verifies: "四段以内逐段作废，再多就全部作废"},
	"RV-01": {verifies: "跨页表边界的区段：各项、拆分与清除"},
	"RV-02": {verifies: "区段让出尾部"},
	"RV-03": {verifies: "一个区段变成两个"},
	"PM-01": {verifies: "每个 chunk 的类型、大小、对齐与状态；数据不丢"},
	"PM-02": {verifies: "同上，从大到小"},
	"PM-03": {verifies: "大小混着来，逼出拆分树"},
	"PM-04": {verifies: "同上，从大到小"},
	"PM-05": {"不存在的模式会被拒绝", "不适用：模式只决定跑多少项，这里全部都跑"},
	"PM-06": {verifies: "拆出的各块的地址、状态与数据"},
	"PM-07": {verifies: "各块重新合成一个"},
	"PM-08": {verifies: "最后一块失败时，一切照旧"},
	"PM-09": {verifies: "拆出的各块的列表"},
	"PM-10": {verifies: "两次分到满，数目相同"},
	"PM-11": {"哪些要等 GPU 做完手头的工作", "没有建模：tracker 记录一个 chunk 在等哪张 GPU 的工作；这里只有一张 GPU，工作按提交次序生效"},
	"PM-12": {"跳过还有额外引用的根 chunk", "不适用：只针对一致性（NUMA）系统"},
	"PM-13": {verifies: "各种驱逐模式与它们的返回"},
	"PM-14": {verifies: "直接从 PMA 取页"},
	"PM-15": {verifies: "靠驱逐拿到一个根 chunk，不成批"},
	"PM-16": {verifies: "为 PMA 驱逐到第 n 个根 chunk 时失败"},
	"PM-17": {verifies: "之后没有闲置的根 chunk"},
	"PM-18": {verifies: "128 MiB"},
	"PM-19": {verifies: "一个根 chunk 排在哪条链表上"},
	"VB-01": {verifies: "一个块的 131,328 种切法：每一页背后都是对齐的最大 chunk"},
	"VB-02": {"一个区间切成两个", "没有建模：策略按块保存，区间从不切开"},
	"VB-03": {"切开失败时一切照旧", "没有建模：区间从不切开，也就不会切开失败"},
	"VB-04": {verifies: "缺页处理途中出错，操作仍正确收尾"},
	"VB-05": {verifies: "页在哪里，背后是什么"},
	"VB-06": {verifies: "一个块从哪里到哪里"},
	"VB-07": {"强行改一个映射的权限", "没有建模：权限由页所在的位置决定"},
	"ME-01": {verifies: "一次申请得到多大的 chunk"},
	"ME-02": {verifies: "系统内存用主机页"},
	"ME-03": {verifies: "映射、解除、再映射：地址相同"},
	"ME-04": {"经窗口之外的 512 MiB 叶子访问 4 KiB", "没有建模：窗口里只有 uvm_mem 映射的东西"},
	"RT-01": {"互不重叠的区间", "不适用：地址由运行时选，区间只检查，不查找"},
	"RT-02": {"同上，与一个模型对照", "不适用：没有区间树可以与模型对照；va 层每一步之后的 Check 会查重叠"},
	"RA-01": {"放得下的最低地址", "没有播放：唯一的使用者是 uvm_mem 的窗口，ME-03 已经覆盖"},
	"RA-02": {"释放的区间合并", "没有播放：最低的空隙是在已有映射之间找的，所以那个窗口的地址自然会合并"},
	"RG-01": {"不许迁移的分组", "没有建模：在这些 GPU 上，没有 CUDA 调用能让一组页留在原地"},
	"CC-01": {"主机内存的 chunk", "没有建模：主机的页没有页帧"},
	"PU-01": {"预取树各节点的计数", "不适用：计数直接取自页的集合；预取带来什么由 `engine/va` 的 TestPrefetch 检验"},
	"LK-01": {"加锁的次序", "不适用：只有一个线程，没有锁"},
	"TR-01": {"GPU 尚未做完的工作", "没有建模：工作按提交次序生效"},
}

func groupName(l i18n.Lang, group string) string {
	return l.Pick(group, conformanceGroupsZh[group])
}

func verifies(l i18n.Lang, s *conformance.Scenario) string {
	return l.Pick(s.Verifies, conformanceZh[s.ID].verifies)
}

func whyNot(l i18n.Lang, s *conformance.Scenario) string {
	return l.Pick(s.Why, conformanceZh[s.ID].why)
}
