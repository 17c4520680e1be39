package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"tare/internal/measure/hook"
)

// versions are the Go releases that the hook must work with. Except for the
// one at hand they come from the module proxy, into GOMODCACHE.
var versions = []string{"local", "go1.24.0", "go1.25.0", "go1.26.0", "go1.27.0"}

func module(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("testdata/plain")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// A hooked binary reports the same iterations, B/op, allocs/op and metrics as
// the plain one, prints nothing else, and writes one record per benchmark.
func TestHookedBinaries(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			t.Setenv("GOTOOLCHAIN", version)
			dir, bin := module(t), t.TempDir()
			chain, err := Open(t.Context(), dir, t.TempDir(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if chain.HookErr != nil || (version != "local" && chain.Version != version) || chain.Module != "plain" {
				t.Fatalf("toolchain %s, module %q: %v", chain.Version, chain.Module, chain.HookErr)
			}
			p := Package{ImportPath: "plain", Dir: dir}
			hooked, err := chain.Test(t.Context(), p, filepath.Join(bin, "hooked.test"))
			if err != nil || !hooked.Hooked {
				t.Fatalf("hooked: %v, %v", err, hooked.HookErr)
			}
			chain.HookErr = errors.New("not wanted")
			plain, err := chain.Test(t.Context(), p, filepath.Join(bin, "plain.test"))
			if err != nil || plain.Hooked {
				t.Fatal(err)
			}
			records := filepath.Join(bin, "records")
			got := benchmark(t, hooked, fmt.Sprintf("TARE_HOOK=parent=%d;out=%s", os.Getpid(), records))
			want := benchmark(t, plain)
			if got != want {
				t.Errorf("hooked:\n%s\nplain:\n%s", got, want)
			}
			checkRecords(t, records)
			checkPlans(t, hooked)
			checkOps(t, hooked)
			checkLayout(t, plain, hooked)
		})
	}
}

// A thread that the runtime happens to start inside the window allocates some
// 5 kB, hooked or not: B/op over 1000 iterations is compared in steps of 16.
var bytesPerOp = regexp.MustCompile(`\s+\d+ B/op`)

var nanoseconds = regexp.MustCompile(`\s+[\d.]+ (ns/op|MB/s)`)

// benchmark runs the binary for a fixed number of iterations and returns its
// output without the times.
func benchmark(t *testing.T, b Binary, env ...string) string {
	t.Helper()
	cmd := exec.Command(b.Path, "-test.run=^$", "-test.bench=.", "-test.benchtime=1000x", "-test.cpu=1,2")
	cmd.Dir, cmd.Env = b.Package.Dir, append(os.Environ(), append(env, "GOGC=off")...) // a collection allocates now and then
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := nanoseconds.ReplaceAllString(string(out), "")
	return bytesPerOp.ReplaceAllStringFunc(text, func(s string) string {
		n, err := strconv.Atoi(strings.Fields(s)[0])
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf(" %d B/op", (n+8)/16*16)
	})
}

func checkRecords(t *testing.T, path string) {
	t.Helper()
	records := recordsAt(t, path)
	if len(records) != 22 { // eleven benchmarks at two GOMAXPROCS
		t.Errorf("%d records, want 22", len(records))
	}
	seen := map[string]hook.Record{}
	for _, r := range records {
		if r.N != 1000 || r.Duration <= 0 || r.Failed {
			t.Errorf("%s: %+v", r.Name, r)
		}
		if _, ok := r.Counters["cpu"]; !ok && runtime.GOOS == "linux" {
			t.Errorf("%s: no CPU time", r.Name)
		}
		seen[r.Name] = r
	}
	if r := seen["BenchmarkStopStart"]; r.Segments < 1000 || r.Read >= r.Segments || r.Counters["mallocs"]/r.N != 1 {
		t.Errorf("a benchmark that stops its timer: %+v", r)
	}
	if r := seen["BenchmarkHalf"]; r.Counters["mallocs"]/10 != 50 {
		t.Errorf("half an allocation: %+v", r)
	}
	if r := seen["BenchmarkSub/d|e[x]"]; r.Extra["foo/op"] != 3.5 {
		t.Errorf("ReportMetric: %+v", r)
	}
	if !seen["BenchmarkParallel"].Parallel || seen["BenchmarkAlloc"].Parallel || seen["BenchmarkLoop"].SetBytes != 64 {
		t.Errorf("RunParallel or SetBytes: %+v", seen)
	}
}

