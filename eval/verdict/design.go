package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"

	"tare/eval/neighbours"
	"tare/internal/measure/cell"
)

// condition is a way to make measuring hard.
type condition struct {
	name   string
	limits cell.Limits // of the contestant and all that it starts
	// neighbours, if any, run outside of the contestant's limits.
	neighbours func(n int) []neighbours.Habit
}

var conditions = []condition{
	{name: "quiet"},
	{name: "hogs", neighbours: hogs},
	{name: "quota", limits: cell.Limits{Quota: 0.6}},
	{name: "ramp", neighbours: ramp},
}

// hogs have turns of different lengths, so that their phases drift.
func hogs(n int) (all []neighbours.Habit) {
	for i := range n {
		all = append(all, neighbours.Habit{
			Busy: 300 * time.Millisecond, Idle: 200*time.Millisecond + time.Duration(i)*7*time.Millisecond, Age: rand.N(time.Second),
		})
	}
	return all
}

// ramp begins anywhere, and is at the same point in all neighbours.
func ramp(n int) (all []neighbours.Habit) {
	const rise = 20 * time.Second
	age := rand.N(rise)
	for range n {
		all = append(all, neighbours.Habit{Idle: 50 * time.Millisecond, Ramp: rise, Age: age})
	}
	return all
}

// beside runs f beside the condition's neighbours, one for each CPU.
func (c condition) beside(f func() error) error {
	if c.neighbours == nil {
		return f()
	}
	stop, err := neighbours.Start(c.neighbours(runtime.NumCPU())...)
	if err != nil {
		return err
	}
	err = f()
	if e := stop(); err == nil {
		err = e
	}
	return err
}

// kind is a benchmark of ./kinds.
type kind struct {
	name    string
	threads int // that work at once
}

var kinds = []kind{{"Hash", 1}, {"Map", 1}, {"Alloc", 1}, {"JSON", 1}, {"Parallel", runtime.GOMAXPROCS(0)}}

func (k kind) pattern() string { return "^Benchmark" + k.name + "$" }

// pair is two variants of which the true effect is known.
type pair struct {
	name   string
	effect float64 // new ÷ old − 1
}

var pairs = []pair{{"A/A", 0}, {"+1 %", 0.01}, {"+3 %", 0.03}, {"-3 %", -0.03}, {"+10 %", 0.10}}

// work says in the environment how much work there is in an op, always in as many
// bytes: the size of the environment moves the stack.
func work(effect float64) string { return fmt.Sprintf("TARE_EVAL_WORK=%04.0f", 1000*(1+effect)) }

// setup says what is compared, under which condition, by whom.
type setup struct {
	condition  condition
	kind       kind
	pair       pair
	contestant contestant
	repeat     int
}

// label is a setup by its names.
type label struct {
	Condition  string `json:"condition"`
	Kind       string `json:"kind"`
	Pair       string `json:"pair"`
	Contestant string `json:"contestant"`
	Repeat     int    `json:"repeat"`
}

func (s setup) label() label {
	return label{s.condition.name, s.kind.name, s.pair.name, s.contestant.name, s.repeat}
}

func (l label) String() string {
	return fmt.Sprintf("%s %s %s %s", l.Condition, l.Kind, l.Pair, l.Contestant)
}

// shuffled returns every combination once, in an order of its own for every
// repeat.
func shuffled(seed uint64, repeat int) []setup {
	var all []setup
	for _, c := range conditions {
		for _, k := range kinds {
			for _, p := range pairs {
				for _, who := range contestants {
					all = append(all, setup{c, k, p, who, repeat})
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(seed, uint64(repeat)))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}
