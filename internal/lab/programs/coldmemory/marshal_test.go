// Package coldmemory has encoding/json marshal a document of some kilobytes, in a process
// that is either fresh or has lived: with RESIDUE set, it first fills and frees a heap of
// many small objects, every hundredth of which stays alive.
package coldmemory

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

type order struct {
	ID       int               `json:"id"`
	Customer string            `json:"customer"`
	Lines    []line            `json:"lines"`
	Labels   map[string]string `json:"labels"`
}

type line struct {
	Article string  `json:"article"`
	Count   int     `json:"count"`
	Price   float64 `json:"price"`
}

func document() order {
	o := order{ID: 4711, Customer: "Grace Hopper", Labels: map[string]string{}}
	for i := range 200 {
		o.Lines = append(o.Lines, line{fmt.Sprintf("article %d", i), i, float64(i) * 1.25})
	}
	for i := range 50 {
		o.Labels[fmt.Sprintf("label %d", i)] = fmt.Sprintf("value %d", i)
	}
	return o
}

var residue [][]byte

// live leaves holes in a heap of 64 MB.
func live() {
	var all [][]byte
	for i := range 500_000 {
		all = append(all, make([]byte, 64+i%128))
	}
	for i := 0; i < len(all); i += 100 {
		residue = append(residue, all[i])
	}
}

var sink []byte

func BenchmarkMarshal(b *testing.B) {
	if os.Getenv("RESIDUE") != "" && residue == nil {
		live()
	}
	o := document()
	for b.Loop() {
		var err error
		if sink, err = json.Marshal(o); err != nil {
			b.Fatal(err)
		}
	}
}
