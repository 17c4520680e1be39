package testmain

import (
	"os"
	"strconv"
	"testing"
)

var fixture map[string]int

func TestMain(m *testing.M) {
	fixture = map[string]int{}
	for i := range 200_000 {
		fixture[strconv.Itoa(i)] = i
	}
	os.Exit(m.Run())
}

var keys = []string{"7", "4711", "100000", "nobody"}

var found int

func BenchmarkFixture(b *testing.B) {
	for i := range b.N {
		found += fixture[keys[i%len(keys)]]
	}
}
