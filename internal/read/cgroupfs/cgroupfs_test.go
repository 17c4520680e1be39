package cgroupfs

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"tare/internal/record"
	"tare/internal/test/golden"
)

// TestTrees reads whole machines: a systemd host of each version, a host with
// both, a container that sees only itself, and a pod tighter than its container.
func TestTrees(t *testing.T) {
	for _, machine := range []string{"v1", "v2", "hybrid", "docker-v1", "k8s-v2"} {
		t.Run(machine, func(t *testing.T) {
			root := os.DirFS(filepath.Join("testdata", machine))
			topology, err := Read(root)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, h := range topology {
				fmt.Fprintf(&got, "v%d %v mount=%q read-only=%v %s\n", h.Version, h.Controllers, h.Mount, h.ReadOnly, h.Why)
				for _, dir := range h.Groups() {
					describe(t, &got, root, h, dir)
				}
			}
			golden.File(t, filepath.Join("testdata", machine+".golden"), got.String())
		})
	}
}

// describe writes one group on one line.
func describe(t *testing.T, w io.Writer, root fs.FS, h Hierarchy, dir string) {
	t.Helper()
	g := h.Group(root, dir)
	fmt.Fprintf(w, "\t%s own=%v root=%v cpu=%s/%v burst=%s weight=%s cpus=%s%q(%v) memory=%s swap=%s throttled=%s/%s,%s", g.Dir, g.Own, g.Root,
		show(g.CPU), g.Period, show(g.Burst), show(record.Limit{Reading: g.Weight}), g.CPUSet.Status, g.CPUSet.Value, g.CPUSet.Number, show(g.Memory), show(g.Swap),
		show(record.Limit{Reading: g.Throttled}), show(record.Limit{Reading: g.Periods}), show(record.Limit{Reading: g.ThrottledTime}))
	if h.Version == 2 {
		n, err := ReadNode(root, dir)
		fmt.Fprintf(w, " node=%+v,%v", n, err)
	}
	fmt.Fprintln(w)
}

// show writes a reading; what the machine does not have is "-".
func show(l record.Limit) string {
	switch {
	case l.Set():
		return strconv.FormatFloat(l.Value, 'f', -1, 64)
	case l.OK():
		return "none"
	case l.Status == record.Unsupported:
		return "-"
	default:
		return string(l.Status)
	}
}

func TestOwnDir(t *testing.T) {
	for _, c := range []struct{ root, member, want string }{
		{"/", "/", "mnt"},
		{"/", "/a/b", "mnt/a/b"},
		{"/a", "/a", "mnt"},
		{"/a", "/a/b", "mnt/b"},
		{"/a", "/ab", ""},      // not below
		{"/a", "/", ""},        // above the mount
		{"/..", "/", ""},       // the mount shows unnamed groups above the namespace
		{"/", "/../other", ""}, // the process is outside of the namespace
		{"/..a", "/..a/b", "mnt/b"},
	} {
		got, err := ownDir("mnt", c.root, c.member)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("mount root %s, member %s: got %q, %v; want %q", c.root, c.member, got, err, c.want)
		}
	}
}

// TestBestMount sees one group through three mounts.
func TestBestMount(t *testing.T) {
	root := fstest.MapFS{
		"proc/self/cgroup": {Data: []byte("0::/a/b\n")},
		"proc/self/mountinfo": {Data: []byte("" +
			"1 0 0:1 /a/b /narrow rw - cgroup2 none rw\n" +
			"2 0 0:1 / /wide rw - cgroup2 none rw\n" +
			"3 0 0:1 / /frozen ro - cgroup2 none rw\n" +
			"4 0 0:1 / /hidden rw - cgroup2 none rw\n")},
		"narrow/cgroup.procs":     {},
		"wide/a/b/cgroup.procs":   {},
		"frozen/a/b/cgroup.procs": {},
	}
	topology, err := Read(root)
	if err != nil {
		t.Fatal(err)
	}
	if h := topology[0]; h.Own != "wide/a/b" || h.ReadOnly || h.Why != "" || !slices.Equal(h.Groups(), []string{"wide/a/b", "wide/a", "wide"}) {
		t.Errorf("got %+v", h)
	}
}

