package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const managedProgram = `char *a, *b;
cudaMallocManaged(&a, 6 << 20);
cudaMallocManaged(&b, 1 << 20);
for (int i = 0; i < 6 << 20; i += 4096) a[i] = 1;
pw_touch(a, 6 << 20, 4096);
a[0] = 2;
cudaFree(a);
cudaFree(b);
`

const chunkProgram = `uvm_gpu_chunk_t *u, *c;
uvm_pmm_gpu_alloc_user(pmm, 1, UVM_CHUNK_SIZE_2M, 0, &u, NULL);
uvm_pmm_gpu_unpin_allocated(pmm, u, block0);
uvm_pmm_gpu_alloc_user(pmm, 1, UVM_CHUNK_SIZE_64K, 0, &c, NULL);
uvm_pmm_gpu_evict_chunk(pmm, u);
uvm_pmm_gpu_free(pmm, c, NULL);
`

// playing opens the playground with a program on a GPU, and waits for its first
// moment.
func playing(t *testing.T, language, profile, source string) *tab {
	t.Helper()
	p := fresh(t, "/"+language+"/play")
	p.wait(`document.querySelector("pw-machine").player.engine.value?.canRun`)
	p.set(`const a = document.querySelector("code-editor textarea"); a.value = ` + quote(source) + `; a.dispatchEvent(new Event("input"))
		const s = document.querySelector("select[data-profile]"); s.value = ` + quote(profile) + `; s.dispatchEvent(new Event("change"))`)
	p.wait(`document.querySelector("code-editor").text === ` + quote(source) + ` && /simulated|模拟/.test(document.querySelector("[data-message]").textContent)`)
	p.counts("1")
	eval[bool](p, `document.querySelector(".scrub").focus(), true`)
	return p
}

// until presses a key until an expression is true.
func (p *tab) until(key, expression string) {
	p.t.Helper()
	for range 400 {
		if eval[bool](p, "!!("+expression+")") {
			return
		}
		at := eval[float64](p, moment+`.event`)
		p.press(key)
		p.wait(moment + `.event !== ` + itoa(int(at)))
	}
	p.t.Fatalf("400 presses did not lead to %s", expression)
}

// choose opens or closes a picture in the menu of its layer.
func (p *tab) choose(layer, name string) {
	p.t.Helper()
	p.set(`document.querySelector('[data-layer="` + layer + `"] .railmenu > button').click()`)
	p.wait(`document.querySelector(".railmenu .pop")`)
	p.set(`[...document.querySelectorAll(".pop button")].find(b => b.textContent.includes(` + quote(name) + `)).click()
		document.querySelector('[data-layer="` + layer + `"] .railmenu > button').click()`)
}

