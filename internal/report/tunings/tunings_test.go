package tunings

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/plain"
	"tare/internal/report/skintest"
	"tare/internal/report/text"
	"tare/internal/test/golden"
)

var catalogue = []record.Knob{
	{ID: "governor", What: "CPU frequency governor", Why: "A governor that saves power changes the frequency while a benchmark runs.", Profiles: []string{"quiet", "latency"}},
	{ID: "boost", What: "frequency boost", Why: "How far the CPU boosts depends on its temperature.", Profiles: []string{"quiet"}},
	{ID: "smt", What: "hardware threads that share a core", Why: "Two threads on one core slow each other down.", Profiles: nil},
	{ID: "irq-affinity", What: "CPUs that serve interrupts", Why: "An interrupt takes the CPU from the benchmark.", Profiles: []string{"quiet", "latency"}},
	{ID: "drop-caches", What: "page cache and slab objects", Why: "Memory starts out the same for every run.", Profiles: []string{"reset-memory"}},
	{ID: "cpu-latency", What: "limit on the latency of idle states", Why: "Deep idle states wake up late.", Profiles: []string{"latency"}},
}

// policies are n settings of one file below cpufreq that fared alike.
func policies(n int, file, before, wanted string, state record.State) []record.Setting {
	var ss []record.Setting
	for i := range n {
		ss = append(ss, record.Setting{Knob: "governor", Key: fmt.Sprintf("file:/sys/devices/system/cpu/cpufreq/policy%d/%s", i, file),
			Before: before, Wanted: wanted, After: wanted, State: state})
	}
	return ss
}

func irq(n int, before, after string, state record.State, why string) record.Setting {
	return record.Setting{Knob: "irq-affinity", Key: fmt.Sprintf("file:/proc/irq/%d/smp_affinity", n),
		Before: before, Wanted: "1", After: after, State: state, Why: why}
}

func tune() record.Tuning {
	t := record.Tuning{Profile: "quiet", Session: "20261121-070301", Knobs: catalogue}
	t.Settings = policies(16, "scaling_governor", "powersave", "performance", record.StateSet)
	t.Settings = append(t.Settings,
		record.Setting{Knob: "boost", Key: "file:/sys/devices/system/cpu/intel_pstate/no_turbo", Before: "1", Wanted: "1", After: "1", State: record.StateAlready},
		record.Setting{Knob: "smt", State: record.StateUnsupported, Why: "the hypervisor decides: smt/control says notsupported"},
		irq(1, "ff", "1", record.StateSet, ""), irq(8, "ff", "1", record.StateSet, ""), irq(9, "ff", "1", record.StateSet, ""),
		irq(12, "ff", "1", record.StateSet, ""), irq(16, "ff", "1", record.StateSet, ""), irq(120, "ff", "1", record.StateSet, ""),
		irq(0, "ff", "ff", record.StateFailed, "writing: input/output error (the timer stays where it is)"),
		irq(2, "ff", "ff", record.StateFailed, "writing: input/output error (the timer stays where it is)"),
		record.Setting{Knob: "drop-caches", Key: "file:/proc/sys/vm/drop_caches", Wanted: "3", State: record.StateDone, Action: true},
		record.Setting{Knob: "cpu-latency", Key: "file:/dev/cpu_dma_latency", Wanted: "0", State: record.StateDenied, Why: "open /dev/cpu_dma_latency: permission denied"},
	)
	return t
}

// plan is tune before anything was done.
func plan() record.Tuning {
	t := tune()
	t.DryRun, t.Session = true, ""
	for i := range t.Settings {
		switch s := &t.Settings[i]; s.State {
		case record.StateSet, record.StateDone, record.StateFailed:
			s.State, s.After, s.Why = record.StatePlanned, "", ""
		}
	}
	return t
}

