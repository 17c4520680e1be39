package main

import (
	"regexp"
	"time"

	"tare/internal/record"
)

// program is a server or benchmark with planted faults, and how tare is to explain it.
type program struct {
	name   string
	how    way
	runs   string   // name of the program, or of the benchmark
	flags  []string // of tare explain
	tasks  bool     // units of work are user tasks
	beside []neighbour
	parent float64 // CPUs that the program and its neighbours may use together; 0 for as many as there are
	plants []plant // the greater one first
}

// way is how a program is explained.
type way string

// The ways.
const (
	serves way = "server"    // tare starts it, and takes the trace over HTTP
	runs   way = "process"   // it runs already
	traced way = "program"   // it writes its trace itself
	bench  way = "benchmark" // windows; or operations, with -op
	flies  way = "flight"    // a flight recorder waits for a hit
)

// neighbour is a process that runs beside a program.
type neighbour struct {
	name string   // of the process
	args []string // of programs
	cpu  string   // that it is pinned to; empty for none
	rude bool     // it goes first wherever it can
}

// plant is a fault: what tare has to say of it.
type plant struct {
	what  string        // in words
	items []record.Item // one of these
	views []record.View // in one of these
	who   string        // culprit, if one is named; a regular expression
	where string        // where it was meanwhile, if that is told; a regular expression
	// atLeast is the share of what the log says that can be the item: 0 where both are the
	// same. The log counts all that went to the fault, and the items can be several.
	atLeast float64
	// losses tells that the log counts what the whole process lost, not each unit.
	losses bool
}

// length is how long a program is recorded.
const length = 3 * time.Second

// units are the views of one unit of work.
var units = []record.View{record.ViewMean, record.ViewP99, record.ViewWorst}

// anywhere are all views but that of a hit.
var anywhere = []record.View{record.ViewMean, record.ViewP99, record.ViewWorst, record.ViewProcess}

// names reports whether a culprit is the right one, or nobody is named.
func names(pattern, name string) bool {
	return name == "" || pattern == "" || regexp.MustCompile(pattern).MatchString(name)
}
