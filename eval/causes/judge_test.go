package main

import (
	"math"
	"regexp"
	"testing"

	"tare/eval/causes/diary"
	"tare/internal/record"
)

const ms = 1e6

// told is a diary of 200 units of 10 ms, each of which lost 6 ms to one plant and 2 to
// another, but for four that took 50 ms and lost 46.
func told(t *testing.T) account {
	t.Helper()
	var all []diary.Entry
	at := int64(1000 * ms)
	for i := range int64(200) {
		e := diary.Entry{Unit: true, From: at, To: at + 10*ms, Lost: [diary.Plants]int64{6 * ms, 2 * ms}}
		if i%50 == 0 {
			e.To, e.Lost[0] = at+50*ms, 46*ms
		}
		all, at = append(all, e), e.To
	}
	all = append(all, diary.Entry{Unit: true, From: 0, To: 999 * ms}, // before the recording
		diary.Entry{From: 900 * ms, To: 1100 * ms, Lost: [diary.Plants]int64{0, 100 * ms}}) // half of it
	e := &record.Explanation{Begin: 1000 * ms, Duration: 4000 * ms, Hit: &record.Hit{From: 20 * ms, To: 55 * ms}}
	a, err := readDiary(all, e)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestSize(t *testing.T) {
	a := told(t)
	if len(a.units) != 200 || a.lost != [diary.Plants]float64{0, 50 * ms} {
		t.Fatalf("%d units, lost %v", len(a.units), a.lost)
	}
	for _, c := range []struct {
		i    int
		p    plant
		view record.View
		want size
	}{
		{0, plant{}, record.ViewMean, size{6.8 * ms, 6.8 / 10.8}},
		{1, plant{}, record.ViewMean, size{2 * ms, 2 / 10.8}},
		{1, plant{losses: true}, record.ViewMean, size{0.25 * ms, 0.25 / 10.8}},
		{0, plant{}, record.ViewP99, size{40 * ms, 0.8}},
		{1, plant{}, record.ViewP99, size{0, 0}},
		{0, plant{}, record.ViewWorst, size{40 * ms, 0.8}},
		{0, plant{}, record.ViewProcess, size{1360 * ms, 0.34}},
		{1, plant{}, record.ViewProcess, size{50 * ms, 0.0125}},
		{0, plant{}, record.ViewHit, size{46 * ms, 0.92}},
		{1, plant{losses: true}, record.ViewHit, size{100 * ms, 0.5}},
	} {
		if got := a.size(c.i, c.p, c.view); math.Abs(got.ns-c.want.ns) > 1 || math.Abs(got.share-c.want.share) > 1e-9 {
			t.Errorf("plant %d of %s: %v, want %v", c.i, c.view, got, c.want)
		}
	}
}

func TestEmptyDiary(t *testing.T) {
	if _, err := readDiary([]diary.Entry{{Unit: true, From: 10, To: 20}}, &record.Explanation{Begin: 15, Duration: 100}); err == nil {
		t.Error("no error for a diary that has nothing about the recording")
	}
}

// lockAndSpinner is a program with two plants.
func lockAndSpinner() program {
	return program{how: serves, plants: []plant{
		{items: blocked, views: units, who: `main\.keeper`, where: `main\.keeper`},
		{items: preempted, views: anywhere, who: "^spinner$"},
	}}
}

// right is what tare should say of it.
func right() []record.Cause {
	return []record.Cause{
		{View: record.ViewMean, Item: record.ItemBlocked, Ns: 6.5 * ms, Share: 0.6, Who: "main.keeper", Where: "main.keeper both.go:12"},
		{View: record.ViewMean, Item: record.ItemRunning, Ns: 2 * ms, Share: 0.2},
		{View: record.ViewMean, Item: record.ItemPreempted, Ns: 2 * ms, Share: 0.19, Who: "spinner"},
	}
}

// TestJudge spoils causes that are right.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		want  string
		spoil func(*program, []record.Cause) []record.Cause
	}{
		{"ok", nil},
		{"ok", func(_ *program, c []record.Cause) []record.Cause { c[0].Who, c[0].Where = "", ""; return c }},
		{"FAILS", func(*program, []record.Cause) []record.Cause { return nil }},
		{"other cause", func(_ *program, c []record.Cause) []record.Cause { c[0], c[2] = c[2], c[0]; return c }},
		{"other cause", func(_ *program, c []record.Cause) []record.Cause { c[0].View = record.ViewHit; return c }},
		{"wrong culprit", func(_ *program, c []record.Cause) []record.Cause { c[0].Who = "main.other"; return c }},
		{"wrong culprit", func(_ *program, c []record.Cause) []record.Cause { c[0].Where = "main.other x.go:1"; return c }},
		{"wrong size", func(_ *program, c []record.Cause) []record.Cause { c[0].Ns = 6.1 * ms; return c }},
		{"wrong size", func(_ *program, c []record.Cause) []record.Cause { c[0].Ns = 7.5 * ms; return c }},
		{"ok", func(p *program, c []record.Cause) []record.Cause { p.plants[0].atLeast, c[0].Ns = 0.5, 4*ms; return c }},
		{"wrong size", func(p *program, c []record.Cause) []record.Cause { p.plants[0].atLeast, c[0].Ns = 0.5, 3*ms; return c }},
		{"wrong size", func(p *program, c []record.Cause) []record.Cause { p.how, c[0].Share = bench, 0.5; return c }},
		{"ok", func(p *program, c []record.Cause) []record.Cause { p.how, c[0].Ns = bench, 999*ms; return c }},
		{"ok", func(p *program, c []record.Cause) []record.Cause {
			p.plants[0].losses, c[0].View, c[0].Ns = true, record.ViewP99, 1
			return c
		}},
		{"second missing", func(_ *program, c []record.Cause) []record.Cause { return c[:2] }},
		{"not planted", func(p *program, c []record.Cause) []record.Cause {
			p.plants[0], p.plants[1] = p.plants[1], p.plants[0]
			p.plants[0].losses = true
			p.plants[0].views = []record.View{record.ViewProcess}
			return c
		}},
	} {
		p, causes := lockAndSpinner(), right()
		if c.spoil != nil {
			causes = c.spoil(&p, causes)
		}
		a := told(t)
		if c.want == "not planted" {
			a.lost[0] = 1 * ms // of 4 s
		}
		if v := judge(p, causes, a); v.fault() != c.want || v.ok() != (c.want == "ok") {
			t.Errorf("%s, want %s: %+v", v.fault(), c.want, v)
		}
	}
}

// TestPlants checks that each program can be judged at all.
func TestPlants(t *testing.T) {
	seen := map[string]bool{}
	for _, all := range [][]program{single, double} {
		for _, p := range all {
			if seen[p.name] {
				t.Errorf("two programs are named %s", p.name)
			}
			seen[p.name] = true
			for _, plant := range p.plants {
				if len(plant.items) == 0 || len(plant.views) == 0 || plant.what == "" {
					t.Errorf("%s: nothing is right: %+v", p.name, plant)
				}
				for _, pattern := range []string{plant.who, plant.where} {
					if _, err := regexp.Compile(pattern); err != nil {
						t.Errorf("%s: %v", p.name, err)
					}
				}
			}
			if len(p.plants) > diary.Plants || p.runs == "" || p.how == "" {
				t.Errorf("%s cannot be run: %+v", p.name, p)
			}
		}
	}
	if len(single) < 24 || len(double) < 6 {
		t.Errorf("%d programs with one fault, %d with two", len(single), len(double))
	}
}
