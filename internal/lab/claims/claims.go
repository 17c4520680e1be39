// Package claims is the catalogue of published claims, a file for each.
package claims

import (
	"slices"

	"tare/internal/lab"
)

// All returns the claims: those about limits first, then the scheduler, memory and caches.
func All() []lab.Claim { return slices.Concat(limits, scheduler, memory, caches) }
