package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// documents asks the command itself for its man pages and completions: own is its path.
func (r *release) documents(ctx context.Context, own string) ([]entry, error) {
	var all []entry
	for shell, file := range map[string]string{"bash": r.Name + ".bash", "zsh": "_" + r.Name, "fish": r.Name + ".fish", "powershell": r.Name + ".ps1"} {
		script, err := output(ctx, nil, own, "completion", shell)
		if err != nil {
			return nil, err
		}
		all = append(all, entry{"completions/" + file, []byte(script), 0o644})
	}
	verbs, err := r.verbs(ctx, own)
	if err != nil {
		return nil, err
	}
	for name, short := range verbs {
		args := []string{"help"}
		if name != r.Name {
			args = append(args, strings.TrimPrefix(name, r.Name+"-"))
		}
		help, err := output(ctx, nil, own, args...)
		if err != nil {
			return nil, err
		}
		m := manual{Name: name, Short: short, Version: r.Version, Date: r.Made.Format("2006-01-02")}
		all = append(all, entry{"man/man1/" + name + ".1", []byte(m.page(help)), 0o644})
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	return all, nil
}

// verbs returns the names of the manual's pages, each with what it is about: the command's
// own, and that of every verb that a shell would complete.
func (r *release) verbs(ctx context.Context, own string) (map[string]string, error) {
	completed, err := output(ctx, nil, own, "__complete", "")
	if err != nil {
		return nil, err
	}
	verbs := map[string]string{r.Name: "what your Go benchmark really measured"}
	for line := range strings.Lines(completed) {
		name, short, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if ok && name != "help" && name != "completion" {
			verbs[r.Name+"-"+name] = short
		}
	}
	if len(verbs) == 1 {
		return nil, fmt.Errorf("%s completes no verbs: %q", own, completed)
	}
	return verbs, nil
}

// manual makes a page of the manual of what a command prints for help, see man(7).
type manual struct{ Name, Short, Version, Date string }

// sections are the titles that help has, and those of the manual.
var sections = map[string]string{"Usage:": "SYNOPSIS", "Examples:": "EXAMPLES", "Flags:": "OPTIONS", "Available Commands:": "COMMANDS"}

func (m manual) page(help string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 %q %q\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n", strings.ToUpper(m.Name), m.Date, m.Version, roff(m.Name), roff(m.Short))
	options := false
	for line := range strings.Lines(strings.TrimSpace(help)) {
		line = strings.TrimRight(line, " \n")
		title, begins := sections[line]
		flag := options && strings.HasPrefix(line, "  -")
		switch {
		case begins:
			options = title == "OPTIONS"
			fmt.Fprintf(&b, ".fi\n.SH %s\n.nf\n", title)
		case flag:
			fmt.Fprintf(&b, ".fi\n.TP\n.B %s\n", roff(strings.TrimSpace(line)))
		case options:
			b.WriteString(roff(strings.TrimSpace(line)) + "\n")
		default:
			b.WriteString(roff(line) + "\n")
		}
	}
	return b.String() + ".fi\n"
}

// roff escapes what a line of text has that is a command or an escape to roff.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return `\&` + line
	}
	return line
}
