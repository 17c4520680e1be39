package benchpage

import (
	"fmt"
	"strings"

	"tare/internal/record"
)

// Name is a benchmark as printed: the -procs suffix apart, to be set lighter.
type Name struct {
	Package, Function, Procs string
}

// NewName splits the name of b.
func NewName(b record.Benchmark) Name {
	n := Name{Package: b.Package, Function: b.Name}
	if b.Procs > 1 { // as package testing prints it
		n.Procs = fmt.Sprintf("-%d", b.Procs)
	}
	return n
}

// String is the name as on a benchmark result line.
func (n Name) String() string { return n.Function + n.Procs }

// Short is the function without "Benchmark", as benchstat prints it.
func (n Name) Short() string { return strings.TrimPrefix(n.Function, "Benchmark") }
