package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"tare/internal/analysis/capacity"
	"tare/internal/analysis/findings"
	"tare/internal/cli/command"
	"tare/internal/engine/exit"
	"tare/internal/host/clock"
	"tare/internal/host/output"
	"tare/internal/host/terminal"
	"tare/internal/machine"
	"tare/internal/machine/noise"
	"tare/internal/record"
	"tare/internal/report/checkup"
)

func (o *options) run(cmd *cobra.Command) (err error) {
	if err := o.check(); err != nil {
		return err
	}
	var page *output.File
	if o.html != "" {
		if page, err = output.Create(o.html); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, page.Close()) }()
	}
	c, err := o.examine(cmd.Context())
	if err != nil {
		return err
	}
	if page != nil {
		err := checkup.Page(page, c)
		if err == nil {
			err = page.Commit()
		}
		if err != nil {
			return fmt.Errorf("writing %s: %w", o.html, err)
		}
	}
	if err := o.write(cmd.OutOrStdout(), c); err != nil {
		return err
	}
	return exit.Quiet(status(c.Require))
}

// check completes the options, or says what is wrong with them, before time is
// spent on measuring.
func (o *options) check() (err error) {
	if o.root, err = command.Root(o.root); err != nil {
		return err
	}
	if _, err := findings.Judge(nil, o.require); err != nil {
		return exit.Errorf(exit.Usage, "", "-require: %w", err)
	}
	return nil
}

// examine reads, measures, concludes and judges.
func (o *options) examine(ctx context.Context) (record.Checkup, error) {
	c := record.Checkup{Started: time.Now(), Tare: command.Version()}
	root := os.DirFS(o.root)
	c.Machine = machine.Read(root, o.surroundings())
	c.Capacity = capacity.Of(c.Machine, o.program(ctx))
	if !o.here() {
		unknown := record.Missing(record.Undetermined, "the environment of another machine's programs cannot be seen")
		c.Capacity.GOGC, c.Capacity.GOMEMLIMIT = "", record.Limit{Reading: unknown}
	}
	// Nothing of tare's own runs any more when it begins to measure.
	if o.measure && o.here() {
		c.Noise = listen(ctx, root, &c.Machine, c.Capacity)
	}
	if ctx.Err() != nil {
		return c, exit.Errorf(exit.Broken, "", "interrupted")
	}
	c.Findings = append(findings.Check(c.Machine, c.Capacity, c.Noise), left(o.root)...)
	offer(c.Findings, o.root)
	if len(o.require) > 0 {
		judged, err := findings.Judge(c.Findings, o.require)
		if err != nil {
			return c, err
		}
		c.Require = &judged
	}
	return c, nil
}

// here reports whether the machine is the one that tare runs on.
func (o *options) here() bool { return o.root == "/" }

// surroundings are what this process knows of the machine that no file says. Of
// another one it knows nothing but that only Linux has such files.
func (o *options) surroundings() machine.Options {
	if !o.here() {
		return machine.Options{GOOS: "linux"}
	}
	dir, _ := os.Getwd()
	return machine.Options{Affinity: runtime.NumCPU(), Dir: dir, KubernetesHost: os.Getenv("KUBERNETES_SERVICE_HOST")}
}

// listen measures, and watches what other processes do meanwhile.
func listen(ctx context.Context, root fs.FS, m *record.Machine, c record.Capacity) *record.Noise {
	if m.GOOS != "linux" { // no /proc to watch, and no pinning
		n := noise.Measure(ctx, noise.Options{System: &clock.System{}})
		m.Facts = append(m.Facts, record.Fact{Group: record.GroupBusy, Name: record.FactNeighbours,
			Status: record.Unsupported, Why: "only read on Linux"})
		return &n
	}
	before, err := machine.Processes(root)
	started := time.Now()
	cpus, _ := clock.CPUs() // without them nothing is pinned, which the result says
	n := noise.Measure(ctx, noise.Options{System: &clock.System{}, Root: root, CPUs: cpus, Quota: c.CPUs.Value})
	after, err2 := machine.Processes(root)
	if err = errors.Join(err, err2); err != nil {
		m.Facts = append(m.Facts, record.Fact{Group: record.GroupBusy, Name: record.FactNeighbours, Why: err.Error()})
		return &n
	}
	var fact record.Fact
	m.Neighbours, fact = machine.Busiest(before, after, time.Since(started), func(pid int) bool { return pid == os.Getpid() })
	m.Facts = append(m.Facts, fact)
	return &n
}

func (o *options) write(w io.Writer, c record.Checkup) error {
	if o.json {
		return command.WriteJSON(w, c)
	}
	width, tty := terminal.Width(w)
	return checkup.Write(w, c, checkup.Options{Width: width, Color: tty && terminal.Color(), Verbose: o.verbose})
}

// status is the exit status for what -require found.
func status(r *record.Require) exit.Code {
	switch {
	case r == nil || r.Passed:
		return exit.Fine
	case len(r.Wrong) > 0:
		return exit.FoundWrong
	}
	return exit.Inconclusive
}
