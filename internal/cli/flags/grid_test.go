package flags

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"tare/internal/analysis/capacity"
	"tare/internal/cli/command"
	"tare/internal/engine/exit"
	"tare/internal/record"
)

// here is a machine with four CPUs and no quota.
var here = Where{
	Machine: record.Machine{CPUs: 4, Affinity: 4, AffinityList: "0-3", GOOS: "linux",
		Facts: []record.Fact{{Name: record.FactLeafQuota, Status: record.Measured, Value: "none"}}},
	Program: capacity.Go{Version: "go1.26.0", Language: "1.26"},
}

// pointsOf reads a command line.
func pointsOf(t *testing.T, line string, at Where) ([]record.Factor, []Point, error) {
	t.Helper()
	var g Grid
	cmd := &cobra.Command{}
	g.Register(cmd)
	if err := command.Parse(cmd.Flags(), strings.Fields(line)); err != nil {
		t.Fatal(err)
	}
	return g.Points(Conditions{Box: Cell{ASLR: "on"}}, at)
}

func TestFactors(t *testing.T) {
	for line, want := range map[string]string{
		"-gomaxprocs 1..4":                             "gomaxprocs[1 2 3 4][0 1 2 3]",
		"-gomaxprocs 1..8*2,unset,3":                   "gomaxprocs[1 2 4 8 unset 3][0 1 3 4 -1 2]",
		"-gomaxprocs 1..10*3 -gomaxprocs 2":            "gomaxprocs[1 3 9 2][0 2 3 1]",
		"-gogc off,50,100,unset":                       "gogc[off 50 100 unset][2 0 1 -1]",
		"-gomemlimit 1GiB,off,64MiB":                   "gomemlimit[1GiB off 64MiB][1 2 0]",
		"-quota 100%,none,50%,10ms/20ms":               "given quota[100% none 50% 10ms/20ms][2 3 1 0]",
		"-cpus 0 -cpus 0-1 -cpus 1/0,2":                "given cpus[0 0-1 1 0,2][0 1 0 1]",
		"-memory 64MiB,none -weight 100,1000":          "given memory[64MiB none][0 1] given weight[100 1000][0 1]",
		"-env A=x|y -gogc 50 -env B=1 -env A=unset":    "A[x y unset][]",
		"-env GODEBUG=madvdontneed=0|madvdontneed=1":   "GODEBUG[madvdontneed=0 madvdontneed=1][]",
		"-gogc 25..100*2 -gomaxprocs 1 -quota 50%,75%": "gogc[25 50 100][0 1 2] given quota[50% 75%][0 1]",
	} {
		factors, points, err := pointsOf(t, line, here)
		var got []string
		product := 1
		for _, f := range factors {
			given := ""
			if f.Given {
				given = "given "
			}
			got = append(got, fmt.Sprintf("%s%s%v%v", given, f.Name, f.Levels, f.Ranks))
			product *= len(f.Levels)
		}
		if err != nil || strings.Join(got, " ") != want || len(points) != product {
			t.Errorf("%s: got %s, %d points, %v", line, got, len(points), err)
		}
	}
}

func TestPoints(t *testing.T) {
	// By point: its group, its GOMAXPROCS, and * where it is the default of its group.
	for line, want := range map[string]string{
		"-gomaxprocs 1,4":                                                "0:1 0:4*",
		"-gomaxprocs 1,4,unset":                                          "0:1 0:4 0:4*",
		"-quota 50%,150%,250%,none -gogc 100,off":                        "0:2* 0:2 1:2* 1:2 2:3* 2:3 3:4* 3:4",
		"-gogc 100,off -quota 50%,none":                                  "0:2* 1:4* 0:2 1:4",
		"-quota 50%,none":                                                "0:2* 0:4",
		"-gomaxprocs 1,2 -cpus 0 -cpus 0-1":                              "0:1* 1:1 0:2 1:2*",
		"-gomaxprocs 3 -gogc unset,50":                                   "0:3 0:3",
		"-gomemlimit 64MiB,off -env HOME=x":                              "0:4 0:4*",
		"-env A=x|unset":                                                 "0:4 0:4*",
		"-gogc 50,100 -env GODEBUG=x=1":                                  "0:4 0:4",
		"-quota 150%,250% -gogc 50,100 -env GODEBUG=containermaxprocs=0": "0:4 0:4 1:4 1:4",
	} {
		_, points, err := pointsOf(t, line, here)
		var got []string
		for _, p := range points {
			text := fmt.Sprintf("%d:%d", p.Group, p.Procs)
			if p.Default {
				text += "*"
			}
			got = append(got, text)
		}
		if all := strings.Join(got, " "); err != nil || all != want {
			t.Errorf("%s: got %s, %v; want %s", line, all, err, want)
		}
	}
}

// Of several points that the runtime would be at by itself, only one is the default.
func TestOneDefault(t *testing.T) {
	_, points, err := pointsOf(t, "-quota 50%,75% -gomaxprocs 2,unset -gogc 100,unset,50 -gomemlimit off,1GiB", here)
	if err != nil {
		t.Fatal(err)
	}
	var defaults []string
	for _, p := range points {
		if p.Default {
			defaults = append(defaults, fmt.Sprint(p.Levels))
		}
	}
	if got := strings.Join(defaults, " "); got != "[0 1 1 0] [1 1 1 0]" {
		t.Errorf("got %s", got)
	}
}

