package sweep

import (
	"context"
	"errors"

	"tare/internal/record"
)

// Run stands in for the engine.
func Run(context.Context, Request, Sink) (record.Sweep, error) {
	return record.Sweep{}, errors.New("the engine of sweeps is not there yet")
}
