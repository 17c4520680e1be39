package timeline

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"tare/internal/record"
)

// small has a gap between its pieces, a negative number, text that is no ASCII and
// numbers above 32 bits.
var small = record.Scene{
	Start: 5_000_000_000, Length: 100, Strings: []string{"", "µ"},
	Lanes: []record.SceneLane{
		{Lane: record.Lane{Kind: record.LaneProc, ID: 3}, Name: 1, Interest: true, Pieces: [][5]int64{
			{0, 10, 1, 0, 34}, {10, 20, 15, 1, -1}, {50, 50, 4, 0, 1 << 40},
		}},
		{Lane: record.Lane{Kind: record.LaneCPU, ID: 1}, Pieces: [][5]int64{{0, 1, 5, 1, 0}}},
		{Lane: record.Lane{ID: 7}, Depth: 2, Pieces: [][5]int64{{0, 1, 1, 0, 0}}},
	},
	Marks: []record.SceneMark{
		{Kind: record.MarkThrottle, Start: 50, End: 90, Name: 1, Lane: 4711},
		{Kind: record.MarkUnblock, Start: 60, End: 61, Lane: 7, By: 34, Chain: true},
	},
}

func TestEncode(t *testing.T) {
	want := []byte{
		128, 200, 175, 160, 37, 200, 1, 4, 10, 6, 4, // start, length; numbers of strings, pieces, lanes and marks
		0, 4, 0xc2, 0xb5, // strings
		4, 6, 2, 2, 6, // P 3 with a name, of interest, with three pieces
		0, 20, 2, 0, 68, 0, 40, 30, 2, 1, 40, 100, 8, 0, 128, 128, 128, 128, 128, 64,
		6, 2, 0, 0, 2, 0, 2, 10, 2, 0, // CPU 1
		0, 14, 0, 6, 2, 0, 2, 2, 0, 0, // goroutine 7, two up the chain
		10, 100, 80, 2, 206, 73, // marks
		2 * byte(record.MarkUnblock), 120, 2, 0, 14, 68, 2,
	}
	if got := encode(small); !bytes.Equal(got, want) {
		t.Errorf("encoded as\n%v, want\n%v", got, want)
	}
}

// TestScriptReadsScenes runs the page's own decoder where there is a node to run
// it.
func TestScriptReadsScenes(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	const show = `
const s = new Scene(data);
console.log(JSON.stringify({ Start: s.from, Length: s.to - s.from, Strings: s.strings,
  Lanes: s.lanes.map((l) => ({ Lane: { kind: l.kind, id: l.id }, Name: s.strings.indexOf(l.name), Interest: l.interest, Depth: l.depth,
    Pieces: Array.from({ length: l.end - l.first }, (_, n) => l.first + n).map((i) =>
      [s.starts[i] - s.from, s.ends[i] - s.starts[i], s.items[i], s.details[i], s.bound[i]]) })),
  Marks: s.marks.map((m) => ({ kind: m.kind, start: m.start - s.from, end: m.end - s.from, name: s.strings.indexOf(m.name), lane: m.lane, by: m.by, chain: m.chain })) }));`
	script, err := scripts.ReadFile("script/scene.js")
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(node, "-")
	command.Stdin = strings.NewReader(numbers() + "const data = \"" + newScene(0, small).Data + "\";" + string(script) + show)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, out)
	}
	var got struct {
		Start, Length int64
		Strings       []string
		Lanes         []record.SceneLane
		Marks         []record.SceneMark
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	read := record.Scene{Start: got.Start, Length: got.Length, Strings: got.Strings, Lanes: got.Lanes, Marks: got.Marks}
	if !reflect.DeepEqual(read, small) {
		t.Errorf("read as\n%+v, want\n%+v", read, small)
	}
}

// TestScriptChoosesArrows has a chain of two waits, and one beside it, whose arrow
// stands out where the pointer is on its lane. Of lanes that are folded there is none.
func TestScriptChoosesArrows(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	s := record.Scene{Length: 100, Strings: []string{""}}
	for g := range int64(5) {
		s.Lanes = append(s.Lanes, record.SceneLane{Lane: record.Lane{ID: g + 1}, Interest: g == 0, Depth: int(g) % 3, Pieces: [][5]int64{{0, 100, int64(record.ItemBlocked), 0, 0}}})
	}
	s.Marks = []record.SceneMark{
		{Kind: record.MarkUnblock, Start: 0, End: 10, Lane: 2, By: 3, Chain: true},
		{Kind: record.MarkUnblock, Start: 0, End: 90, Lane: 4, By: 5},
		{Kind: record.MarkUnblock, Start: 5, End: 60, Lane: 1, By: 2, Chain: true},
		{Kind: record.MarkUnblock, Start: 5, End: 60, Lane: 9, By: 2}, // there is no lane
	}
	const show = `
const scene = new Scene(data), rows = new Rows();
const said = (over, to) => {
  rows.arrange(scene);
  const { strong, faint } = arrowsInSight({ scene, rows, from: 0, to, over, cursor: null });
  const text = (all) => all.map(({ mark }) => mark.by + ">" + mark.lane).join(" ");
  return text(strong) + " | " + text(faint);
};
console.log(said(null, 100));
console.log(said(scene.byKey.get("g5"), 100));
console.log(said(null, 50));
rows.fold("Goroutines of interest");
console.log(said(null, 100));`
	var script strings.Builder
	script.WriteString(numbers() + `const data = "` + newScene(0, s).Data + `";`)
	for _, name := range []string{"scene", "rows", "arrows"} {
		part, err := scripts.ReadFile("script/" + name + ".js")
		if err != nil {
			t.Fatal(err)
		}
		script.Write(part)
	}
	command := exec.Command(node, "-")
	command.Stdin = strings.NewReader(script.String() + show)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, out)
	}
	const want = "2>1 3>2 | 5>4\n2>1 3>2 5>4 | \n3>2 | \n3>2 | 5>4\n"
	if string(out) != want {
		t.Errorf("arrows are\n%s, want\n%s", out, want)
	}
}
