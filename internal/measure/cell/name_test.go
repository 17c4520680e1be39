package cell

import (
	"reflect"
	"testing"

	"tare/internal/host/proc"
)

func TestName(t *testing.T) {
	n := name{owner: proc.Identity{Namespace: 4026531836, PID: 17, Start: 99}, number: 3, enabled: []string{"cpu", "pids"}}
	if got := n.String(); got != "tare-4026531836-17-99-000003+cpu+pids" {
		t.Errorf("got %s", got)
	}
	if got, ok := parseName(n.String()); !ok || !reflect.DeepEqual(got, n) {
		t.Errorf("got %+v, %v", got, ok)
	}
	for _, s := range []string{
		"", "tare", "tare-1-2-3", "tare-1-2-3-4-5", "tare-1-2-3-x", "tare-1-2-3-4+", "tare-1-2-3-4+a++b", "tare--1-2-3-4",
		"rate-1-2-3-4", "tare-1-2-3-99999999999999999999",
	} {
		if n, ok := parseName(s); ok {
			t.Errorf("%q: %+v", s, n)
		}
	}
}

func FuzzName(f *testing.F) {
	f.Add("tare-4026531836-17-99-000003+cpu+pids")
	f.Add("tare-1-2-3")
	f.Fuzz(func(t *testing.T, s string) {
		n, ok := parseName(s)
		if !ok {
			return
		}
		if again, ok := parseName(n.String()); !ok || !reflect.DeepEqual(again, n) {
			t.Errorf("%q: %+v, then %+v, %v", s, n, again, ok)
		}
	})
}
