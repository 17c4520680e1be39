// Package bench is what the engines that run benchmarks do alike before they measure.
package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"tare/internal/engine/exit"
	"tare/internal/host/perf"
	"tare/internal/host/private"
	"tare/internal/machine"
	"tare/internal/measure/cell"
	"tare/internal/measure/rounds"
	"tare/internal/record"
)

// ErrInterrupted is the error of an engine that the user interrupted before anything
// was measured.
var ErrInterrupted = exit.Errorf(exit.Broken, "", "interrupted")

// ID names what started then, so that names sort by time. The seed tells two
// apart that started in the same second.
func ID(started time.Time, seed uint64) string {
	return started.UTC().Format("20060102-150405") + "-" + strconv.FormatUint(seed&0xffff|0x10000, 16)[1:]
}

// Cache is the folder for what tare keeps of its own between runs. Where there is
// none that is the user's alone it is a fresh one in work, which goes with that:
// what lies in the cache is compiled into programs.
func Cache(work string, note func(string)) string {
	dir, err := os.UserCacheDir()
	if err == nil {
		dir = filepath.Join(dir, "tare")
		err = private.User().Dir(dir)
	}
	if err != nil {
		note(fmt.Sprintf("the cache folder is not used: %v", err))
		return filepath.Join(work, "cache")
	}
	return dir
}

// Sweep removes the cells that killed tares left. What cannot be removed does not
// hinder this run. Args is the command line, without secrets, for others who wait.
func Sweep(ctx context.Context, args []string, note func(string)) {
	swept, err := cell.Sweep(cell.Options{Context: ctx, Command: args})
	if len(swept) > 0 {
		note(fmt.Sprintf("removed %d cells that a killed tare had left", len(swept)))
	}
	if err != nil {
		note(fmt.Sprintf("removing what a killed tare had left: %v", err))
	}
}

// OpenSite finds where cells with the limits can be made. Args is as for Sweep.
func OpenSite(ctx context.Context, args []string, limits ...cell.Limits) (*cell.Site, []record.Finding, error) {
	site, findings, err := cell.Open(cell.Options{Limits: limits, Context: ctx, Command: args})
	if err != nil {
		return nil, nil, exit.Errorf(exit.Broken, "leave the limit out, or run where tare may make cgroups (as root, or in a delegated cgroup)", "the cell: %w", err)
	}
	return site, findings, nil
}

// Machine reads the facts of this machine, as seen from dir.
func Machine(dir string) record.Machine {
	return machine.Read(os.DirFS("/"), machine.Here(dir))
}

// Events asks once which perf events there are, so that trials open only those.
// The readings say why the others are missing.
func Events() (there []record.Metric, missing record.Readings) {
	missing = record.Readings{}
	for _, m := range perf.Events {
		f, reading := perf.Open(m)
		if !reading.OK() {
			missing[m] = reading
			continue
		}
		f.Close()
		there = append(there, m)
	}
	return there, missing
}

// Budget is what -for gives, from now on; 0 is no limit. The time that builds take
// counts: who says ten minutes has ten minutes.
func Budget(limit time.Duration) rounds.Budget {
	if limit == 0 {
		return rounds.Budget{}
	}
	return rounds.Budget{Until: time.Now().Add(limit), Now: time.Now}
}
