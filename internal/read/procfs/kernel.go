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
