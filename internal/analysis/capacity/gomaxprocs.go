package capacity

import (
	"fmt"
	"go/version"
	"math"
	"strconv"
	"strings"

	"tare/internal/record"
)

// procs returns the GOMAXPROCS that the program starts with, and its source.
func procs(m record.Machine, g Go) (record.Reading, string) {
	if n, ok := parseProcs(g.env("GOMAXPROCS")); ok {
		return record.Of(float64(n)), "GOMAXPROCS"
	}
	if m.Affinity <= 0 {
		f := m.Fact(record.FactAffinity)
		return record.Missing(f.Status, f.Name+": "+f.Why), ""
	}
	affinity := record.Of(float64(m.Affinity))
	if m.GOOS != "linux" || m.Affinity <= leastByQuota {
		return affinity, "affinity" // whatever the quota
	}
	aware, unknown := readsQuota(g)
	quota := m.Fact(record.FactLeafQuota)
	switch {
	case unknown == "" && !aware, quota.Status == record.Unsupported, quota.Status == record.Denied, quota.Value == "none":
		return affinity, "affinity" // the runtime reads the same files, and goes without them
	case !quota.OK():
		return record.Missing(quota.Status, quota.Name+": "+quota.Why), ""
	case !positive(quota.Number):
		return record.Missing(record.Undetermined, quota.Name+": "+quota.Value+" is not a number of CPUs"), ""
	}
	n := byQuota(m.Affinity, quota.Number)
	switch {
	case n == m.Affinity:
		return affinity, "affinity"
	case unknown != "":
		return record.Missing(record.Undetermined, fmt.Sprintf("%d or %d: %s", n, m.Affinity, unknown)), ""
	}
	return record.Of(float64(n)), "quota of " + leaf(m)
}

// leastByQuota is what a lower quota counts as.
const leastByQuota = 2

// byQuota is the runtime's formula, adjustCgroupGOMAXPROCS.
func byQuota(affinity int, quota float64) int {
	return int(min(float64(affinity), max(leastByQuota, math.Ceil(quota))))
}

// parseProcs parses GOMAXPROCS as the runtime does (schedinit in runtime/proc.go).
func parseProcs(s string) (int, bool) {
	n, err := strconv.ParseInt(s, 10, 32)
	return int(n), err == nil && n > 0
}

// ignoredProcs returns a remark about a GOMAXPROCS without effect.
func ignoredProcs(g Go) string {
	s := g.env("GOMAXPROCS")
	if _, ok := parseProcs(s); ok || s == "" {
		return ""
	}
	return fmt.Sprintf("The runtime ignores GOMAXPROCS=%s: it is not a positive integer.", s)
}

// leaf returns the directory of the own group whose quota the runtime reads.
func leaf(m record.Machine) string {
	for _, g := range m.Cgroups {
		if g.Own && g.CPU.Set() {
			return g.Dir
		}
	}
	return "the own group"
}

// firstAware is the first Go version whose runtime reads the quota, and the
// first that a go directive must name for it to do so by default.
const firstAware = "go1.25"

// readsQuota reports whether the runtime looks at the quota of its group, or why
// that is not known.
func readsQuota(g Go) (aware bool, unknown string) {
	toolchain, language := release(g.Version), release("go"+g.Language)
	setting, set := containerMaxProcs(g.env("GODEBUG"))
	switch {
	case toolchain != "" && version.Compare(toolchain, firstAware) < 0, set && !setting:
		return false, ""
	case !set && language != "" && version.Compare(language, firstAware) < 0:
		return false, ""
	case !set && language == "":
		return false, "the go directive of the main module is not known"
	case toolchain == "" && language != "" && version.Compare(language, firstAware) >= 0:
		return true, "" // an older toolchain would not build it
	case toolchain == "":
		return false, "the Go version is not known"
	}
	return true, ""
}

// release returns the language version of a Go version, "go1.25" for
// "go1.25rc1" or "devel go1.25-8f9ad6c", and nothing for what is none.
func release(v string) string {
	return version.Lang(strings.TrimPrefix(v, "devel "))
}

// containerMaxProcs returns the last valid setting of the name in GODEBUG; see
// parsegodebug in runtime/runtime1.go.
func containerMaxProcs(godebug string) (on, set bool) {
	for field := range strings.SplitSeq(godebug, ",") {
		value, ok := strings.CutPrefix(field, "containermaxprocs=")
		if !ok {
			continue
		}
		if n, err := strconv.ParseInt(value, 10, 32); err == nil {
			on, set = n > 0, true
		}
	}
	return on, set
}
