package command

import (
	"runtime"
	"runtime/debug"
)

// Build says what this tare was built from, and with what. What the program does not
// know of itself is empty.
type Build struct {
	Version  string `json:"version"`            // the module's, or the revision, or "devel"
	Revision string `json:"revision,omitempty"` // the commit's hash
	Time     string `json:"time,omitempty"`     // the commit's, in RFC 3339
	Modified bool   `json:"modified,omitempty"` // there were changes that nobody had committed
	Go       string `json:"go"`                 // the toolchain, "go1.26.0"
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

// Version returns the version of this tare: the module's when it was installed
// by version, else the revision that it was built from.
func Version() string { return ReadBuild().Version }

// ReadBuild reads what is stamped into this program.
func ReadBuild() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Build{Version: "unknown", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	}
	return buildOf(info)
}

func buildOf(info *debug.BuildInfo) Build {
	b := Build{Version: info.Main.Version, Go: info.GoVersion, OS: runtime.GOOS, Arch: runtime.GOARCH}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	if b.Version == "" || b.Version == "(devel)" {
		b.Version = "devel"
		if b.Revision != "" {
			b.Version = b.Revision
		}
	}
	return b
}