// recordsAt reads what a hooked process has written.
func recordsAt(t *testing.T, path string) []hook.Record {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := hook.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// checkPlans runs steps of b.N and b.Loop, and looks at the windows that come of
// them.
func checkPlans(t *testing.T, b Binary) {
	t.Helper()
	for _, c := range []struct {
		name  string
		steps []hook.Step
		want  string
	}{
		{"Alloc", []hook.Step{{Kind: hook.Fresh, N: 100}}, "100"},
		{"Alloc", []hook.Step{{Kind: hook.Fresh, N: 1}}, "1"},
		{"Alloc", []hook.Step{{Kind: hook.WarmUp, N: 50}, {Kind: hook.GoOn, N: 100}}, "100 on"},
		{"Alloc", []hook.Step{{Kind: hook.WarmUp, N: 5}, {Kind: hook.Fresh, N: 5}, {Kind: hook.Fresh, N: 105}}, "5 105"},
		{"ResetLate", []hook.Step{{Kind: hook.Fresh, N: 100}}, "100"},
		{"Loop", []hook.Step{{Kind: hook.Fresh, N: 100}}, "100 loop"},
		{"Loop", []hook.Step{{Kind: hook.Fresh, N: 1}}, "1 loop"},
		{"Loop", []hook.Step{{Kind: hook.WarmUp, N: 50}, {Kind: hook.GoOn, N: 100}}, "100 loop"},
		{"LoopMetric", []hook.Step{{Kind: hook.WarmUp, N: 50}, {Kind: hook.GoOn, N: 100}}, "100 loop"},
	} {
		var got []string
		for _, r := range planned(t, b, c.name, c.steps) {
			text := strconv.FormatInt(r.N, 10)
			for _, key := range []string{"loop", "went-on"} {
				if r.Counters[key] != 0 {
					text += " " + strings.TrimPrefix(key, "went-")
				}
			}
			got = append(got, text)
			if allocs := r.Counters["mallocs"] / r.N; (c.name == "Loop" || c.name == "Alloc") && r.N >= 100 && allocs != 1 {
				t.Errorf("%s %v: %d allocs/op", c.name, c.steps, allocs)
			}
			if n, ok := r.Extra["iterations/N"]; ok && n != 1 {
				t.Errorf("%s %v: the benchmark itself sees %v of b.N iterations", c.name, c.steps, n)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s %v: windows %v, want %s", c.name, c.steps, got, c.want)
		}
	}
	for _, name := range []string{"Alloc", "Loop"} {
		records := planned(t, b, name, []hook.Step{{Kind: hook.Pilot, N: 2e6}})
		last := len(records) - 1
		if last < 2 || records[0].N != 1 || records[last].Duration < 2e6 {
			t.Errorf("%s: the pilot's windows are %+v", name, records)
		}
	}
}

// checkOps runs windows of one iteration: those of b.Loop follow each other in one
// call, and those of b.N are calls of their own.
func checkOps(t *testing.T, b Binary) {
	t.Helper()
	const n = 100
	steps := []hook.Step{{Kind: hook.Ops, N: n}}
	records := planned(t, b, "Loop", steps)
	mallocs := int64(0)
	if len(records) == 1 {
		mallocs = records[0].Counters["mallocs"]
	}
	// The runtime may allocate something for itself, but nothing in each iteration.
	if len(records) != 1 || records[0].N != n || records[0].Counters["loop"] != 1 || mallocs < n || mallocs > n+n/10 {
		t.Fatalf("records of b.Loop: %+v", records)
	}
	if ops := records[0].Ops; runtime.GOOS == "linux" {
		all := records[0].Spans
		if len(ops) != n || len(all) != 1 || ops[0][0].From < all[0].From || ops[n-1][0].To > all[0].To {
			t.Fatalf("%d ops in %v: %+v", len(ops), all, ops)
		}
		for i := range ops {
			if len(ops[i]) != 1 || ops[i][0].To <= ops[i][0].From || i > 0 && ops[i][0].From != ops[i-1][0].To {
				t.Errorf("op %d: %+v", i, ops[i])
			}
		}
	}
	records = planned(t, b, "Alloc", steps)
	for _, r := range records {
		if r.N != 1 || len(r.Ops) > 0 || r.Counters["loop"] != 0 {
			t.Errorf("record of b.N: %+v", r)
		}
	}
	if len(records) != n {
		t.Errorf("%d records of b.N, not %d", len(records), n)
	}
}

// planned runs one benchmark by the steps and returns its records.
func planned(t *testing.T, b Binary, name string, steps []hook.Step) []hook.Record {
	t.Helper()
	path := filepath.Join(t.TempDir(), "records")
	cmd := exec.Command(b.Path, "-test.run=^$", "-test.bench=^Benchmark"+name+"$", "-test.benchtime=1x")
	cmd.Dir = b.Package.Dir
	cmd.Env = append(os.Environ(), "GOGC=off", fmt.Sprintf("TARE_HOOK=parent=%d;out=%s;plan=%s", os.Getpid(), path, hook.PlanText(steps)))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, steps, err, out)
	}
	return recordsAt(t, path)
}

