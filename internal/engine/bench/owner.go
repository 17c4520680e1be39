package bench

import (
	"fmt"
	"os"

	"tare/internal/host/proc"
)

// Owner names this process for as long as the machine is up; it is empty where the
// system does not tell.
func Owner() string {
	id, err := proc.Identify(os.DirFS("/"), "self")
	if err != nil {
		return ""
	}
	return fmt.Sprintf(ownerFormat, id.Namespace, id.PID, id.Start)
}

const ownerFormat = "%d-%d-%d" // PID namespace, PID, start time

// Lives returns the PID of an owner that may still be alive; false when it has
// certainly ended, or cannot be seen from here.
func Lives(owner string) (pid int, lives bool) {
	var id proc.Identity
	if _, err := fmt.Sscanf(owner, ownerFormat, &id.Namespace, &id.PID, &id.Start); err != nil {
		return 0, false
	}
	root := os.DirFS("/")
	self, err := proc.Identify(root, "self")
	return id.PID, err == nil && id.Namespace == self.Namespace && !id.Gone(root, self)
}
