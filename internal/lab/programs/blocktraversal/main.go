// Blocktraversal goes through numbers in one of four ways, again and again, and tells how
// long that takes: "straight" and "blocks" sum up a slice, the latter by an inner loop over
// each 64 bytes, so both read the same in the same order. "columns" and "tiles" transpose a
// matrix, the latter in tiles of 8 by 8 numbers, which changes the order.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	way    = flag.String("way", "straight", "straight, blocks, columns or tiles")
)

// The slice is a matrix of side by side numbers of 8 bytes: 8 MiB, more than inner caches hold.
const side = 1024

var (
	numbers = make([]int64, side*side)
	turned  = make([]int64, side*side)
	//lint:ignore U1000 what it is set to is thereby computed
	sink int64
)

var ways = map[string]func(){
	"straight": straight, "blocks": blocks,
	"columns": func() { transpose(side) },
	"tiles":   func() { transpose(8) },
}

func main() {
	flag.Parse()
	walk, ok := ways[*way]
	if !ok {
		fmt.Fprintf(os.Stderr, "-way=%s: want straight, blocks, columns or tiles\n", *way)
		os.Exit(2)
	}
	for i := range numbers {
		numbers[i], turned[i] = int64(i), 1 // touched, so that no page is missing
	}
	walk()
	var took []time.Duration
	for begin := time.Now(); len(took) == 0 || time.Since(begin) < *length; {
		start := time.Now()
		walk()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	at := func(p float64) int64 { return int64(took[int(p*float64(len(took)-1))]) }
	fmt.Printf("BenchmarkWalk %d %d ns/op %d p99-ns\n", len(took), at(0.5), at(0.99))
}

func straight() {
	var sum int64
	for _, n := range numbers {
		sum += n
	}
	sink += sum
}

func blocks() {
	var sum int64
	for i := 0; i < len(numbers); i += 8 {
		for _, n := range numbers[i : i+8] {
			sum += n
		}
	}
	sink += sum
}

// transpose goes through square tiles; a tile as large as the matrix is no tile.
func transpose(tile int) {
	for top := 0; top < side; top += tile {
		for left := 0; left < side; left += tile {
			for y := top; y < top+tile; y++ {
				for x := left; x < left+tile; x++ {
					turned[x*side+y] = numbers[y*side+x]
				}
			}
		}
	}
}
