package command

import (
	"context"
	"os"

	"tare/internal/record/redact"
)

type binaryArgs struct{}

// WithBinaryArgs puts the arguments that followed -args into ctx.
func WithBinaryArgs(ctx context.Context, args []string) context.Context {
	return context.WithValue(ctx, binaryArgs{}, args)
}

// BinaryArgs returns the arguments that followed -args: they go to the test
// binaries.
func BinaryArgs(ctx context.Context) []string {
	args, _ := ctx.Value(binaryArgs{}).([]string)
	return args
}

// CommandLine is the command line of this process behind "tare", without secrets:
// the only form in which it is kept or shown.
func CommandLine() []string { return redact.Args(os.Args[1:]) }
