package trial

import (
	"slices"
	"testing"

	"tare/internal/record"
)

func TestPollution(t *testing.T) {
	ref := usual{alu: 2, pipe: 1000}
	readings := func(pairs ...any) record.Readings {
		rs := record.Readings{record.Wall: record.Of(100e6)}
		for i := 0; i < len(pairs); i += 2 {
			rs[pairs[i].(record.Metric)] = record.Of(pairs[i+1].(float64))
		}
		return rs
	}
	for _, c := range []struct {
		name  string
		trial record.Trial
		ref   usual
		want  []string
	}{
		{"nothing read", record.Trial{}, ref, nil},
		{"calm", record.Trial{Readings: readings(record.Steal, 0.0, record.CanaryALU, 2.1, record.CanaryPipe, 1200.0, record.MajorFaults, 10.0)}, ref, nil},
		{"stolen", record.Trial{Readings: readings(record.Steal, 22e6)}, ref, []string{"stolen 12.0% of the window"}},
		{"stolen at the limit", record.Trial{Readings: readings(record.Steal, 15e6)}, ref, nil},
		{"steal over the whole process", record.Trial{Accounting: record.ByProcess, Elapsed: 1e9, Readings: readings(record.Steal, 22e6)}, ref, nil},
		{"much of the process stolen", record.Trial{Accounting: record.ByProcess, Elapsed: 1e9, Readings: readings(record.Steal, 130e6)}, ref,
			[]string{"stolen 12.0% of the window"}},
		{"slow CPU", record.Trial{Readings: readings(record.CanaryALU, 2.62)}, ref, []string{"arithmetic 31% slower than usual"}},
		{"slow system calls", record.Trial{Readings: readings(record.CanaryPipe, 2500.0)}, ref, []string{"system calls 150% slower than usual"}},
		{"fast", record.Trial{Readings: readings(record.CanaryALU, 1.0, record.CanaryPipe, 400.0)}, ref, nil},
		{"no reference yet", record.Trial{Readings: readings(record.CanaryALU, 9.0, record.CanaryPipe, 9000.0)}, usual{}, nil},
		{"swapped in", record.Trial{Readings: readings(record.MajorFaults, 14.0)}, ref, []string{"14 pages read from disk or swap"}},
		{"a little stolen from each of 64 CPUs", stolenFrom(64, 1e9, 192e6, nil, nil), ref, nil},
		{"much stolen from each of 64 CPUs", stolenFrom(64, 1e9, 6.41e9, nil, nil), ref, []string{"stolen 10.0% of the window"}},
		{"nobody knows from how many CPUs", stolenFrom(0, 1e9, 130e6, nil, nil), ref, []string{"stolen 12.0% of the window"}},
		{"much stolen from the CPU that it ran on", stolenFrom(64, 1e9, 192e6, perCPU{3: 1e9}, perCPU{3: 110e6, 4: 82e6}), ref, []string{"stolen 10.0% of the window"}},
		{"much stolen from other CPUs", stolenFrom(64, 1e9, 6.41e9, perCPU{3: 1e9}, perCPU{4: 500e6}), ref, nil},
		{"a step on the CPU that it ran on", stolenFrom(64, 50e6, 10e6, perCPU{3: 50e6}, perCPU{3: 10e6}), ref, nil},
		{"a step on every CPU that it ran on", stolenFrom(4, 50e6, 40e6, perCPU{0: 50e6, 1: 50e6, 2: 50e6, 3: 50e6}, perCPU{0: 10e6, 1: 10e6, 2: 10e6, 3: 10e6}), ref, nil},
		{"half of its time on a CPU that is stolen", stolenFrom(2, 1e9, 130e6, perCPU{0: 500e6, 1: 500e6}, perCPU{0: 210e6, 1: 0}), ref, []string{"stolen 10.0% of the window"}},
		{"paging under a memory limit", record.Trial{Memory: 64 << 20, Readings: readings(record.MajorFaults, 1400.0)}, ref, nil},
		{"paging, which another variant is limited in", record.Trial{Readings: readings(record.MajorFaults, 1400.0)}, usual{paging: true}, nil},
		{"everything", record.Trial{Readings: readings(record.Steal, 30e6, record.CanaryALU, 3.0, record.CanaryPipe, 2000.0, record.MajorFaults, 90.0)}, ref,
			[]string{"stolen 20.0% of the window", "arithmetic 50% slower than usual", "system calls 100% slower than usual", "90 pages read from disk or swap"}},
	} {
		if got := pollution(c.trial, c.ref); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

type perCPU = map[int]float64

// stolenFrom is a trial in which so much was stolen from so many CPUs, and from
// those that it ran on.
func stolenFrom(cpus int, wall, steal float64, ran, stolen perCPU) record.Trial {
	t := record.Trial{Readings: record.Readings{record.Wall: record.Of(wall), record.Steal: record.Of(steal)}, StealCPUs: cpus, StealOn: stolen}
	if ran != nil {
		t.Timeline = record.Timeline{Status: record.Measured, Ran: ran}
	}
	return t
}

// A reading that was not taken carries no value to go by, whatever stands there.
func TestPollutionIgnoresMissingReadings(t *testing.T) {
	trial := record.Trial{Readings: record.Readings{record.Wall: record.Of(1e6)}}
	for _, m := range []record.Metric{record.Steal, record.CanaryALU, record.CanaryPipe, record.MajorFaults} {
		trial.Readings[m] = record.Reading{Status: record.Denied, Value: 1e9, Why: "not permitted"}
	}
	if got := pollution(trial, usual{alu: 1, pipe: 1}); got != nil {
		t.Errorf("polluted: %q", got)
	}
}

// The rule must not see how long the benchmark took, or it would select results.
func TestPollutionIgnoresDurations(t *testing.T) {
	trial := record.Trial{N: 1, Elapsed: 1e12, Bill: record.Bill{Wall: 1e12, Net: 1e12, CPU: 1e12}, Readings: record.Readings{}}
	for _, m := range []record.Metric{record.Wall, record.CPU, record.RunqWait, record.Throttled, record.GCPause} {
		trial.Readings[m] = record.Of(1e12)
	}
	if got := pollution(trial, usual{alu: 1, pipe: 1}); got != nil {
		t.Errorf("polluted: %q", got)
	}
}
