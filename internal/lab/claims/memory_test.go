package claims

var memoryWorlds = map[string]worlds{}
