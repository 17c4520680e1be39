package claims

import "tare/internal/lab"

// memory are the claims about allocation and the garbage collector.
var memory = []lab.Claim{
	coldMemory,
	gcAllocsCoupling,
	madvdontneed,
	allocSpaceCache,
	jsonRawMessage,
	gctraceCrosscheck,
}
