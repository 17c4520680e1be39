package explanations

import "tare/internal/record"

// Units of time in ns.
const (
	us  = 1_000
	ms  = 1_000_000
	sec = 1_000_000_000
)

// examples returns explanations by name, made by hand, of sizes and shapes that real
// recordings have. Accounts sum up, and what is known goes with the level of the recording.
// Each call makes them anew.
func examples() map[string]record.Explanation {
	return map[string]record.Explanation{
		"throttled": throttled(),
		"traceonly": traceOnly(),
		"process":   process(),
		"parallel":  parallel(),
		"regions":   regions(),
		"perf":      perf(),
		"poll":      poll(),
		"broken":    broken(),
		"empty":     {},
	}
}

// accountOf splits total; what the entries leave is the residual.
func accountOf(total float64, entries ...record.Entry) record.Account {
	a := record.Account{Total: total, Entries: entries, Residual: total}
	for _, e := range entries {
		a.Residual -= e.Ns
	}
	return a
}

func stolen(a record.Account, ns float64) record.Account {
	a.Stolen = ns
	return a
}

func seen(item record.Item, ns float64) record.Entry {
	return record.Entry{Item: item, Ns: ns, Sure: record.Seen}
}

func inferred(item record.Item, ns float64) record.Entry {
	return record.Entry{Item: item, Ns: ns, Sure: record.Inferred}
}

func bounded(item record.Item, ns float64) record.Entry {
	return record.Entry{Item: item, Ns: ns, Sure: record.Bounded}
}

// unsure is what nothing but the Go trace says: it may be something else in part.
func unsure(item record.Item, ns float64) record.Entry { return record.Entry{Item: item, Ns: ns} }

func blocked(reason string, ns float64) record.Entry {
	return record.Entry{Item: record.ItemBlocked, Detail: reason, Ns: ns, Sure: record.Seen}
}

func thread(tid int64, name string, a record.Account) record.LaneBill {
	return record.LaneBill{Lane: record.Lane{Kind: record.LaneThread, ID: tid}, Name: name, Lanes: 1, Account: a}
}

func proc(id int64, a record.Account) record.LaneBill {
	return record.LaneBill{Lane: record.Lane{Kind: record.LaneProc, ID: id}, Lanes: 1, Account: a}
}

func group(name string, count int, a record.Account) record.GoroutineGroup {
	return record.GoroutineGroup{Name: name, Count: count, Account: a}
}

// delays has counts of delays from step first on, spread over lanes and over
// the time.
func delays(p50, p99, worst int64, lanes, first int, counts ...int64) record.Delays {
	d := record.Delays{P50: p50, P99: p99, Worst: worst, Steps: make([]int64, first+len(counts))}
	copy(d.Steps[first:], counts)
	for _, n := range counts {
		d.Count += n
	}
	for lane, steps := range spread(d.Steps, lanes) {
		d.ByLane = append(d.ByLane, record.Row{Lane: int64(lane), Steps: steps})
	}
	d.ByTime = spread(d.Steps, 60)
	return d
}

// spread deals counts out to n columns, unevenly, so that their sums stay.
func spread(counts []int64, n int) [][]int64 {
	columns := make([][]int64, n)
	for j := range columns {
		columns[j] = make([]int64, len(counts))
	}
	for i, count := range counts {
		weight := func(j int) int64 { return 1 + int64(j*j*7+i*13)%5 }
		var all, sum int64
		for j := range n {
			all += weight(j)
		}
		for j := range n {
			before := count * sum / all
			sum += weight(j)
			columns[j][i] = count*sum/all - before
		}
	}
	return columns
}

// everything is what the best level knows for sure.
func everything() map[record.KernelFact]record.Sure {
	return map[record.KernelFact]record.Sure{
		record.FactSwitches: record.Seen, record.FactThrottled: record.Seen, record.FactRefill: record.Seen,
		record.FactPreempter: record.Seen, record.FactWakeups: record.Seen, record.FactSyscalls: record.Seen,
		record.FactStolen: record.Bounded,
	}
}
