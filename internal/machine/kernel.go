package machine

import "strings"

func (s source) kernel() (string, error) { return s.text("proc/sys/kernel/osrelease") }

func (s source) clocksource() (string, error) {
	return s.text("sys/devices/system/clocksource/clocksource0/current_clocksource")
}

func (s source) perfParanoid() (string, error) {
	return s.text("proc/sys/kernel/perf_event_paranoid")
}

// hugePages returns the chosen one of "always [madvise] never".
func (s source) hugePages() (string, error) {
	const name = "sys/kernel/mm/transparent_hugepage/enabled"
	text, err := s.text(name)
	if err != nil {
		return "", err
	}
	_, rest, found := strings.Cut(text, "[")
	chosen, _, closed := strings.Cut(rest, "]")
	if !found || !closed {
		return "", undetermined("/%s: nothing is chosen in %q", name, text)
	}
	return chosen, nil
}

// aslr reads the default for new processes; see randomize_va_space in
// Documentation/admin-guide/sysctl/kernel.rst.
func (s source) aslr() (string, error) {
	const name = "proc/sys/kernel/randomize_va_space"
	v, err := s.text(name)
	if err != nil {
		return "", err
	}
	switch v {
	case "0":
		return "0 (off)", nil
	case "1":
		return "1 (on, except the heap)", nil
	case "2":
		return "2 (on)", nil
	}
	return "", undetermined("/%s: unknown value %q", name, v)
}
