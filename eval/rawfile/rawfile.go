// Package rawfile keeps what an evaluation has observed in a file of JSON lines, so
// that a further call goes on where the last one stopped.
package rawfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// Read returns what is in the file, nothing if there is none. A last line that was
// cut off goes: what it was about is observed again.
func Read[T any](name string) (all []T, err error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	whole := 0
	for line := range bytes.Lines(text) {
		var v T
		if !bytes.HasSuffix(line, []byte("\n")) {
			return all, os.Truncate(name, int64(whole))
		}
		if err := json.Unmarshal(line, &v); err != nil {
			return nil, fmt.Errorf("%s, after byte %d: %w", name, whole, err)
		}
		all, whole = append(all, v), whole+len(line)
	}
	return all, nil
}

// Append adds a line to the file, which it makes if there is none.
func Append[T any](name string, v T) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}
