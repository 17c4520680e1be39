package claims

var memoryWorlds = map[string]worlds{
	"cold-memory": {
		holds: world{"as it is": {"ns/op": 138.7e3}, "caches dropped": {"ns/op": 124.3e3}},
		fails: world{"as it is": {"ns/op": 124.3e3}, "caches dropped": {"ns/op": 124.3e3}},
	},
	"gc-allocs-coupling": {
		holds: world{"no collection": {"mallocs/op": 12.3}, "one in each window": {"mallocs/op": 41.7}},
		fails: world{"no collection": {"mallocs/op": 12}, "one in each window": {"mallocs/op": 12}},
	},
	"madvdontneed": {
		holds: world{"default": {"returned-at-once-%": 0}, "madvdontneed=1": {"returned-at-once-%": 99}},
		fails: world{"default": {"returned-at-once-%": 0.1}, "madvdontneed=1": {"returned-at-once-%": 0.1}},
	},
	"alloc-space-cache": {
		holds: world{"warm": {"off-%": 0.01}, "cold": {"off-%": 8.5}},
		fails: world{"warm": {"off-%": 0.01}, "cold": {"off-%": 0.01}},
	},
	"json-rawmessage": {
		holds: world{
			"whole, 4 KB": {"ns/op": 100e3}, "raw, 4 KB": {"ns/op": 59e3},
			"whole, 600 KB": {"ns/op": 20e6}, "raw, 600 KB": {"ns/op": 11.8e6},
		},
		fails: world{
			"whole, 4 KB": {"ns/op": 100e3}, "raw, 4 KB": {"ns/op": 100e3},
			"whole, 600 KB": {"ns/op": 20e6}, "raw, 600 KB": {"ns/op": 20e6},
		},
	},
	"gctrace-crosscheck": {
		holds: world{
			"packed values":     {"ns/op": 2e3, "lines/op": 256, "mallocs/op": 1, "gc-cpu-ns/op": 200},
			"fields of records": {"ns/op": 12e3, "lines/op": 2048, "mallocs/op": 1, "gc-cpu-ns/op": 220},
		},
		fails: world{
			"packed values":     {"ns/op": 2e3, "lines/op": 256, "mallocs/op": 1, "gc-cpu-ns/op": 200},
			"fields of records": {"ns/op": 2e3, "lines/op": 2048, "mallocs/op": 1, "gc-cpu-ns/op": 200},
		},
	},
}
