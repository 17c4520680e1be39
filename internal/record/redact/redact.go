// Package redact takes secrets out of what tare keeps of command lines and
// environments. Names stay; of a value, at most a hash does.
package redact

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
)

// Hidden stands for a value.
const Hidden = "…"

// secretive is in the names of what holds secrets. It is no word of tare's flags.
var secretive = regexp.MustCompile(`(?i)passw|passphrase|secret|token|credential|authoriz|bearer|cookie|(api|access|private|signing)[-_.]?key|(^|[-_.])(auth|pwd|pass|jwt|dsn)($|[-_.])`)

// public are variables of the Go toolchain whose values are conditions of a
// measurement and cannot be anybody's secret.
var public = regexp.MustCompile(`^(GOGC|GOMEMLIMIT|GOMAXPROCS|GODEBUG|GOTRACEBACK|GOEXPERIMENT|GOOS|GOARCH|GO(386|AMD64|ARM|ARM64|LOONG64|MIPS|MIPS64|PPC64|RISCV64)|GOFIPS140|CGO_ENABLED)$`)

var (
	assignment = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_.-]*)=`)
	userinfo   = regexp.MustCompile(`(\b[A-Za-z][A-Za-z0-9+.-]*://[^\s/@:]*):[^\s/@]+@`)
	header     = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9-]*):\s*\S`)
	linked     = regexp.MustCompile(`(-X[= ]+['"]?)([^\s='"]+)=[^'"\s]*`)
	quotedLink = regexp.MustCompile(`(-X[= ]+['"])([^\s='"]+)=[^'"]*`)
	ofVariant  = regexp.MustCompile(`(^|\s)env=('[^']*'|"[^"]*"|[^\s'"]*)`)
)

// Salt is what values are hashed with; nil hashes nothing.
type Salt []byte

// Env returns NAME=VALUE without the value. What stands for it is the same for the
// same value and salt. One whose value is hidden already stays as it is.
func (s Salt) Env(kv string) string {
	name, value, ok := strings.Cut(kv, "=")
	if !ok || public.MatchString(name) || strings.HasPrefix(value, Hidden) {
		return kv
	}
	if s == nil {
		return name + "=" + Hidden
	}
	sum := hmac.New(sha256.New, s)
	sum.Write([]byte(kv))
	return name + "=" + Hidden + hex.EncodeToString(sum.Sum(nil)[:4])
}

// Varied is Env for a variable whose values are what a result is about: only one that
// looks like a secret is hidden.
func (s Salt) Varied(kv string) string {
	if plain(kv, true) == kv {
		return kv
	}
	return s.Env(kv)
}

// All is Env for each variable.
func (s Salt) All(env []string) []string {
	hidden := slices.Clone(env)
	for i, kv := range hidden {
		hidden[i] = s.Env(kv)
	}
	return hidden
}

// IsHidden reports whether the value of NAME=VALUE is not there any more.
func IsHidden(kv string) bool {
	_, value, _ := strings.Cut(kv, "=")
	return strings.HasPrefix(value, Hidden)
}

// Args returns a command line of tare's, from behind "tare", without what is, or
// looks like, a secret: the values of -env; those of flags, variables and headers
// with such a name; every NAME=VALUE for another program; passwords in addresses.
func Args(args []string) []string {
	end := slices.IndexFunc(args, func(a string) bool {
		return a == "--" || strings.TrimLeft(a, "-") == "args" && strings.HasPrefix(a, "-")
	})
	if end < 0 {
		end = len(args)
	}
	return slices.Concat(words(args[:end], true), Command(args[end:]))
}

// Command is Args for the command line of another program.
func Command(args []string) []string { return words(args, false) }

func words(args []string, own bool) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		word := args[i]
		if flag := strings.TrimLeft(word, "-"); flag != word && flag != "" {
			name, value, joined := strings.Cut(flag, "=")
			dashes := word[:len(word)-len(flag)]
			hides := secretive.MatchString(name) || own && takesValue(name)
			switch {
			case joined:
				out = append(out, dashes+name+"="+ofFlag(name, value, own))
			case hides && i+1 < len(args):
				i++
				out = append(out, word, ofFlag(name, args[i], own))
			default:
				out = append(out, word)
			}
			continue
		}
		out = append(out, plain(word, own))
	}
	return out
}

// takesValue reports whether a flag of tare's has a value that needs a closer look.
func takesValue(name string) bool {
	switch base(name) {
	case "env", "variant", "ldflags":
		return true
	}
	return false
}

// base is the name of a flag of one variant without that variant's.
func base(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, "old-"), "new-")
}

// ofFlag returns the value of a flag without secrets.
func ofFlag(name, value string, own bool) string {
	switch {
	case own && base(name) == "env":
		return Salt(nil).Env(value)
	case own && takesValue(name):
		return Setting(value)
	case secretive.MatchString(name):
		return Hidden
	}
	return plain(value, true)
}

// Setting returns conditions, as -variant and -ldflags take them, without secrets.
func Setting(text string) string {
	text = ofVariant.ReplaceAllStringFunc(text, func(m string) string {
		before, kv, _ := strings.Cut(m, "env=")
		return before + "env=" + quoted(Salt(nil).Env(strings.Trim(kv, `'"`)))
	})
	for _, link := range []*regexp.Regexp{quotedLink, linked} {
		text = link.ReplaceAllStringFunc(text, func(m string) string {
			f := link.FindStringSubmatch(m)
			if !secretive.MatchString(f[2]) {
				return m
			}
			return f[1] + f[2] + "=" + Hidden
		})
	}
	return text
}

// quoted puts a word with blanks between quotes again.
func quoted(word string) string {
	if strings.ContainsAny(word, " \t\n") {
		return "'" + word + "'"
	}
	return word
}

// plain returns a word that is no flag. A file or a revision of tare's may have an
// equals sign in its name.
func plain(word string, own bool) string {
	if m := assignment.FindStringSubmatch(word); m != nil && (!own || secretive.MatchString(m[1])) {
		return Salt(nil).Env(word)
	}
	if m := header.FindStringSubmatch(word); m != nil && secretive.MatchString(m[1]) {
		return m[1] + ": " + Hidden
	}
	return userinfo.ReplaceAllString(word, "$1:"+Hidden+"@")
}
