package tune

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/host/private"
	"tare/internal/machine/tuning/setup"
)

// unit is the systemd unit that tunes as this command line does.
func (o *tuneOptions) unit(program string) string { return setup.Unit(program, o.Args()) }

// install writes and enables the unit.
func (o *tuneOptions) install(stderr io.Writer) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding the program tare: %w", err)
	}
	if strings.HasPrefix(program, filepath.Clean(os.TempDir())+string(filepath.Separator)) {
		return exit.Errorf(exit.Broken, "install tare first: go install ./cmd/tare", "the unit would run %s, which will not be there at the next start", program)
	}
	if err := private.Own().Check(program); err != nil {
		return exit.Errorf(exit.Broken, "install it where only root can write: sudo install "+program+" /usr/local/bin, and call that", "the unit would make root run %s, which others could change: %w", program, err)
	}
	name, err := setup.InstallUnit(o.root, o.unit(program))
	switch {
	case errors.Is(err, setup.ErrNoSystemd):
		return exit.Errorf(exit.Broken, "elsewhere call `tare tune` from what starts the machine", "tune -persist is for machines that systemd starts: %w", err)
	case errors.Is(err, fs.ErrPermission):
		return exit.Errorf(exit.Broken, asRoot("tune -persist"), "%w", err)
	case err != nil:
		return err
	}
	fmt.Fprintf(stderr, "tare: wrote and enabled %s\n", name)
	o.reload(stderr)
	return nil
}

// uninstall removes the unit.
func (o *restoreOptions) uninstall(stderr io.Writer) error {
	found, err := setup.RemoveUnit(o.root)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return exit.Errorf(exit.Broken, asRoot("restore -persist"), "%w", err)
	case err != nil:
		return err
	case !found:
		fmt.Fprintf(stderr, "tare: there was no %s\n", setup.UnitName)
		return nil
	}
	fmt.Fprintf(stderr, "tare: removed %s; the next start will not tune\n", setup.UnitName)
	o.reload(stderr)
	return nil
}

// reload lets systemd know at once; it finds out at the next start in any case.
func (p *place) reload(stderr io.Writer) {
	if p.root != "/" {
		return
	}
	if out, err := exec.Command("systemctl", "daemon-reload").CombinedOutput(); err != nil {
		fmt.Fprintf(stderr, "tare: systemctl daemon-reload: %v: %s\n", err, out)
	}
}
