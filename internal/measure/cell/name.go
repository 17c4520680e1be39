package cell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"tare/internal/host/proc"
)

// name is the name of a directory that tare makes in a cgroup hierarchy, and
// the mark of a process where there is none. It tells whose it is, so that
// another tare can find out whether the owner still lives:
//
//	tare-<PID namespace>-<PID>-<start time>-<number>[+<controller>…]
//
// Controllers follow the name of a claim: those that were not enabled in the
// parent before tare came. Whoever removes the last claim that mentions one
// disables it again, after kill -9 of its owner too: the names are the undo log.
type name struct {
	owner   proc.Identity
	number  uint64
	enabled []string
}

const namePrefix = "tare-"

// numbers counts the names that this process gave, for all sites together.
var numbers atomic.Uint64

func newName(owner proc.Identity, enabled ...string) name {
	slices.Sort(enabled)
	return name{owner: owner, number: numbers.Add(1), enabled: slices.Compact(enabled)}
}

// String pads the number so that names of one process are equally long: as a
// mark in the environment they must not shift the workload's stack.
func (n name) String() string {
	s := fmt.Sprintf("%s%d-%d-%d-%06d", namePrefix, n.owner.Namespace, n.owner.PID, n.owner.Start, n.number)
	return strings.Join(append([]string{s}, n.enabled...), "+")
}

// parseName undoes String; it is false for names that tare did not give.
func parseName(s string) (name, bool) {
	rest, ok := strings.CutPrefix(s, namePrefix)
	if !ok {
		return name{}, false
	}
	parts := strings.Split(rest, "+")
	var numbers [4]uint64
	fields := strings.Split(parts[0], "-")
	if len(fields) != len(numbers) || slices.Contains(parts[1:], "") {
		return name{}, false
	}
	for i, f := range fields {
		var err error
		if numbers[i], err = strconv.ParseUint(f, 10, 63); err != nil {
			return name{}, false
		}
	}
	owner := proc.Identity{Namespace: numbers[0], PID: int(numbers[1]), Start: numbers[2]}
	return name{owner: owner, number: numbers[3], enabled: parts[1:]}, true
}
