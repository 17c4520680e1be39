package kinds

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

func BenchmarkHashN(b *testing.B) {
	for range b.N {
		op()
	}
}

func BenchmarkHashLoop(b *testing.B) {
	for b.Loop() {
		op()
	}
}

func BenchmarkRegexp(b *testing.B) {
	re := regexp.MustCompile(`(\w+)@(\w+)\.com`)
	text := append(bytes.Repeat([]byte("no address here "), 20), "gopher@example.com"...)
	for b.Loop() {
		re.FindAllSubmatch(text, -1)
	}
}

var text string

// BenchmarkStrconv makes strings of numbers.
func BenchmarkStrconv(b *testing.B) {
	for i := range b.N {
		text = strconv.FormatFloat(float64(i)/7, 'g', -1, 64) + strconv.Itoa(i)
	}
}

type order struct {
	ID    int               `json:"id"`
	Name  string            `json:"name"`
	Items []string          `json:"items"`
	Tags  map[string]string `json:"tags"`
}

func BenchmarkJSON(b *testing.B) {
	text := []byte(`{"id": 7, "name": "gopher", "items": ["a", "b", "c"], "tags": {"k": "v", "l": "w"}}`)
	for b.Loop() {
		var o order
		if err := json.Unmarshal(text, &o); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSort(b *testing.B) {
	unsorted := rand.New(rand.NewPCG(1, 2)).Perm(1000)
	work := make([]int, len(unsorted))
	for b.Loop() {
		copy(work, unsorted)
		slices.Sort(work)
	}
}

var sum byte

// BenchmarkWalk64MB touches every cache line of 64 MiB.
func BenchmarkWalk64MB(b *testing.B) {
	memory := make([]byte, 64<<20)
	for i := range memory {
		memory[i] = byte(i)
	}
	b.ResetTimer()
	for range b.N {
		for i := 0; i < len(memory); i += 64 {
			sum += memory[i]
		}
	}
}
