package plain

import (
	"os"
	"testing"
)

var sink []byte

func BenchmarkAlloc(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		sink = make([]byte, 100)
	}
}

func BenchmarkHalf(b *testing.B) {
	b.ReportAllocs()
	for i := range b.N {
		if i%2 == 0 {
			sink = make([]byte, 1000)
		}
	}
}

func BenchmarkLoop(b *testing.B) {
	b.SetBytes(64)
	for b.Loop() {
		sink = make([]byte, 64)
	}
}

func BenchmarkStopStart(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		b.StopTimer()
		sink = make([]byte, 5000)
		b.StartTimer()
		sink = make([]byte, 300)
	}
}

func BenchmarkParallel(b *testing.B) {
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_ = make([]byte, 10)
		}
	})
}

func BenchmarkSub(b *testing.B) {
	for _, name := range []string{"a", "b/c", "d|e[x]"} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				sink = make([]byte, 10)
			}
			b.ReportMetric(3.5, "foo/op")
		})
	}
}

func BenchmarkTestdata(b *testing.B) {
	for range b.N {
		if _, err := os.ReadFile("testdata/input"); err != nil {
			b.Fatal(err)
		}
	}
}

// linked is set by a flag for the linker.
var linked string

func TestLinked(t *testing.T) {
	if linked != "yes" {
		t.Errorf("linked is %q", linked)
	}
}

// BenchmarkResetLate stops its timer often, and then resets it while it is on.
func BenchmarkResetLate(b *testing.B) {
	for range 20 {
		b.StopTimer()
		b.StartTimer()
	}
	b.ResetTimer()
	for range b.N {
		sink = make([]byte, 100)
	}
}

// BenchmarkLoopMetric counts its iterations itself.
func BenchmarkLoopMetric(b *testing.B) {
	n := 0
	for b.Loop() {
		n++
	}
	b.ReportMetric(float64(n)/float64(b.N), "iterations/N")
}
