package trial

import (
	"strings"
	"testing"
)

func TestTailOfACrashIsItsBeginning(t *testing.T) {
	long := strings.Repeat("a line of output\n", maxOutput/10)
	if got := tail([]byte(long)); len(got) > maxOutput+10 || !strings.HasPrefix(got, "…\na line") {
		t.Errorf("%d bytes, %.20q", len(got), got)
	}
	got := tail([]byte(long + "BenchmarkX\tpanic: boom\n" + long))
	if !strings.HasPrefix(got, "…\n\tpanic: boom\na line") || len(got) > maxOutput+10 || !strings.HasSuffix(got, "output\n…\n") {
		t.Errorf("%d bytes, %.40q", len(got), got)
	}
}
