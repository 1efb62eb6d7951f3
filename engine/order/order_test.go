package order

import (
	"cmp"
	"math/rand"
	"slices"
	"testing"
)

func TestStableIsTheGenericSort(t *testing.T) {
	type row struct{ key, place int }
	r := rand.New(rand.NewSource(1))
	for n := range 200 {
		rows := make([]row, n)
		for i := range rows {
			rows[i] = row{r.Intn(1 + n/3), i}
		}
		want := slices.Clone(rows)
		slices.SortStableFunc(want, func(a, b row) int { return cmp.Compare(a.key, b.key) })
		Stable(n, func(i, j int) bool { return rows[i].key < rows[j].key },
			func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		if !slices.Equal(rows, want) {
			t.Fatalf("%d rows: %v, want %v", n, rows, want)
		}
	}
}
