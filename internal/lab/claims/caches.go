package claims

import "tare/internal/lab"

// caches are the claims about caches, pages and the order of memory.
var caches = []lab.Claim{
	falseSharing,
	l1Counter,
	paddedAllocs,
	cacheLadder,
	blockTraversal,
	hugePages,
	publicationOrder,
	writeAllocate,
	clflush,
}
