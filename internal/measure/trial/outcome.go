package trial

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"tare/internal/record"
)

// classify says how a process that was to run one benchmark ended. results is
// the number of results that it delivered.
func classify(x Execution, results int) (record.Outcome, string) {
	out := string(x.Output)
	switch {
	case x.Err != nil:
		return record.Failed, x.Err.Error()
	case x.TimedOut:
		return record.TimedOut, fmt.Sprintf("killed after %s (-timeout)", x.Elapsed.Round(1e6))
	case x.OOM && (x.Signal != "" || x.Exit != 0):
		return record.Killed, "the memory limit of its cell was hit"
	case x.Signal != "":
		return record.Killed, "killed by signal " + x.Signal
	case strings.Contains(out, "unexpected call to os.Exit(0) during test"):
		return record.Exited, "the benchmark called os.Exit(0)"
	case x.Exit != 0 && goCrash.MatchString(out):
		return record.Panicked, firstMatch(goCrash, out)
	case x.Exit != 0 && benchFailed.MatchString(out):
		return record.Failed, failureMessage(out)
	case x.Exit != 0:
		return record.Exited, fmt.Sprintf("the process ended with status %d and no result", x.Exit)
	case results > 0:
		return record.OK, ""
	case passed.MatchString(out):
		return record.Skipped, "no result, and no failure: b.Skip, or nothing to run"
	}
	return record.Exited, "the process ended with status 0 before the benchmark had a result"
}

// read is classify of a process that ended well only if its record could be read.
func read(x Execution, results int) (record.Outcome, string) {
	outcome, why := classify(x, results)
	if x.HookErr != nil && (outcome == record.OK || outcome == record.Skipped) {
		return record.Failed, x.HookErr.Error()
	}
	return outcome, why
}

// A benchmark's name and a tab stand before what it prints first.
var (
	goCrash     = regexp.MustCompile(`(?m)(?:^|\t)(?:panic: |fatal error: |runtime: goroutine stack exceeds).*`)
	benchFailed = regexp.MustCompile(`(?m)(?:^|\t)--- FAIL: .*$`)
	passed      = regexp.MustCompile(`(?m)^PASS$`)
)

func firstMatch(re *regexp.Regexp, s string) string {
	return strings.TrimSpace(re.FindString(s))
}

// failureMessage is the first line that the failing benchmark logged. That stands behind
// the mark of its failure, and with -test.v before it.
func failureMessage(out string) string {
	at := benchFailed.FindStringIndex(out)
	before, first := out[:at[0]], ""
	for lines := strings.SplitAfter(before, "\n"); len(lines) > 0; lines = lines[:len(lines)-1] {
		line := lines[len(lines)-1]
		if line != "" && strings.TrimLeft(line, " \t") == line {
			break
		}
		if logged.MatchString(line) {
			first = strings.TrimSpace(line)
		}
	}
	for line := range strings.Lines(out[at[1]:]) {
		if line = strings.TrimSpace(line); line != "" && first == "" {
			return line
		}
	}
	return cmp.Or(first, strings.TrimSpace(out[at[0]:at[1]]))
}

// maxOutput bounds what is kept of a failed trial's output.
const maxOutput = 8 << 10

// tail returns the end of the output, from the start of a line. Of a crash it is
// the beginning: the goroutine that crashed comes first, all others after it.
func tail(out []byte) string {
	if len(out) <= maxOutput {
		return string(out)
	}
	if at := goCrash.FindIndex(out); at != nil {
		crash := string(out[at[0]:])
		if len(crash) <= maxOutput {
			return "…\n" + crash
		}
		crash = crash[:maxOutput]
		return "…\n" + crash[:strings.LastIndexByte(crash, '\n')+1] + "…\n"
	}
	s := string(out[len(out)-maxOutput:])
	if _, rest, ok := strings.Cut(s, "\n"); ok {
		s = rest
	}
	return "…\n" + s
}
