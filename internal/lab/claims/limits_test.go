package claims

var limitsWorlds = map[string]worlds{
	"quota-latency": {
		holds: world{"none": {"ns/op": 82e3}, "50 %": {"ns/op": 116e3}},
		fails: world{"none": {"ns/op": 82e3}, "50 %": {"ns/op": 82e3}},
	},
	"quota-goroutines": {
		holds: world{
			"1000, no quota": {"ns/op": 1e9 / 42_800}, "1000, 50 %": {"ns/op": 1e9 / 21_150},
			"100000, no quota": {"ns/op": 1e9 / 61_400}, "100000, 50 %": {"ns/op": 1e9 / 14_980},
		},
		fails: world{
			"1000, no quota": {"ns/op": 4e3}, "1000, 50 %": {"ns/op": 8e3},
			"100000, no quota": {"ns/op": 5e3}, "100000, 50 %": {"ns/op": 10e3},
		},
	},
	"gomaxprocs-rule": {
		holds: world{"floor": {"ns/op": 700e3, "p50-ns": 700e3}, "ceiling": {"ns/op": 700e3, "p50-ns": 1050e3}, "unset": {"GOMAXPROCS": 8}},
		fails: world{"floor": {"ns/op": 600e3, "p50-ns": 600e3}, "ceiling": {"ns/op": 400e3, "p50-ns": 600e3}, "unset": {"GOMAXPROCS": 2}},
	},
	"container-stw": {
		holds: world{"all CPUs, quota": {"ns/op": 2.5e6, "stw-ns": 250e3}, "as many as the quota, quota": {"ns/op": 1e6, "stw-ns": 26e3}},
		fails: world{"all CPUs, quota": {"ns/op": 1e6, "stw-ns": 26e3}, "as many as the quota, quota": {"ns/op": 1e6, "stw-ns": 26e3}},
	},
	"memory-limit-gc": {
		holds: world{"no limit": {"gc/GB": 90, "heap-estimate": 1.45}, "limit": {"gc/GB": 40, "heap-estimate": 1}},
		fails: world{"no limit": {"gc/GB": 90, "heap-estimate": 1}, "limit": {"gc/GB": 90, "heap-estimate": 1}},
	},
	"cpu-weight": {
		holds: world{"free": {"ns/op": 500e3, "p50-ns": 500e3}, "quota of 50 %": {"ns/op": 1e6}, "half the weight": {"ns/op": 500e3}},
		fails: world{"free": {"ns/op": 500e3, "p50-ns": 500e3}, "quota of 50 %": {"ns/op": 500e3}, "half the weight": {"ns/op": 1e6}},
	},
}
