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
	"cache-ladder": {
		holds: world{"L1": {"ns/op": 1.5}, "L2": {"ns/op": 2.5}, "L3": {"ns/op": 6.5}, "memory": {"ns/op": 18.5}},
		fails: world{"L1": {"ns/op": 1.5}, "L2": {"ns/op": 1.5}, "L3": {"ns/op": 1.5}, "memory": {"ns/op": 1.5}},
	},
	"block-traversal": {
		holds: world{"blocks of 64 bytes": {"ns/op": 52e6}, "straight through": {"ns/op": 84e6}},
		fails: world{"blocks of 64 bytes": {"ns/op": 84e6}, "straight through": {"ns/op": 84e6}},
	},
	"hugepages": {
		holds: world{"4 KiB": {"spread-%": 3.2}, "madvise": {"spread-%": 0.41}},
		fails: world{"4 KiB": {"spread-%": 3.2}, "madvise": {"spread-%": 3.2}},
	},
	"publication-order": {
		holds: world{"plain value, atomic flag": {"out-of-order": 3}, "store buffering, plain": {"out-of-order": 900}},
		fails: world{"plain value, atomic flag": {"out-of-order": 0}, "store buffering, plain": {"out-of-order": 900}},
	},
	"write-allocate": {
		holds: world{"64 bytes of each line": {"ns/line": 7}, "1 byte of each line": {"ns/line": 7, "B/op": 0}},
		fails: world{"64 bytes of each line": {"ns/line": 7}, "1 byte of each line": {"ns/line": 7. / 64, "B/op": 1 << 20}},
	},
	"clflush": {
		holds: world{"as compiled": {"clflush": 40}},
		fails: world{"as compiled": {"clflush": 0}},
	},
}
