package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"tare/internal/measure/cell"
)

// openBench builds what the contestants run. Dir is for binaries.
func openBench(ctx context.Context, dir, tare string, budget time.Duration) (*bench, error) {
	kinds, err := filepath.Abs(filepath.Join("eval", "verdict", "kinds"))
	if err != nil {
		return nil, err
	}
	b := &bench{
		binary: filepath.Join(dir, "kinds.test"), kinds: kinds, tare: tare, budget: budget,
		op: map[string]float64{}, round: map[string]float64{},
	}
	builds := [][]string{{"test", "-c", "-o", b.binary, "tare/eval/verdict/kinds"}}
	if tare == "" {
		b.tare = filepath.Join(dir, "tare")
		builds = append(builds, []string{"build", "-o", b.tare, "tare/cmd/tare"})
	}
	for _, args := range builds {
		if out, err := exec.CommandContext(ctx, "go", args...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, out)
		}
	}
	if _, err := os.Stat(b.tare); err != nil {
		return nil, err
	}
	b.box, err = openBox()
	return b, err
}

// pilotRounds is what a comparison of the pilot takes.
const pilotRounds = 30

// pilot finds out, on the quiet machine, what things cost: contestants whose work
// is fixed get as much as fills the budget.
func (b *bench) pilot(ctx context.Context) error {
	var err error
	if b.build, err = b.buildCost(ctx); err != nil {
		return err
	}
	for _, k := range kinds {
		t := &task{bench: b, setup: setup{kind: k, condition: conditions[0], pair: pairs[0]}}
		times, err := t.goTest(ctx, 0, 1)
		if err != nil {
			return err
		}
		b.op[k.name] = times[0] * float64(k.threads)
		t.spent = usage{}
		if _, err := t.tareCompare(ctx, fmt.Sprintf("-count=%d", pilotRounds)); err != nil {
			return err
		}
		b.round[k.name] = (t.spent.CPU - b.build) / pilotRounds
		log.Printf("%s: %.2f ms CPU an op, %.0f ms a round of tare's", k.name, 1e3*b.op[k.name], 1e3*b.round[k.name])
	}
	return nil
}

// buildCost is the CPU time of a tare compare that finds nothing to measure. The
// first one fills the build cache, which is charged to nobody.
func (b *bench) buildCost(ctx context.Context) (float64, error) {
	var spent usage
	for range 2 {
		var err error
		p := b.compareCommand("NoSuch", "-old-env="+work(0), "-new-env="+work(0))
		if _, spent, err = b.box.run(ctx, cell.Limits{}, p, 2, 3, 4, 5); err != nil {
			return 0, err
		}
	}
	return spent.CPU, nil
}
