// Command tare tells Go engineers what their benchmarks really measured.
package main

import (
	"context"
	"fmt"
	"os"

	"tare/internal/host/interrupt"
	"tare/internal/host/invoker"
	"tare/internal/verb"
	"tare/internal/verb/cli"
)

func main() {
	ctx := interrupt.Context(context.Background(), func() { os.Exit(int(cli.Broken)) })
	if err := invoker.Adopt(); err != nil {
		fmt.Fprintf(os.Stderr, "tare: %v\n", err)
		os.Exit(int(cli.Broken))
	}
	os.Exit(int(verb.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)))
}
