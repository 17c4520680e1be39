package claims

var limitsWorlds = map[string]worlds{
	"quota-latency": {
		holds: world{"none": {"ns/op": 82e3}, "50 %": {"ns/op": 116e3}},
		fails: world{"none": {"ns/op": 82e3}, "50 %": {"ns/op": 82e3}},
	},
}
