package flags

import (
	"strings"
	"testing"

	"tare/internal/engine/exit"
	"tare/internal/engine/tune"
)

func TestCheckTune(t *testing.T) {
	for _, c := range []struct {
		knobs tune.Knobs
		wrong string
	}{
		{knobs: tune.Knobs{Shield: "1"}, wrong: "needs -tune"},
		{knobs: tune.Knobs{Profile: "silent"}, wrong: "no profile"},
		{knobs: tune.Knobs{Profile: "quiet", Shield: "1-"}, wrong: "-shield"},
	} {
		cpus := ""
		if err := CheckTune(&c.knobs, &cpus); exit.Status(err) != exit.Usage || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%+v: %v", c.knobs, err)
		}
	}
	cpus := "2"
	if err := CheckTune(&tune.Knobs{Profile: "quiet", Shield: "1"}, &cpus); err != nil && exit.Status(err) != exit.Broken || cpus != "2" {
		t.Errorf("%v, runs on %s", err, cpus)
	}
}
