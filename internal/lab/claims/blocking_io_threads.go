package claims

import "tare/internal/lab"

var blockingIOThreads = lab.Claim{
	ID:     "blocking-io-threads",
	Source: "N",
	Says: "At 3 000 requests/s of TLS with blocking file reads, the wait for a P grows from 0.02 to 12.7 ms, " +
		"with 42 new threads a second and a backlog of about 1 800 requests.",
	Question: "What do system calls that block do to the wait for a P, to the requests in flight and to the number of threads?",
	Caveat: "A thread that blocks loses its P to another one as soon as the runtime's monitor looks, after 20 µs or more, so that waits for a P stay short " +
		"where the monitor gets a CPU; on a machine that others keep busy they may come to milliseconds. " +
		"Threads are started until there are as many as calls block at a time, and used again: no rate of new ones lasts. By Little's law 3 000 requests/s of 10 ms are 30 in flight; 1 800 would be requests that take 0.6 s. " +
		"The read is a system call that blocks for a fixed time, so that no disk has a say.",
	Needs: []lab.Need{lab.NeedLinux},
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{
			{Name: "computation only"},
			{Name: "and 1 ms blocked", Args: []string{"-block=1ms"}},
			{Name: "and 10 ms blocked", Args: []string{"-block=10ms"}},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		wait := lab.Figure{Name: "mean wait for a P with calls that block 10 ms, less that without", Unit: "ns/op", Published: 12.68e6, Linear: true,
			Of: func(v lab.Values) (float64, bool) {
				blocking, ok1 := v("and 10 ms blocked", "ns/op")
				without, ok2 := v("computation only", "ns/op")
				return blocking - without, ok1 && ok2
			}}
		return []lab.Figure{wait, lab.Value("mean requests in flight with calls that block 10 ms", 1800, 30, "in-flight", "and 10 ms blocked")}
	},
	Picture: lab.Picture{X: "requests", Units: []string{"ns/op", "wait-p99-ns", "in-flight", "first-threads", "more-threads"}},
}
