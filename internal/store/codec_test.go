package store

import (
	"database/sql"
	"math"
	"testing"
	"unicode/utf8"

	"tare/internal/record"
)

// FuzzCodec reports any number under any unit, as b.ReportMetric lets a
// benchmark do.
func FuzzCodec(f *testing.F) {
	for _, x := range []float64{0, math.Copysign(0, -1), 1.1, math.NaN(), math.Inf(1), math.SmallestNonzeroFloat64} {
		f.Add("MB/s", math.Float64bits(x))
	}
	f.Add("", uint64(1))
	f.Fuzz(func(t *testing.T, unit string, bits uint64) {
		if !utf8.ValidString(unit) {
			t.Skip("stored with replacement characters")
		}
		x := math.Float64frombits(bits)
		doc, err := encode(record.Trial{Extra: map[string]float64{unit: x, unit + "/": 1}})
		check(t, err)
		trial, err := decode[record.Trial](doc)
		check(t, err)
		got := trial.Extra[unit]
		if math.IsNaN(x) && math.IsNaN(got) {
			return
		}
		if math.Float64bits(got) != bits || trial.Extra[unit+"/"] != 1 {
			t.Errorf("got %v, want %v", trial.Extra, x)
		}
	})
}

// FuzzDecode decodes what a damaged file may hold: an error is fine, and what
// is no error must be storable again.
func FuzzDecode(f *testing.F) {
	f.Add(`{"n":1,"extra":{"x":0}}`, `{"/extra/\"x\"":"NaN"}`)
	f.Add(`{"n":1}`, `{"/bill/wall":"much"}`)
	f.Add(`{"n":"one"}`, ``)
	f.Add(`{`, `{`)
	f.Fuzz(func(t *testing.T, body, nonfinite string) {
		trial, err := decode[record.Trial](document{body, sql.NullString{String: nonfinite, Valid: nonfinite != ""}})
		if err != nil {
			return
		}
		if _, err := encode(trial); err != nil {
			t.Errorf("decoded, but cannot be encoded: %v", err)
		}
	})
}

func TestDecodeErrors(t *testing.T) {
	for _, doc := range []document{
		{JSON: `{`},
		{JSON: `{"n":"one"}`},
		{JSON: `{}`, NonFinite: sql.NullString{String: `{`, Valid: true}},
		{JSON: `{}`, NonFinite: sql.NullString{String: `{"/bill/wall":"much"}`, Valid: true}},
	} {
		if got, err := decode[record.Trial](doc); err == nil {
			t.Errorf("%+v: no error, but %+v", doc, got)
		}
	}
}
