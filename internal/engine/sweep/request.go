// Package sweep is the engine of `tare sweep`: the same benchmarks under every combination
// of some settings, in rounds, until it is known which combinations are the best.
package sweep

import (
	"tare/internal/engine/bench"
	"tare/internal/engine/tune"
	"tare/internal/measure/build"
	"tare/internal/measure/cell"
	"tare/internal/measure/rounds"
	"tare/internal/record"
)

// Request says what to sweep and how.
type Request struct {
	// Head is what is known already: Tare, Args, Dir, Plan, Factors and Points. Of Plan.Looks
	// there is only the last one, the number of rounds at most.
	Head       record.Sweep
	Build      build.Options // of test binaries; Temp is a folder that is the engine's for this sweep
	Points     []Point       // in the order of Head.Points
	CPU        string        // -cpu list, as package testing takes it
	BinaryArgs []string      // further arguments of the test binaries
	Budget     rounds.Budget
	Tune       tune.Knobs // without a profile, the machine stays as it is
}

// Point is what the processes of a combination run under.
type Point struct {
	Limits cell.Limits
	Env    func(toolchain []string) []string // the whole environment, by that of the toolchain, or of tare for a command
}

// Sink is told what a sweep does, as it does it.
type Sink interface {
	bench.Sink
	// Begin takes what is known before the first trial. Its error ends the sweep.
	Begin(s record.Sweep) error
	// Forecast is told how long the rounds will take.
	Forecast(f rounds.Forecast)
}
