package summary

import (
	"testing"

	"tare/internal/record"
)

func TestCauses(t *testing.T) {
	missing := unread(record.Steal, record.GCCycles, record.MinorFaults, record.CanaryALU, record.CanaryPipe)
	for _, c := range []struct {
		name    string
		outlier record.Trial
		others  []func(*record.Trial)
		ratio   float64
		want    string
	}{
		{"nothing differs", trial(5, net(150e3)), nil, 1.5, unexplained},
		{"nothing was read", trial(5, net(150e3), missing), nil, 1.5, unexplained},
		{"nothing was read of the others", trial(5, net(150e3), read(record.GCCycles, 9)), []func(*record.Trial){missing}, 1.5, unexplained},
		{"throttled", trial(5, net(150e3), lost(throttled, 38.2e3)), nil, 1.5, "38ms throttled"},
		{"more throttled", trial(5, net(150e3), lost(throttled, 48e3)), []func(*record.Trial){lost(throttled, 10e3)}, 1.5, "38ms more throttled"},
		{"throttled like the others", trial(5, net(150e3), lost(throttled, 38e3)), []func(*record.Trial){lost(throttled, 38e3)}, 1.5, unexplained},
		{"too little waiting", trial(5, net(150e3), lost(waiting, 12e3)), nil, 1.5, unexplained},
		{"waiting", trial(5, net(110e3), lost(waiting, 12.04e3)), nil, 1.1, "12ms waiting for a CPU"},
		{"stolen", trial(5, net(110e3), read(record.Steal, 8.1e6)), nil, 1.1, "8.1ms stolen"},
		{"blocked", trial(5, net(110e3), func(t *record.Trial) { t.Bill.Blocked = 9.94e3 }), nil, 1.1, "9.9ms blocked"},
		{"paused", trial(5, net(110e3), func(t *record.Trial) { t.Bill.GCPause = 3.3e3 }), nil, 1.1, "3.3ms in GC pauses"},
		{"collected", trial(5, net(150e3), read(record.GCCycles, 5)), nil, 1.5, "3 more GC cycles"},
		{"collected once", trial(5, net(150e3), read(record.GCCycles, 1)), []func(*record.Trial){read(record.GCCycles, 0)}, 1.5, "1 GC cycle"},
		{"faults", trial(5, net(103e3), read(record.MinorFaults, 1210)), nil, 1.03, "1200 page faults"},
		{"slow machine", trial(5, net(130e3), read(record.CanaryALU, 2.62)), nil, 1.3, "canary 31% slower"},
		{"slow system calls", trial(5, net(130e3), read(record.CanaryPipe, 1500)), nil, 1.3, "system-call canary 50% slower"},
		{"fast machine", trial(5, net(80e3), read(record.CanaryALU, 1.6)), nil, 0.8, "canary 20% faster"},
		{"fast with fewer collections", trial(5, net(50e3), read(record.GCCycles, 0)), nil, 0.5, "2 fewer GC cycles"},
		{"fast with less throttling", trial(5, net(50e3)), []func(*record.Trial){lost(throttled, 38e3)}, 0.5, "38ms less throttled"},
		{"fast although throttled", trial(5, net(50e3), lost(throttled, 38e3)), nil, 0.5, unexplained},
		{"most important first", trial(5, net(200e3), read(record.Steal, 40e6), read(record.CanaryALU, 4)), nil, 2, "canary 100% slower, 40ms stolen"},
	} {
		var trials []record.Trial
		for round := 1; round <= 4; round++ {
			trials = append(trials, trial(round, c.others...))
		}
		got := Summarize(append(trials, c.outlier), options).Outliers
		want := record.Outlier{Round: 5, Value: c.outlier.Bill.Net, Ratio: c.ratio, Cause: c.want}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s:\n got %+v\nwant %+v", c.name, got, want)
		}
	}
}

func TestOutliersInTimeOrder(t *testing.T) {
	var rounds []int
	for _, o := range Summarize([]record.Trial{trial(1), trial(2, net(70e3)), trial(3), trial(4), trial(5), trial(6, net(140e3)), trial(7)}, options).Outliers {
		rounds = append(rounds, o.Round)
	}
	if len(rounds) != 2 || rounds[0] != 2 || rounds[1] != 6 {
		t.Errorf("outliers in rounds %v, want [2 6]", rounds)
	}
}

func TestAbout(t *testing.T) {
	for ns, want := range map[float64]string{
		3: "3ns", 412: "410ns", 410_499: "410µs", 8.04e6: "8ms", 8.06e6: "8.1ms", 38.4e6: "38ms", 1.26e9: "1.3s", 95.4e9: "1m35s",
	} {
		if got := about(ns); got != want {
			t.Errorf("about(%v) = %q, want %q", ns, got, want)
		}
	}
}
