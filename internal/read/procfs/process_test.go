package procfs

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tare/internal/read/sysfs"
)

// processLine is a line of /proc/PID/stat with 52 fields and 9 + 7 page faults.
func processLine(p Process) string {
	return fmt.Sprintf("%d (%s) %c 1 9 %d 0 -1 4194560 9 8 7 6 %d %d 77 88 20 0 9 0 %d 1 2"+strings.Repeat(" 0", 28)+"\n",
		p.PID, p.Name, p.State, p.Session, p.Ticks-p.System, p.System, p.Start)
}

func TestParseProcess(t *testing.T) {
	for _, name := range []string{"dockerd", "Web Content", "a) S 1 (b", "", "line\nbreak", ")"} {
		want := Process{PID: 812, Name: name, State: 'S', Session: 811, Ticks: 42 + 5, System: 5, Faults: 9 + 7, Start: 1000}
		if got, err := ParseProcess(strings.NewReader(processLine(want))); err != nil || got != want {
			t.Errorf("%q: got %+v, %v", name, got, err)
		}
	}
	good := processLine(Process{PID: 1, Name: "a", State: 'S', Session: 2, Ticks: 30, Start: 1})
	for _, text := range []string{"", "812 dockerd S", ") (", "1 (a) S 1 2", strings.Replace(good, " 30 ", " -1 ", 1),
		strings.Replace(good, " S ", " SS ", 1), strings.Replace(good, "1 (", "x (", 1)} {
		if got, err := ParseProcess(strings.NewReader(text)); err == nil {
			t.Errorf("%q: got %+v", text, got)
		}
	}
}

func FuzzParseProcess(f *testing.F) {
	f.Add(processLine(Process{PID: 1, Name: "a) S 1 (b", State: 'R', Session: 2, Ticks: 42, Start: 1000}))
	f.Add("1 (")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseProcess(strings.NewReader(text))
		if err != nil || p.State >= 0x80 {
			t.Skip()
		}
		again, err := ParseProcess(strings.NewReader(processLine(p)))
		if err != nil || again != p {
			t.Errorf("%+v printed and parsed is %+v, %v", p, again, err)
		}
	})
}

func TestParseStatus(t *testing.T) {
	const text = "Name:\tUid:\nUid:\t1000\t0\t1000\t1000\nGroups:\t \nCapPrm:\tx\nCapEff:\t000001fffeffffff\nCpus_allowed_list:\t0-1,8\n"
	got, err := ParseStatus(strings.NewReader(text))
	if want := (Status{0, 0x1fffeffffff, []int{0, 1, 8}}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, text := range []string{"", "Uid:\t0\t0\t0\t0\n", "CapEff:\t0\n", "Uid:\t0\nCapEff:\t0\n", "Uid:\t0\t-1\t0\t0\nCapEff:\t0\n", "Uid:\t0\t0\t0\t0\nCapEff:\tall\n",
		"Uid:\t0\t0\t0\t0\nCapEff:\t0\nCpus_allowed_list:\t1-0\n"} {
		if got, err := ParseStatus(strings.NewReader(text)); err == nil {
			t.Errorf("%q: got %+v", text, got)
		}
	}
}

func FuzzParseStatus(f *testing.F) {
	f.Add("Uid:\t1000\t1000\t1000\t1000\nCapEff:\t0000000000000000\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseStatus(strings.NewReader(text))
		if err != nil {
			t.Skip()
		}
		again, err := ParseStatus(strings.NewReader(fmt.Sprintf("Uid:\t1\t%d\t2\t3\nCapEff:\t%016x\nCpus_allowed_list:\t%s\n", s.UID, s.Capabilities, sysfs.FormatList(s.CPUs))))
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%+v printed and parsed is %+v, %v", s, again, err)
		}
	})
}

func TestParseInitialIDs(t *testing.T) {
	for text, want := range map[string]bool{
		"         0          0 4294967295\n": true,
		"0 1000 1\n":                         false,
		"0 1000 1\n1 100000 65536\n":         false,
		"0 100000 65536\n":                   false,
		"0 0 1\n":                            false,
		"":                                   false,
		"0 0 4294967295\n4294967295 4294967295 1\n": false,
	} {
		if got, err := ParseInitialIDs(strings.NewReader(text)); err != nil || got != want {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0 0\n", "a b c\n"} {
		if _, err := ParseInitialIDs(strings.NewReader(text)); err == nil {
			t.Errorf("%q is no map", text)
		}
	}
}

func FuzzParseInitialIDs(f *testing.F) {
	f.Add("0 0 4294967295\n")
	f.Add("0 1000 1\n1 100000 65536\n")
	f.Fuzz(func(t *testing.T, text string) {
		initial, err := ParseInitialIDs(strings.NewReader(text))
		if twice, _ := ParseInitialIDs(strings.NewReader(text + " 0 0 1")); initial && (err != nil || twice) {
			t.Errorf("%q: %v", text, err)
		}
	})
}

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
