package setting

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"tare/internal/host/proc"
	"tare/internal/read/sysfs"
)

// latency is the scheme of one setting, "latency:cpu_dma_latency": the longest
// time in µs that waking a CPU may take, as a decimal number. The kernel takes
// the lowest limit of the processes that hold its device open, so that a limit
// lasts as long as a process that tare leaves behind; a limit above what others
// hold has no effect. See the kernel's Documentation/power/pm_qos_interface.rst.
type latency struct {
	tree
	holder []string
}

const latencyDevice = "cpu_dma_latency"

// holdVariable is set, to the device's path, in the environment of the
// processes that hold it for tare, which is how they are found again.
const holdVariable = "TARE_HOLD"

func (l latency) device() string { return l.at("dev", latencyDevice) }

func (l latency) mark() string { return holdVariable + "=" + l.device() }

func (l latency) check(arg string) error {
	if arg != latencyDevice {
		return fmt.Errorf("latency limit %q: %w", arg, fs.ErrNotExist)
	}
	return nil
}

func (l latency) get(arg string) (string, error) {
	if err := l.check(arg); err != nil {
		return "", err
	}
	n, err := l.limit()
	return strconv.FormatInt(n, 10), err
}

// limit reads the limit that is in force, in µs.
func (l latency) limit() (int64, error) {
	d, err := parse(l.tree, "dev/"+latencyDevice, sysfs.ParseLatency)
	return d.Microseconds(), err
}

func (l latency) settable(arg string) error {
	if err := l.check(arg); err != nil {
		return err
	}
	return l.writable("dev", latencyDevice)
}

func (l latency) set(arg, value string) error {
	if err := l.settable(arg); err != nil {
		return err
	}
	want, err := strconv.ParseInt(value, 10, 32)
	if err != nil || want < 0 {
		return fmt.Errorf("the CPU latency limit is a number of µs, not %q", value)
	}
	now, err := l.limit()
	if err != nil || now == want {
		return err
	}
	if err := l.release(); err != nil {
		return err
	}
	if now, err = l.limit(); err != nil || now <= want {
		return err
	}
	return l.hold(value)
}

// holders finds the processes that hold the device for tare.
func (l latency) holders() ([]int, error) {
	return proc.Running(os.DirFS(l.root), func(_, _ int, environ func() []string) bool {
		return slices.Contains(environ(), l.mark())
	})
}

// holderGrace is how long a holder may take to start, or to end.
const holderGrace = 5 * time.Second

// release ends every holder, and returns when their files are closed.
func (l latency) release() error {
	pids, err := l.holders()
	if err != nil {
		return fmt.Errorf("looking for processes that hold the CPU latency: %w", err)
	}
	for _, pid := range pids {
		if err := l.end(pid); err != nil {
			return fmt.Errorf("releasing the CPU latency: %w", err)
		}
	}
	return nil
}

// end kills a holder. SIGKILL reaches it even if it was stopped.
func (l latency) end(pid int) error {
	h, err := proc.OpenHandle(pid)
	if errors.Is(err, unix.ESRCH) {
		return nil
	}
	if err != nil {
		return err
	}
	defer h.Close()
	// The PID may be another's since it was listed, but not since the handle.
	again, err := l.holders()
	if err != nil || !slices.Contains(again, pid) {
		return err
	}
	if err := h.Signal(unix.SIGKILL); err != nil && !errors.Is(err, unix.ESRCH) {
		return refused(fmt.Sprintf("killing process %d", pid), err)
	}
	if !await(holderGrace, h.Ended) {
		return fmt.Errorf("process %d is still there %v after SIGKILL", pid, holderGrace)
	}
	return nil
}

// hold starts a holder and returns when the limit is in force. It outlives tare
// and has none of its files.
func (l latency) hold(microseconds string) error {
	if len(l.holder) == 0 {
		return errors.New("holding the CPU latency: no command to do it with")
	}
	cmd := exec.Command(l.holder[0], append(slices.Clone(l.holder[1:]), microseconds)...)
	cmd.Env, cmd.Dir = []string{l.mark()}, "/"
	proc.Detach(cmd)
	answer, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer answer.Close()
	cmd.Stdout = w
	err = cmd.Start()
	w.Close()
	if err != nil {
		return fmt.Errorf("starting the process that holds the CPU latency: %w", err)
	}
	if err := awaitReady(answer); err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // who fails leaves nobody who could hold the limit yet
		return fmt.Errorf("starting the process that holds the CPU latency: %w", err)
	}
	go func() { _ = cmd.Wait() }() // while tare lives, it leaves no zombie
	return nil
}

// awaitReady reads the line that HoldCPULatency prints.
func awaitReady(answer *os.File) error {
	if err := answer.SetReadDeadline(time.Now().Add(holderGrace)); err != nil {
		return err
	}
	line, err := bufio.NewReader(answer).ReadString('\n')
	switch {
	case err != nil:
		return fmt.Errorf("it did not get ready: %w", err)
	case line != holding:
		return fmt.Errorf("it says: %s", strings.TrimSpace(line))
	}
	return nil
}
