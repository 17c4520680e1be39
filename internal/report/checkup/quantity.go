package checkup

import (
	"tare/internal/record"
	"tare/internal/report/wording"
)

// quantity is a limit as printed. The zero quantity is one that cannot be
// there.
type quantity struct {
	Text  string
	Known bool    // there is a limit, and it is
	Value float64 // this
	Why   string  // nobody could read it: the status and the reason
	Tight bool    // it is what limits the program
}

// cannot stands for a limit that this kernel or group does not have.
const cannot = "-"

// says reports whether there is anything to say about q.
func (q quantity) says() bool { return q.Text != "" && q.Text != cannot }

func ofLimit(l record.Limit, format func(float64) string) quantity {
	switch {
	case l.Set():
		return quantity{Text: format(l.Value), Known: true, Value: l.Value}
	case l.OK():
		return quantity{Text: "none"}
	case l.Status == record.Unsupported:
		return quantity{Text: cannot}
	}
	return quantity{Text: unknown, Why: wording.Because(l.Status, l.Why)}
}

func ofReading(r record.Reading, format func(float64) string) quantity {
	return ofLimit(record.Limit{Reading: r}, format)
}

func ofFact(f record.Fact, format func(float64) string) quantity {
	return ofReading(record.Reading{Status: f.Status, Value: f.Number, Why: f.Why}, format)
}

// ofNumber is n, which is not known when it is zero; f says why.
func ofNumber(n int, f record.Fact) quantity {
	if n > 0 {
		return ofReading(record.Of(float64(n)), cpus)
	}
	return ofReading(record.Missing(f.Status, f.Why), cpus)
}
