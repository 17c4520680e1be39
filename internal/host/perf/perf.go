// Package perf opens Linux perf events that a child process inherits.
//
// An event opened on a thread with the inherit bit counts that thread and every
// process and thread that it forks from then on; reading the event sums over
// all of them (perf_event_open(2)). So the thread that is about to fork a trial
// opens the events, and the trial's hook reads them at the edges of its window.
package perf

import "tare/internal/record"

// Events are the metrics that perf can count, in the order that Open takes
// them.
var Events = []record.Metric{
	record.Migrations, record.Cycles, record.Instructions, record.CacheMisses, record.TLBMisses,
}
