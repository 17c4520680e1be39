// Package kinds has one benchmark for each kind of work that the evaluation of
// net time covers.
package kinds

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"
)

func BenchmarkHash(b *testing.B) {
	data := make([]byte, 8<<10)
	for b.Loop() {
		sha256.Sum256(data)
	}
}

type order struct {
	ID    int               `json:"id"`
	Name  string            `json:"name"`
	Items []string          `json:"items"`
	Tags  map[string]string `json:"tags"`
	Price float64           `json:"price"`
}

func BenchmarkJSON(b *testing.B) {
	text, _ := json.Marshal(order{7, "gopher", []string{"a", "b", "c", "d"}, map[string]string{"k": "v", "l": "w"}, 12.5})
	for b.Loop() {
		var o order
		if err := json.Unmarshal(text, &o); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSort(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	unsorted, work := make([]int, 1000), make([]int, 1000)
	for i := range unsorted {
		unsorted[i] = rng.IntN(1 << 20)
	}
	for b.Loop() {
		copy(work, unsorted)
		slices.Sort(work)
	}
}

func BenchmarkMap(b *testing.B) {
	m := map[string]int{}
	var keys []string
	for i := range 10_000 {
		keys = append(keys, "key-"+strconv.Itoa(i))
		m[keys[i]] = i
	}
	i := 0
	for b.Loop() {
		m[keys[i%len(keys)]]++
		i += 7
	}
}

type tree struct{ left, right *tree }

func grow(depth int) *tree {
	if depth == 0 {
		return &tree{}
	}
	return &tree{grow(depth - 1), grow(depth - 1)}
}

var live *tree

func BenchmarkAlloc(b *testing.B) {
	live = grow(12)
	for b.Loop() {
		grow(8)
	}
}

func BenchmarkPingPong(b *testing.B) {
	ping, pong := make(chan int), make(chan int)
	go func() {
		for v := range ping {
			pong <- v
		}
	}()
	for b.Loop() {
		ping <- 1
		<-pong
	}
	close(ping)
}

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		data := make([]byte, 1<<10)
		for pb.Next() {
			sha256.Sum256(data)
		}
	})
}

func BenchmarkMutex(b *testing.B) {
	var mu sync.Mutex
	m := map[int]int{}
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			mu.Lock()
			m[i&1023]++
			mu.Unlock()
		}
	})
}

func BenchmarkSyscall(b *testing.B) {
	f, err := os.Open(os.DevNull)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	buf := make([]byte, 1)
	for b.Loop() {
		f.Read(buf)
	}
}

func BenchmarkPipe(b *testing.B) {
	r, w, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	buf := make([]byte, 512)
	for b.Loop() {
		w.Write(buf)
		r.Read(buf)
	}
}

func BenchmarkRegexp(b *testing.B) {
	re := regexp.MustCompile(`(\w+)@(\w+)\.com`)
	text := bytes.Repeat([]byte("no address here "), 20)
	text = append(text, "gopher@example.com"...)
	for b.Loop() {
		re.Find(text)
	}
}

func BenchmarkFlate(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	text := make([]byte, 16<<10)
	for i := range text {
		text[i] = "abcdefgh"[rng.IntN(8)]
	}
	w, _ := flate.NewWriter(io.Discard, flate.DefaultCompression)
	for b.Loop() {
		w.Reset(io.Discard)
		w.Write(text)
		w.Close()
	}
}

// BenchmarkStopped stops its timer in every iteration.
func BenchmarkStopped(b *testing.B) {
	data := make([]byte, 64<<10)
	for range b.N {
		b.StopTimer()
		clear(data)
		b.StartTimer()
		sha256.Sum256(data)
	}
}
