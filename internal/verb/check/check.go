package check

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"tare/internal/capacity"
	"tare/internal/findings"
	"tare/internal/host/clock"
	"tare/internal/host/terminal"
	"tare/internal/machine"
	"tare/internal/noise"
	"tare/internal/record"
	"tare/internal/report/checkup"
	"tare/internal/verb/cli"
)

func (o *options) run(cmd *cobra.Command) error {
	if _, err := findings.Judge(nil, o.require); err != nil { // before a second is spent on measuring
		return cli.Errorf(cli.Usage, "the names are in the output of `tare check -v`", "-require: %w", err)
	}
	var page *os.File
	if o.html != "" {
		var err error
		if page, err = os.Create(o.html); err != nil {
			return err
		}
		defer page.Close()
	}
	c := o.examine(cmd.Context())
	if cmd.Context().Err() != nil {
		return cli.Errorf(cli.Broken, "", "interrupted")
	}
	if len(o.require) > 0 {
		judged, err := findings.Judge(c.Findings, o.require)
		if err != nil {
			return err
		}
		c.Require = &judged
	}
	if page != nil {
		if err := checkup.Page(page, c); err != nil {
			return err
		}
		if err := page.Close(); err != nil {
			return fmt.Errorf("writing %s: %w", o.html, err)
		}
	}
	if err := o.write(cmd.OutOrStdout(), c); err != nil {
		return err
	}
	return cli.Quiet(status(c.Require))
}

// examine reads, measures and concludes.
func (o *options) examine(ctx context.Context) record.Checkup {
	started := time.Now()
	c := record.Checkup{Started: started, Tare: cli.Version()}
	dir, _ := os.Getwd()
	root := os.DirFS(o.root)
	c.Machine = machine.Read(root, machine.Options{Affinity: runtime.NumCPU(), Dir: dir,
		KubernetesHost: os.Getenv("KUBERNETES_SERVICE_HOST")})
	c.Capacity = capacity.Of(c.Machine, program(ctx))
	// Nothing of tare's own runs any more when it begins to measure.
	if o.measure && o.root == "/" {
		c.Noise = listen(ctx, root, &c.Machine, c.Capacity)
	}
	c.Findings = append(findings.Check(c.Machine, c.Capacity, c.Noise), left(o.root)...)
	return c
}

// listen measures, and watches what other processes do meanwhile.
func listen(ctx context.Context, root fs.FS, m *record.Machine, c record.Capacity) *record.Noise {
	before, err := machine.Processes(root)
	started := time.Now()
	cpus, _ := clock.CPUs() // none on other systems: nothing is pinned there
	n := noise.Measure(ctx, noise.Options{System: &clock.System{}, Root: root, CPUs: cpus, Quota: c.CPUs.Value})
	if err == nil {
		var after machine.ProcessTimes
		if after, err = machine.Processes(root); err == nil {
			var fact record.Fact
			m.Neighbours, fact = machine.Busiest(before, after, time.Since(started), func(pid int) bool { return pid == os.Getpid() })
			m.Facts = append(m.Facts, fact)
		}
	}
	if err != nil {
		m.Facts = append(m.Facts, record.Fact{Group: record.GroupBusy, Name: record.FactNeighbours, Why: err.Error()})
	}
	return &n
}

func (o *options) write(w io.Writer, c record.Checkup) error {
	if o.json {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "\t")
		return enc.Encode(c)
	}
	width, tty := terminal.Width(w)
	return checkup.Write(w, c, checkup.Options{Width: width, Color: tty && terminal.Color(), Verbose: o.verbose})
}

// status is the exit status for what -require found.
func status(r *record.Require) cli.Exit {
	switch {
	case r == nil || r.Passed:
		return cli.Fine
	case len(r.Wrong) > 0:
		return cli.FoundWrong
	}
	return cli.Inconclusive
}
