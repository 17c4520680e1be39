package text

import (
	"io"
	"os"

	"golang.org/x/term"

	"tare/internal/report/model"
)

// For returns the options with which w shows up to detail: as wide as its terminal is, and in
// colour unless the user wants none.
func For(w io.Writer, detail model.Detail) Options {
	width, terminal := Columns(w)
	return Options{Color: terminal && color(), Width: width, Detail: detail}
}

// Columns returns the columns of the terminal behind w, and whether there is one.
// Without one it is 0: no limit.
func Columns(w io.Writer) (int, bool) {
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

// color reports whether the user wants colour on a terminal: see no-color.org.
func color() bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
