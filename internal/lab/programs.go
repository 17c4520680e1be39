package lab

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
)

//go:embed programs
var programs embed.FS

// Programs are the folders of the workloads, each a main or a test package. They make one
// module, whose go.mod they lack here.
func Programs() fs.FS {
	all, err := fs.Sub(programs, "programs")
	if err != nil {
		panic(err) // "programs" is a valid name
	}
	return all
}

// Module is the go.mod of the programs: from Go 1.25 on, the runtime looks at CPU quotas.
const Module = "module lab\n\ngo 1.25\n"

// Folder is the folder of the claim's program.
func (c Claim) Folder() string {
	if c.Program != "" {
		return c.Program
	}
	return strings.ReplaceAll(c.ID, "-", "")
}

// Find returns the claim with an ID, and whether there is one.
func Find(claims []Claim, id string) (Claim, bool) {
	i := slices.IndexFunc(claims, func(c Claim) bool { return c.ID == id })
	if i < 0 {
		return Claim{}, false
	}
	return claims[i], true
}
