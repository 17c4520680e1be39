package compare

import (
	"os"
	"reflect"
	"slices"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/record/redact"
)

// recorded is the variant as it is kept and shown: without the values of its
// environment, which can be secrets.
func (v variant) recorded(salt redact.Salt) record.Variant {
	r := v.Variant
	r.Cell.Env = salt.All(v.box.Env)
	r.Flags = redact.Args(v.Flags)
	r.Settings = slices.Clone(v.Settings)
	for i, s := range r.Settings {
		if kv, ok := strings.CutPrefix(s, "env="); ok {
			r.Settings[i] = "env=" + salt.Env(kv)
		} else {
			r.Settings[i] = redact.Setting(s)
		}
	}
	return r
}

// sameCell reports whether two variants run under the same conditions, hidden
// values included.
func (v variant) sameCell(w variant) bool {
	return reflect.DeepEqual(v.Cell, w.Cell) && slices.Equal(v.box.Env, w.box.Env)
}

// recall puts the values that were not kept back into an environment: from that of
// this process, where whoever goes on with a comparison sets them once more. That
// they are the same is found out when the variants are compared with what they were.
func recall(env []string) ([]string, error) {
	env = slices.Clone(env)
	for i, kv := range env {
		if !redact.IsHidden(kv) {
			continue
		}
		name, _, _ := strings.Cut(kv, "=")
		value, ok := os.LookupEnv(name)
		if !ok {
			return nil, exit.Errorf(exit.Usage, name+"=VALUE tare compare -resume=ID", "the value that -env gave %s is not kept: set it in the environment of tare", name)
		}
		env[i] = name + "=" + value
	}
	return env, nil
}

// complete refuses to go on with a command line whose arguments or flags for the
// linker were not kept.
func (o options) complete() error {
	for _, words := range [][]string{o.workload.Args, {o.build.LDFlags}} {
		for _, w := range words {
			if strings.Contains(w, redact.Hidden) {
				return exit.Errorf(exit.Usage, "compare anew", "what looked like a secret in %q was not kept", w)
			}
		}
	}
	return nil
}
