package trial

import (
	"context"
	"fmt"

	"tare/internal/measure/build"
	"tare/internal/record"
)

// Profile runs n iterations of a benchmark in a fresh process that writes a CPU
// profile to file. It measures nothing else, and the hook stays out of it.
func Profile(ctx context.Context, exec Executor, o Options, b build.Binary, name record.Benchmark, n int64, file string) error {
	b.Hooked = false
	x := o.execute(ctx, exec, b, Command{}, "-test.run=^$", "-test.bench="+exactly(name.Name), fmt.Sprintf("-test.benchtime=%dx", n),
		fmt.Sprintf("-test.cpu=%d", name.Procs), "-test.cpuprofile="+file)
	if outcome, why := classify(x, len(results(x, b))); outcome != record.OK {
		return fmt.Errorf("profiling %s: %s: %s", name.Name, outcome, why)
	}
	return nil
}