func restore() record.Tuning {
	t := record.Tuning{Restore: true, Session: "20261121-070301", Knobs: catalogue}
	t.Settings = policies(14, "scaling_governor", "powersave", "performance", record.StateRestored)
	changed := policies(16, "scaling_governor", "powersave", "performance", record.StateChanged)[14:]
	for i := range changed {
		changed[i].After = "schedutil"
	}
	t.Settings = append(t.Settings, changed...)
	t.Settings = append(t.Settings,
		record.Setting{Knob: "boost", Key: "file:/sys/devices/system/cpu/intel_pstate/no_turbo", Before: "0", Wanted: "1", After: "0", State: record.StateOriginal},
		irq(1, "ff", "1", record.StateRestored, ""),
		irq(8, "", "1", record.StateFailed, "writing: no space left on device"),
		irq(9, "ff", "", record.StateMissing, ""),
		irq(16, "ff", "f0", record.StateReboot, ""),
		record.Setting{Knob: "thp", Key: "file:/sys/kernel/mm/transparent_hugepage/enabled", Before: "madvise", Wanted: "always", After: "madvise", State: record.StateOriginal},
		record.Setting{Knob: "thp", Key: "file:/sys/kernel/mm/transparent_hugepage/defrag", Before: "madvise", Wanted: "always", After: "madvise", State: record.StateOriginal},
	)
	return t
}

// denied is a tune for which the user has not the rights.
func denied() record.Tuning {
	t := record.Tuning{Profile: "quiet", Knobs: catalogue[:3]}
	for _, k := range catalogue[:2] {
		t.Settings = append(t.Settings, record.Setting{Knob: k.ID, Key: "file:/sys/" + k.ID, Before: "1", Wanted: "0", State: record.StateDenied, Why: "writing: permission denied"})
	}
	t.Settings = append(t.Settings, record.Setting{Knob: "smt", State: record.StateUnsupported, Why: "no control"})
	return t
}

func report(t record.Tuning) model.Document { return Document(t, "sudo tare tune") }

func TestGolden(t *testing.T) {
	restorePlan := plan()
	restorePlan.Restore = true
	for _, c := range []struct {
		name string
		doc  model.Document
		o    text.Options
	}{
		{"tune", report(tune()), text.Options{Width: 80}},
		{"tune-brief", report(tune()), text.Options{Width: 80, Detail: model.Brief}},
		{"tune-verbose", report(tune()), text.Options{Width: 80, Detail: model.Verbose}},
		{"tune-color", report(tune()), text.Options{Width: 80, Color: true}},
		{"tune-narrow", report(tune()), text.Options{Width: 40, Detail: model.Verbose}},
		{"tune-unlimited", report(tune()), text.Options{Detail: model.Verbose}},
		{"denied", report(denied()), text.Options{Width: 80}},
		{"denied-root", Document(denied(), ""), text.Options{Width: 80}},
		{"plan", report(plan()), text.Options{Width: 80}},
		{"restore", report(restore()), text.Options{Width: 100, Detail: model.Verbose}},
		{"restore-plan", report(restorePlan), text.Options{Width: 100}},
		{"nothing-to-tune", report(record.Tuning{Profile: "quiet"}), text.Options{Width: 80}},
		{"nothing-to-restore", report(record.Tuning{Restore: true}), text.Options{Width: 80}},
		{"list", List(plan()), text.Options{Width: 80}},
		{"list-blind", List(record.Tuning{Knobs: catalogue[:2]}), text.Options{Width: 80}},
		{"list-nothing", List(record.Tuning{}), text.Options{Width: 80}},
	} {
		t.Run(c.name, func(t *testing.T) {
			golden.Check(t, c.name+".golden", render(t, c.doc, c.o))
		})
	}
}

