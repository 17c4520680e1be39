package kinds

import (
	"crypto/sha256"
	"testing"
)

// BenchmarkTimerEach prepares the input of every iteration while the timer is off.
func BenchmarkTimerEach(b *testing.B) {
	data := make([]byte, 32<<10)
	for i := range b.N {
		b.StopTimer()
		for j := range data {
			data[j] = byte(i + j)
		}
		b.StartTimer()
		sha256.Sum256(data)
	}
}

// BenchmarkTimerTwenty has its timer off and on twenty times before it begins.
func BenchmarkTimerTwenty(b *testing.B) {
	for range 20 {
		b.StopTimer()
		op()
		b.StartTimer()
	}
	b.ResetTimer()
	for range b.N {
		op()
	}
}

// BenchmarkReported has a unit of its own and a rate.
func BenchmarkReported(b *testing.B) {
	data := make([]byte, 8<<10)
	b.SetBytes(int64(len(data)))
	zeros := 0
	for range b.N {
		if sha256.Sum256(data)[0] == 0 {
			zeros++
		}
	}
	b.ReportMetric(float64(zeros)/float64(b.N), "zeros/op")
}
