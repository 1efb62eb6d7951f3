package pages

import (
	"strconv"
	"strings"

	"pagewalk/lessons"
	"pagewalk/web/assets"
	"pagewalk/web/i18n"
)

// Page is what every page needs to know of itself.
type Page struct {
	Lang   i18n.Lang
	Path   string // without the language: "/learn/cudamalloc"
	Door   string // which door of the header is open: learn, play, open, mmu, gpus
	Title  i18n.Text
	About  i18n.Text // one sentence for search engines and link previews
	Assets assets.Manifest
}

// In gives the address of a path in the page's language.
func (p Page) In(path string) string { return Address(p.Lang, path) }

// HasTimeLine says whether the page steps a machine: a lesson, the playground.
func (p Page) HasTimeLine() bool { return p.Path == "/play" || strings.HasPrefix(p.Path, "/learn/") }

// Address gives the address of a path in a language.
func Address(l i18n.Lang, path string) string {
	if path == "/" {
		return "/" + string(l) + "/"
	}
	return "/" + string(l) + path
}

// Home gives the page of the home page, and so on for the others below.
func Home(l i18n.Lang, m assets.Manifest) Page {
	return Page{Lang: l, Path: "/", Assets: m,
		Title: i18n.Text{En: "See what a GPU does", Zh: "看清 GPU 在做什么"},
		About: i18n.Text{
			En: "From cudaMalloc down to one bit in a page-table entry, one event at a time, in your browser.",
			Zh: "从 cudaMalloc 到页表项里的一个位，一次一个事件，全在浏览器里。"}}
}

func Course(l i18n.Lang, m assets.Manifest) Page {
	return Page{Lang: l, Path: "/learn", Door: "learn", Assets: m,
		Title: i18n.Text{En: "The course", Zh: "课程"},
		About: i18n.Text{En: "Eighteen lessons on GPU memory management.", Zh: "十八节课，讲 GPU 内存管理。"}}
}

func Lesson(l i18n.Lang, m assets.Manifest, lesson *lessons.Lesson) Page {
	return Page{Lang: l, Path: "/learn/" + lesson.ID, Door: "learn", Assets: m, Title: lesson.Title, About: lesson.Idea}
}

func Playground(l i18n.Lang, m assets.Manifest) Page {
	return Page{Lang: l, Path: "/play", Door: "play", Assets: m,
		Title: i18n.Text{En: "Playground", Zh: "动手"},
		About: i18n.Text{
			En: "Write CUDA C, pick a GPU, step through every change of state, forward and back.",
			Zh: "写 CUDA C，选一张 GPU，逐个状态变化地走，能前进也能后退。"}}
}

func Open(l i18n.Lang, m assets.Manifest) Page {
	return Page{Lang: l, Path: "/open", Door: "open", Assets: m,
		Title: i18n.Text{En: "Read an out-of-memory message", Zh: "读懂显存不足的报错"},
		About: i18n.Text{
			En: "Paste an out-of-memory message and read what each number means.",
			Zh: "贴上显存不足的报错，看清每个数字的意思。"}}
}

func GPUs(l i18n.Lang, m assets.Manifest) Page {
	return Page{Lang: l, Path: "/gpus", Door: "gpus", Assets: m,
		Title: i18n.Text{En: "GPUs", Zh: "GPU"},
		About: i18n.Text{
			En: "Every GPU profile, with what is known of it and from where.",
			Zh: "每种 GPU 配置，知道什么，从哪里知道。"}}
}

func Microscope(l i18n.Lang, m assets.Manifest) Page {
	return Page{Lang: l, Path: "/mmu", Door: "mmu", Assets: m,
		Title: i18n.Text{En: "Address microscope", Zh: "地址显微镜"},
		About: i18n.Text{
			En: "Any address, cut for any GPU generation: every page-table entry, bit by bit.",
			Zh: "任何地址，按任何一代 GPU 切开：每个页表项，逐位看。"}}
}

func Help(l i18n.Lang, m assets.Manifest) Page {
	return Page{Lang: l, Path: "/help", Assets: m,
		Title: i18n.Text{En: "Help and about", Zh: "帮助与说明"},
		About: i18n.Text{En: "Keys, reading the pictures, what Pagewalk is.", Zh: "快捷键、怎么看图、Pagewalk 是什么。"}}
}

// Fault gives the page of an error; it keeps the address that was asked for.
func Fault(l i18n.Lang, m assets.Manifest, path string) Page {
	return Page{Lang: l, Path: path, Assets: m,
		Title: i18n.Text{En: "Not shown", Zh: "无法显示"},
		About: i18n.Text{En: "This page cannot be shown.", Zh: "这个页面无法显示。"}}
}

// two writes a number with at least two digits: 01.
func two(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// Grouped writes a number with commas between groups of three digits.
func Grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	var out strings.Builder
	for i, d := range digits {
		if i > 0 && digits[i-1] != '-' && (len(digits)-i)%3 == 0 {
			out.WriteByte(',')
		}
		out.WriteRune(d)
	}
	return out.String()
}

// minutes says how long a lesson takes.
func minutes(p Page, n int) string {
	return strconv.Itoa(n) + p.Lang.Pick(" min", " 分钟")
}
