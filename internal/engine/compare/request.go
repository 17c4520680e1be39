package compare

import (
	"slices"

	"tare/internal/engine/bench"
	"tare/internal/engine/tune"
	"tare/internal/measure/rounds"
	"tare/internal/record"
	"tare/internal/record/redact"
)

// Request says what to compare and how.
type Request struct {
	Head       record.Comparison // what is known already: Tare, Args, Dir and Plan; all of one that goes on
	Session    *record.Session   // what goes on with Head: Args, MaxTime, For and Most, 0 for what was planned or two looks more; nil at the beginning
	Variants   []Variant         // the first is the base
	KeepWindow bool              // Benchtime of the plan is not to be made longer
	Across     []string          // what may differ between variants besides: "go"
	Profile    bool              // take CPU profiles of both sides of each change
	CPU        string            // -cpu list, as package testing takes it
	BinaryArgs []string          // further arguments of the test binaries
	Budget     rounds.Budget
	Tune       tune.Knobs  // without a profile, the machine stays as it is
	Salt       redact.Salt // of what hides values of environments
	Temp       string      // folder that is the engine's for this comparison
}

// Sink is told what a comparison does, as it does it.
type Sink interface {
	bench.Sink
	// Begin takes what is known before the first trial. Its error ends the comparison.
	Begin(c record.Comparison) error
	// Forecast is told how long the rounds will take.
	Forecast(f rounds.Forecast)
	// Looked is told once, when all benchmarks have been looked at for the first time.
	Looked(o Outlook)
}

// Outlook is what a comparison will be able to tell.
type Outlook struct {
	Pairs  int     // at most, of each benchmark
	Change float64 // the smallest one, a fraction of one, that would be found four times in five; 0 when any would
	Margin float64 // change that does not matter, a fraction of one
}

// Names are those of all variants, in the order in which failures and trials number
// them: what is asked for, and the base once more.
func (q Request) Names() []string {
	var names []string
	for _, v := range q.all() {
		names = append(names, v.Name)
	}
	return names
}

// all are the variants asked for, the copy of the base that calibrates and, for a
// floor, the base in other link orders.
func (q Request) all() []Variant {
	again := floors(q.Variants[0])
	if !q.Head.Plan.Floor {
		again = again[:1]
	}
	return slices.Concat(q.Variants, again)
}
