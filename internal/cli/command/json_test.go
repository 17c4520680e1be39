package command

import (
	"bytes"
	"math"
	"testing"
)

func TestWriteJSON(t *testing.T) {
	for want, v := range map[string]any{
		"{\n\t\"schema\": 1,\n\t\"kind\": \"run\",\n\t\"id\": \"x\"\n}\n": struct {
			ID string `json:"id"`
		}{"x"},
		"{\n\t\"schema\": 1,\n\t\"kind\": \"run\"\n}\n": struct{}{},
	} {
		var b bytes.Buffer
		if err := WriteJSON(&b, "run", v); err != nil || b.String() != want {
			t.Errorf("%v: got %q, want %q", err, b.String(), want)
		}
	}
	if WriteJSON(&bytes.Buffer{}, "run", struct{ X float64 }{math.NaN()}) == nil {
		t.Error("NaN has no JSON, and no error")
	}
}
