// Command tare tells Go engineers what their benchmarks really measured.
package main

import (
	"context"
	"fmt"
	"os"

	"tare/internal/cli"
	"tare/internal/engine/exit"
	"tare/internal/host/interrupt"
	"tare/internal/host/invoker"
)

func main() {
	ctx := interrupt.Context(context.Background(), func() { os.Exit(int(exit.Broken)) })
	if err := invoker.Adopt(); err != nil {
		fmt.Fprintf(os.Stderr, "tare: %v\n", err)
		os.Exit(int(exit.Broken))
	}
	os.Exit(int(cli.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)))
}