// checkLayout compares where functions lie: what package testing imports must
// not move at all, and what is linked behind it only by whole pages.
func checkLayout(t *testing.T, plain, hooked Binary) {
	t.Helper()
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("functions are not kept in place on this architecture")
	}
	before, after := functions(t, plain), functions(t, hooked)
	for name, behind := range map[string]bool{
		"runtime.mallocgc": false, "os.(*File).Write": false,
		"plain.BenchmarkAlloc": true, "plain.BenchmarkSub": true, "testing/internal/testdeps.TestDeps.MatchString": true, "main.main": true,
	} {
		if before[name] == 0 || after[name] == 0 {
			t.Errorf("%s is not in both binaries", name)
			continue
		}
		moved := after[name] - before[name]
		if moved%4096 != 0 || (moved == 0) == behind {
			t.Errorf("%s moved by %d bytes", name, moved)
		}
	}
}

// functions returns the addresses of a binary's functions.
func functions(t *testing.T, b Binary) map[string]int64 {
	t.Helper()
	out, err := exec.Command("go", "tool", "nm", b.Path).Output()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int64{}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) == 3 && strings.EqualFold(f[1], "t") {
			if at[f[2]], err = strconv.ParseInt(f[0], 16, 64); err != nil {
				t.Fatal(err)
			}
		}
	}
	return at
}

