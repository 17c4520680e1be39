package setting

import (
	"errors"
	"fmt"
	"os"
	"slices"
)

// errScheme is about keys of a scheme that is not in the table: those of a
// later tare, in a journal that it left.
var errScheme = fmt.Errorf("this version of tare has no such kind of setting: %w", errors.ErrUnsupported)

func schemes(root string, o Options) map[string]scheme {
	t := newTree(root)
	keep := append(slices.Clone(o.Keep), os.Getpid())
	return map[string]scheme{
		"file":        file{t},
		"swap":        swap{tree: t, on: swapon, off: swapoff},
		"sync":        syncing{},
		"process":     process{t, keep},
		"latency":     latency{t, o.Holder},
		"cpuset":      cpuset{t, keep},
		"controllers": controllers{t},
		"partition":   partition{t},
	}
}
