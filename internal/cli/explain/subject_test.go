package explain

import (
	"testing"

	"github.com/spf13/pflag"

	"tare/internal/engine/exit"
)

func TestScheme(t *testing.T) {
	var o options
	all := o.register(pflag.NewFlagSet("", pflag.ContinueOnError))
	for flag, want := range map[string]subject{
		"html":  anything,
		"out":   recorded,
		"quota": aBenchmark | aCommand,
		"http":  aCommand | aProcess,
		"bench": aBenchmark,
		"race":  aBenchmark,
		"trace": aCommand,
		"pid":   aProcess,
	} {
		if all[flag] != want {
			t.Errorf("-%s goes with %s, not %s", flag, all[flag], want)
		}
	}
}

func TestSchemeRefuses(t *testing.T) {
	all := scheme{"http": aCommand | aProcess, "html": anything}
	if err := all.check([]string{"html", "http"}, aProcess); err != nil {
		t.Error(err)
	}
	err := all.check([]string{"html", "http"}, aBenchmark)
	want := "tare: -http does not go with a benchmark\nhint: it goes with a command (behind --), or a running process (-pid)"
	if got := exit.Message(err); got != want || exit.Status(err) != exit.Usage {
		t.Errorf("%s", got)
	}
}
