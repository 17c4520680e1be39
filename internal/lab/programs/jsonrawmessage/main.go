// Jsonrawmessage decodes an envelope with a payload: all of it at once, or with the payload
// left as json.RawMessage, or left first and decoded afterwards, as somebody has to who
// needs it.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	mode   = flag.String("mode", "whole", "what to decode: whole, raw, or both (raw first, the payload then)")
	items  = flag.Int("items", 100, "items of the payload, of about 80 bytes each")
)

type item struct {
	ID    int      `json:"id"`
	Name  string   `json:"name"`
	Price float64  `json:"price"`
	Tags  []string `json:"tags"`
}

type envelope[P any] struct {
	Kind    string `json:"kind"`
	Trace   string `json:"trace"`
	Payload P      `json:"payload"`
}

func document() []byte {
	e := envelope[[]item]{Kind: "order", Trace: "4bf92f3577b34da6"}
	for i := range *items {
		e.Payload = append(e.Payload, item{ID: i, Name: fmt.Sprint("article ", i), Price: float64(i) + 0.25, Tags: []string{"new", "blue"}})
	}
	return must(json.Marshal(e))
}

func must[T any](v T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return v
}

func decode[T any](doc []byte) (v T, err error) {
	return v, json.Unmarshal(doc, &v)
}

// What was decoded stays reachable for a moment, as in a server.
var (
	//lint:ignore U1000 what it is set to is thereby computed
	whole envelope[[]item]
	raw   envelope[json.RawMessage]
	//lint:ignore U1000 what it is set to is thereby computed
	payload []item
)

func op(doc []byte) {
	switch *mode {
	case "whole":
		whole = must(decode[envelope[[]item]](doc))
	case "raw":
		raw = must(decode[envelope[json.RawMessage]](doc))
	case "both":
		raw = must(decode[envelope[json.RawMessage]](doc))
		payload = must(decode[[]item](raw.Payload))
	default:
		fmt.Fprintf(os.Stderr, "-mode=%s: want whole, raw or both\n", *mode)
		os.Exit(2)
	}
}

func main() {
	flag.Parse()
	doc := document()
	op(doc) // warm-up: the package learns the types
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, start := 0, time.Now()
	for ; n == 0 || time.Since(start) < *length; n++ {
		op(doc)
	}
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	per := func(total uint64) float64 { return float64(total) / float64(n) }
	fmt.Printf("BenchmarkDecode %d %d ns/op %d document-B %.0f made-B/op %.2f made-objects/op\n",
		n, int(took)/n, len(doc), per(after.TotalAlloc-before.TotalAlloc), per(after.Mallocs-before.Mallocs))
}
