package claims

var memoryWorlds = map[string]worlds{
	"cold-memory": {
		holds: world{"as it is": {"ns/op": 138.7e3}, "caches dropped": {"ns/op": 124.3e3}},
		fails: world{"as it is": {"ns/op": 124.3e3}, "caches dropped": {"ns/op": 124.3e3}},
	},
}
