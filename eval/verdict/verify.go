package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"tare/internal/measure/cell"
)

// verify holds the true effect of every pair, as the benchmarks count their work,
// against what it is to be, and prints the table.
func (b *bench) verify(ctx context.Context, w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tw, "units/op\t")
	for _, p := range pairs {
		fmt.Fprintf(tw, "%s\t", p.name)
	}
	fmt.Fprintln(tw)
	var wrong error
	for _, k := range kinds {
		fmt.Fprintf(tw, "%s\t", k.name)
		for _, p := range pairs {
			out, _, err := b.box.run(ctx, cell.Limits{}, program{
				argv: []string{b.binary, "-test.run=NoSuch", "-test.bench=" + k.pattern(), "-test.benchtime=7x"},
				env:  []string{work(p.effect)},
			})
			if err != nil {
				return err
			}
			units, err := valuesOf(out, "units/op")
			if err != nil || len(units) != 1 {
				return fmt.Errorf("reading the units of work of %s: %d of them, error %w", k.name, len(units), err)
			}
			if fmt.Fprintf(tw, "%g\t", units[0]); math.Abs(units[0]/1000-1-p.effect) > 1e-9 {
				wrong = fmt.Errorf("%s does %g units of work at %s", k.name, units[0], p.name)
			}
		}
		fmt.Fprintln(tw)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	return wrong
}
