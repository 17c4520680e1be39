package redact

import (
	"slices"
	"strings"
	"testing"
)

// secret is in every value that must not be left.
const secret = "hunter2"

func TestArgs(t *testing.T) {
	for _, c := range []struct{ args, want []string }{
		{[]string{"run", "-env", "A=hunter2", "-env=B=hunter2", "--env=GOGC=50", "-bench=Token/x=1", "./..."},
			[]string{"run", "-env", "A=…", "-env=B=…", "--env=GOGC=50", "-bench=Token/x=1", "./..."}},
		{[]string{"compare", "-new-env=A=hunter2", "-old-env", "A=hunter2 x", "-variant=. gogc=50 env='T=a hunter2' env=U=hunter2", "HEAD", "a=b"},
			[]string{"compare", "-new-env=A=…", "-old-env", "A=…", "-variant=. gogc=50 env=T=… env=U=…", "HEAD", "a=b"}},
		{[]string{"run", ".", "-args", "--token=hunter2", "-password", "hunter2", "KEY=hunter2", "-n=5", "-api-key", "hunter2"},
			[]string{"run", ".", "-args", "--token=…", "-password", "…", "KEY=…", "-n=5", "-api-key", "…"}},
		{[]string{"explain", "--", "env", "K=hunter2", "curl", "-H", "Authorization: Bearer hunter2", "https://me:hunter2@host/x"},
			[]string{"explain", "--", "env", "K=…", "curl", "-H", "Authorization: …", "https://me:…@host/x"}},
		{[]string{"run", "-ldflags=-s -X main.version=1.2 -X main.apiToken=hunter2", "-http=http://u:hunter2@localhost:1"},
			[]string{"run", "-ldflags=-s -X main.version=1.2 -X main.apiToken=…", "-http=http://u:…@localhost:1"}},
		{[]string{"run", "-ldflags", "-X 'main.secret=hunter2 x'", "."}, []string{"run", "-ldflags", "-X 'main.secret=…'", "."}},
		{[]string{"run", "-env"}, []string{"run", "-env"}},
		{[]string{"run", "-count=3", "-", "--"}, []string{"run", "-count=3", "-", "--"}},
	} {
		got := Args(c.args)
		if !slices.Equal(got, c.want) || strings.Contains(strings.Join(got, " "), secret) {
			t.Errorf("\n got %q\nwant %q", got, c.want)
		}
		if again := Args(got); !slices.Equal(again, got) {
			t.Errorf("%q became %q", got, again)
		}
	}
}

func TestEnv(t *testing.T) {
	one, two := Salt("one"), Salt("two")
	kv := "TOKEN=" + secret
	if a := one.Env(kv); a != one.Env(kv) || a == one.Env(kv+"!") || a == two.Env(kv) || strings.Contains(a, secret) || one.Env(a) != a || !IsHidden(a) {
		t.Errorf("%q", a)
	}
	if got := Salt(nil).Env(kv); got != "TOKEN=…" {
		t.Errorf("%q", got)
	}
	if got := one.Varied("WORKERS=4"); got != "WORKERS=4" {
		t.Errorf("%q", got)
	}
	for _, kv := range []string{kv, "DB=postgres://me:" + secret + "@host/x"} {
		if got := one.Varied(kv); strings.Contains(got, secret) || got != one.Env(kv) {
			t.Errorf("%q", got)
		}
	}
	for _, public := range []string{"GOGC=50", "GODEBUG=gctrace=1", "GOAMD64=v3"} {
		if got := one.Env(public); got != public || IsHidden(got) {
			t.Errorf("%q", got)
		}
	}
	env := []string{"A=" + secret, "GOGC=1"}
	if all := one.All(env); all[1] != "GOGC=1" || !IsHidden(all[0]) || env[0] != "A="+secret {
		t.Errorf("%q of %q", all, env)
	}
}

func FuzzArgs(f *testing.F) {
	f.Add("run -env=A=b -ldflags -X a.b=c -args x=y")
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Fields(line)
		if got := Args(args); len(got) != len(args) {
			t.Errorf("%q became %q", args, got)
		}
		if got := Args(append([]string{"run", "-env=X=" + secret}, "-args", "T="+secret)); strings.Contains(strings.Join(got, " "), secret) {
			t.Error(got)
		}
	})
}
