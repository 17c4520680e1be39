package read

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"tare/internal/record"
)

// failing is a root in which reading one file fails.
type failing struct {
	fstest.MapFS
	name string
	err  error
}

func (f failing) ReadFile(name string) ([]byte, error) {
	if name == f.name {
		return nil, &fs.PathError{Op: "read", Path: name, Err: f.err}
	}
	return f.MapFS.ReadFile(name)
}

// TestAbsence keeps the ways of not having a value apart.
func TestAbsence(t *testing.T) {
	machine := fstest.MapFS{"proc/loadavg": {Data: []byte(" 7\n")}, "sys": {Mode: fs.ModeDir}}
	for _, c := range []struct {
		root   fs.FS
		name   string
		status record.Status
		why    string
	}{
		{machine, "proc/loadavg", record.Measured, ""},
		{machine, "proc/stat", record.Unsupported, "/proc/stat: file does not exist"},
		{machine, "sys/power", record.Undetermined, "/sys is not mounted"},
		{machine, "dev/null", record.Undetermined, "/dev is not mounted"},
		{failing{machine, "proc/stat", fs.ErrPermission}, "proc/stat", record.Denied, "/proc/stat: permission denied"},
		{failing{machine, "proc/stat", syscall.ENOTSUP}, "proc/stat", record.Unsupported, "/proc/stat: " + syscall.ENOTSUP.Error()},
		{failing{machine, "proc/stat", io.ErrUnexpectedEOF}, "proc/stat", record.Undetermined, "/proc/stat: unexpected EOF"},
	} {
		n, err := Number(c.root, c.name)
		if got := Reading(float64(n), err); got.Status != c.status || got.Why != c.why || got.OK() != (got.Value == 7) {
			t.Errorf("%s: got %+v, want %q, %q", c.name, got, c.status, c.why)
		}
	}
}

func TestFiles(t *testing.T) {
	root := fstest.MapFS{"sys/thp": {Data: []byte("always [madvise] never\n")}, "sys/b": {}, "sys/th": {}}
	if word, err := Chosen(root, "sys/thp", "[]"); word != "madvise" || err != nil {
		t.Errorf("chosen: %q, %v", word, err)
	}
	if word, err := Chosen(root, "sys/thp", "()"); err == nil || err.Error() != `/sys/thp: nothing is chosen in "always [madvise] never"` {
		t.Errorf("chosen: %q, %v", word, err)
	}
	if _, err := Number(root, "sys/thp"); err == nil || err.Error() != `/sys/thp: "always [madvise] never" is not a number` {
		t.Errorf("number: %v", err)
	}
	if text, err := Text(root, "sys/b"); text != "" || err != nil {
		t.Errorf("empty: %q, %v", text, err)
	}
	if paths, err := Entries(root, "sys", "t"); err != nil || !slices.Equal(paths, []string{"sys/th", "sys/thp"}) {
		t.Errorf("entries: %q, %v", paths, err)
	}
	if words := Words(root, "sys/thp"); len(words) != 3 {
		t.Errorf("words: %q", words)
	}
	if words := Words(root, "sys/none"); words != nil {
		t.Errorf("words of no file: %q", words)
	}
	processes := fstest.MapFS{"proc/12/stat": {}, "proc/2/stat": {}, "proc/self/stat": {}, "proc/-1": {}}
	if numbers, err := Numbers(processes, "proc"); err != nil || !slices.Equal(numbers, []int{2, 12}) {
		t.Errorf("numbers: %v, %v", numbers, err)
	}
	if err := Stat(root, "sys/none"); !errors.Is(err, fs.ErrNotExist) || Stat(root, "sys/thp") != nil {
		t.Errorf("stat: %v", err)
	}
}

func TestEachLine(t *testing.T) {
	var lines []string
	err := EachLine(strings.NewReader("a\n\nb"), func(line string) error {
		lines = append(lines, line)
		return nil
	})
	if err != nil || !slices.Equal(lines, []string{"a", "b"}) {
		t.Errorf("%q, %v", lines, err)
	}
	err = EachLine(strings.NewReader("a\n\nb"), func(line string) error {
		if line == "b" {
			return errors.New("odd")
		}
		return nil
	})
	if err == nil || err.Error() != "line 3: odd" {
		t.Error(err)
	}
	if err := EachLine(strings.NewReader(strings.Repeat("x", maxLine+1)), nil); err == nil || !strings.HasPrefix(err.Error(), "line 1: ") {
		t.Error(err)
	}
}
