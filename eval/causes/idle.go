package main

import (
	"context"
	"errors"
	"log"
	"os"
	"time"

	"tare/internal/read"
	"tare/internal/read/procfs"
)

// mostBusy is the share of the CPUs that others may use where a machine counts as idle.
const mostBusy = 0.1

// awaitIdle waits until nobody else uses the CPUs, but not for long: it says so when
// somebody still does. Whatever runs beside a program takes part in its plant.
func (l *lab) awaitIdle(ctx context.Context) {
	if l.busy > 0 {
		return
	}
	for deadline := time.Now().Add(l.wait); ; {
		share, err := busyShare(ctx)
		if err != nil || share <= mostBusy || ctx.Err() != nil {
			return // where nothing tells there is nothing to wait for
		}
		if time.Now().After(deadline) {
			log.Printf("the machine is not idle: others use %.0f%% of its CPUs", 100*share)
			return
		}
	}
}

// busyShare is how much of all CPUs is in use, looked at for a moment.
func busyShare(ctx context.Context) (float64, error) {
	before, err := cpuTimes()
	if err != nil {
		return 0, err
	}
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-time.After(500 * time.Millisecond):
	}
	after, err := cpuTimes()
	if err != nil {
		return 0, err
	}
	wanted := float64(after.Wanted() - before.Wanted())
	all := wanted + float64(after.Idle+after.IOWait-before.Idle-before.IOWait)
	if all <= 0 {
		return 0, errors.New("/proc/stat stands still")
	}
	return wanted / all, nil
}

func cpuTimes() (procfs.CPUTime, error) {
	s, err := read.Parse(os.DirFS("/"), "proc/stat", procfs.ParseStat)
	return s.Total, err
}
