package claims

var cachesWorlds = map[string]worlds{
	"false-sharing": {
		holds: world{"as published": {"ns/op": 89.7}, "7 bytes of padding": {"ns/op": 13.1}, "a line apart": {"ns/op": 13.1}},
		fails: world{"as published": {"ns/op": 12.3}, "7 bytes of padding": {"ns/op": 12.3}, "a line apart": {"ns/op": 12.3}},
	},
	"l1-counter": {
		holds: world{"one counter": {"Mops/s": 2.1}, "one each, a line apart": {"Mops/s": 18.9}},
		fails: world{"one counter": {"Mops/s": 18.9}, "one each, a line apart": {"Mops/s": 18.9}},
	},
	"padded-allocs": {
		holds: world{"plain": {"allocs/op": 16.2}, "padded": {"allocs/op": 0}},
		fails: world{"plain": {"allocs/op": 16}, "padded": {"allocs/op": 16}},
	},
}
