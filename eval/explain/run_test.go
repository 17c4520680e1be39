package main

import (
	"context"
	"errors"
	"math"
	"os/exec"
	"strings"
	"testing"
	"time"

	"tare/internal/record"
)

// TestAnswerFor finds the run that was recorded among warm-ups and other runs.
func TestAnswerFor(t *testing.T) {
	const told = `{"traced":false,"begin":100,"end":900}
{"traced":true,"begin":1100,"end":1101,"claims":[{"figure":"count","low":1}]}
{"traced":true,"begin":1200,"end":1800,"claims":[{"figure":"count","low":2}]}
{"traced":false,"begin":1200,"end":1900}
{"traced":true,"begin":2100,"end":3900}
`
	e := &record.Explanation{Begin: 1000, Duration: 1000}
	a, err := answerFor(strings.NewReader(told), e)
	if err != nil || len(a.Claims) != 1 || a.Claims[0].Low != 2 || !math.IsInf(a.Claims[0].Most(), 1) {
		t.Errorf("%+v, %v", a, err)
	}
	e.Begin = 5000
	if _, err := answerFor(strings.NewReader(told), e); err == nil {
		t.Error("found an answer for another recording")
	}
	if _, err := answerFor(strings.NewReader(told+"{"), e); err == nil {
		t.Error("no error for what cannot be read")
	}
}

func TestTimeWithin(t *testing.T) {
	samples := []sample{{100, 0}, {200, 10}, {300, 20}, {400, 70}}
	if ns, err := timeWithin(samples, 150, 350); err != nil || ns != 10 {
		t.Errorf("%v, %v", ns, err)
	}
	for _, r := range [][2]int64{{150, 250}, {500, 600}} {
		if ns, err := timeWithin(samples, r[0], r[1]); err == nil {
			t.Errorf("%v in %v", ns, r)
		}
	}
}

func TestCostOf(t *testing.T) {
	c := costOf("x", []float64{10, 20, 40, 10, 20, 40}, []float64{11, 22, 44, 11, 22, 44})
	if math.Abs(c.Ratio.Value-1.1) > 1e-9 || math.Abs(c.High-1.1) > 1e-9 || c.Trials != 6 {
		t.Errorf("%+v", c)
	}
}

// TestWatch ends a command that says what was waited for, and one that takes more
// memory than it may.
func TestWatch(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	shell := func(script string) *exec.Cmd { return exec.Command("sh", "-c", script) }
	ctx := context.Background()
	if e, err := watch(ctx, shell("echo a ready b >&2; exec sleep 1000"), "ready", math.MaxInt64); err != nil || e.Seconds <= 0 {
		t.Errorf("%+v, %v", e, err)
	}
	if _, err := watch(ctx, shell("echo oh no >&2; exit 3"), "", math.MaxInt64); err == nil || !strings.Contains(err.Error(), "oh no") {
		t.Errorf("error %v", err)
	}
	if peak(1) == 0 {
		t.Skip("processes do not tell their memory here")
	}
	if _, err := watch(ctx, shell("exec sleep 1000"), "", 1); !errors.Is(err, errMemory) {
		t.Errorf("error %v", err)
	}
	over, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	if _, err := watch(over, shell("exec sleep 1000"), "", math.MaxInt64); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}
