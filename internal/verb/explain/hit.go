package explain

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tare/internal/host/input"
)

// hitFile is beside a recording that was kept because of a hit.
const hitFile = "hit.json"

// hit is when a condition came true, ns of CLOCK_MONOTONIC.
type hit struct {
	What string `json:"what"`
	From int64  `json:"from"`
	To   int64  `json:"to"`
}

// save writes a hit to the folder of its recording.
func (h hit) save(dir string) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, hitFile), append(text, '\n'), 0o666)
}

// hit is why a recording was kept; nil when it has no special reason.
func (r recording) hit() *hit {
	f, err := input.Regular(filepath.Join(filepath.Dir(cmp.Or(r.kernel, r.trace)), hitFile))
	if err != nil {
		return nil
	}
	defer f.Close()
	h := &hit{}
	if json.NewDecoder(input.Bounded(f, hitFile, 1<<20)).Decode(h) != nil {
		return nil
	}
	return h
}

// after says what happened, and when after the beginning of its recording.
func (h *hit) after(begin int64) string {
	return fmt.Sprintf("%s at %s for %s", h.What, time.Duration(h.From-begin).Round(10*time.Microsecond), time.Duration(h.To-h.From))
}
