package page

import (
	"fmt"
	"strings"
	"time"

	"tare/internal/record"
	"tare/internal/report/wording"
	"tare/internal/unit"
)

// header says what was run, where, and how.
type header struct {
	Title    string
	ID, Tare string
	Started  string
	Datetime string // Started for machines, RFC 3339
	Command  string
	Groups   []group
	Gaps     wording.Gaps // what no trial could measure
}

// group is a titled list of facts.
type group struct {
	Title string
	Facts []fact
}

// fact is a name with its value, or with the reason why there is wording.None.
type fact struct {
	Name, Value string
	Flag        string // a short mark beside the value: "dirty"
	Missing     string // set instead of Value
}

func newHeader(run record.Run) header {
	h := header{
		Title:   run.Source.Module,
		ID:      run.ID,
		Tare:    run.Tare,
		Started: moment(run.Started),
		Command: "tare " + quoteAll(run.Args),
		Groups:  []group{source(run), machine(run.Machine), cell(run.Cell), plan(run.Plan)},
		Gaps:    newGaps(run.Probes),
	}
	if h.Title == "" {
		h.Title = "run " + run.ID
	}
	if !run.Started.IsZero() {
		h.Datetime = run.Started.Format(time.RFC3339)
	}
	return h
}

func source(run record.Run) group {
	return group{"Source", known(
		fact{Name: "module", Value: run.Source.Module},
		fact{Name: "packages", Value: strings.Join(run.Plan.Packages, " ")},
		revision(run.Source),
		fact{Name: "Go", Value: run.Source.GoVersion},
		fact{Name: "directory", Value: run.Dir},
		fact{Name: "took", Value: took(run)},
	)}
}

func revision(s record.Source) fact {
	f := fact{Name: "revision", Value: s.Revision}
	if s.VCSStatus != record.Measured {
		return fact{Name: f.Name, Missing: wording.Because(s.VCSStatus, s.VCSWhy)}
	}
	if s.Dirty {
		f.Flag = "dirty"
	}
	return f
}

func took(run record.Run) string {
	if run.Started.IsZero() || !run.Finished.After(run.Started) {
		return ""
	}
	return unit.Duration(run.Finished.Sub(run.Started))
}

func machine(m record.Machine) group {
	cpus := ""
	if m.CPUs > 0 {
		cpus = fmt.Sprintf("%d online", m.CPUs)
		if m.Affinity > 0 && m.Affinity != m.CPUs {
			cpus += fmt.Sprintf(", %d usable", m.Affinity)
		}
	}
	facts := known(
		fact{Name: "CPU", Value: m.CPUModel},
		fact{Name: "CPUs", Value: cpus},
		fact{Name: "system", Value: strings.Trim(m.GOOS+"/"+m.GOARCH, "/")},
		fact{Name: "kernel", Value: m.Kernel},
	)
	for _, f := range m.Facts {
		shown := fact{Name: f.Name, Value: f.Value}
		if f.Status != record.Measured {
			shown = fact{Name: f.Name, Missing: wording.Because(f.Status, f.Why)}
		}
		facts = append(facts, shown)
	}
	return group{"Machine", facts}
}

func cell(c record.Cell) group {
	quota, memory, procs, aslr := "none", "no limit", "as Go picks", "off"
	if c.Quota > 0 {
		quota = fmt.Sprintf("%.4g CPUs", c.Quota)
		if c.Period > 0 {
			quota += " per " + ns(1e3*float64(c.Period))
		}
	}
	if c.Memory > 0 {
		memory = unit.Bytes(float64(c.Memory))
	}
	if c.GOMAXPROCS > 0 {
		procs = fmt.Sprint(c.GOMAXPROCS)
	}
	if c.ASLR {
		aslr = "kept"
	}
	cpus := c.CPUs
	if cpus == "" {
		cpus = "as inherited"
	}
	return group{"Cell", known(
		fact{Name: "level", Value: c.Level},
		fact{Name: "parent", Value: c.Parent},
		fact{Name: "quota", Value: quota},
		fact{Name: "CPUs", Value: cpus},
		fact{Name: "memory", Value: memory},
		fact{Name: "GOMAXPROCS", Value: procs},
		fact{Name: "environment", Value: quoteAll(c.Env)},
		fact{Name: "ASLR", Value: aslr},
	)}
}

func plan(p record.Plan) group {
	benchtime := ""
	switch {
	case p.Iters > 0:
		benchtime = grouped(p.Iters) + "×"
	case p.Benchtime > 0:
		benchtime = p.Benchtime.String()
	}
	limit := ""
	if p.MaxTime > 0 {
		limit = unit.Duration(p.MaxTime)
	}
	return group{"Plan", known(
		fact{Name: "benchmarks", Value: p.Bench},
		fact{Name: "benchtime", Value: benchtime},
		fact{Name: "rounds", Value: fmt.Sprintf("%d to %d", p.MinRounds, p.MaxRounds)},
		fact{Name: "target", Value: "interval within ±" + wording.Share(p.Target, 0)},
		fact{Name: "CV at most", Value: wording.Share(p.MaxCV, 0)},
		fact{Name: "time limit", Value: limit},
		fact{Name: "seed", Value: fmt.Sprint(p.Seed)},
	)}
}

// known drops the facts that say nothing.
func known(facts ...fact) []fact {
	var kept []fact
	for _, f := range facts {
		if f.Value != "" || f.Missing != "" {
			kept = append(kept, f)
		}
	}
	return kept
}

// quoteAll joins words so that a POSIX shell reads them back as they are.
func quoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return strings.Join(quoted, " ")
}

func quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_=+:,./@%", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
