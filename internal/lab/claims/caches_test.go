package claims

var cachesWorlds = map[string]worlds{}
