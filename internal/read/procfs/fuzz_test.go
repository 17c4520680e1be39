package procfs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func FuzzParseCPUInfo(f *testing.F) {
	f.Add("model name\t: Xeon\nflags\t: fpu\n")
	f.Add("CPU implementer\t: 0x41\nCPU part\t: 0xd08\nModel\t: Raspberry Pi\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCPUInfo(strings.NewReader(text))
		if err != nil {
			t.Skip()
		}
		// Said twice, it is the same machine, but for core numbers whose halves
		// come in the wrong order.
		again, err := ParseCPUInfo(strings.NewReader(text + "\n" + text))
		if err != nil || !slices.Equal(again.Models, c.Models) || again.Board != c.Board || !slices.Equal(again.Flags, c.Flags) {
			t.Errorf("%+v, then %+v, %v", c, again, err)
		}
	})
}

func FuzzParseStat(f *testing.F) {
	f.Add("cpu  16681 0 4705 300901 551 0 95 25 0 0\ncpu0 6773 0 1954 152661 61 0 15 7 0 0\nintr 1 2\n")
	f.Add("cpu")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseStat(strings.NewReader(text))
		if err != nil {
			t.Skip()
		}
		again, err := ParseStat(strings.NewReader("cpu " + times(s.Total)))
		if err != nil || again.Total != s.Total {
			t.Errorf("%+v printed and parsed is %+v, %v", s.Total, again.Total, err)
		}
	})
}

func times(t CPUTime) string { return strings.Trim(fmt.Sprint(t), "{}") }

func FuzzParseMemInfo(f *testing.F) {
	f.Add("MemTotal:       24684112 kB\nHugePages_Total:       0\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMemInfo(strings.NewReader(text))
		if err != nil {
			t.Skip()
		}
		for name, size := range m {
			if size%1024 != 0 || !strings.Contains(text, name+":") {
				t.Errorf("%q is %d bytes", name, size)
			}
		}
	})
}

func FuzzParseLoadAvg(f *testing.F) {
	f.Add("0.12 0.30 0.17 1/92 12372\n")
	f.Add("Inf NaN 1e999")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLoadAvg(strings.NewReader(text))
		if err != nil {
			t.Skip()
		}
		again, err := ParseLoadAvg(strings.NewReader(fmt.Sprint(l.One, l.Five, l.Fifteen)))
		if err != nil || again != l {
			t.Errorf("%+v printed and parsed is %+v, %v", l, again, err)
		}
	})
}
