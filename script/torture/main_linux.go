// Command torture sends signals to tare's verbs at random times and looks for what
// they leave behind: processes, cgroups, scratch folders, folders of the go command,
// worktrees, settings, half-written files. It has several change the settings of one
// machine at the same time, too, and has disks fail below them. It takes the time that -for gives it, and
// prints the seed of its choices.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// longest bounds -for.
const longest = 10 * time.Minute

func main() {
	limit := flag.Duration("for", 5*time.Minute, "take this `long`, at most 10m")
	seed := flag.Uint64("seed", rand.Uint64N(1<<32), "seed of the choices; 0 is a seed, too")
	tare := flag.String("tare", "", "the `program` to torture; built from this module by default")
	only := flag.String("only", "", "torture only the `verb` with this name, or race, or errors, or \"errors run\"")
	flag.Parse()
	if flag.NArg() > 0 || *limit > longest {
		flag.Usage()
		os.Exit(2)
	}
	fmt.Printf("seed %d\n", *seed)
	failures, err := torture(min(*limit, longest), *seed, *tare, *only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "torture:", err)
		os.Exit(2)
	}
	if failures > 0 {
		os.Exit(1)
	}
}

// torture tries verbs, signals and times until the limit is over, and returns how
// many of the trials left something behind.
func torture(limit time.Duration, seed uint64, tare, only string) (failures int, err error) {
	deadline := time.Now().Add(limit)
	dir, err := os.MkdirTemp("", "torture-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	if tare == "" {
		tare = filepath.Join(dir, "tare")
		if out, err := exec.Command("go", "build", "-o", tare, "./cmd/tare").CombinedOutput(); err != nil {
			return 0, fmt.Errorf("building tare: %w\n%s", err, out)
		}
	}
	b, err := newBed(dir, tare)
	if err != nil {
		return 0, err
	}
	verbs, err := b.learn(only)
	if err != nil {
		return 0, err
	}
	if erring := strings.HasPrefix(only, errorsName); erring || only == "" {
		if err := b.learnFailing(only); err != nil || erring && len(b.failing) == 0 {
			return 0, err
		}
	}
	random := rand.New(rand.NewPCG(seed, 0))
	counts := map[string]*count{}
	n := 0
	for ; time.Now().Before(deadline); n++ {
		kind, what, troubles := b.next(random, verbs, only)
		if counts[kind] == nil {
			counts[kind] = &count{}
		}
		counts[kind].tried++
		if len(troubles) > 0 {
			counts[kind].failed++
			failures++
		}
		for _, text := range troubles {
			fmt.Printf("%d: %s: %s\n", n, what, text)
		}
	}
	report(counts)
	fmt.Printf("%d trials, %d with findings\n", n, failures)
	return failures, nil
}

// next makes a trial: one verb that is sent signals or has a disk with errors, or several that race. It returns
// what kind it was, what was done, and what is wrong afterwards.
func (b *bed) next(random *rand.Rand, verbs []verb, only string) (kind, what string, troubles []string) {
	const often = 6 // one trial in so many is a race, and one has errors
	if strings.HasPrefix(only, errorsName) || only == "" && len(b.failing) > 0 && random.IntN(often) == 0 {
		return b.errors(random)
	}
	if only == raceName || only == "" && random.IntN(often) == 0 {
		return raceName, raceName, b.race(random)
	}
	t := choose(random, verbs)
	kind = t.verb.name + " " + t.signal.name
	return kind, fmt.Sprintf("%s after %v", kind, t.after), b.try(t)
}

// choose chooses one trial. Most of a verb's time is at its end, and most of its
// stages at its beginning: half of the times are early ones.
func choose(random *rand.Rand, verbs []verb) trial {
	v := verbs[random.IntN(len(verbs))]
	after := random.Float64() * 1.05
	if random.IntN(2) == 0 {
		after *= after * after
	}
	return trial{verb: v, signal: signals[random.IntN(len(signals))], after: time.Duration(after * float64(v.takes)),
		gap: time.Duration(random.Int64N(int64(100 * time.Millisecond)))}
}
