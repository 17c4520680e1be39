package measure

import (
	"bytes"
	"testing"

	"tare/internal/record"
)

func TestFailedSaysWhere(t *testing.T) {
	for want, variants := range map[string][]string{
		"FAIL p BenchmarkA: failed: ouch\n":      nil,
		"FAIL new: p BenchmarkA: failed: ouch\n": {"old", "new"},
	} {
		var stderr bytes.Buffer
		o := NewOutputs[record.Run](t.Context(), &stderr)
		o.Variants = variants
		o.Failed(record.Failure{Package: "p", Benchmark: "BenchmarkA", Variant: 1, Outcome: record.Failed, Message: "ouch"})
		if got := stderr.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
