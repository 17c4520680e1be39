package claims

var schedulerWorlds = map[string]worlds{
	"timer-precision": {
		holds: world{"sleep 1ms": {"p50-ns": 10e3}},
		fails: world{"sleep 1ms": {"p50-ns": 1e6}},
	},
}
