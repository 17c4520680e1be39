package trial

import (
	"testing"

	"tare/internal/measure/hook"
	"tare/internal/record"
)

// Kernels without schedstat print zeros: nobody waited for nothing.
func TestAbsentSchedstatIsNoZero(t *testing.T) {
	r := hook.Record{Counters: map[string]int64{"cpu": 90e6, "lost-threads": 0}, Threads: []hook.Thread{{TID: 1}, {TID: 2}}}
	if got := runqWait(r, threads(r)); got.Status != record.Unsupported || got.Why == "" {
		t.Errorf("%+v", got)
	}
	r.Threads[1].Run = 89e6
	if got := runqWait(r, threads(r)); !got.OK() || got.Value != 0 {
		t.Errorf("%+v", got)
	}
}
