package tune

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"tare/internal/tuning/systemd"
	"tare/internal/verb/cli"
)

// unit is the systemd unit that tunes as this command line does.
func (o *options) unit(program string) string { return systemd.Unit(program, o.args()) }

// install writes and enables the unit.
func (o *options) install(stderr io.Writer) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding the program tare: %w", err)
	}
	if strings.HasPrefix(program, os.TempDir()) {
		return cli.Errorf(cli.Broken, "install tare first: go install ./cmd/tare", "the unit would run %s, which will not be there at the next start", program)
	}
	name, err := systemd.Install(o.root, o.unit(program))
	if err != nil {
		return cli.Errorf(cli.Broken, "tune -persist is for machines that systemd starts; elsewhere call `tare tune` from what starts the machine", "%w", err)
	}
	fmt.Fprintf(stderr, "tare: wrote and enabled %s\n", name)
	if o.root == "/" {
		// It is found at the next start in any case.
		if out, err := exec.Command("systemctl", "daemon-reload").CombinedOutput(); err != nil {
			fmt.Fprintf(stderr, "tare: systemctl daemon-reload: %v: %s\n", err, out)
		}
	}
	return nil
}
