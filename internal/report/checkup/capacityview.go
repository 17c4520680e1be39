package checkup

import (
	"strings"

	"tare/internal/record"
	"tare/internal/unit"
)

// capacityView is what a Go program gets, drawn and said.
type capacityView struct {
	CPUs, Memory *barChart
	Answers      []answerView
	Gaps         []string
	Groups       []controlGroupView
}

// answerView is an answer cut into sentences.
type answerView struct {
	Name, Value, Advice, Reason string
	Missing                     bool
}

// controlGroupView is everything about one control group.
type controlGroupView struct {
	Dir   string
	Facts []factView
}

func newCapacityView(c record.Checkup) capacityView {
	rs := rungs(c)
	memory := memoryMeasures(rs, c.Capacity)
	v := capacityView{
		CPUs:   newBarChart("CPUs", cpuMeasures(rs, c.Capacity), scaling{size: 1}),
		Memory: newBarChart("Memory", memory, binary(memory)),
	}
	for _, g := range gaps(rs) {
		v.Gaps = append(v.Gaps, strings.Join(g.What, ", ")+": "+g.Why)
	}
	if c.Capacity.Hidden != "" {
		v.Gaps = append(v.Gaps, "A tighter limit may be hidden: "+c.Capacity.Hidden)
	}
	for _, a := range answers(c.Capacity) {
		value, advice, reason := a.sentences()
		v.Answers = append(v.Answers, answerView{a.Name, value, advice, reason, a.Missing})
	}
	for _, g := range c.Machine.Cgroups {
		v.Groups = append(v.Groups, controlGroupView{g.Dir, factViews(groupFacts(g))})
	}
	return v
}

// cpuMeasures lists what bounds the CPUs, then what Go makes of it.
func cpuMeasures(rs []rung, c record.Capacity) []measure {
	var ms []measure
	for _, r := range rs {
		for _, col := range rungColumns[:2] { // CPUs and quota
			if q := col.of(r); q.Text != "" && q.Text != cannot {
				ms = append(ms, limitMeasure(r, col, q))
			}
		}
	}
	goes := classGo
	if c.GOMAXPROCS.OK() && c.CPUs.OK() && c.GOMAXPROCS.Value > c.CPUs.Value {
		goes = classExcess
	}
	return append(ms,
		measure{"a program gets", "", classGets, ofReading(c.CPUs, cpus)},
		measure{"GOMAXPROCS", "", goes, ofReading(c.GOMAXPROCS, whole)},
		measure{"recommended", "", classSet, ofReading(c.Recommended, whole)})
}

func memoryMeasures(rs []rung, c record.Capacity) []measure {
	var ms []measure
	for _, r := range rs {
		if q := r.Memory; q.Text != "" && q.Text != cannot {
			ms = append(ms, limitMeasure(r, rungColumns[3], q))
		}
	}
	ms = append(ms,
		measure{"a program gets", "", classGets, ofLimit(c.Memory, unit.Bytes)},
		measure{"GOMEMLIMIT", "", classGo, ofLimit(c.GOMEMLIMIT, memoryLimit)})
	if c.RecommendedMemory.OK() {
		ms = append(ms, measure{"recommended", "", classSet, ofReading(c.RecommendedMemory, memoryLimit)})
	}
	return ms
}

func limitMeasure(r rung, c column, q quantity) measure {
	m := measure{name: r.Name, full: r.Path, class: classLimit, quantity: q}
	if r.Path != "" && c.Title == "CPUs" {
		m.name = "CPU set of " + m.name
	}
	if r.Path != "" && c.Title == "quota" {
		m.name = "quota of " + m.name
	}
	if limits(r, c) {
		m.class = classTight
	}
	return m
}

func ofReading(r record.Reading, format func(float64) string) quantity {
	return ofLimit(record.Limit{Reading: r}, format)
}

// binary is the unit for the axis of ms.
func binary(ms []measure) scaling {
	if largest(ms) < 1<<30 {
		return scaling{1 << 20, "MiB"}
	}
	return scaling{1 << 30, "GiB"}
}
