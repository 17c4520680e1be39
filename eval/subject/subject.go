// Package subject has what evaluations of tare explain have in common: they build
// programs, have tare explain them, and read what it says.
package subject

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"tare/internal/record"
)

// Build builds a command of this module into a folder and returns its file.
func Build(ctx context.Context, dir, pkg string) (string, error) {
	file := filepath.Join(dir, filepath.Base(pkg))
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", file, pkg).CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", pkg, err, out)
	}
	return file, nil
}

// Explain runs tare explain -json.
func Explain(ctx context.Context, tare string, args ...string) (*record.Explanation, error) {
	cmd := exec.CommandContext(ctx, tare, append([]string{"explain", "-json"}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("tare explain: %w: %s", err, Tail(stderr.String()))
	}
	var e record.Explanation
	if err := json.Unmarshal(out, &e); err != nil {
		return nil, fmt.Errorf("reading tare's explanation: %w", err)
	}
	return &e, nil
}

// Tail keeps the end of what a failed program printed, in one line.
func Tail(s string) string {
	const most = 300
	s = strings.Join(strings.Fields(s), " ")
	return s[max(0, len(s)-most):]
}
