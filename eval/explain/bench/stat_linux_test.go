package bench

import (
	"io"
	"os"
	"path"
	"testing"

	"tare/eval/explain/truth"
	"tare/internal/read"
	"tare/internal/read/cgroupfs"
)

// stat is the cpu.stat of this process's own group; without quota it is zero.
type stat struct{ cgroupfs.CPUStat }

func readStat(b *testing.B) stat {
	b.Helper()
	root := os.DirFS("/")
	topology, err := cgroupfs.Read(root)
	if err != nil {
		b.Fatal(err)
	}
	h, ok := topology.Find("cpu")
	if !ok || h.Own == "" {
		return stat{}
	}
	s, err := read.Parse(root, path.Join(h.Own, "cpu.stat"), func(r io.Reader) (cgroupfs.CPUStat, error) {
		s, _, err := cgroupfs.ParseCPUStat(r)
		return s, err
	})
	if err != nil {
		b.Fatal(err)
	}
	return stat{s}
}

// claims tells what a recording must have seen of throttling: at least what came
// after s. The first and the last episode may lie beyond the window's edges.
func (s stat) claims(b *testing.B) []truth.Claim {
	after := readStat(b)
	if after.Throttled == 0 {
		return nil
	}
	return []truth.Claim{
		truth.AtLeast(truth.Queues, float64(after.ThrottledTime-s.ThrottledTime)),
		truth.AtLeast(truth.Episodes, float64(after.Throttled-s.Throttled)-2),
	}
}