// drawn gives the text of an element once the page has drawn the moment.
func (p *tab) drawn(selector string) string {
	p.t.Helper()
	return eval[string](p, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done((document.querySelector(`+quote(selector)+`)?.textContent ?? "").replace(/\s+/g, " ").trim()))))`)
}

// Pages come to the GPU, the picture counts them, and a step back counts what
// was before.
func TestResidencyIsSteppedBothWays(t *testing.T) {
	p := playing(t, "en", "gh100-small", managedProgram)
	sum := "residency-view .res-sum"
	p.until(kb.ArrowRight, moment+`.kind === "va.residency" && `+moment+`.managed.total.gpu === 512`)
	if got := p.drawn(sum); !strings.HasPrefix(got, "512 of 1,792 pages on the GPU, 1,024 on the host") {
		t.Errorf("residency says %q", got)
	}
	if got := p.drawn(`.pic[data-picture="block"]`); !strings.Contains(got, "host → GPU, by a fault") {
		t.Errorf("the block says %q", got)
	}
	if n := eval[float64](p, `document.querySelectorAll("residency-view .bcol.now").length`); n != 1 {
		t.Errorf("%v blocks are marked", n)
	}
	p.press(kb.ArrowLeft)
	p.wait(moment + `.managed.total.gpu < 512`)
	before := eval[float64](p, moment+`.managed.total.gpu`)
	if got := p.drawn(sum); !strings.HasPrefix(got, itoa(int(before))+" of 1,792 pages on the GPU, ") {
		t.Errorf("one step back residency says %q", got)
	}
	p.press(kb.ArrowRight)
	p.wait(moment + `.managed.total.gpu === 512`)
	p.until(kb.ArrowRight, moment+`.managed.block.pages[0] >> 3 & 3`)
	if got := p.drawn(`.pic[data-picture="block"]`); !strings.Contains(got, "× 4 KiB") && !strings.Contains(got, "× 64 KiB") && !strings.Contains(got, "× 2 MiB") {
		t.Errorf("the entries of the block: %q", got)
	}
}

// Each fault of a call is a bar; the one that happens is lit and said.
func TestFaultsOfACall(t *testing.T) {
	p := playing(t, "en", "gh100-small", managedProgram)
	p.until(kb.ArrowRight, moment+`.kind === "va.managed-fault" && `+moment+`.line === 5`)
	says := p.drawn(`.pic[data-picture="faults"] p`)
	if !strings.HasPrefix(says, "Fault 1 of ") || !strings.Contains(says, "The GPU writes 0x") {
		t.Errorf("the fault is said as %q", says)
	}
	if got := eval[string](p, `[...document.querySelectorAll(".fb")].map(f => f.querySelector(".hit") ? "now" : f.classList.contains("ahead") ? "ahead" : "done").join(" ")`); !strings.HasPrefix(got, "now ahead ahead") {
		t.Errorf("the bars are %s", got)
	}
	p.until(kb.ArrowLeft, moment+`.line === 4`)
	if got := p.drawn(`.pic[data-picture="faults"] p`); got == says {
		t.Errorf("a step back still says %q", got)
	}
}

// The transition that an event makes is lit, and no other.
func TestStateMachineLightsTheTransition(t *testing.T) {
	p := playing(t, "en", "gh100", chunkProgram)
	lit := `[...document.querySelectorAll("state-machine .edge.lit")].map(e => e.dataset.rule + " " + e.dataset.edge).join()`
	p.press("s")
	p.wait(moment + `.kind === "pmm.split"`)
	p.wait(lit + ` === "T5 3-2"`)
	if got := p.drawn(".sm-say"); got != "TEMP_PINNED → IS_SPLIT, rule T5, 1 chunk: a pinned chunk is cut into pinned children." {
		t.Errorf("it says %q", got)
	}
	if got := eval[string](p, `document.querySelector("state-machine .node.to").dataset.state`); got != "IS_SPLIT" {
		t.Errorf("the state reached is %s", got)
	}
	pinned := p.drawn(`state-machine [data-state="TEMP_PINNED"] .n`)
	p.press(kb.ArrowLeft)
	p.wait(lit + ` === "T3 1-3"`)
	if got := p.drawn(`state-machine [data-state="TEMP_PINNED"] .n`); got == pinned || got != "1" {
		t.Errorf("before the split %s chunks are pinned, after it %s", got, pinned)
	}
	p.until(kb.ArrowRight, moment+`.kind === "call.return" || `+moment+`.physical.machine.move === null`)
	p.wait(lit + ` === ""`)
}

// A list shows its length before and after, and the chunk that came.
func TestListsOfChunks(t *testing.T) {
	p := playing(t, "en", "gh100", chunkProgram)
	row := `[...document.querySelectorAll("chunk-lists li")].filter(l => l.textContent.includes(%)).map(l => l.textContent.replace(/\s+/g, " ").trim()).join()`
	say := func(name string) string {
		p.drawn("chunk-lists")
		return eval[string](p, strings.Replace(row, "%", quote(name), 1))
	}
	p.until(kb.ArrowRight, moment+`.kind === "pmm.chunk-run"`)
	if got := say("user 2 MiB zero"); !strings.Contains(got, "0 → 63") || !strings.Contains(got, "265") || !strings.Contains(got, "327") {
		t.Errorf("the list of free roots is %q", got)
	}
	p.until(kb.ArrowRight, moment+`.physical.lists.some(l => l.list === 3 && l.now)`)
	if got := say("used"); !strings.Contains(got, "0 → 1") || !strings.Contains(got, "264") {
		t.Errorf("the list of used roots is %q", got)
	}
	p.press(kb.ArrowLeft)
	p.wait(moment + `.physical.lists.every(l => l.list !== 3 || l.count === 0)`)
	if got := say("used"); strings.Contains(got, "264") {
		t.Errorf("a step back it is %q", got)
	}
}

// A picture that the reader opens stays open; the frames that an event changes
// are marked; one for which a run has nothing says what would fill it.
func TestPicturesAreOpenedFromTheRail(t *testing.T) {
	p := playing(t, "en", "h200-r580", "float *a; cudaMalloc(&a, 4096); cudaFree(a);\n")
	p.choose("ph", "Frame map")
	p.wait(`document.querySelector("frame-map .frow i")`)
	p.until(kb.ArrowRight, moment+`.kind === "pma.frame-run"`)
	if got := eval[string](p, `[...document.querySelectorAll("frame-map [data-now]")].map(i => i.title).join()`); !strings.HasPrefix(got, "frames 8,448–8,479: ALLOC_PIN") {
		t.Errorf("the changed frames are %q", got)
	}
	p.press(kb.ArrowLeft)
	p.wait(`document.querySelector("frame-map") && !document.querySelector("frame-map [data-now]")`)
	p.choose("dr", "Residency")
	p.wait(`document.querySelector('.pic[data-picture="residency"] .empty')?.textContent.includes("cudaMallocManaged")`)
	p.reload()
	p.wait(`document.querySelector(` + "`" + `.pic[data-picture="frames"]` + "`" + `)`)
}

// TestPicturesInWords: nothing for axe to find in the pictures, as pictures and
// as text, wide and narrow, by day and at night; twins are short.
func TestPicturesInWords(t *testing.T) {
	for _, language := range []string{"en", "zh"} {
		p := playing(t, language, "gh100-small", managedProgram)
		p.choose("ph", "PMA")
		p.until(kb.ArrowRight, moment+`.managed.total.gpu > 0`)
		for _, s := range []screen{wide, night, narrow, narrowNight} {
			p.dress(s)
			p.settle()
			if over := eval[float64](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("%s at %d px: %v px too wide: %s", language, s.width, over, eval[string](p, tooWide))
			}
			p.checkAccess(s)
		}
		p.dress(wide)
		p.press("t")
		p.wait(`document.querySelector("residency-view table")`)
		for _, name := range strings.Fields("residency block faults states free evict") {
			if n := eval[float64](p, `document.querySelectorAll('.pic[data-picture="`+name+`"] tbody tr').length`); n < 1 || n > 21 {
				t.Errorf("%s: the twin of %s has %v lines", language, name, n)
			}
		}
		p.checkAccess(wide)
		p.press("t")
	}
}

// Be the driver: a step that changes a chunk waits for the reader's move, and
// is shown after it.
func TestBeTheDriver(t *testing.T) {
	p := playing(t, "en", "gh100", chunkProgram)
	p.set(`document.querySelector("[data-drive]").click()`)
	p.wait(`document.querySelector('[data-drive][aria-pressed="true"]')`)
	p.until(kb.ArrowRight, moment+`.event === 1`)
	p.press(kb.ArrowRight)
	p.wait(`document.querySelector("driver-turn .move")`)
	if got := p.drawn("driver-turn .q2"); got != "Root 264: PMA_OWNED. Into which state does it go next?" {
		t.Errorf("the question is %q", got)
	}
	p.counts("2")
	p.press("1") // FREE, which only the rest of a batch becomes
	p.wait(`document.querySelector("driver-turn .said")`)
	if got := p.drawn("driver-turn .said"); !strings.Contains(got, "you gaveFREE") || !strings.Contains(got, "the driver gaveTEMP_PINNED") {
		t.Errorf("side by side: %q", got)
	}
	if got := p.drawn("driver-turn .hd"); !strings.Contains(got, "moves: 1 · as the driver: 0") {
		t.Errorf("the score is %q", got)
	}
	p.press(kb.ArrowRight)
	p.counts("3")
	p.wait(`!document.querySelector("driver-turn .turn")`)
	p.press(kb.ArrowRight)
	p.wait(`document.querySelector("driver-turn .move")`)
	p.checkAccess(wide)
	p.press("1")
	p.wait(live + `.startsWith("As the driver")`)
	p.set(`document.querySelector("driver-turn .pri").click()`)
	p.counts("4")
}

// On a phone the way to another history is there too.
func TestForkOnAPhone(t *testing.T) {
	p := fresh(t, "/en/play")
	p.dress(narrow)
	p.settle()
	if !eval[bool](p, `(b => b.offsetParent !== null && b.getBoundingClientRect().right <= innerWidth)(document.querySelector('.dock [aria-label="Fork here"]'))`) {
		t.Error("there is no fork button at 390 px")
	}
}

// A selected page, and a selected pointer, name what refers to them.
func TestWhatHangsOnThis(t *testing.T) {
	p := playing(t, "en", "h200-r580", "float *a; cudaMalloc(&a, 4096); pw_touch(a, 4096, 128); cudaFree(a);\n")
	p.until(kb.ArrowRight, moment+`.line === 1 && `+moment+`.runtime.pointers.length === 1 && `+moment+`.kind === "program.call" && `+moment+`.event > 5`)
	p.set(`document.querySelector('[data-station="0:pointer:0"]').click()`)
	p.wait(`document.querySelector('hang-list[data-pane="0"] .chosen')`)
	p.set(`[...document.querySelectorAll('hang-list[data-pane="0"] button')].find(b => b.textContent.includes("hangs")).click()`)
	p.wait(`document.querySelector(".hangs li")`)
	if got := p.drawn(".hangs ul"); !strings.Contains(got, "a = 0x7f") || !strings.Contains(got, "An allocation of 2 MiB") || !strings.Contains(got, "PDE0[") {
		t.Errorf("on the pointer hang %q", got)
	}
	p.checkAccess(wide)
	p.until(kb.ArrowLeft, moment+`.event === 0`)
	p.wait(`document.querySelector(".hangs")?.textContent.includes("Nothing refers") || !document.querySelector(".hangs")`)
}
