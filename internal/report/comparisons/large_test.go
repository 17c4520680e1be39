package comparisons

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestTenThousandBenchmarks keeps the page below 10 MB, with all names on it. The
// page is written to the file that TARE_PAGE names, for a look at it.
func TestTenThousandBenchmarks(t *testing.T) {
	c := comparisonOf(2, manyFixtures(10_000, 10)...)
	got := onPage(t, c)
	if path := os.Getenv("TARE_PAGE"); path != "" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d bytes, %d sections", len(got), strings.Count(got, `<details class="section" id="b`))
	if len(got) > 10e6 {
		t.Errorf("%d bytes", len(got))
	}
	table, _, _ := strings.Cut(got, "</table>")
	named := map[string]bool{}
	for _, found := range regexp.MustCompile(`<th scope="row"[^>]*>(.*?)-4(?:</a>)?[ <]`).FindAllStringSubmatch(strings.ReplaceAll(table, "<wbr>", ""), -1) {
		named[regexp.MustCompile(`<[^>]*>`).ReplaceAllString(found[1], "")] = true
	}
	for _, b := range c.Benchmarks {
		if name := strings.TrimPrefix(b.Benchmark.Name, "Benchmark"); !named[name] {
			t.Errorf("%s is not in the table", name)
		}
	}
	for _, said := range []string{"The table has all benchmarks. Details are here of ", " 10\u202f000, those that changed most first", "tare history -html=FILE -bench=NAME " + c.ID} {
		if !strings.Contains(got, said) {
			t.Errorf("the page does not say %q", said)
		}
	}
	if rows, links := strings.Count(table, `<a href="#b`), strings.Count(got, `<details class="section" id="b`); rows != links {
		t.Errorf("%d rows lead to %d sections", rows, links)
	}
	c.ID = ""
	if said := fmt.Sprint(newView(c, Options{}).omission()); strings.Contains(said, "tare history -html") {
		t.Error("what is not stored is looked for in the store")
	}
}
