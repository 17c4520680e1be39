package main

import "testing"

// As printed by apt-cache show, shortened.
const (
	bookworm = `Package: linux-image-cloud-amd64
Source: linux-signed-amd64 (6.1.192+2)
Version: 6.1.192-2
Depends: linux-image-6.1.0-56-cloud-amd64 (= 6.1.192-2)
Description-en: Linux for x86-64 cloud (meta-package)
 Version: of a continuation line

Package: linux-image-cloud-amd64
Version: 6.1.148-1
`
	trixie = `Package: linux-image-cloud-amd64
Version: 6.12.57-1
Depends: linux-image-6.12.57+deb13-cloud-amd64 (= 6.12.57-1)
`
)

func TestKernelDependency(t *testing.T) {
	for _, c := range []struct{ text, version, dependency string }{
		{bookworm, "6.1.192-2", "linux-image-6.1.0-56-cloud-amd64"},
		{trixie, "6.12.57-1", "linux-image-6.12.57+deb13-cloud-amd64"},
		{"", "", ""},
	} {
		s := parseStanza(c.text)
		if s["Version"] != c.version {
			t.Errorf("version is %q, want %q", s["Version"], c.version)
		}
		if got := kernelDependency.FindString(s["Depends"]); got != c.dependency {
			t.Errorf("dependency is %q, want %q", got, c.dependency)
		}
	}
}
