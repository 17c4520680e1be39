package setting

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"tare/internal/host/proc"
)

// Words that, as the first argument, make the test binary a helper process.
const (
	helperHold   = "hold-cpu-latency"
	helperSleep  = "sleep"
	helperSet    = "set-cpu-latency"
	helperQuit   = "quit"
	helperRefuse = "refuse"
)

func TestMain(m *testing.M) {
	word := ""
	if len(os.Args) > 1 {
		word = os.Args[1]
	}
	switch word {
	case helperHold:
		helper(func(root string, microseconds int) error {
			return HoldCPULatency(context.Background(), root, microseconds)
		})
	case helperSet:
		helper(func(root string, microseconds int) error {
			b := Open(root, Options{Holder: []string{"/proc/self/exe", helperHold, root}})
			return b.Set("latency:"+latencyDevice, strconv.Itoa(microseconds))
		})
	case helperSleep:
		time.Sleep(10 * time.Minute)
	case helperRefuse:
		fmt.Println("no luck")
	case helperQuit:
	default:
		os.Exit(m.Run())
	}
}

// helper does something to the root and with the number of µs that are this
// process's further arguments.
func helper(do func(root string, microseconds int) error) {
	microseconds, err := strconv.Atoi(os.Args[3])
	if err == nil {
		err = do(os.Args[2], microseconds)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func self(t *testing.T) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

func holder(t *testing.T, root string) []string { return []string{self(t), helperHold, root} }

// sleeper starts a process that does nothing, and returns its key.
func sleeper(t *testing.T) string {
	t.Helper()
	cmd := exec.Command(self(t), helperSleep)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	id, err := proc.Identify(os.DirFS("/"), strconv.Itoa(cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("process:%d@%d", id.PID, id.Start)
}

// device imitates /dev/cpu_dma_latency by a stored file, which does not forget
// what a holder wrote when the holder ends: settle does that.
type device struct {
	t          *testing.T
	root, path string
	none       string // the value without a holder
}

func newDevice(t *testing.T) device {
	t.Helper()
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "dev"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/proc", filepath.Join(root, "proc")); err != nil {
		t.Fatal(err)
	}
	d := device{t, root, filepath.Join(root, "dev", latencyDevice), "2000000000"}
	d.store(2000000000)
	t.Cleanup(func() {
		if err := d.scheme().release(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func (d device) scheme() latency { return latency{tree: newTree(d.root)} }

func (d device) store(n uint32) {
	writeFile(d.t, string(binary.NativeEndian.AppendUint32(nil, n)), d.path)
}

func (d device) holders() []int {
	d.t.Helper()
	pids, err := d.scheme().holders()
	if err != nil {
		d.t.Fatal(err)
	}
	return pids
}

func (d device) settle() {
	if len(d.holders()) == 0 {
		d.store(2000000000)
	}
}
