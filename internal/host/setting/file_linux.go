package setting

// file is the scheme of control files: "file:/proc/sys/vm/swappiness". Its
// values are those of canonical.
type file struct{ tree }

func (f file) get(path string) (string, error) { return f.read(path) }

func (f file) set(path, value string) error { return f.put(value, path) }

func (f file) settable(path string) error { return f.writable(path) }
