package setting

import (
	"path/filepath"
	"strings"
)

// canonical returns the value that a control file's content stands for, the
// same for every way of writing it: of choices the chosen one, of CPUs and
// memory nodes the shortest list or mask, and of anything else the words with
// one blank between them. Content that is not what the file's name lets expect
// is taken as words.
func canonical(path, content string) string {
	words := strings.Fields(content)
	name := filepath.Base(path)
	switch {
	case isList(name):
		if numbers, err := parseList(strings.TrimSpace(content)); err == nil {
			return formatList(numbers)
		}
	case isMask(path, name):
		if mask, ok := canonicalMask(strings.TrimSpace(content)); ok {
			return mask
		}
	case name == "preempt": // debugfs sched/preempt: "none voluntary (full)"
		if word, ok := chosen(words, "(", ")"); ok {
			return word
		}
	default:
		if word, ok := chosen(words, "[", "]"); ok {
			return word
		}
	}
	return strings.Join(words, " ")
}

// isList knows the files that hold a list such as "0-3,8".
func isList(name string) bool {
	return strings.HasSuffix(name, "_list") || name == "watchdog_cpumask" ||
		strings.HasPrefix(name, "cpuset.cpus") || strings.HasPrefix(name, "cpuset.mems")
}

// isMask knows the files that hold a hexadecimal mask such as "f,ffffffff".
// Those of that name outside the workqueues' folders are lists.
func isMask(path, name string) bool {
	return name == "smp_affinity" || name == "default_smp_affinity" ||
		name == "cpumask" && strings.Contains(filepath.ToSlash(path), "/workqueue/")
}

// chosen returns the one word that stands between the marks: the kernel's way
// of listing choices with the present one among them.
func chosen(words []string, left, right string) (string, bool) {
	var found string
	for _, w := range words {
		inner, opened := strings.CutPrefix(w, left)
		inner, closed := strings.CutSuffix(inner, right)
		switch {
		case strings.ContainsAny(inner, left+right), opened != closed:
			return "", false
		case opened && (inner == "" || found != ""):
			return "", false
		case opened:
			found = inner
		}
	}
	return found, found != ""
}

// canonicalMask puts a mask into the form that bitmap_parse of the kernel's
// lib/bitmap-str.c takes from everybody: lower case, no leading zeros, and a
// comma before every 8 digits counted from the right.
func canonicalMask(text string) (string, bool) {
	var digits strings.Builder
	for i, group := range strings.Split(strings.ToLower(text), ",") {
		if group == "" || strings.Trim(group, "0123456789abcdef") != "" || i > 0 && len(group) > 8 {
			return "", false
		}
		if i > 0 {
			digits.WriteString(strings.Repeat("0", 8-len(group)))
		}
		digits.WriteString(group)
	}
	rest := strings.TrimLeft(digits.String(), "0")
	if rest == "" {
		return "0", true
	}
	first := (len(rest)-1)%8 + 1
	mask := rest[:first]
	for rest = rest[first:]; rest != ""; rest = rest[8:] {
		mask += "," + rest[:8]
	}
	return mask, true
}
