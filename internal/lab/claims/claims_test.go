package claims

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
	"time"

	"tare/internal/lab"
	"tare/internal/record"
)

// world is what the variants of a claim measure in some world: by variant and unit.
type world map[string]map[string]float64

// worlds are those of a claim in which it holds as published, and in which there is nothing
// to it. A claim that speaks of an event has none of them in the latter.
type worlds struct{ holds, fails world }

// host is a machine of eight CPUs.
var host = lab.Host{CPUs: 8, CacheLine: 64, LastCache: 32 << 20, Memory: 16 << 30, Window: 300 * time.Millisecond}

// rounds plays some rounds of a world, with noise.
func (w world) rounds(variants []string, seed uint64) lab.Data {
	r := rand.New(rand.NewPCG(seed, 7))
	d := lab.Data{Variants: variants}
	for range 15 {
		round := map[int]map[string]float64{}
		phase := 0.05 * r.NormFloat64()
		for i, name := range variants {
			round[i] = map[string]float64{}
			for unit, v := range w[name] {
				round[i][unit] = v * math.Exp(phase+0.01*r.NormFloat64())
			}
		}
		d.Rounds = append(d.Rounds, round)
	}
	return d
}

// Every verdict can come out either way.
func TestWorlds(t *testing.T) {
	for _, c := range All() {
		w, ok := table[c.ID]
		if !ok {
			t.Errorf("%s: no worlds", c.ID)
			continue
		}
		var names []string
		for _, v := range c.Variants(host) {
			names = append(names, v.Name)
		}
		for name := range w.holds {
			if !slices.Contains(names, name) {
				t.Errorf("%s: a world has %q, which is no variant: %q", c.ID, name, names)
			}
		}
		for seed := range uint64(20) {
			if figures, got := lab.Judge(c.Figures(host), w.holds.rounds(names, seed)); got != record.Reproduced {
				t.Errorf("%s: %s where it holds: %+v", c.ID, got, figures)
				break
			}
			if figures, got := lab.Judge(c.Figures(host), w.fails.rounds(names, seed)); got != record.Refuted {
				t.Errorf("%s: %s where there is nothing to it: %+v", c.ID, got, figures)
				break
			}
		}
	}
}

// What users read of a claim is there, and variants can be told apart.
func TestTexts(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range All() {
		if seen[c.ID] || !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(c.ID) || lab.Sources[c.Source[:1]] == "" || c.Question == "" || c.Says == "" || len(c.Picture.Units) == 0 {
			t.Errorf("%+v", c)
		}
		seen[c.ID] = true
		for _, cpus := range []int{2, 8, 64} {
			h := host
			h.CPUs = cpus
			names := map[string]bool{}
			for _, v := range c.Variants(h) {
				if names[v.Name] {
					t.Errorf("%s: two variants are called %s", c.ID, v.Name)
				}
				names[v.Name] = true
			}
			if len(names) == 0 || len(c.Figures(h)) == 0 {
				t.Errorf("%s: %d variants, %d figures on %d CPUs", c.ID, len(names), len(c.Figures(h)), cpus)
			}
		}
	}
}

// table has the worlds of all claims.
var table = func() map[string]worlds {
	all := map[string]worlds{}
	for _, part := range []map[string]worlds{limitsWorlds, schedulerWorlds, memoryWorlds, cachesWorlds} {
		for id, w := range part {
			all[id] = w
		}
	}
	return all
}()
