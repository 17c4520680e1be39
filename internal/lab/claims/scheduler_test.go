package claims

var schedulerWorlds = map[string]worlds{
	"frequency-lock": {
		holds: world{"as it is": {"ns/op": 2180}, "governor performance": {"ns/op": 1430}},
		fails: world{"as it is": {"ns/op": 2180}, "governor performance": {"ns/op": 2180}},
	},
	"sched-knobs": {
		holds: world{"as it is": {"ns/op": 2e6}, "longer slices": {"ns/op": 1.56e6}},
		fails: world{"as it is": {"ns/op": 2e6}, "longer slices": {"ns/op": 2.5e6}},
	},
	"timer-precision": {
		holds: world{"sleep 1ms": {"p50-ns": 10e3}},
		fails: world{"sleep 1ms": {"p50-ns": 1e6}},
	},
	"sched-latency": {
		holds: world{"10000": {"ns/op": 85e3, "p99-ns": 210e3}, "100000": {"ns/op": 320e3, "p99-ns": 1200e3}},
		fails: world{"10000": {"ns/op": 85e3, "p99-ns": 210e3}, "100000": {"ns/op": 85e3, "p99-ns": 210e3}},
	},
	"spawn-compute": {
		holds: world{"10000 goroutines": {"ns/op": 763e6}, "one loop": {"ns/op": 100e6}},
		fails: world{"10000 goroutines": {"ns/op": 13e6}, "one loop": {"ns/op": 100e6}},
	},
	"wakeup-latency": {
		holds: world{"thread": {"ns/op": 3.2e3}, "switch": {"ns/op": 1.1e3}},
		fails: world{"thread": {"ns/op": 12.8e3}, "switch": {"ns/op": 8.6e3}},
	},
	"affinity": {
		holds: world{"default": {"sd-ns": 10e3, "jobs/s": 100e3}, "fixed": {"sd-ns": 5e3, "jobs/s": 85e3}},
		fails: world{"default": {"sd-ns": 10e3, "jobs/s": 100e3}, "fixed": {"sd-ns": 11e3, "jobs/s": 102e3}},
	},
	"blocking-io-threads": {
		holds: world{"computation only": {"ns/op": 0.02e6}, "and 10 ms blocked": {"ns/op": 12.7e6, "in-flight": 1800}},
		fails: world{"computation only": {"ns/op": 0.02e6}, "and 10 ms blocked": {"ns/op": 0.05e6, "in-flight": 31}},
	},
	"runqueue-delay": {
		holds: world{"one P": {"max-ns": 98}, "many Ps": {"ns/op": 320}},
		fails: world{"one P": {"max-ns": 400e3}, "many Ps": {"ns/op": 95}},
	},
	"wakeup-skew": {
		holds: world{"2 Ps": {"p50-ns": 12.3e3}, "8 Ps": {"p50-ns": 48.6e3}, "16 Ps": {"p50-ns": 92.1e3}},
		fails: world{"2 Ps": {"p50-ns": 60e3}, "8 Ps": {"p50-ns": 60e3}, "16 Ps": {"p50-ns": 60e3}},
	},
}