func TestPointConditions(t *testing.T) {
	_, points, err := pointsOf(t, "-gomaxprocs 2,unset -gogc unset -gomemlimit 1MiB -quota 50% -memory none -weight 200 -cpus 1 -env A=1|unset -env B=2", here)
	if err != nil {
		t.Fatal(err)
	}
	inherited := []string{"A=0", "GOGC=7", "GOMAXPROCS=7", "HOME=/"}
	for i, want := range []string{
		"A=1 B=2 GOMAXPROCS=2 GOMEMLIMIT=1048576 HOME=/", "B=2 GOMAXPROCS=2 GOMEMLIMIT=1048576 HOME=/",
		"A=1 B=2 GOMEMLIMIT=1048576 HOME=/", "B=2 GOMEMLIMIT=1048576 HOME=/",
	} {
		p := points[i]
		env := p.Environment(inherited)
		slices.Sort(env)
		if got := strings.Join(env, " "); got != want {
			t.Errorf("point %d: the environment is %s, want %s", i, got, want)
		}
		if l := p.Limits; l.Quota != 0.5 || l.Memory != 0 || l.Weight != 200 || l.CPUs != "1" || p.Cell.Weight != 200 || !p.Cell.ASLR {
			t.Errorf("point %d: %+v, %+v", i, l, p.Cell)
		}
	}
}

// What nothing sets is as the environment has it, and nobody knows it without facts.
func TestProcs(t *testing.T) {
	inherits := here
	inherits.Program.Env = func(key string) (string, bool) { return "3", key == "GOMAXPROCS" }
	limited := here
	limited.Machine.Facts = []record.Fact{{Name: record.FactLeafQuota, Status: record.Measured, Value: "2 CPUs", Number: 2}}
	for _, c := range []struct {
		line string
		at   Where
		want string
	}{
		{"-gogc 50,100", inherits, "[3 3]"},
		{"-gomaxprocs unset,2", inherits, "[4 2]"},
		{"-gogc 50,100", limited, "[0 0]"},
		{"-quota 250%,none", limited, "[3 4]"},
		{"-gogc 50,100", Where{}, "[0 0]"},
		{"-gogc 50,100 -gomaxprocs 2", Where{}, "[2 2]"},
	} {
		_, points, err := pointsOf(t, c.line, c.at)
		var got []int
		for _, p := range points {
			got = append(got, p.Procs)
		}
		if fmt.Sprint(got) != c.want || err != nil {
			t.Errorf("%s: got %v, %v; want %s", c.line, got, err, c.want)
		}
	}
}

func TestBadGrids(t *testing.T) {
	for line, want := range map[string]string{
		"":                      "nothing varies",
		"-gogc 50":              "nothing varies",
		"-gomaxprocs 1..4,2":    "-gomaxprocs 1..4,2: 2 is there twice",
		"-gogc 50 -gogc 50":     "-gogc 50,50: 50 is there twice",
		"-quota 100%,1.0":       "100% and 1.0 are the same",
		"-quota 50%,50ms/100ms": "are the same",
		"-quota none,unset,50%": "none and unset are the same",
		"-memory 1GiB,1024MiB":  "are the same",
		"-cpus 0-1/0,1":         "0-1 and 0,1 are the same",
		"-env A=1|1":            "1 is there twice",
		"-gomaxprocs 4..1":      "the range is empty",
		"-gomaxprocs 1..8*1":    "leads nowhere",
		"-gogc 0..8*2":          "leads nowhere",
		"-gomaxprocs 1..":       "not a range",
		"-gomaxprocs 1..100000": "more than a sweep can have",
		"-gomaxprocs 1,,2":      "a level is empty",
		"-quota 1..2":           "only whole numbers have ranges",
		"-gomaxprocs 0,1":       "not a positive number",
		"-gogc few,100":         "not a percentage",
		"-quota many,50%":       "not a number",
		"-quota 50%,4":          "a quota of 4 CPUs never takes effect where there are 4",
		"-memory much,1GiB":     "not a size",
		"-weight 0,100":         "not a whole number from 1 to 10000",
		"-cpus 0/x":             "-cpus",
		"-cpus 0/2-5":           "not there, or not for tare: 4-5",
		"-env A":                "not KEY=VALUE",
		"-env GOGC=50|100":      "it has a flag of its own",
		"-env GOEXPERIMENT=a|b": "it decides what is built",
		"-gogc 1..9 -gomaxprocs 1..12 -gomemlimit 1M,2M,3M,4M,5M": "9 × 12 × 5 = 540 points; at most 256",
		"-gogc 1..257": "257 points; at most 256",
	} {
		_, _, err := pointsOf(t, line, here)
		if exit.Status(err) != exit.Usage || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", line, err, want)
		}
	}
}

// Whatever is typed is refused or makes points.
func FuzzGrid(f *testing.F) {
	f.Add("gomaxprocs", "1..8*2,unset")
	f.Add("quota", "50%,1.5,5ms/10ms,none")
	f.Add("cpus", "0/0-1")
	f.Add("env", "A=b|c")
	f.Add("gogc", "0..2147483647*2147483647")
	f.Fuzz(func(t *testing.T, key, levels string) {
		var g Grid
		cmd := &cobra.Command{}
		g.Register(cmd)
		if cmd.Flags().Lookup(key) == nil {
			return
		}
		if err := cmd.Flags().Set(key, levels); err != nil {
			t.Fatal(err)
		}
		factors, points, err := g.Points(Conditions{Box: Cell{ASLR: "on"}}, here)
		if err == nil && (len(factors) != 1 || len(points) != len(factors[0].Levels) || len(points) > mostPoints) || err != nil && exit.Status(err) != exit.Usage {
			t.Errorf("%q: %d factors, %d points, %v", levels, len(factors), len(points), err)
		}
	})
}
