package hook

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	f, err := os.Open("testdata/records")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != 2 { // the third was cut off
		t.Fatalf("%d records", len(records))
	}
	want := Record{
		Name: "BenchmarkSub/d|e[x]", Procs: 2, N: 585106, Duration: 59951267, Segments: 1, Read: 1, SetBytes: 64, Parallel: true,
		Extra:    map[string]float64{"foo/op": 3.5, "odd\"unit": -1e-9},
		Counters: map[string]int64{"cpu": 55963812, "edge": 431, "mallocs": 3, "steal-ticks": 2, "steal-cpus": 4, "lost-threads": 0},
		Steal:    map[int]int64{1: 2, 3: 0},
		Stats:    map[int]CPUStat{0: {Throttled: 12, NrThrottled: 1}, 1: {}},
		Events:   []Event{{"migrations", 4, 100, 50}},
		Threads:  []Thread{{9433, 0, 0, 0}, {9436, 44610159, 93067, 8}},
		Spans:    []Span{{100, 250}},
		Ops:      [][]Span{{{100, 110}, {120, 130}}, {{130, 250}}},
		Canaries: []Canary{{1351, 438062}, {1350, -1}},
	}
	if !reflect.DeepEqual(records[0], want) {
		t.Errorf("got  %+v\nwant %+v", records[0], want)
	}
	if !records[1].Failed {
		t.Error("the second record's benchmark failed")
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{
		"garbage\n",
		"tare-hook 1\nn 1 2\n",
		"tare-hook 1\nn x\n",
		"tare-hook 1\nname BenchmarkX\n",
		"tare-hook 1\nthread 1 2 3\n",
		"tare-hook 1\nop 0 1\n",
		"tare-hook 1\nop 1 1 2\n",
		"tare-hook 1\nop -1 1 2\n",
		"tare-hook 1\nextra 1 x\n",
		"tare-hook 1\nend\nend\n",
	} {
		if _, err := Parse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "line") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	seed, err := os.ReadFile("testdata/records")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(seed))
	f.Add("tare-hook 1\nevent x 1 2 3\nend\n")
	f.Fuzz(func(t *testing.T, text string) {
		records, err := Parse(strings.NewReader(text))
		if ends := strings.Count(text, "end\n"); err == nil && len(records) > ends+1 {
			t.Errorf("%d records from %d ends", len(records), ends)
		}
	})
}
