package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tare/internal/analysis/capacity"
	"tare/internal/analysis/findings"
	"tare/internal/machine/machinetest"
	"tare/internal/machine/tuning/knobs"
	"tare/internal/record"
	"tare/internal/report/machines"
	"tare/internal/report/model"
	"tare/internal/report/text"
)

const docs = "../../docs"

var update = flag.Bool("update", false, "write the generated parts of docs anew")

func TestDocsNameFacts(t *testing.T) {
	listed := map[string]bool{}
	for _, name := range strings.FieldsFunc(readPage(t, "machine.md"), func(r rune) bool { return strings.ContainsRune(",;|", r) }) {
		listed[strings.TrimSpace(name)] = true
	}
	// On an empty root, what is a field of its own otherwise is a fact as well.
	for _, f := range append(machinetest.Read(t, "empty").Facts, record.Fact{Name: record.FactNeighbours}) {
		if !listed[f.Name] {
			t.Errorf("machine.md does not name the fact %q", f.Name)
		}
	}
}

func TestDocsNameKnobs(t *testing.T) {
	rows := rowsOf(readPage(t, "tune.md"))
	for _, k := range knobs.All() {
		row := rows[k.ID]
		if len(row) < 5 {
			t.Errorf("tune.md has no row of ID, setting, value, profiles and reason for the knob %s", k.ID)
			continue
		}
		if want := strings.Join(k.Profiles, ", "); row[3] != want {
			t.Errorf("tune.md says that the profiles of knob %s are %q, not %q", k.ID, row[3], want)
		}
	}
}

// TestDocsNameFindings also holds findings, and what the docs say of them, to
// knobs that exist.
func TestDocsNameFindings(t *testing.T) {
	known := map[string]bool{"": true}
	for _, k := range knobs.All() {
		known[k.ID] = true
	}
	rows := rowsOf(readPage(t, "machine.md"))
	for _, id := range findings.IDs() {
		if len(rows[id]) == 0 {
			t.Errorf("machine.md has no row for the finding %s", id)
		} else if knob := knobIn(rows[id]); !known[knob] {
			t.Errorf("machine.md says that %s helps against %s: that is no knob", knob, id)
		}
	}
	for _, f := range outcomes(t) {
		documented := knobIn(rows[f.ID])
		if !known[f.Knob] || f.Knob != "" && documented != "" && f.Knob != documented {
			t.Errorf("finding %s proposes the knob %q; machine.md says %q, and there are %v", f.ID, f.Knob, documented, known)
		}
	}
}

// knobIn returns the ID in the last cell of a row of findings.
func knobIn(row []string) string {
	if len(row) == 0 {
		return ""
	}
	return strings.Trim(row[len(row)-1], "`")
}

// outcomes returns what checks find on all recorded machines, and as though they
// were as noisy as can be.
func outcomes(t *testing.T) []record.Finding {
	half, long := record.Of(0.5), record.Of(1e9)
	noise := &record.Noise{Elapsed: time.Second, Clock: long, Skew: long, Switch: long, Throttled: long,
		Lost: half, Spread: half, Steal: half, Wakeup: record.Histogram{Status: record.Measured, P99: 1e9}}
	var all []record.Finding
	for _, name := range machinetest.Names() {
		m := machinetest.Read(t, name)
		all = append(all, findings.Check(m, capacity.Of(m, goOf("1.26")), noise)...)
	}
	return all
}

// goOf is a program of a Go version, with an empty environment.
func goOf(version string) capacity.Go {
	return capacity.Go{Version: "go" + version + ".0", Language: version}
}

