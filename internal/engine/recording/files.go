package recording

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/host/files"
	"tare/internal/record"
	"tare/internal/trace/event"
	"tare/internal/trace/kernrec"
)

// Names of the files in a recording's folder.
const (
	traceFile  = "trace.out"
	kernelFile = "kernel.rec"
)

// Files names the files of one recording. One that is not there is empty.
type Files struct{ Trace, Kernel string }

// Find tells apart files that the user named: one trace and one kernel recording at
// most, or a folder with both. Every error is a usage error.
func Find(args []string) (Files, error) {
	var r Files
	for _, arg := range args {
		files := []string{arg}
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			if files = In(arg); len(files) == 0 {
				return r, exit.Errorf(exit.Usage, "a folder from `tare explain -o` has them", "no %s and no %s in %s", traceFile, kernelFile, arg)
			}
		}
		for _, f := range files {
			if err := r.add(f); err != nil {
				return r, err
			}
		}
	}
	return r, nil
}

// add adds a file of either kind.
func (r *Files) add(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return exit.Errorf(exit.Usage, "recordings are read more than once: save it to a file first", "%s is not a regular file", path)
	}
	kernel, err := isKernelRecording(path)
	if err != nil {
		return exit.Errorf(exit.Usage, "", "%w", err)
	}
	to, which := &r.Trace, "neither %s nor %s is a kernel recording"
	if kernel {
		to, which = &r.Kernel, "both %s and %s are kernel recordings"
	}
	if *to != "" {
		return exit.Errorf(exit.Usage, "one Go execution trace and one kernel recording can be joined", which, *to, path)
	}
	*to = path
	return nil
}

func isKernelRecording(path string) (bool, error) {
	f, err := files.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	begin := make([]byte, len(kernrec.Magic))
	_, err = io.ReadFull(f, begin)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false, err
	}
	return string(begin) == kernrec.Magic, nil
}

// In returns the files of the recording in a folder.
func In(dir string) (files []string) {
	for _, name := range []string{traceFile, kernelFile} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			files = append(files, filepath.Join(dir, name))
		}
	}
	return files
}

// in names the files of a recording in a folder.
func in(dir string) Files {
	return Files{Trace: filepath.Join(dir, traceFile), Kernel: filepath.Join(dir, kernelFile)}
}

// NameWhat is what to try when something was named that is not there.
const NameWhat = "name a recording, a folder that has one, or a package"

// Nowhere reports whether a pattern of packages could be a path, and is of nothing.
func Nowhere(pattern string) bool {
	_, err := os.Stat(pattern)
	return !strings.Contains(pattern, "...") && errors.Is(err, os.ErrNotExist)
}

// Title names what the recording is of, by what its ends say (see Ends).
func (r Files) Title(h *event.KernelHeader, t event.KernelTrailer) string {
	switch {
	case h == nil:
		return filepath.Base(r.Trace)
	case len(t.Windows) > 0:
		return titled(t.Windows[0].Benchmark)
	case len(h.Command) > 0:
		return filepath.Base(h.Command[0])
	}
	return fmt.Sprintf("process %d", h.PID)
}

// titled names what the recording of a benchmark is of.
func titled(b record.Benchmark) string { return fmt.Sprintf("%s in %s", b.Name, b.Package) }
