package procfs

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// ParseRelease returns the first two numbers of a kernel's release, 6 and 18 of
// "6.18.4-generic". Vendors backport: a feature may be in an older kernel too.
func ParseRelease(release string) (major, minor int, err error) {
	first, rest, _ := strings.Cut(release, ".")
	end := strings.IndexFunc(rest, func(c rune) bool { return c < '0' || c > '9' })
	if end < 0 {
		end = len(rest)
	}
	major, err = strconv.Atoi(first)
	if err == nil {
		minor, err = strconv.Atoi(rest[:end])
	}
	if err != nil || major < 0 {
		return 0, 0, fmt.Errorf("%q is not a release like 6.18.4", release)
	}
	return major, minor, nil
}

// ParseConfig returns the options of a kernel's configuration (/proc/config.gz
// unpacked, /boot/config-*) down to the one called last: files have hundreds of
// kilobytes. Values are as written, so y, m, 250 or a string in quotes; options
// that are not set are left out. No line is malformed: only reading fails.
func ParseConfig(r io.Reader, last string) (map[string]string, error) {
	options := make(map[string]string)
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		name, value, ok := strings.Cut(lines.Text(), "=")
		if !ok || !strings.HasPrefix(name, "CONFIG_") {
			continue
		}
		if options[name] = value; name == last {
			break
		}
	}
	return options, lines.Err()
}

// ParseCmdline parses /proc/cmdline into the parameters that the kernel was
// booted with. Names have underscores where the user may have typed hyphens,
// which are the same to the kernel; a parameter without a value has an empty
// one, and of several with one name the last is kept, as the kernel does with
// nearly all. White space within double quotes belongs to the value. What
// follows "--" is for init and left out. See parse_args in kernel/params.c.
func ParseCmdline(r io.Reader) (map[string]string, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	parameters := make(map[string]string)
	for rest := string(b); ; {
		var parameter string
		parameter, rest = nextParameter(rest)
		if parameter == "" || parameter == "--" {
			return parameters, nil
		}
		name, value, _ := strings.Cut(strings.ReplaceAll(parameter, `"`, ""), "=")
		parameters[strings.ReplaceAll(name, "-", "_")] = value
	}
}

// nextParameter cuts off the first parameter, quotes included; "" is the end.
func nextParameter(s string) (parameter, rest string) {
	s = strings.TrimLeft(s, " \t\n")
	quoted := false
	for i, c := range s {
		switch {
		case c == '"':
			quoted = !quoted
		case !quoted && strings.ContainsRune(" \t\n", c):
			return s[:i], s[i:]
		}
	}
	return s, ""
}
