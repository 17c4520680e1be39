package procfs_test

import (
	"errors"
	"maps"
	"strings"
	"testing"
	"testing/iotest"

	"tare/internal/read/procfs"
)

func TestParseRelease(t *testing.T) {
	for _, c := range []struct {
		release      string
		major, minor int
	}{
		{"6.18.4-generic", 6, 18},
		{"5.15.90.1-microsoft-standard-WSL2", 5, 15},
		{"6.1", 6, 1},
		{"7.0-rc1", 7, 0},
		{"4.18.0+", 4, 18},
	} {
		if major, minor, err := procfs.ParseRelease(c.release); major != c.major || minor != c.minor || err != nil {
			t.Errorf("ParseRelease(%q) = %d, %d, %v", c.release, major, minor, err)
		}
	}
	for _, release := range []string{"", "6", "6.", ".18", "-6.18", "next-20260101", "6.x"} {
		if major, minor, err := procfs.ParseRelease(release); err == nil {
			t.Errorf("ParseRelease(%q) = %d, %d, want an error", release, major, minor)
		}
	}
}

func TestParseConfig(t *testing.T) {
	const config = "#\n# Linux/x86 6.18.4\n#\nCONFIG_CC_VERSION_TEXT=\"gcc (GCC) a=b\"\n# CONFIG_SMP is not set\nCONFIG_HZ=250\nCONFIG_LATE=y\n"
	got, err := procfs.ParseConfig(strings.NewReader(config), "CONFIG_HZ")
	want := map[string]string{"CONFIG_CC_VERSION_TEXT": `"gcc (GCC) a=b"`, "CONFIG_HZ": "250"}
	if !maps.Equal(got, want) || err != nil {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	got, err = procfs.ParseConfig(strings.NewReader(config), "")
	if len(got) != 3 || got["CONFIG_LATE"] != "y" || err != nil {
		t.Errorf("got %v, %v, want all options", got, err)
	}
	broken := errors.New("broken")
	if _, err = procfs.ParseConfig(iotest.ErrReader(broken), ""); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

func TestParseCmdline(t *testing.T) {
	for _, c := range []struct {
		line string
		want map[string]string
	}{
		{"", map[string]string{}},
		{"quiet ro\n", map[string]string{"quiet": "", "ro": ""}},
		{"root=UUID=1 rcu-nocbs=2-3", map[string]string{"root": "UUID=1", "rcu_nocbs": "2-3"}},
		{"mitigations=auto mitigations=off", map[string]string{"mitigations": "off"}},
		{`a="b  c" "d=e f" g`, map[string]string{"a": "b  c", "d": "e f", "g": ""}},
		{"quiet -- single mitigations=off", map[string]string{"quiet": ""}},
		{`open="rest of it`, map[string]string{"open": "rest of it"}},
	} {
		if got, err := procfs.ParseCmdline(strings.NewReader(c.line)); !maps.Equal(got, c.want) || err != nil {
			t.Errorf("ParseCmdline(%q) = %q, %v, want %q", c.line, got, err, c.want)
		}
	}
	broken := errors.New("broken")
	if _, err := procfs.ParseCmdline(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

func FuzzParseCmdline(f *testing.F) {
	f.Add("quiet root=UUID=1 -- init")
	f.Add(`a="b  c" "d=e f"`)
	f.Fuzz(func(t *testing.T, line string) {
		parameters, err := procfs.ParseCmdline(strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range parameters {
			if strings.ContainsAny(name, `"-=`) || strings.Contains(value, `"`) {
				t.Errorf("%q: %q=%q", line, name, value)
			}
		}
	})
}

func FuzzParseRelease(f *testing.F) {
	f.Add("6.18.4-generic")
	f.Fuzz(func(t *testing.T, release string) {
		if major, minor, err := procfs.ParseRelease(release); err == nil && (major < 0 || minor < 0) {
			t.Errorf("ParseRelease(%q) = %d, %d", release, major, minor)
		}
	})
}

func FuzzParseConfig(f *testing.F) {
	f.Add("# CONFIG_SMP is not set\nCONFIG_HZ=250\nCONFIG_LATE=y\n")
	f.Fuzz(func(t *testing.T, config string) {
		options, err := procfs.ParseConfig(strings.NewReader(config), "CONFIG_HZ")
		for name, value := range options {
			if !strings.Contains(config, name+"="+value) {
				t.Errorf("%q has no %s=%s (%v)", config, name, value, err)
			}
		}
	})
}
