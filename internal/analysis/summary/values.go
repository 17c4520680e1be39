package summary

import (
	"maps"
	"math"
	"slices"

	"tare/internal/record"
)

// Values returns what one trial measured, per unit, in the order to print: the
// times of one op (ns/op, net-ns/op, cpu-ns/op), the items of the bill, MB/s
// (10⁶ bytes), what the benchmark reported itself (sorted by unit), memory, and
// counters per op.
//
// A unit is left out when a reading that it rests on is missing; zero means a
// measured zero. net-ns/op is left out unless the bill says that it is measured.
// As in package testing, B/op and allocs/op are whole numbers, rounded down
// (exact-B/op and exact-allocs/op are not), a metric that the benchmark reports
// replaces the one of the same unit, and ns/op and MB/s are left out when they
// are 0: reporting 0 is how a benchmark suppresses them. Whatever is not finite
// is left out.
func Values(t record.Trial) []record.Value {
	if t.N <= 0 {
		return nil
	}
	own := maps.Clone(t.Extra)
	before := override(slices.Concat(times(t), bill(t), speed(t)), own)
	after := override(slices.Concat(memory(t), counters(t)), own)
	var between []record.Value
	for _, unit := range slices.Sorted(maps.Keys(own)) {
		between = append(between, reported(unit, own[unit]))
	}
	return slices.DeleteFunc(slices.Concat(before, between, after), func(v record.Value) bool {
		suppressed := v.Value == 0 && (v.Unit == "ns/op" || v.Unit == "MB/s")
		return suppressed || math.IsNaN(v.Value) || math.IsInf(v.Value, 0)
	})
}

// override takes the values of own that have a unit in common with values, and
// puts them there instead.
func override(values []record.Value, own map[string]float64) []record.Value {
	for i, v := range values {
		if x, ok := own[v.Unit]; ok {
			values[i] = reported(v.Unit, x)
			delete(own, v.Unit)
		}
	}
	return values
}

// reported is a metric of the benchmark's own. Package testing holds B/op and
// allocs/op as int64 even then.
func reported(unit string, value float64) record.Value {
	if unit == "B/op" || unit == "allocs/op" {
		value = math.Trunc(value)
	}
	return record.Value{Value: value, Unit: unit}
}

func times(t record.Trial) []record.Value {
	values := []record.Value{{Value: t.Bill.Wall, Unit: "ns/op"}}
	if t.Bill.NetStatus == record.Measured {
		values = append(values, record.Value{Value: t.Bill.Net, Unit: "net-ns/op"})
	}
	if known(t, record.CPU) {
		values = append(values, record.Value{Value: t.Bill.CPU, Unit: "cpu-ns/op"})
	}
	return values
}

func bill(t record.Trial) []record.Value {
	var values []record.Value
	for _, item := range t.Bill.Items() {
		if billed(t, item.Unit) {
			values = append(values, record.Value{Value: item.Ns, Unit: item.Unit})
		}
	}
	return values
}

// billed reports whether the bill item of that unit rests on a reading: the
// bill has 0 both for nothing and for not known. The residual is what is left,
// and so always known.
func billed(t record.Trial, unit string) bool {
	if unit == "residual-ns/op" {
		return true
	}
	if t.Accounting == record.ByProcess {
		return unit == "oncpu-ns/op" && known(t, record.CPU) ||
			unit == "throttled-ns/op" && known(t, record.CPU, record.Throttled)
	}
	if !known(t, record.CPU, record.RunqWait) {
		return false
	}
	switch unit {
	case "throttled-ns/op":
		return known(t, record.Throttled)
	case "stolen-ns/op":
		return known(t, record.Steal)
	case "gcpause-ns/op":
		return known(t, record.GCPause)
	}
	return true
}

func known(t record.Trial, metrics ...record.Metric) bool {
	return !slices.ContainsFunc(metrics, func(m record.Metric) bool { return !t.Readings[m].OK() })
}

func speed(t record.Trial) []record.Value {
	if t.SetBytes <= 0 || t.Bill.Wall <= 0 {
		return nil
	}
	return []record.Value{{Value: float64(t.SetBytes) / t.Bill.Wall * 1e9 / 1e6, Unit: "MB/s"}}
}

func memory(t record.Trial) []record.Value {
	var whole, exact []record.Value
	for _, unit := range []struct {
		metric record.Metric
		name   string
	}{
		{record.AllocBytes, "B/op"},
		{record.Mallocs, "allocs/op"},
	} {
		total, ok := t.Readings.Value(unit.metric)
		if !ok {
			continue
		}
		total = max(0, total)
		whole = append(whole, record.Value{Value: math.Floor(total / float64(t.N)), Unit: unit.name})
		// Without the hook, package testing has rounded before we could read.
		if t.Accounting != record.ByProcess {
			exact = append(exact, record.Value{Value: total / float64(t.N), Unit: "exact-" + unit.name})
		}
	}
	return append(whole, exact...)
}

// perOp lists the counters of a window in the order to print.
var perOp = []struct {
	metric record.Metric
	unit   string
}{
	{record.GCCycles, "gc/op"},
	{record.GCAssist, "gc-assist-ns/op"},
	{record.Voluntary, "voluntary-switches/op"},
	{record.Involuntary, "involuntary-switches/op"},
	{record.Migrations, "migrations/op"},
	{record.MinorFaults, "minor-faults/op"},
	{record.MajorFaults, "major-faults/op"},
	{record.Cycles, "cycles/op"},
	{record.Instructions, "instructions/op"},
	{record.CacheMisses, "cache-misses/op"},
	{record.TLBMisses, "dtlb-misses/op"},
}

// counters returns none for readings of the whole process: its start-up is no
// part of any op.
func counters(t record.Trial) []record.Value {
	if t.Accounting == record.ByProcess {
		return nil
	}
	var values []record.Value
	for _, c := range perOp {
		if total, ok := t.Readings.Value(c.metric); ok {
			// The difference of two windows can be below nothing, by chance.
			values = append(values, record.Value{Value: max(0, total) / float64(t.N), Unit: c.unit})
		}
	}
	return values
}
