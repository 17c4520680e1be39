package procfs

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// parser adapts a parser for tests that treat all of them alike.
type parser func(text string) (any, error)

func cpuInfo(s string) (any, error) { return ParseCPUInfo(strings.NewReader(s)) }
func stat(s string) (any, error)    { return ParseStat(strings.NewReader(s)) }
func memInfo(s string) (any, error) { return ParseMemInfo(strings.NewReader(s)) }
func loadAvg(s string) (any, error) { return ParseLoadAvg(strings.NewReader(s)) }

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name  string
		parse parser
		text  string
		want  any
	}{
		{"x86", cpuInfo, "processor\t: 0\nmodel\t\t: 207\nmodel name\t: Xeon: a CPU\nflags\t\t: fpu hypervisor\npower management:\n\nprocessor\t: 1\nmodel name\t: Xeon: a CPU\nflags\t\t: fpu\n\n",
			CPUInfo{Models: []string{"Xeon: a CPU"}, Flags: []string{"fpu", "hypervisor"}}},
		{"big.LITTLE", cpuInfo, "CPU implementer\t: 0x41\nCPU part\t: 0xd05\n\nCPU implementer\t: 0x41\nCPU part\t: 0xd0a\n\nCPU implementer\t: 0x41\nCPU part\t: 0xd05\n",
			CPUInfo{Cores: []ARMID{{"0x41", "0xd05"}, {"0x41", "0xd0a"}}}},
		{"board", cpuInfo, "CPU implementer\t: 0x41\nCPU part\t: 0xd08\n\nRevision\t: d03115\nModel\t\t: Raspberry Pi 4 Model B Rev 1.5\n",
			CPUInfo{Board: "Raspberry Pi 4 Model B Rev 1.5", Cores: []ARMID{{"0x41", "0xd08"}}}},
		{"nothing known", cpuInfo, "vendor_id       : IBM/S390\n", CPUInfo{}},

		{"CPUs with a gap", stat, "cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1 0 0 0 0 0 0 3 0 0\ncpu2 0 0 0 0 0 0 0 5 0 0\nintr 12 0 0\nbtime 1763800000\n",
			Stat{Total: CPUTime{1, 2, 3, 4, 5, 6, 7, 8}, CPUs: map[int]CPUTime{0: {User: 1, Steal: 3}, 2: {Steal: 5}}, Booted: 1763800000}},

		{"sizes", memInfo, "MemTotal:       24684112 kB\nSwapTotal:             0 kB\nHugePages_Total:       7\n",
			MemInfo{"MemTotal": 24684112 * 1024, "SwapTotal": 0}},

		{"load", loadAvg, "0.12 10.30 0.17 1/92 12372\n", LoadAvg{0.12, 10.30, 0.17}},
	} {
		got, err := c.parse(c.text)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %+v, %v\nwant %+v", c.name, got, err, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		parse parser
		text  string
		want  string
	}{
		{stat, "", "no line for all CPUs together"},
		{stat, "cpu0 1 2 3 4 5 6 7 8\n", "no line for all CPUs together"},
		{stat, "cpu  1 2 3 4 5 6 7\n", "line 1: 7 times of a CPU, want 8 or more"},
		{stat, "cpu  1 2 3 4 5 6 7 8\ncpu0 1 2 -3 4 5 6 7 8\n", `line 2: "-3" is not a counter`},
		{stat, "cpux 1 2 3 4 5 6 7 8\n", `line 1: "cpux" is not a CPU`},
		{memInfo, "MemTotal: much kB\n", `line 1: MemTotal: "much" is not a size`},
		{memInfo, "MemTotal: 18014398509481984 kB\n", `line 1: MemTotal: "18014398509481984" is not a size`},
		{loadAvg, "0.12 0.30", "2 fields of a load average, want 3 or more"},
		{loadAvg, "0.12 NaN 0.30", `"NaN" is not a load average`},
		{loadAvg, "0.12 0.30 -1", `"-1" is not a load average`},
	} {
		if _, err := c.parse(c.text); err == nil || err.Error() != c.want {
			t.Errorf("%.40q: got %v, want %s", c.text, err, c.want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	broken := errors.New("broken")
	r := iotest.ErrReader(broken)
	_, cpuErr := ParseCPUInfo(r)
	_, statErr := ParseStat(r)
	_, memErr := ParseMemInfo(r)
	_, loadErr := ParseLoadAvg(r)
	for i, err := range []error{cpuErr, statErr, memErr, loadErr} {
		if !errors.Is(err, broken) {
			t.Errorf("parser %d: got %v, want the error of the reader", i, err)
		}
	}
}

func TestName(t *testing.T) {
	for want, c := range map[string]CPUInfo{
		"":     {},
		"Xeon": {Models: []string{"Xeon"}},
		"Pi 4, ARMv7, ARM implementer 0x41 part 0xd08": {
			Board: "Pi 4", Models: []string{"ARMv7"}, Cores: []ARMID{{"0x41", "0xd08"}},
		},
	} {
		if got := c.Name(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestWanted(t *testing.T) {
	// Powers of two: every sum names its parts.
	if got := (CPUTime{1, 2, 4, 8, 16, 32, 64, 128}).Wanted(); got != 1+2+4+32+64+128 {
		t.Errorf("got %d", got)
	}
}
