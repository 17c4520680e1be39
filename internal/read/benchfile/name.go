package benchfile

import (
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"tare/internal/record"
)

// benchmark returns what r is a result of. Package testing appends GOMAXPROCS to
// the name unless it is 1, so a sub-benchmark that is called "n-8" and ran at 1 is
// taken for "n" at 8, here as everywhere.
func benchmark(r *benchfmt.Result) record.Benchmark {
	name, procs := splitProcs(r.Name.String())
	return record.Benchmark{
		Package: strings.TrimSpace(r.GetConfig("pkg")),
		Name:    "Benchmark" + name,
		Procs:   procs,
	}
}

// splitProcs cuts a suffix that package testing can have written.
func splitProcs(name string) (string, int) {
	i := strings.LastIndexByte(name, '-')
	if i < 0 {
		return name, 1
	}
	procs, err := strconv.Atoi(name[i+1:])
	if err != nil || procs < 2 || strconv.Itoa(procs) != name[i+1:] {
		return name, 1
	}
	return name[:i], procs
}
