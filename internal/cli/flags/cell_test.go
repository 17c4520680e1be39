package flags

import (
	"slices"
	"testing"
)

func TestBuildEnvironment(t *testing.T) {
	want := []string{"GOAMD64=v3", "GOEXPERIMENT=nogreenteagc", "CGO_CFLAGS=-O3", "CC=clang"}
	c := Cell{Env: append(slices.Clone(want), "GOGC=50", "GODEBUG=x=1", "GOMAXPROCS=1", "GOMEMLIMIT=1", "MYCC=1", "CCC=1", "GOARM64X=1")}
	if got := c.BuildEnvironment(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(c.Env) != len(want)+7 || c.Env[4] != "GOGC=50" {
		t.Errorf("the environment is now %q", c.Env)
	}
}
