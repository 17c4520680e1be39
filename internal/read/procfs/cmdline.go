package procfs

import (
	"io"
	"strings"
)

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
