package setting

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/signal"

	"golang.org/x/sys/unix"
)

// holding is what a holder prints when the limit is in force; anything else is
// why it is not.
const holding = "ok\n"

// HoldCPULatency limits the time to wake a CPU, in µs, through
// /dev/cpu_dma_latency below root. It prints a line to stdout when the limit is
// in force, or else why it is not, and holds it until the context ends or
// SIGTERM comes. It is the whole work of the process that Options.Holder starts.
func HoldCPULatency(ctx context.Context, root string, microseconds int) error {
	ctx, stop := signal.NotifyContext(ctx, unix.SIGTERM)
	defer stop()
	f, err := limitLatency(latency{tree: newTree(root)}.device(), microseconds)
	if err != nil {
		fmt.Println(err)
		return err
	}
	defer f.Close()
	if _, err := os.Stdout.WriteString(holding); err != nil {
		return fmt.Errorf("telling that the CPU latency is held: %w", err)
	}
	<-ctx.Done()
	return nil
}

// limitLatency returns the file that holds the limit while it is open.
func limitLatency(device string, microseconds int) (*os.File, error) {
	if microseconds < 0 || microseconds > math.MaxInt32 {
		return nil, fmt.Errorf("the CPU latency cannot be limited to %d µs", microseconds)
	}
	f, err := os.OpenFile(device, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	if err := binary.Write(f, binary.NativeEndian, int32(microseconds)); err != nil {
		f.Close()
		return nil, fmt.Errorf("limiting the CPU latency to %d µs: %w", microseconds, err)
	}
	return f, nil
}
