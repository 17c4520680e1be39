package versuspage

import (
	"os"
	"tare/internal/record"
	"testing"
)

func TestShow(t *testing.T) {
	os.WriteFile("/tmp/vp/small.html", []byte(render(t, fixtureComparison())), 0o644)
	os.WriteFile("/tmp/vp/many.html", []byte(render(t, comparisonOf(2, manyFixtures(14, 60)...))), 0o644)
	os.WriteFile("/tmp/vp/three.html", []byte(render(t, comparisonOf(3, fixtures...))), 0o644)
	big := render(t, comparisonOf(2, manyFixtures(100, 200)...))
	os.WriteFile("/tmp/vp/big.html", []byte(big), 0o644)
	huge := render(t, comparisonOf(2, manyFixtures(300, 450)...))
	t.Log(len(big), len(huge))
	c := comparisonOf(2, fixtures...)
	c.Design = record.Separate
	c.Args = []string{"compare", "old.txt", "new.txt"}
	for i := range c.Benchmarks {
		for k := range c.Benchmarks[i].Changes {
			c.Benchmarks[i].Changes[k].Logs = nil
		}
	}
	os.WriteFile("/tmp/vp/separate.html", []byte(render(t, c)), 0o644)
}
