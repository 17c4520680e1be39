package lab

import (
	"io"

	"tare/internal/cli/command"
	"tare/internal/lab"
	"tare/internal/record"
)

// entry is a claim as JSON; its experiment is as it would be on this machine.
type entry struct {
	ID       string   `json:"id"`
	Source   string   `json:"source"` // the article
	Says     string   `json:"says"`
	Question string   `json:"question"`
	Caveat   string   `json:"caveat,omitempty"`
	Needs    []string `json:"needs,omitempty"`
	Missing  []string `json:"missing,omitempty"` // of these, what this machine lacks
	Program  string   `json:"program"`           // folder
	Variants []string `json:"variants"`
	Figures  []figure `json:"figures"`
}

type figure struct {
	Name      string  `json:"name"`
	Unit      string  `json:"unit,omitempty"` // empty for a ratio
	Published float64 `json:"published"`
}

// writeClaims writes claims as JSON.
func writeClaims(w io.Writer, some []lab.Claim, m record.Machine) error {
	host := lab.HostOf(m, false)
	var list struct {
		Claims []entry `json:"claims"`
	}
	for _, c := range some {
		e := entry{ID: c.ID, Source: lab.Sources[c.Source], Says: c.Says, Question: c.Question, Caveat: c.Caveat, Missing: lacks(m)(c), Program: c.Folder()}
		for _, n := range c.Needs {
			e.Needs = append(e.Needs, string(n))
		}
		for _, v := range c.Variants(host) {
			e.Variants = append(e.Variants, v.Name)
		}
		for _, f := range c.Figures(host) {
			e.Figures = append(e.Figures, figure{f.Name, f.Unit, f.Published})
		}
		list.Claims = append(list.Claims, e)
	}
	return command.WriteJSON(w, "claims", list)
}
