package noise

import (
	"errors"
	"io/fs"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"tare/internal/record"
)

// Two quotas in v2, one of them in an ancestor; the root of the mount is the
// real root, which counts no throttling.
var version2 = map[string]string{
	"proc/self/cgroup":                       "0::/outer/inner\n",
	"proc/self/mountinfo":                    "30 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
	"sys/fs/cgroup/cpu.stat":                 "usage_usec 5\n",
	"sys/fs/cgroup/cgroup.controllers":       "cpu\n",
	"sys/fs/cgroup/cgroup.procs":             "",
	"sys/fs/cgroup/outer/cpu.stat":           "nr_periods 9\nnr_throttled 4\nthrottled_usec 700\n",
	"sys/fs/cgroup/outer/inner/cpu.stat":     "nr_periods 9\nnr_throttled 2\nthrottled_usec 50\n",
	"sys/fs/cgroup/outer/inner/cgroup.procs": "1\n",
}

var version1 = map[string]string{
	"proc/self/cgroup":                   "3:cpu,cpuacct:/job\n0::/\n",
	"proc/self/mountinfo":                "30 20 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n",
	"sys/fs/cgroup/cpu/cpu.stat":         "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n",
	"sys/fs/cgroup/cpu/job/cpu.stat":     "nr_periods 9\nnr_throttled 2\nthrottled_time 12345\n",
	"sys/fs/cgroup/cpu/job/cgroup.procs": "1\n",
}

func rootOf(files map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, data := range files {
		root[name] = &fstest.MapFile{Data: []byte(data)}
	}
	return root
}

func TestThrottledTime(t *testing.T) {
	without := func(name string) map[string]string {
		files := map[string]string{}
		for n, data := range version2 {
			if n != name {
				files[n] = data
			}
		}
		return files
	}
	for _, test := range []struct {
		name   string
		root   fs.FS
		want   int64
		status record.Status
	}{
		{"v2", rootOf(version2), 750_000, record.Measured},
		{"v1", rootOf(version1), 12345, record.Measured},
		{"empty", fstest.MapFS{}, 0, record.Undetermined},
		{"group not visible", rootOf(without("sys/fs/cgroup/outer/inner/cgroup.procs")), 0, record.Undetermined},
		{"group without the controller", rootOf(without("sys/fs/cgroup/outer/inner/cpu.stat")), 700_000, record.Measured},
		{"forbidden ancestor", forbid{rootOf(version2), "sys/fs/cgroup/outer/cpu.stat"}, 0, record.Denied},
		{"no hierarchy", rootOf(map[string]string{"proc/self/cgroup": "", "proc/self/mountinfo": ""}), 0, record.Unsupported},
		{"real root", rootOf(map[string]string{
			"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": version2["proc/self/mountinfo"],
			"sys/fs/cgroup/cpu.stat": "usage_usec 5\n", "sys/fs/cgroup/cgroup.procs": "", "sys/fs/cgroup/cgroup.controllers": "cpu",
		}), 0, record.Unsupported},
		{"malformed", rootOf(map[string]string{
			"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": version2["proc/self/mountinfo"],
			"sys/fs/cgroup/cpu.stat": "nr_periods many\n", "sys/fs/cgroup/cgroup.procs": "", "sys/fs/cgroup/cgroup.controllers": "cpu",
		}), 0, record.Undetermined},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := throttledTime(test.root)
			if r.Status != test.status || r.Value != float64(test.want) || r.OK() == (r.Why != "") {
				t.Errorf("got %+v, want %q %d", r, test.status, test.want)
			}
		})
	}
}

// forbid is a file system in which one file may not be read.
type forbid struct {
	fs.FS
	name string
}

func (f forbid) Open(name string) (fs.File, error) {
	if name == f.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.FS.Open(name)
}

const procStat = `cpu  100 0 0 500 0 0 0 30 0 0
cpu0 50 0 0 250 0 0 0 10 0 0
cpu1 50 0 0 250 0 0 0 20 0 0
`

func TestStolen(t *testing.T) {
	root := rootOf(map[string]string{"proc/stat": procStat})
	for _, test := range []struct {
		name  string
		root  fs.FS
		cpus  []int
		ticks uint64
		n     int
		why   string
	}{
		{"one CPU", root, []int{1}, 20, 1, ""},
		{"both", root, []int{0, 1}, 30, 2, ""},
		{"all, unnamed", root, nil, 30, 2, ""},
		{"no CPUs", rootOf(map[string]string{"proc/stat": "cpu 1 0 0 5 0 0 0 3\n"}), nil, 0, 0, "any CPU"},
		{"offline", root, []int{0, 7}, 0, 0, "CPU 7"},
		{"no file", fstest.MapFS{}, nil, 0, 0, "/proc is not mounted"},
		{"malformed", rootOf(map[string]string{"proc/stat": "cpu 1 2\n"}), nil, 0, 0, "/proc/stat"},
	} {
		t.Run(test.name, func(t *testing.T) {
			ticks, n, err := stolen(test.root, test.cpus)
			if test.why != "" {
				if err == nil || !strings.Contains(err.Error(), test.why) {
					t.Errorf("error %v, want one about %s", err, test.why)
				}
				return
			}
			if err != nil || ticks != test.ticks || n != test.n {
				t.Errorf("got %d, %d, %v", ticks, n, err)
			}
		})
	}
}

func TestSteal(t *testing.T) {
	before := account{at: 0, cpus: 2, stolen: record.Of(30)}
	after := account{at: int64(2 * time.Second), cpus: 2, stolen: record.Of(50)}
	// 20 ticks of 10 ms in two seconds on two CPUs.
	if r := steal(before, after); !r.OK() || r.Value != 0.05 {
		t.Errorf("got %+v, want 0.05", r)
	}
	if r := steal(after, before); r.OK() || r.Why == "" {
		t.Errorf("backwards: %+v", r)
	}
	if r := steal(before, before); r.OK() || r.Why == "" {
		t.Errorf("of no time: %+v", r)
	}
	after.stolen = record.Missing(record.Denied, "hidden")
	if r := steal(before, after); r != after.stolen {
		t.Errorf("half known: %+v", r)
	}
	if r := steal(after, before); r != after.stolen {
		t.Errorf("half known: %+v", r)
	}
}

func TestSkew(t *testing.T) {
	at := func(monotonic, raw time.Duration) account {
		return account{monotonic: int64(monotonic), raw: int64(raw)}
	}
	start := at(5*time.Second, 3*time.Second)
	if r := skew(start, at(6*time.Second+50*time.Microsecond, 4*time.Second)); !r.OK() || math.Abs(r.Value-50) > 1e-6 {
		t.Errorf("got %+v, want 50", r)
	}
	if r := skew(start, at(6*time.Second-time.Microsecond, 4*time.Second)); !r.OK() || math.Abs(r.Value+1) > 1e-6 {
		t.Errorf("got %+v, want -1", r)
	}
	if r := skew(start, start); r.OK() || r.Why == "" {
		t.Errorf("of no time: %+v", r)
	}
	broken := account{skewed: errors.ErrUnsupported}
	if r := skew(broken, start); r.Status != record.Unsupported {
		t.Errorf("without a raw clock: %+v", r)
	}
	if r := skew(start, broken); r.Status != record.Unsupported {
		t.Errorf("without a raw clock later on: %+v", r)
	}
}
