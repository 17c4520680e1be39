package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

// UnitName is the unit's.
const UnitName = "tare-tune.service"

const (
	unitDir  = "etc/systemd/system"
	wantsDir = unitDir + "/multi-user.target.wants"
	booted   = "run/systemd/system" // there when systemd is process 1: sd_booted(3)
)

// The unit is of type oneshot and remains "active", so that stopping it, as on
// shutdown, restores. It comes after the services that set frequencies themselves.
var unitText = template.Must(template.New(UnitName).Parse(`# Written by tare tune -persist; tare restore -persist removes it.
[Unit]
Description=Machine settings for benchmarks (tare tune)
After=systemd-modules-load.service systemd-sysctl.service tuned.service power-profiles-daemon.service cpupower.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart={{.Tune}}
ExecStop={{.Restore}}

[Install]
WantedBy=multi-user.target
`))

// Unit returns the text of a unit that runs the program with "tune" and args.
func Unit(program string, args []string) string {
	var b strings.Builder
	err := unitText.Execute(&b, struct{ Tune, Restore string }{
		commandLine(append([]string{program, "tune"}, args...)),
		commandLine([]string{program, "restore"}),
	})
	if err != nil {
		panic(err) // two strings go into a fixed template
	}
	return b.String()
}

// commandLine quotes what systemd would take apart or expand; see "Quoting" and
// "Specifiers" in systemd.syntax(7) and systemd.unit(5).
func commandLine(words []string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, `%`, `%%`, `$`, `$$`)
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = escape.Replace(w)
		if strings.ContainsAny(w, " \t'\"\\;") || w == "" {
			quoted[i] = `"` + quoted[i] + `"`
		}
	}
	return strings.Join(quoted, " ")
}

// ErrNoSystemd says that the machine was not started by systemd.
var ErrNoSystemd = errors.New("systemd does not run here (/" + booted + " is missing)")

// InstallUnit writes the unit below root and enables it, as `systemctl enable`
// does, with a symbolic link. It returns the path of the unit.
func InstallUnit(root, text string) (string, error) {
	if _, err := os.Stat(filepath.Join(root, booted)); err != nil {
		return "", ErrNoSystemd
	}
	name := filepath.Join(root, unitDir, UnitName)
	if err := os.MkdirAll(filepath.Join(root, wantsDir), 0o755); err != nil {
		return "", fmt.Errorf("enabling %s: %w", UnitName, err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		return "", fmt.Errorf("writing the unit: %w", err)
	}
	err := os.Symlink("../"+UnitName, filepath.Join(root, wantsDir, UnitName))
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("enabling %s: %w", UnitName, err)
	}
	return name, nil
}

// RemoveUnit disables the unit and removes it, and reports whether it was there.
func RemoveUnit(root string) (bool, error) {
	found := false
	for _, dir := range []string{wantsDir, unitDir} {
		err := os.Remove(filepath.Join(root, dir, UnitName))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return found, fmt.Errorf("removing %s: %w", UnitName, err)
		}
		found = found || err == nil
	}
	return found, nil
}