// TestDocsShowReport holds the report in machine.md, and the limits in it that -v adds, to
// what a recorded machine gets.
func TestDocsShowReport(t *testing.T) {
	m := machinetest.Read(t, "kubernetes-v2")
	r := record.MachineReport{Machine: m, Capacity: capacity.Of(m, goOf("1.26"))}
	r.Findings = findings.Check(m, r.Capacity, nil)
	shown := func(d model.Detail) string {
		var b strings.Builder
		if err := text.Write(&b, machines.Document(r), text.Options{Width: 100, Detail: d}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	checkPart(t, "machine.md", "report", "```\n"+shown(model.Normal)+"```\n")
	_, limits, found := strings.Cut(shown(model.Verbose), "\nWhat limits it\n")
	limits, _, ends := strings.Cut(limits, "\n\n")
	if !found || !ends {
		t.Fatal("the report has no limits")
	}
	checkPart(t, "machine.md", "limits", "```\nWhat limits it\n"+limits+"\n```\n")
}

// TestDocsShowGOMAXPROCS holds the table of quotas in machine.md to package
// capacity.
func TestDocsShowGOMAXPROCS(t *testing.T) {
	var b strings.Builder
	b.WriteString("| quota | Go 1.24 | Go 1.25 and later | the same, quota on the parent group only | recommended |\n" +
		"| ---: | ---: | ---: | ---: | ---: |\n")
	for _, quota := range []float64{0.5, 1, 1.5, 2.5, 4} {
		own, parent := withQuota(quota, 0), withQuota(quota, 1)
		aware := capacity.Of(own, goOf("1.25"))
		fmt.Fprintf(&b, "| %g | %g | %g | %g | %g |\n", quota, capacity.Of(own, goOf("1.24")).GOMAXPROCS.Value,
			aware.GOMAXPROCS.Value, capacity.Of(parent, goOf("1.25")).GOMAXPROCS.Value, aware.Recommended.Value)
	}
	checkPart(t, "machine.md", "gomaxprocs", b.String())
}

// withQuota is a machine with 8 CPUs and a quota on tare's own group, which is
// the first, or on the one above.
func withQuota(cpus float64, group int) record.Machine {
	none := record.Limit{Reading: record.Of(0), None: true}
	m := record.Machine{GOOS: "linux", CPUs: 8, Affinity: 8, Cgroups: []record.ControlGroup{
		{Version: 2, Dir: "/pod/container", Own: true, CPU: none},
		{Version: 2, Dir: "/pod", CPU: none},
		{Version: 2, Dir: "/", Root: true, CPU: none},
	}}
	m.Cgroups[group].CPU = record.Limit{Reading: record.Of(cpus)}
	leaf := record.Fact{Name: record.FactLeafQuota, Status: record.Measured, Value: "none"}
	if group == 0 {
		leaf.Value, leaf.Number = fmt.Sprintf("%g CPUs", cpus), cpus
	}
	m.Facts = []record.Fact{{Name: record.FactCgroups, Status: record.Measured, Value: "v2"}, leaf}
	return m
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(docs, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// rowsOf returns the cells of those table rows whose first cell is an ID, "`smt`".
func rowsOf(page string) map[string][]string {
	rows := map[string][]string{}
	for line := range strings.Lines(page) {
		inner, ok := strings.CutPrefix(strings.TrimSpace(line), "| `")
		if !ok {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(inner, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows[strings.TrimSuffix(cells[0], "`")] = cells
	}
	return rows
}

// checkPart compares what is between a pair of comments, or writes it with -update.
func checkPart(t *testing.T, name, part, want string) {
	t.Helper()
	page := readPage(t, name)
	begin, end := "<!-- "+part+": go test ./cmd/tare -run Docs -update -->\n", "<!-- /"+part+" -->\n"
	before, rest, opened := strings.Cut(page, begin)
	got, after, closed := strings.Cut(rest, end)
	switch {
	case !opened || !closed:
		t.Errorf("%s has no part %s", name, part)
	case *update:
		if err := os.WriteFile(filepath.Join(docs, name), []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	case got != want:
		t.Errorf("the part %s of %s is out of date; run with -update:\n%s", part, name, want)
	}
}
