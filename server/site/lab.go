package site

import (
	"sync"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"pagewalk/engine/lab"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/web/assets"
	"pagewalk/web/i18n"
	"pagewalk/web/pages"
)

// hotBlock touches one block between all others; four places for five blocks.
const hotBlock = `// pagewalk: gpu=textbook-ampere
int main() {
    void *pin; char *w; int s[8] = { 0, 1, 0, 2, 0, 3, 0, 4 };
    cudaMalloc(&pin, 56 << 20);  cudaMallocManaged(&w, 10 << 20);
    for (int i = 0; i < 32; i++) pw_touch(w + ((size_t)s[i % 8] << 21), 1, 1);
}
`

// labResults plays the built-in workloads, once.
var labResults = sync.OnceValue(func() pages.LabView {
	p := profile.Get("textbook-ampere")
	lab.Cut(p)
	w := lab.Churn(lab.Capacity, 0)
	v := pages.LabView{Steps: len(w), Free: lab.Free(p), Program: hotBlock}
	for which := range lab.Measures {
		v.Fragmentation = append(v.Fragmentation, lab.Govern(p, w, which, 2<<20))
	}
	program, _ := scenario.Compile([]byte(hotBlock), scenario.Options{})
	if program == nil {
		panic("site: lab: the built-in program does not compile")
	}
	v.Eviction = lab.Evict(profile.Get("textbook-ampere"), program, 0)
	return v
})

func showLab(_ echo.Context, l i18n.Lang, m assets.Manifest) (templ.Component, error) {
	return pages.LabPage(pages.Lab(l, m), labResults()), nil
}
