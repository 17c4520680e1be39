package output

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Width returns the columns of the terminal behind w, and whether there is one.
// Without one it is 0: no limit.
func Width(w io.Writer) (int, bool) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 80, true
	}
	return width, true
}

// Color reports whether the user wants colour on a terminal: see no-color.org.
func Color() bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
