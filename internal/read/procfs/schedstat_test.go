package procfs

import (
	"fmt"
	"strings"
	"testing"
)

func TestParseSchedStat(t *testing.T) {
	for text, want := range map[string]SchedStat{
		"1500 20 7\n": {1500, 20, 7},
		"0 0 0\n":     {},
	} {
		if got, err := ParseSchedStat(strings.NewReader(text)); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "1 2\n", "1 2 x\n", "-1 2 3\n"} {
		if got, err := ParseSchedStat(strings.NewReader(text)); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func FuzzParseSchedStat(f *testing.F) {
	f.Add("1500 20 7\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSchedStat(strings.NewReader(text))
		if err != nil {
			t.Skip()
		}
		again, err := ParseSchedStat(strings.NewReader(fmt.Sprintln(s.Running, s.Waiting, s.Turns)))
		if err != nil || again != s {
			t.Errorf("%+v printed and parsed is %+v, %v", s, again, err)
		}
	})
}
