package wording

import (
	"testing"

	"tare/internal/record"
)

func TestChecked(t *testing.T) {
	c := record.ThreadCheck{Threads: 9, Ran: 1_234e6, Waited: 6e9, StatRan: record.Of(1_236e6), StatWaited: record.Of(0)}
	for _, one := range []struct{ got, want string }{
		{Checked(c), "9 threads ran for 1.234s, where schedstat says 1.236s (−0.16%), and waited for a CPU for 6.000s, where it says none"},
		{Checked(record.ThreadCheck{Threads: 1, Ran: 5e6, StatRan: record.Of(4e6), StatWaited: record.Missing(record.Unsupported, "no wake-ups")}),
			"1 thread ran for 5.000ms, where schedstat says 4.000ms (+25.0%); how long they waited for a CPU is not checked (unsupported: no wake-ups)"},
		{Checked(record.ThreadCheck{}), ""},
		{Summed(record.ThreadCheck{StatRan: record.Missing(record.Undetermined, "there is no kernel recording")}),
			"there is no residual: the total is the sum of the items, and it is not checked (undetermined: there is no kernel recording)"},
	} {
		if one.got != one.want {
			t.Errorf("got  %s\nwant %s", one.got, one.want)
		}
	}
}
