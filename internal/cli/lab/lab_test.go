package lab

import (
	"bytes"
	"strings"
	"testing"

	"tare/internal/engine/exit"
	"tare/internal/lab"
	"tare/internal/record"
)

func TestStatus(t *testing.T) {
	failed := []record.Failure{{Package: "p"}}
	for _, c := range []struct {
		experiments []record.Experiment
		want        exit.Code
	}{
		{nil, exit.Fine},
		{[]record.Experiment{{Verdict: record.Refuted}, {Verdict: record.NotTestable}, {Verdict: record.Partly}}, exit.Fine},
		{[]record.Experiment{{Verdict: record.Unclear}, {Verdict: record.Reproduced}}, exit.Inconclusive},
		{[]record.Experiment{{Verdict: record.Unclear}, {Verdict: record.Unclear, Failures: failed}}, exit.Broken},
		{[]record.Experiment{{Verdict: record.Reproduced, Failures: failed}, {Verdict: record.Unclear}}, exit.Broken},
	} {
		if got := status(record.Lab{Experiments: c.experiments}); got != c.want {
			t.Errorf("%+v: %d, want %d", c.experiments, got, c.want)
		}
	}
}

func TestChosen(t *testing.T) {
	first, last := all()[0].ID, all()[len(all())-1].ID
	for _, c := range []struct {
		args []string
		want int // claims; 0 for a usage error
	}{
		{nil, 0}, {[]string{"nonesuch"}, 0}, {[]string{first, "nonesuch"}, 0},
		{[]string{first}, 1}, {[]string{last, first, last}, 2}, {[]string{"all"}, len(all())}, {[]string{first, "all"}, len(all())},
	} {
		got, err := chosen(c.args)
		if len(got) != c.want || (err != nil) != (c.want == 0) {
			t.Errorf("%q: %d claims, %v", c.args, len(got), err)
		}
		if err != nil && exit.Status(err) != exit.Usage {
			t.Errorf("%q: status %d", c.args, exit.Status(err))
		}
	}
}

// What a claim came to is said at once when others are to come, and not twice when none is.
func TestConcluded(t *testing.T) {
	for claims, want := range map[int]string{1: "", 2: "x: refuted\n"} {
		var stderr bytes.Buffer
		out, err := openOutputs(t.Context(), options{format: "auto"}, make([]lab.Claim, claims), &bytes.Buffer{}, &stderr)
		if err != nil {
			t.Fatal(err)
		}
		if err := out.Concluded(record.Experiment{ID: "x", Verdict: record.Refuted}); err != nil || stderr.String() != want {
			t.Errorf("of %d: %q, %v", claims, stderr.String(), err)
		}
	}
}

// Trials are in JSON only when all of it was asked for; the result itself keeps them.
func TestJSON(t *testing.T) {
	l := record.Lab{Experiments: []record.Experiment{{ID: "x", Trials: []record.Trial{{Round: 1}}}}}
	for form, full := range map[string]bool{"summary": false, "full": true} {
		o := options{format: "auto"}
		if err := o.json.Set(form); err != nil {
			t.Fatal(err)
		}
		var stdout bytes.Buffer
		out, err := openOutputs(t.Context(), o, nil, &stdout, &bytes.Buffer{})
		if err != nil {
			t.Fatal(err)
		}
		if err := out.finish(l); err != nil || strings.Contains(stdout.String(), `"trials"`) != full || !strings.Contains(stdout.String(), `"kind": "lab"`) {
			t.Errorf("%s: %v\n%s", form, err, stdout.String())
		}
	}
	if len(l.Experiments[0].Trials) != 1 {
		t.Error("the result has lost its trials")
	}
}