func TestReadErrors(t *testing.T) {
	if _, err := Read(fstest.MapFS{}); err == nil || err.Error() != "/proc is not mounted" {
		t.Errorf("without /proc: %v", err)
	}
	for name, data := range map[string][2]string{
		"membership": {"nonsense\n", ""},
		"mounts":     {"0::/\n", "nonsense\n"},
	} {
		root := fstest.MapFS{"proc/self/cgroup": {Data: []byte(data[0])}, "proc/self/mountinfo": {Data: []byte(data[1])}}
		if _, err := Read(root); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestNode(t *testing.T) {
	tree := func(kind, procs string) fstest.MapFS {
		m := fstest.MapFS{
			"g/cgroup.procs":           {Data: []byte(procs)},
			"g/cgroup.controllers":     {Data: []byte("cpu memory\n")},
			"g/cgroup.subtree_control": {Data: []byte("cpu\n")},
		}
		if kind != "" {
			m["g/cgroup.type"] = &fstest.MapFile{Data: []byte(kind)}
		}
		return m
	}
	for _, c := range []struct {
		kind, procs   string
		busy, invalid bool
		available     string
	}{
		{"", "1\n", false, false, "cpu memory"}, // the real root may hold processes
		{"domain\n", "1\n", true, false, "cpu"},
		{"domain\n", "", false, false, "cpu memory"},
		{"domain invalid\n", "", false, true, "cpu memory"},
		{"threaded\n", "", false, true, "cpu memory"},
	} {
		n, err := ReadNode(tree(c.kind, c.procs), "g")
		if err != nil || n.Busy != c.busy || n.Invalid != c.invalid || strings.Join(n.Available(), " ") != c.available {
			t.Errorf("type %q, procs %q: %+v, %v", c.kind, c.procs, n, err)
		}
	}
}

// parsers are fuzzed for panics, and for results that contradict themselves.
var parsers = map[string]func(string) (bool, error){
	"membership": func(s string) (bool, error) {
		ms, err := ParseMembership(strings.NewReader(s))
		return !slices.ContainsFunc(ms, func(m Membership) bool { return m.Path[0] != '/' || m.ID < 0 }), err
	},
	"cpu.max": func(s string) (bool, error) {
		a, err := parseCPUMax(s)
		return err != nil || a.period > 0 && a.value >= 0 && !(a.none && a.value > 0), err
	},
	"memory": func(s string) (bool, error) {
		a, err := parseMemory(s)
		return a.value >= 0 && a.value < unlimited, err
	},
	"swap": func(s string) (bool, error) {
		first, second, _ := strings.Cut(s, " ")
		memory, err := parseMemory(first)
		both, bothErr := parseMemory(second)
		l := swapAlone(memory.limit(err), both.limit(bothErr))
		return l.Value >= 0 && (l.Why == "") == l.OK() && !(l.OK() && bothErr != nil), err
	},
	"burst": func(s string) (bool, error) {
		a, err := parseMicros(s)
		return err != nil || a.value >= 0 && !a.none, err
	},
	"cpu.stat": func(s string) (bool, error) {
		stat, throttles, err := ParseCPUStat(strings.NewReader(s))
		return min(stat.Periods, stat.Throttled, stat.ThrottledTime) >= 0 && (err == nil || stat == CPUStat{} && !throttles), err
	},
}

func fuzz(f *testing.F, parser string, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if consistent, err := parsers[parser](s); !consistent {
			t.Errorf("%q contradicts itself (error %v)", s, err)
		}
	})
}

func FuzzMembership(f *testing.F) { fuzz(f, "membership", "0::/a:b\n", "4:cpu,cpuacct:/\n", "x") }
func FuzzCPUMax(f *testing.F)     { fuzz(f, "cpu.max", "max 100000", "50000 100000\n", "1 0") }
func FuzzMemory(f *testing.F)     { fuzz(f, "memory", "max\n", "4096", "9223372036854771712") }
func FuzzSwap(f *testing.F)       { fuzz(f, "swap", "4096 8192", "9223372036854771712 1", "1 x") }
func FuzzBurst(f *testing.F)      { fuzz(f, "burst", "20000\n", "-1") }
func FuzzCPUStat(f *testing.F) {
	fuzz(f, "cpu.stat", "nr_periods 1\nnr_throttled 1\nthrottled_usec 7\n", "x 9", "nr_periods -1", "throttled_usec 9223372036854775807")
}
