package flags

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tare/internal/cli/command"
	"tare/internal/engine/exit"
	"tare/internal/read/sysfs"
	"tare/internal/record"
)

// Grid are the settings of a sweep as typed, in the order in which they first were. One of a
// single level holds at every point; the others are the factors.
type Grid struct{ axes []*axis }

// axis is one setting with its levels.
type axis struct {
	dimension
	typed  []string // what was typed of it
	levels []string
}

// Register declares the flags.
func (g *Grid) Register(cmd *cobra.Command) {
	f := cmd.Flags()
	for _, d := range dimensions {
		f.Var(&gridFlag{grid: g, dimension: d}, d.key, d.usage)
		words := []string{record.Unset}
		if d.most != "" {
			words = []string{d.most, record.Unset}
		}
		command.Complete(cmd, d.key, command.CompleteList(words))
	}
	f.Var(&gridFlag{grid: g, dimension: dimension{key: "env", between: "|", extent: ofText}}, "env",
		"an environment variable: `NAME=VALUE`, or NAME=VALUE|VALUE to vary it; may be repeated")
}

// gridFlag is a pflag.Value that adds to a grid. What is wrong with a value is said when
// the points are made: only there is room for advice.
type gridFlag struct {
	grid *Grid
	dimension
	typed []string
}

// String implements pflag.Value.
func (f *gridFlag) String() string { return strings.Join(f.typed, " ") }

// Type implements pflag.Value.
func (f *gridFlag) Type() string { return "list" }

// Set implements pflag.Value.
func (f *gridFlag) Set(text string) error {
	f.typed = append(f.typed, text)
	d, levels := f.dimension, text
	if d.key == "env" {
		d.variable, levels, _ = strings.Cut(text, "=")
		if d.variable == "" || !strings.Contains(text, "=") {
			d.variable, levels = "", text
		}
	}
	i := slices.IndexFunc(f.grid.axes, func(a *axis) bool { return a.key == d.key && a.variable == d.variable })
	if i < 0 {
		i = len(f.grid.axes)
		f.grid.axes = append(f.grid.axes, &axis{dimension: d})
	}
	f.grid.axes[i].typed = append(f.grid.axes[i].typed, levels)
	return nil
}

// name is what the factor is called.
func (a *axis) name() string {
	if a.key == "env" {
		return a.variable
	}
	return a.key
}

// flag is the flag as typed.
func (a *axis) flag() string {
	if a.key == "env" {
		return "-env " + a.variable + "=" + strings.Join(a.typed, "|")
	}
	return "-" + a.key + " " + strings.Join(a.typed, a.between)
}

// resolve checks the levels and writes ranges out. Every error is a usage error.
func (a *axis) resolve(at Where) error {
	if a.key == "env" {
		if err := a.checkVariable(); err != nil {
			return err
		}
	}
	a.levels = nil
	for _, typed := range a.typed {
		levels, err := a.expand(typed)
		if err != nil {
			return err
		}
		for _, level := range levels {
			if err = a.add(level, at); err != nil {
				return err
			}
		}
	}
	if len(a.levels) > 1 && forBuild.MatchString(a.variable+"=") {
		return exit.Errorf(exit.Usage, "tare compare has one test binary for each side: -new-env="+a.variable+"=...",
			"%s: it decides what is built, and the points of a sweep run the same test binary", a.flag())
	}
	return nil
}

// checkVariable refuses what is no variable, or one that has a flag of its own.
func (a *axis) checkVariable() error {
	if a.variable == "" {
		return exit.Errorf(exit.Usage, "write -env KEY=VALUE, or -env KEY=VALUE|VALUE to vary it", "-env %q: not KEY=VALUE", a.typed[0])
	}
	for _, d := range dimensions {
		if d.variable == a.variable {
			return exit.Errorf(exit.Usage, "write -"+d.key+"="+strings.ReplaceAll(strings.Join(a.typed, ","), "|", ","), "%s: it has a flag of its own", a.flag())
		}
	}
	return nil
}

// add adds a level.
func (a *axis) add(level string, at Where) error {
	if a.key != "env" {
		if err := a.check(level); err != nil {
			return err
		}
	}
	for _, other := range a.levels {
		if a.extentOf(other) != a.extentOf(level) {
			continue
		}
		same := level + " is there twice"
		if other != level {
			same = other + " and " + level + " are the same"
		}
		return exit.Errorf(exit.Usage, "name each level once", "%s: %s", a.flag(), same)
	}
	a.levels = append(a.levels, level)
	return at.check(a.dimension, level)
}

// check refuses limits that could not take effect, or not be set.
func (at Where) check(d dimension, level string) error {
	extent := d.extentOf(level)
	switch there := at.cpus(); {
	case level == record.Unset:
	case d.key == "quota" && there > 0 && extent.amount >= float64(there) && !math.IsInf(extent.amount, 1):
		return exit.Errorf(exit.Usage, "leave it out, or write none", "a quota of %v CPUs never takes effect where there are %d", extent.amount, there)
	case d.key == "cpus":
		own, err1 := sysfs.ParseList(at.Machine.AffinityList)
		shielded, err2 := sysfs.ParseList(at.Shielded)
		asked, _ := sysfs.ParseList(level)
		missing := slices.DeleteFunc(asked, func(cpu int) bool { return slices.Contains(own, cpu) || slices.Contains(shielded, cpu) })
		if err1 == nil && err2 == nil && len(own) > 0 && len(missing) > 0 {
			return exit.Errorf(exit.Usage, "there are "+at.Machine.AffinityList, "-cpus %s: not there, or not for tare: %s", level, sysfs.FormatList(missing))
		}
	}
	return nil
}

// cpus is how many CPUs a program can have without limits of a cell; 0 when unknown.
func (at Where) cpus() int {
	if at.Machine.Affinity > 0 {
		return at.Machine.Affinity
	}
	return at.Machine.CPUs
}

// set changes the conditions of a point by a level. It returns the variable that must not
// be in the program's environment, if there is one.
func (a *axis) set(c *Conditions, level string) (unset string, err error) {
	switch {
	case level == record.Unset:
		return a.variable, nil
	case level == a.most && a.given:
		return "", nil
	case a.key == "env":
		level = a.variable + "=" + level
	}
	return "", c.Apply(Setting{a.key, level})
}

// factors are the axes with several levels. The error is a usage error.
func (g *Grid) factors() (axes []*axis, err error) {
	total, product := 1, ""
	for _, a := range g.axes {
		if n := len(a.levels); n > 1 {
			axes = append(axes, a)
			total = min(total*n, math.MaxInt32)
			product += fmt.Sprintf(" × %d", n)
		}
	}
	switch {
	case len(axes) == 0:
		return nil, exit.Errorf(exit.Usage, "give a setting several levels, as in -gomaxprocs=1..4 or -gogc=50,100,200; `tare run` measures under one set of conditions", "nothing varies: a sweep needs a setting with at least two levels")
	case total > mostPoints && len(axes) == 1:
		return nil, exit.Errorf(exit.Usage, "leave levels out", "%d points; at most %d", total, mostPoints)
	case total > mostPoints:
		return nil, exit.Errorf(exit.Usage, "leave levels out", "%s = %d points; at most %d", strings.TrimPrefix(product, " × "), total, mostPoints)
	}
	return axes, nil
}
