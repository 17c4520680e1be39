package kinds

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func BenchmarkSleep100us(b *testing.B) {
	for range b.N {
		time.Sleep(100 * time.Microsecond)
	}
}

func BenchmarkSleep1ms(b *testing.B) {
	for range b.N {
		time.Sleep(time.Millisecond)
	}
}

// file returns one of 1 MiB, and a page to read or write.
func file(b *testing.B) (f *os.File, page []byte) {
	f, err := os.Create(filepath.Join(b.TempDir(), "file"))
	if err == nil {
		_, err = f.Write(make([]byte, 1<<20))
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	b.ResetTimer()
	return f, make([]byte, 4<<10)
}

func BenchmarkFileRead(b *testing.B) {
	f, page := file(b)
	for i := range b.N {
		if _, err := f.ReadAt(page, int64(i%256)<<12); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFileWrite does not wait for the disk.
func BenchmarkFileWrite(b *testing.B) {
	f, page := file(b)
	for i := range b.N {
		if _, err := f.WriteAt(page, int64(i%256)<<12); err != nil {
			b.Fatal(err)
		}
	}
}
