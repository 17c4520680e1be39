package lab

import (
	"os"

	"tare/internal/cli/command"
	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	engine "tare/internal/engine/lab"
	"tare/internal/lab"
	"tare/internal/lab/claims"
	"tare/internal/record"
)

// everything is what stands for all claims on a command line.
const everything = "all"

func all() []lab.Claim { return claims.All() }

// chosen are the claims that the arguments name, each once, in the order of the catalogue.
// Its error is a usage error.
func chosen(args []string) ([]lab.Claim, error) {
	if len(args) == 0 {
		return nil, nameThem("name claims, or %s", everything)
	}
	var ids []string
	for _, c := range all() {
		ids = append(ids, c.ID)
	}
	for _, arg := range args {
		if _, known := lab.Find(all(), arg); !known && arg != everything {
			return nil, nameThem("there is no claim %q%s", arg, command.DidYouMean(arg, "", append(ids, everything)))
		}
	}
	return pick(args), nil
}

// pick returns the claims that are among the arguments.
func pick(args []string) (some []lab.Claim) {
	for _, c := range all() {
		for _, arg := range args {
			if arg == c.ID || arg == everything {
				some = append(some, c)
				break
			}
		}
	}
	return some
}

// nameThem is a usage error of who named no claim that there is.
func nameThem(format string, args ...any) error {
	return exit.Errorf(exit.Usage, "`tare lab list` has the claims", format, args...)
}

// here is this machine as far as claims depend on it.
func here() record.Machine {
	dir, err := os.Getwd()
	if err != nil {
		dir = os.TempDir() // only what lies on a folder's file system is read there
	}
	return bench.Machine(dir)
}

// lacks returns the needs of a claim that a machine does not meet.
func lacks(m record.Machine) func(lab.Claim) []string {
	return func(c lab.Claim) []string { return engine.Missing(c.Needs, m) }
}
