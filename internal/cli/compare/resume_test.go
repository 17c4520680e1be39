package compare

import (
	"strings"
	"testing"

	"tare/internal/engine/exit"
)

func TestOriginal(t *testing.T) {
	o, err := original([]string{"compare", "-count=9", "-new-gogc", "50", "-variant=. gogc=70", "HEAD", ".", "./...", "-args", "-x", "y"})
	if err != nil || o.count != 9 || len(o.sides.New) != 1 || len(o.sides.Further) != 1 || strings.Join(o.arguments, " ") != "HEAD . ./..." || strings.Join(o.workload.Args, " ") != "-x y" {
		t.Errorf("%+v, %v", o, err)
	}
	if _, err := original([]string{"run"}); err == nil {
		t.Error("no error for another verb")
	}
	if _, err := original([]string{"compare", "-nonesuch"}); err == nil {
		t.Error("no error for a flag that there is not")
	}
}

func TestIncompleteCommandLine(t *testing.T) {
	for _, args := range [][]string{{"compare", ".", "-args", "--token=…"}, {"compare", "-ldflags=-X main.token=…", "."}} {
		o, err := original(args)
		if err != nil || exit.Status(o.complete()) != exit.Usage {
			t.Errorf("%q: %v, %v", args, err, o.complete())
		}
	}
}
