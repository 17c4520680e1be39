package cell

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"tare/internal/record"
)

// howToGetCgroups is advice that completes a sentence after a semicolon.
const howToGetCgroups = "run tare as root, in a container with a writable cgroup file system (docker run --privileged), or under systemd-run --user --scope"

// findings says what cells lack here.
func (s *Site) findings(refused []string) []record.Finding {
	if len(s.claims) == 0 {
		return []record.Finding{{
			ID:       "no-cgroup",
			Severity: record.Warning,
			What:     "trials run without a control group: no limits can be set, throttling cannot be told apart from the rest of the container, and a process that leaves its session and clears its environment outlives its trial",
			Evidence: strings.Join(refused, "; "),
			Fix:      howToGetCgroups,
		}}
	}
	var found []record.Finding
	for _, c := range s.claims {
		if c.parent == c.own || c.shielded {
			continue
		}
		found = append(found, record.Finding{
			ID:       "cell-above-tare",
			Severity: record.Info,
			What:     fmt.Sprintf("cells are made in %s and not below tare's own control group, which cannot have children with the controllers needed; no limit is lost by that", c.parent),
			Evidence: strings.Join(refused, "; "),
		})
	}
	if !s.has("pids") && s.Level() == LevelV1 {
		found = append(found, record.Finding{
			ID:       "no-task-limit",
			Severity: record.Info,
			What:     fmt.Sprintf("a trial may start more than %d threads and processes: there is no writable pids controller", MaxTasks),
			Evidence: strings.Join(refused, "; "),
		})
	}
	return found
}

// hint explains the two refusals of the kernel that are about the numbers.
func hint(err error) string {
	switch {
	case errors.Is(err, syscall.EINVAL):
		return " (a group above has a tighter limit: ask for no more than it allows)"
	case errors.Is(err, syscall.EACCES), errors.Is(err, syscall.EPERM):
		return " (" + howToGetCgroups + ")"
	}
	return ""
}
