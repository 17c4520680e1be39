package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
)

const emulator = "qemu-system-x86_64"

// boot starts a machine, copies its console to console, and waits until it
// powers itself off. What it sent to its second serial port is in results then.
// Everything is emulated (no KVM), so that the bed is the same everywhere, by one
// thread: with several, the emulator hangs where a CPU runs into the code of a
// tracepoint that another one is changing. An AMD processor could not have two threads
// per core in emulation. The drive is a swap area.
func boot(ctx context.Context, kernel, initrd, swap, results string, console io.Writer) error {
	cmd := exec.CommandContext(ctx, emulator,
		"-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
		"-accel", "tcg,thread=single", "-cpu", "max,vendor=GenuineIntel", "-smp", "4,cores=2,threads=2", "-m", "1G",
		"-drive", "if=none,id=swap,format=raw,file="+swap, "-device", "nvme,serial=swap,drive=swap",
		"-kernel", kernel, "-initrd", initrd,
		// A panic reboots at once, which ends the emulator. The kernel doubts
		// the emulated TSC, and would read the HPET at a microsecond a time.
		"-append", "console=ttyS0 quiet panic=-1 tsc=reliable",
		"-serial", "stdio", "-serial", "file:"+results)
	cmd.Stdout, cmd.Stderr = console, os.Stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return fmt.Errorf("the machine was stopped: %w", context.Cause(ctx))
	}
	return err
}
