package main

import (
	"reflect"
	"testing"
)

func TestParseRequests(t *testing.T) {
	got := parseRequests("# a comment\n\n./a\n  ./b -test.v -test.run=X # why\n")
	want := []request{
		{pkg: "./a", args: []string{}},
		{pkg: "./b", args: []string{"-test.v", "-test.run=X"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestDefaultPackagesAreListed(t *testing.T) {
	if len(parseRequests(defaultPackages)) == 0 {
		t.Error("packages.txt lists no package: the test bed would pass by running nothing")
	}
}
