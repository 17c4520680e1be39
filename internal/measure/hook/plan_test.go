package hook

import "testing"

func TestPlanText(t *testing.T) {
	for want, steps := range map[string][]Step{
		"-----------,-----------,-----------": nil,
		"r0000000100,-----------,-----------": {{Fresh, 100}},
		"o0000002000,-----------,-----------": {{Ops, MaxCalls}},
		"w0000000003,r0000000003,r1000000000": {{WarmUp, 3}, {Fresh, 3}, {Fresh, 1_000_000_000}},
	} {
		if got := PlanText(steps); got != want {
			t.Errorf("%v: %q, want %q", steps, got, want)
		}
	}
}
