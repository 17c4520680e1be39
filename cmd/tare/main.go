// Command tare tells Go engineers what their benchmarks really measured.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"tare/internal/verb"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(int(verb.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)))
}
