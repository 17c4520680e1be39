package explanations

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
)

// large is a recording with so many functions that goroutines start with, so many
// names of regions, and a cause for each of these.
func large(n int) (record.Explanation, Pictures) {
	e, p := fixture()
	group, in, cause := e.Groups[0], e.Intervals[1], e.Causes[0]
	for i := range n {
		g, iv, c := group, in, cause
		g.Name, g.Interest = fmt.Sprintf("tare.example/server.worker%05d", i), i == n-1
		iv.Name = fmt.Sprintf("region%05d", i)
		c.Interval = iv.Name
		e.Groups, e.Intervals, e.Causes = append(e.Groups, g), append(e.Intervals, iv), append(e.Causes, c)
	}
	s := &p.Scenes[1]
	lane := s.Lanes[0]
	for len(lane.Pieces) < 200_000 { // as many as a scene has at most
		lane.Pieces = append(lane.Pieces, lane.Pieces...)
	}
	lane.Pieces = lane.Pieces[:200_000]
	s.Lanes = append([]record.SceneLane{lane}, s.Lanes...)
	return e, p
}

// TestTenThousandOfAll keeps the page below 10 MB, with all names on it. The page is
// written to the file that TARE_PAGE names, for a look at it.
func TestTenThousandOfAll(t *testing.T) {
	const n = 10_000
	got := page(t, Document(large(n)))
	if path := os.Getenv("TARE_PAGE"); path != "" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d bytes", len(got))
	if len(got) > 10e6 {
		t.Errorf("%d bytes", len(got))
	}
	for _, names := range []string{`worker\d{5}`, `region\d{5}`} {
		found := map[string]bool{}
		for _, name := range regexp.MustCompile(names).FindAllString(got, -1) {
			found[name] = true
		}
		if len(found) != n {
			t.Errorf("%d of %d names like %s are on the page", len(found), n, names)
		}
	}
	if last := fmt.Sprintf(`<span class="strong">server.worker%05d</span>`, n-1); !strings.Contains(got, last) {
		t.Error("the goroutines of interest have no account")
	}
	for _, said := range []string{"<code>-goroutine=REGEXP</code><span class=\"quiet\"> explains those of one", "-region=REGEXP or -task=REGEXP explains some of them"} {
		if !strings.Contains(got, said) {
			t.Errorf("the page does not say %q", said)
		}
	}
}