func render(t *testing.T, doc model.Document, o text.Options) string {
	t.Helper()
	var b strings.Builder
	if err := text.Write(&b, doc, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSentences: no skin leaves out what was set.
func TestSentences(t *testing.T) {
	for _, doc := range []model.Document{report(tune()), report(denied()), report(restore()), List(plan())} {
		skintest.Sentences(t, doc, skintest.Text, skintest.Page)
	}
}

func TestColourIsAllThatColourAdds(t *testing.T) {
	ansi := regexp.MustCompile("\x1b\\[[0-9]*m")
	for _, doc := range []model.Document{report(restore()), List(restore())} {
		for width := range 120 {
			plain := render(t, doc, text.Options{Width: width, Detail: model.Verbose})
			colored := render(t, doc, text.Options{Width: width, Detail: model.Verbose, Color: true})
			if got := ansi.ReplaceAllString(colored, ""); got != plain {
				t.Fatalf("width %d: colour changes the text to\n%s", width, got)
			}
		}
	}
}

func TestTextsCannotControlTheTerminal(t *testing.T) {
	const attack = "\x1b[2J\r\u009b0m\u202e\n✂"
	tuning := restore()
	tuning.Profile, tuning.Session = attack, attack
	tuning.Knobs = slices.Clone(catalogue)
	for i := range tuning.Knobs {
		poison(reflect.ValueOf(&tuning.Knobs[i]).Elem(), attack)
	}
	for i := range tuning.Settings {
		poison(reflect.ValueOf(&tuning.Settings[i]).Elem(), attack)
	}
	for _, doc := range []model.Document{report(tuning), List(tuning)} {
		shown := render(t, doc, text.Options{Detail: model.Verbose})
		for _, r := range shown {
			if r != '\n' && (r < ' ' || 0x7f <= r && r <= 0x9f || r == '\u202e') {
				t.Fatalf("control character %U in %q", r, shown)
			}
		}
		if !strings.Contains(shown, "✂") || strings.Contains(shown, "\n✂") {
			t.Errorf("texts are missing or begin lines of their own:\n%s", shown)
		}
	}
}

// poison appends text to the plain strings of a struct.
func poison(v reflect.Value, text string) {
	for i := range v.NumField() {
		if f := v.Field(i); f.Type() == reflect.TypeFor[string]() {
			f.SetString(f.String() + text)
		}
	}
}

func TestEveryStateHasALook(t *testing.T) {
	for _, s := range []record.State{record.StatePlanned, record.StateAlready, record.StateSet, record.StateDone, record.StateUnsupported,
		record.StateDenied, record.StateFailed, record.StateRestored, record.StateOriginal, record.StateChanged, record.StateReboot, record.StateMissing, record.StateOver} {
		if l := lookOf(s); l.many == string(s) && s != record.StateDone && s != record.StateDenied && s != record.StateFailed || plain.Width(l.mark) != 1 || l.trouble != (l.word != "") {
			t.Errorf("state %q has no look: %+v", s, l)
		}
	}
	odd := record.Tuning{Settings: []record.Setting{{Knob: "k", Key: "file:/x", State: "odd"}}}
	if shown := render(t, report(odd), text.Options{}); !strings.Contains(shown, "? k  odd /x") || !strings.Contains(shown, "1 odd") {
		t.Errorf("a state of the future is lost:\n%s", shown)
	}
}

func TestPattern(t *testing.T) {
	for _, c := range []struct {
		keys string
		each bool
		want string
	}{
		{"file:/a/b", false, "/a/b"},
		{"file:/a/b file:/a/b", true, "/a/b"},
		{"file:/cpu1/x file:/cpu12/x file:/cpu2/x", false, "/cpu*/x"},
		{"file:/cpu1/x file:/cpu12/x file:/cpu2/x", true, "/cpu{1,12,2}/x"},
		{"file:/i/1 file:/i/2 file:/i/3 file:/i/4 file:/i/5", true, "/i/*"},
		{"file:/f/scaling_max_freq file:/f/scaling_min_freq", true, "/f/scaling_{max_freq,min_freq}"},
		{"file:/f/enabled file:/f/defrag", true, "/f/{defrag,enabled}"},
		{"file:/f/a/a file:/f/a", true, "/f/a{,/a}"},
		{"prctl:x file:/y", true, "{/y,prctl:x}"},
	} {
		if got := pattern(strings.Fields(c.keys), c.each); got != c.want {
			t.Errorf("pattern(%s, %v) = %s, want %s", c.keys, c.each, got, c.want)
		}
	}
}
