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
}
