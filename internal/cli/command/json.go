package command

import (
	"encoding/json"
	"io"
)

// WriteJSON writes v as the flag -json promises it: indented, in one document.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	return enc.Encode(v)
}
