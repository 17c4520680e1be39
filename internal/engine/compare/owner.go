package compare

import (
	"os"

	"tare/internal/host/proc"
)

// owner names this process for as long as the machine is up; it is empty where the
// system does not tell.
func owner() string {
	id, err := proc.Identify(os.DirFS("/"), "self")
	if err != nil {
		return ""
	}
	return id.String()
}

// lives returns the PID of an owner that may still be alive; false when it has
// certainly ended, or cannot be seen from here.
func lives(owner string) (pid int, lives bool) {
	id, ok := proc.ParseIdentity(owner)
	if !ok {
		return 0, false
	}
	root := os.DirFS("/")
	self, err := proc.Identify(root, "self")
	return id.PID, err == nil && id.Namespace == self.Namespace && !id.Gone(root, self)
}
