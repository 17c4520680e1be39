// Package sweeps presents sweeps.
package sweeps

import (
	"tare/internal/record"
	"tare/internal/report/model"
)

// Document stands in for the presentation.
func Document(record.Sweep) model.Document { return model.Document{} }
