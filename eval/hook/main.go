// Command hook evaluates what tare's hook costs: it builds the benchmarks of a
// package with and without the hook and runs the two binaries in turn, in random
// order, with the same iterations. It prints the ratio of their ns/op with its
// interval, and whether B/op and allocs/op are the same; and then how long
// `tare run` takes compared with `go test` for the same rounds × benchtime.
//
//	go run ./eval/hook
//
// Run it on an otherwise idle machine. It takes about 15 minutes.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"tare/internal/analysis/stats"
	"tare/internal/measure/build"
	"tare/internal/record"
)

var (
	pairs     = flag.Int("pairs", 150, "`n` pairs of processes per benchmark")
	benchtime = flag.Duration("benchtime", 50*time.Millisecond, "window of a process")
	bench     = flag.String("bench", ".", "benchmarks")
	pkg       = flag.String("package", "tare/eval/net/kinds", "import `path` of the package, in the current module")
	rounds    = flag.Int("rounds", 10, "`n` rounds when comparing with go test")
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("eval/hook: ")
	flag.Parse()
	dir, err := os.MkdirTemp("", "eval-hook-")
	if err == nil {
		err = evaluate(context.Background(), dir)
		os.RemoveAll(dir)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func evaluate(ctx context.Context, dir string) error {
	plain, hooked, err := binaries(ctx, dir)
	if err != nil {
		return err
	}
	first, err := measure(plain, fmt.Sprintf("-test.benchtime=%s", *benchtime), "-test.bench="+*bench)
	if err != nil {
		return err
	}
	tw := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintln(tw, "benchmark\tns/op\thooked ÷ plain\t95 % interval\tB/op\tallocs/op")
	for _, b := range first {
		if err := compare(tw, b, plain, hooked); err != nil {
			return err
		}
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	return duration(ctx, dir)
}

// binaries builds the package's test binary twice.
func binaries(ctx context.Context, dir string) (plain, hooked build.Binary, err error) {
	wd, err := os.Getwd()
	if err != nil {
		return plain, hooked, err
	}
	chain, err := build.Open(ctx, wd, filepath.Join(dir, "cache"), build.Options{})
	if err != nil {
		return plain, hooked, err
	}
	if chain.HookErr != nil {
		return plain, hooked, chain.HookErr
	}
	found, _, err := chain.Packages(ctx, []string{*pkg})
	if err != nil || len(found) != 1 || found[0].Err != "" {
		return plain, hooked, fmt.Errorf("package %s: %v %+v", *pkg, err, found)
	}
	if hooked, err = chain.Test(ctx, found[0], filepath.Join(dir, "h.test")); err != nil {
		return plain, hooked, err
	}
	chain.HookErr = fmt.Errorf("not wanted")
	plain, err = chain.Test(ctx, found[0], filepath.Join(dir, "p.test"))
	return plain, hooked, err
}

// result is one result line.
type result struct {
	name          string // with -procs
	n             int64
	ns            float64
	bytes, allocs string
}

var line = regexp.MustCompile(`(?m)^(Benchmark\S+)\s+(\d+)\s+([\d.]+) ns/op.*?(\d+) B/op\s+(\d+) allocs/op`)

func measure(b build.Binary, args ...string) ([]result, error) {
	cmd := exec.Command(b.Path, append(args, "-test.run=^$", "-test.benchmem")...)
	cmd.Dir = b.Package.Dir
	cmd.Env = os.Environ()
	if b.Hooked {
		// Both environments are equally long.
		cmd.Env = append(cmd.Env, fmt.Sprintf("TARE_HOOK=parent=%d;out=/dev/null;stat=/dev/null", os.Getpid()))
	} else {
		cmd.Env = append(cmd.Env, fmt.Sprintf("TARE_NOPE=parent=%d;out=/dev/null;stat=/dev/null", os.Getpid()))
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	var rs []result
	for _, m := range line.FindAllStringSubmatch(string(out), -1) {
		n, _ := strconv.ParseInt(m[2], 10, 64)
		ns, _ := strconv.ParseFloat(m[3], 64)
		rs = append(rs, result{m[1], n, ns, m[4], m[5]})
	}
	return rs, nil
}

// compare runs one benchmark in pairs.
func compare(tw *tabwriter.Writer, b result, plain, hooked build.Binary) error {
	name := regexp.MustCompile(`-\d+$`).ReplaceAllString(b.name, "")
	args := []string{fmt.Sprintf("-test.benchtime=%dx", b.n), "-test.bench=^" + name + "$"}
	var logs, ns []float64
	memory := [2]map[string]int{{}, {}}
	for range *pairs {
		var pair [2]result
		order := []int{0, 1}
		rand.Shuffle(2, func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			rs, err := measure([]build.Binary{plain, hooked}[i], args...)
			if err != nil || len(rs) != 1 {
				return fmt.Errorf("%s: %v %v", name, err, rs)
			}
			pair[i] = rs[0]
			memory[i][rs[0].bytes+" B/op, "+rs[0].allocs+" allocs/op"]++
		}
		logs = append(logs, math.Log(pair[1].ns/pair[0].ns))
		ns = append(ns, pair[0].ns)
	}
	e := stats.HodgesLehmann(logs, record.Confidence)
	percent := func(l float64) string { return fmt.Sprintf("%+.2f%%", 100*(math.Exp(l)-1)) }
	_, err := fmt.Fprintf(tw, "%s\t%.1f\t%s\t%s … %s\t%s\t\n", strings.TrimPrefix(b.name, "Benchmark"), stats.Median(ns),
		percent(e.Center), percent(e.Lo), percent(e.Hi), sameMemory(memory))
	return err
}

// sameMemory compares what was seen most often on either side: now and then the
// runtime starts a thread within a window, hooked or not, and that allocates.
func sameMemory(seen [2]map[string]int) string {
	var usual [2]string
	for i, m := range seen {
		for k, n := range m {
			if n > m[usual[i]] || n == m[usual[i]] && k < usual[i] {
				usual[i] = k
			}
		}
	}
	if usual[0] == usual[1] {
		return "same: " + usual[0]
	}
	return fmt.Sprintf("DIFFERS: plain %s, hooked %s", usual[0], usual[1])
}

// duration times whole commands, in turn, after a first run that fills caches.
func duration(ctx context.Context, dir string) error {
	tare := filepath.Join(dir, "tare")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", tare, "tare/cmd/tare").CombinedOutput(); err != nil {
		return fmt.Errorf("building tare: %w\n%s", err, out)
	}
	count := fmt.Sprintf("-count=%d", *rounds)
	commands := [][]string{
		{"go", "test", "-run=^$", "-bench=" + *bench, count, "-benchtime=" + benchtime.String(), *pkg},
		{tare, "run", "-store=off", "-bench=" + *bench, count, "-benchtime=" + benchtime.String(), *pkg},
	}
	var took [2][]float64
	for i := range 4 {
		for j, args := range commands {
			started := time.Now()
			if out, err := exec.CommandContext(ctx, args[0], args[1:]...).CombinedOutput(); err != nil {
				return fmt.Errorf("%v: %w\n%s", args, err, out)
			}
			if i > 0 {
				took[j] = append(took[j], time.Since(started).Seconds())
			}
		}
	}
	for j := range took {
		slices.Sort(took[j])
	}
	fmt.Printf("\n%d rounds × %s: go test %.1f s, tare run %.1f s: %.2f×\n", *rounds, *benchtime,
		stats.Median(took[0]), stats.Median(took[1]), stats.Median(took[1])/stats.Median(took[0]))
	return nil
}
