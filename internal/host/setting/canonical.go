package setting

import (
	"path/filepath"
	"strings"

	"tare/internal/read/sysfs"
)

// canonical returns the value that a control file's content stands for, the
// same for every way of writing it: of choices the chosen one, of CPUs and
// memory nodes the shortest list or mask, and of anything else the words with
// one blank between them. Content that is not what the file's name lets expect
// is taken as words.
func canonical(path, content string) string {
	text, name := strings.TrimSpace(content), filepath.Base(path)
	words := strings.Join(strings.Fields(text), " ")
	switch {
	case isList(name):
		if numbers, err := sysfs.ParseList(text); err == nil {
			return sysfs.FormatList(numbers)
		}
		return words
	case isMask(path, name):
		if cpus, err := sysfs.ParseMask(text); err == nil {
			return sysfs.FormatMask(cpus)
		}
		return words
	}
	marks := "[]"
	if name == "preempt" { // debugfs sched/preempt: "none voluntary (full)"
		marks = "()"
	}
	if word, ok := sysfs.Chosen(text, marks); ok {
		return word
	}
	return words
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
