// Init is the first and only program of the virtual machine test bed: it
// mounts what a booted Linux has, runs the test binaries that the driver
// packed, reports each exit status and powers the machine off.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"tare/script/vm/bed"
)

func main() {
	if os.Getpid() != 1 {
		fatalIf(runJobs())
		return
	}
	if err := boot(); err != nil {
		fmt.Fprintln(os.Stderr, "init:", err)
	}
	fatalIf(syscall.Reboot(syscall.LINUX_REBOOT_CMD_POWER_OFF))
}

// boot mounts the file systems and has a child run the jobs, while this
// process does the other duty of process 1: reaping orphans. A single process
// could not do both, because its reaping would steal os/exec's children.
func boot() error {
	if err := mountAll(); err != nil {
		return err
	}
	if err := enableControllers("/sys/fs/cgroup"); err != nil {
		return err
	}
	child, err := os.StartProcess("/init", []string{"/init"}, &os.ProcAttr{
		Files: []*os.File{nil, os.Stdout, os.Stderr},
	})
	if err != nil {
		return fmt.Errorf("starting the job runner: %w", err)
	}
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return fmt.Errorf("waiting for the job runner: %w", err)
		case pid == child.Pid:
			return nil
		}
	}
}

// runJobs runs every job in turn. A failing job does not stop the rest.
func runJobs() error {
	text, err := os.ReadFile(bed.JobsFile)
	if err != nil {
		return err
	}
	var jobs []bed.Job
	if err := json.Unmarshal(text, &jobs); err != nil {
		return fmt.Errorf("%s: %w", bed.JobsFile, err)
	}
	port, err := os.OpenFile(bed.ResultPort, os.O_WRONLY|syscall.O_NOCTTY, 0)
	if err != nil {
		return err
	}
	// Closing waits until the port has sent everything.
	defer port.Close()
	results := json.NewEncoder(port)
	for _, job := range jobs {
		if err := results.Encode(run(job)); err != nil {
			return fmt.Errorf("reporting %s: %w", job.Name, err)
		}
	}
	return results.Encode(bed.Result{Name: bed.PowerOff})
}

// run runs one job with its output on the console.
func run(job bed.Job) bed.Result {
	cmd := exec.Command(job.Path, job.Args...)
	cmd.Dir = filepath.Dir(job.Path)
	cmd.Env = append([]string{"PATH=/", "HOME=/tmp", "TMPDIR=/tmp"}, job.Env...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	fmt.Println("=== VM", job.Name)
	start := time.Now()
	if err := cmd.Run(); err != nil {
		fmt.Println("=== VM", job.Name+":", err)
	}
	result := bed.Result{Name: job.Name, Exit: -1, Seconds: time.Since(start).Seconds()}
	if cmd.ProcessState != nil {
		result.Exit = cmd.ProcessState.ExitCode()
	}
	return result
}

func fatalIf(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "init:", err)
		os.Exit(1)
	}
}
