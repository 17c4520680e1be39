package claims

var schedulerWorlds = map[string]worlds{
	"timer-precision": {
		holds: world{"sleep 1ms": {"p50-ns": 10e3}},
		fails: world{"sleep 1ms": {"p50-ns": 1e6}},
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
