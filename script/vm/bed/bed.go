// Package bed is what the two sides of the virtual machine test bed agree on:
// the driver outside packs jobs, the init inside runs them and sends results.
package bed

// Paths inside the machine.
const (
	// JobsFile holds the jobs as a JSON array of Job.
	JobsFile = "/bed/jobs.json"
	// ResultPort is the second serial port. It carries nothing but one JSON
	// Result per line, so that kernel messages cannot fall into one.
	ResultPort = "/dev/ttyS1"
)

// PowerOff names the last result of a machine that came to an orderly end.
const PowerOff = "power off"

// Job is one test binary to run.
type Job struct {
	Name string   `json:"name"` // the package's import path
	Path string   `json:"path"` // the binary; it runs in the directory that holds it
	Args []string `json:"args"`
	Env  []string `json:"env"` // KEY=VALUE, beyond what init sets
}

// Result says how a job ended.
type Result struct {
	Name    string  `json:"name"` // that of the job, or PowerOff
	Exit    int     `json:"exit"` // exit status; -1 when it did not start or died of a signal
	Seconds float64 `json:"seconds"`
}
