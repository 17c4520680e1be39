package summary

import "tare/internal/record"

// trial returns a clean trial of 1000 ops at 100 µs net in a window of 100 ms,
// all of it on a CPU, with all of the bill's readings taken.
func trial(round int, change ...func(*record.Trial)) record.Trial {
	t := record.Trial{
		Benchmark:  record.Benchmark{Package: "example.com/m", Name: "BenchmarkX", Procs: 2},
		Round:      round,
		Outcome:    record.OK,
		Accounting: record.ByWindow,
		N:          1000,
		Segments:   1,
		Readings:   record.Readings{},
		Bill:       record.Bill{Wall: 100e3, OnCPU: 100e3, Net: 100e3, CPU: 100e3, NetStatus: record.Measured},
	}
	for m, v := range map[record.Metric]float64{
		record.Wall: 100e6, record.CPU: 100e6, record.RunqWait: 0, record.Throttled: 0,
		record.Steal: 0, record.GCPause: 0, record.GCCycles: 2, record.MinorFaults: 10,
		record.CanaryALU: 2, record.CanaryPipe: 1000,
	} {
		t.Readings[m] = record.Of(v)
	}
	for _, c := range change {
		c(&t)
	}
	return t
}

// net sets the net time, all of it on a CPU.
func net(ns float64) func(*record.Trial) {
	return func(t *record.Trial) {
		b := &t.Bill
		b.Net, b.OnCPU, b.CPU = ns, ns, ns
		b.Wall = ns + b.Throttled + b.Waiting + b.Stolen
	}
}

// lost adds time to the bill that is not net.
func lost(item func(*record.Bill) *float64, ns float64) func(*record.Trial) {
	return func(t *record.Trial) {
		*item(&t.Bill) += ns
		t.Bill.Wall += ns
	}
}

func throttled(b *record.Bill) *float64 { return &b.Throttled }
func waiting(b *record.Bill) *float64   { return &b.Waiting }

func read(m record.Metric, v float64) func(*record.Trial) {
	return func(t *record.Trial) { t.Readings[m] = record.Of(v) }
}

func unread(ms ...record.Metric) func(*record.Trial) {
	return func(t *record.Trial) {
		for _, m := range ms {
			t.Readings[m] = record.Missing(record.Unsupported, "no such file")
		}
	}
}
