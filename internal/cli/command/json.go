package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// schema is the version of all JSON documents: docs/json.md describes them. It rises when
// a field changes its meaning or goes; new fields may come at any time.
const schema = 1

// WriteJSON writes v, which must be a struct or a map, as the flag -json promises it: one
// indented document that says of which kind and version it is.
func WriteJSON(w io.Writer, kind string, v any) error {
	fields, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	head := fmt.Appendf(nil, `{"schema":%d,"kind":%q`, schema, kind)
	if rest := bytes.TrimPrefix(fields, []byte("{")); !bytes.Equal(rest, []byte("}")) {
		head = append(head, ',')
	}
	var out bytes.Buffer
	if err := json.Indent(&out, append(head, fields[1:]...), "", "\t"); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	out.WriteByte('\n')
	_, err = w.Write(out.Bytes())
	return err
}
