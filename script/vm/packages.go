package main

import (
	_ "embed"
	"strings"
)

// defaultPackages lists what the test bed runs when nothing else is asked for.
//
//go:embed packages.txt
var defaultPackages string

// request is one package to test in the machine.
type request struct {
	pkg  string
	args []string // flags of the test binary, such as -test.run=Quota
}

// parseRequests reads one request per line; # starts a comment.
func parseRequests(text string) []request {
	var requests []request
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 0 {
			requests = append(requests, request{words[0], words[1:]})
		}
	}
	return requests
}
