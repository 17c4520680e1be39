package setup

import (
	"errors"
	"testing"

	"tare/internal/machine/tuning"
)

// TestRemote keeps a machine below another root from being mistaken for this one.
func TestRemote(t *testing.T) {
	b := backend(machine(t), nil)
	for _, key := range []string{"process:1@2", "swap:/dev/sda2", "latency:cpu_dma_latency"} {
		if err := b.Settable(key); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: %v", key, err)
		}
		if err := b.Set(key, "off"); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("setting %s: %v", key, err)
		}
	}
}

// TestSweep has what is left behind a shield removed before the shield is.
func TestSweep(t *testing.T) {
	root := machine(t)
	o := options(root, "watchdog")
	swept := 0
	o.Sweep = func() { swept++; expect(t, root, "1", "1") }
	s := start(t, o)
	tuned, err := s.Tune(t.Context(), "quiet", true, Plan(root, testKnobs, tuning.Wishes{}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Restore(tuned.Session); err != nil || swept != 1 {
		t.Errorf("swept %d times, %v", swept, err)
	}
	expect(t, root, "0", "0")
}