func TestPackages(t *testing.T) {
	chain, err := Open(t.Context(), module(t), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	found, tested, err := chain.Packages(t.Context(), []string{"./...", "./missing"})
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, p := range found {
		if p.Err != "" {
			paths = append(paths, "unloadable "+filepath.Base(p.ImportPath))
			continue
		}
		paths = append(paths, p.ImportPath+" "+p.Key)
	}
	if got := strings.Join(paths, ", "); got != "plain ., plain/broken broken, unloadable missing" || tested != 3 {
		t.Errorf("%s; %d with tests", got, tested)
	}
}

func TestBrokenPackage(t *testing.T) {
	dir := module(t)
	chain, err := Open(t.Context(), dir, t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = chain.Test(t.Context(), Package{ImportPath: "plain/broken", Dir: dir}, filepath.Join(t.TempDir(), "x"))
	if e := (*CommandError)(nil); !errors.As(err, &e) || !strings.Contains(e.Output, "undefined: undefined") {
		t.Errorf("error %v", err)
	}
}

// A package testing that tare does not know leaves the binary unhooked.
func TestUnknownGo(t *testing.T) {
	goroot := t.TempDir()
	testing := filepath.Join(goroot, "src", "testing")
	if err := os.MkdirAll(testing, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(testing, "benchmark.go"), []byte("package testing\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	chain := &Toolchain{Version: "go1.99", GOROOT: goroot}
	if err := chain.prepare(t.Context(), t.TempDir(), filepath.Join(goroot, "elsewhere")); !errors.As(err, new(*hook.AnchorError)) {
		t.Errorf("error %v", err)
	}
}

// Linking in another order moves functions, with the hook and beside the user's
// own flags for the linker, and the same order is the same binary.
func TestLayouts(t *testing.T) {
	t.Setenv("GOFLAGS", "")
	dir := module(t)
	chain, err := Open(t.Context(), dir, t.TempDir(), Options{Flags: []string{"-trimpath", "-ldflags=-X plain.linked=yes"}})
	if err != nil {
		t.Fatal(err)
	}
	var binaries []string
	for i, seed := range []string{"5", "5", "6"} {
		b, err := chain.Test(t.Context(), Package{ImportPath: "plain", Dir: dir}, filepath.Join(t.TempDir(), strconv.Itoa(i)), "-randlayout="+seed)
		if err != nil || !b.Hooked {
			t.Fatal(err, b.HookErr)
		}
		out, err := exec.Command(b.Path, "-test.run=^TestLinked$", "-test.v").CombinedOutput()
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		text, err := os.ReadFile(b.Path)
		if err != nil {
			t.Fatal(err)
		}
		binaries = append(binaries, string(text))
	}
	if binaries[0] != binaries[1] || binaries[0] == binaries[2] {
		t.Error("the layout is not what the seed says")
	}
}

func TestLinkerFlags(t *testing.T) {
	for _, c := range []struct {
		given, goflags, want string
	}{
		{"", "", "-ldflags=-randlayout=5"},
		{"-race -ldflags=-w", "", "-ldflags=-randlayout=5 -race -ldflags=-w -randlayout=5"},
		{"-ldflags=./x=-w", "", "-ldflags=-randlayout=5 -ldflags=./x=-w -randlayout=5"},
		{"-race", "-ldflags=-w", "GOFLAGS"},
		{"-ldflags=-s", "-ldflags=-w", "-ldflags=-randlayout=5 -ldflags=-s -randlayout=5"},
	} {
		chain := &Toolchain{opts: Options{Flags: strings.Fields(c.given)}, linking: c.goflags != ""}
		flags, err := chain.linked([]string{"-randlayout=5"})
		if got := strings.Join(flags, " "); got != c.want && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s, GOFLAGS=%s: %s, %v", c.given, c.goflags, got, err)
		}
	}
}

func TestUnambiguousKeys(t *testing.T) {
	found := unambiguous([]Package{{ImportPath: "a", Key: Key("a", "a")}, {ImportPath: "b", Key: Key("b", "b")}, {ImportPath: "b/c", Key: Key("b", "b/c")}})
	if found[0].Key != "a" || found[1].Key != "b" || found[2].Key != "c" {
		t.Errorf("got %+v", found)
	}
}

func TestEnvironmentOfTheGoCommand(t *testing.T) {
	chain, err := Open(t.Context(), module(t), t.TempDir(), Options{Env: []string{"GOTOOLCHAIN=go1.25.0"}})
	if err != nil || chain.Version != "go1.25.0" {
		t.Errorf("got %+v, %v", chain, err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, module(t), t.TempDir(), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestEnv(t *testing.T) {
	t.Setenv("PATH", "somewhere")
	chain := &Toolchain{GOROOT: "/goroot"}
	got := strings.Join(chain.Env(), "\n")
	if !strings.Contains(got, "PATH="+filepath.Join("/goroot", "bin")+string(filepath.ListSeparator)+"somewhere") ||
		strings.Count(got, "GOROOT=") != 1 {
		t.Errorf("environment:\n%s", got)
	}
}

// TestTemporary has the go command leave what it leaves where the user, or else the
// caller, wants it.
func TestTemporary(t *testing.T) {
	dir, temp, cache := module(t), t.TempDir(), t.TempDir()
	settings := filepath.Join(t.TempDir(), "env")
	t.Setenv("GOENV", settings)
	for _, c := range []struct{ setting, variable, want string }{
		{"", "", temp}, {cache, "", cache}, {"", cache, cache},
	} {
		if err := os.WriteFile(settings, []byte("GOTMPDIR="+c.setting+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		t.Setenv("GOTMPDIR", c.variable)
		chain, err := Open(t.Context(), dir, t.TempDir(), Options{Temp: temp})
		if err != nil {
			t.Fatal(err)
		}
		got, err := chain.output(t.Context(), "env", "GOTMPDIR")
		if err != nil || strings.TrimSpace(string(got)) != c.want {
			t.Errorf("go env -w %q, environment %q: %s, %v", c.setting, c.variable, got, err)
		}
	}
}

func TestMessagesHaveNoTemporaryPaths(t *testing.T) {
	chain := &Toolchain{opts: Options{Temp: filepath.Join("tmp", "tare-1")}}
	if got := chain.withoutTemp("link: " + filepath.Join("tmp", "tare-1", "0.test") + ": no space left"); got != "link: 0.test: no space left" {
		t.Error(got)
	}
}
