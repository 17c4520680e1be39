// Package lab has what experiments are made of that test published claims: a claim is
// variants of a small program, figures of what these measure beside the published ones,
// and zones that say which of ours bear a claim out.
//
// An experiment is data. Its program is a folder below programs, to be read as an example;
// its variants run in rounds of fresh processes, like those of a comparison; and Judge
// makes a verdict of their trials without knowing where these came from, so that a test can
// feed it a world in which the claim holds, and one in which it does not.
package lab

import (
	"time"

	"tare/internal/record"
)

// Claim is what somebody has published, and the experiment that tests it.
type Claim struct {
	ID       string // "quota-latency"
	Source   string // where it is from; see Sources
	Says     string // the claim with its figures, one sentence
	Question string // what the experiment asks
	Caveat   string // what is wrong with how it was measured, or worded; empty where nothing is
	Needs    []Need
	// Program is the folder below programs; empty for that of the ID without its hyphens.
	Program string
	// Bench names the benchmark of a program that is a test package, whose bill is then
	// known. Empty for a main that prints benchmark lines itself.
	Bench    string
	Variants func(h Host) []Variant
	Figures  func(h Host) []Figure
	// Picture says what to draw: the variants along x, and a line for each unit.
	Picture Picture
}

// Sources are the articles that claims come from, by the letter in Claim.Source.
var Sources = map[string]string{
	"W": "Go benchmarks under WSL2: quota, frequency, residue",
	"S": "the Go scheduler on Windows and Linux",
	"C": "ns/op, B/op, allocs/op and the CPU's caches",
	"N": "GOMAXPROCS=1, netpoll and P",
	"G": "Go, containers and the Linux scheduler",
}

// Need is a capability of the machine that an experiment takes.
type Need string

// The capabilities, as a verdict names what is missing.
const (
	NeedLinux  Need = "Linux"
	NeedQuota  Need = "a CPU quota for cells"
	NeedMemory Need = "a memory limit for cells"
	NeedWeight Need = "a CPU weight for cells"
	NeedTwo    Need = "2 CPUs"
	NeedFour   Need = "4 CPUs"
	NeedPMU    Need = "hardware counters (PMU)"
	NeedAMD64  Need = "an amd64 CPU"
	NeedFreq   Need = "frequency control (cpufreq)"
	NeedKnobs  Need = "scheduler knobs (debugfs)"
	NeedDrop   Need = "dropping caches (root)"
	NeedHuge   Need = "huge pages"
)

// Host is what a design may depend on.
type Host struct {
	CPUs      int           // that processes may use
	CacheLine int           // bytes
	LastCache int64         // bytes of the last level's cache; 0 when not known
	Memory    int64         // bytes of the machine; 0 when not known
	Guest     bool          // of a hypervisor, as far as is known
	HugePages int64         // bytes that are reserved for huge pages
	Window    time.Duration // that a program is to measure for, the shorter when Quick
	Quick     bool          // all claims together are to take two minutes
}

// Variant is one of the things that an experiment compares.
type Variant struct {
	Name       string
	X          string   // its place along x in the picture; empty for Name
	Line       string   // variants with the same one are joined by a line; may be empty
	Args       []string // of the program; a main also gets -for=WINDOW first
	Env        []string // KEY=VALUE
	GOMAXPROCS int      // 0 for what the runtime picks
	Quota      float64  // CPUs; 0 for none
	CPUs       string   // "0" or "0-1"; empty for all
	Memory     int64    // bytes; 0 for no limit
	Weight     int      // of its CPU cgroup; 0 as it is
	// Knobs of `tare tune` that are set while it runs, and put back after each trial.
	Knobs []string
}

// Figure is a published number, and how ours is computed from one round.
type Figure struct {
	Name      string
	Published float64
	Unit      string // of a value; empty for a ratio of two variants
	// Of computes ours from the values of one round; false where it lacks any.
	Of func(v Values) (float64, bool)
	// Null is what it would be if there were nothing to the claim. 0 stands for 1, that of a ratio.
	Null float64
	// Occurs says that the figure counts what the claim says can happen at all: it holds when
	// any round has seen it.
	Occurs bool
	// Linear says that distances from Null are differences, not ratios: for figures that may
	// be zero.
	Linear bool
	// Undisturbed says whether a round can tell: neighbours that took CPUs make variants
	// alike. Only such rounds are judged; nil stands for all of them.
	Undisturbed func(v Values) bool
}

// Values are those of one round: of each variant, by name, in each unit.
type Values func(variant, unit string) (float64, bool)

// Ratio is the figure: one variant's value divided by another one's, in the same unit.
func Ratio(name string, published float64, unit, of, to string) Figure {
	return Figure{Name: name, Published: published, Of: func(v Values) (float64, bool) {
		a, ok1 := v(of, unit)
		b, ok2 := v(to, unit)
		return a / b, ok1 && ok2 && a > 0 && b > 0
	}}
}

// Value is the figure: one variant's value. Null is what it would be if the claim were wrong.
func Value(name string, published, null float64, unit, of string) Figure {
	return Figure{Name: name, Published: published, Null: null, Unit: unit, Of: func(v Values) (float64, bool) {
		a, ok := v(of, unit)
		return a, ok && a > 0
	}}
}

// Picture is what a report draws of an experiment.
type Picture struct {
	X     string   // what differs along x
	Units []string // a line each, or a panel each where they are not alike
}

// Data are the values that the rounds of an experiment had.
type Data struct {
	Variants []string // names, by index
	Rounds   []map[int]map[string]float64
}

// Collect takes the values of trials that count, by round, variant and unit.
func Collect(variants []string, trials []record.Trial, values func(record.Trial) []record.Value) Data {
	d := Data{Variants: variants}
	index := map[int]int{}
	for _, t := range trials {
		if !t.Counts() {
			continue
		}
		i, ok := index[t.Round]
		if !ok {
			i = len(d.Rounds)
			index[t.Round] = i
			d.Rounds = append(d.Rounds, map[int]map[string]float64{})
		}
		units := map[string]float64{}
		for _, v := range values(t) {
			units[v.Unit] = v.Value
		}
		d.Rounds[i][t.Variant] = units
	}
	return d
}
