// Package setting gets and sets the settings of a machine by their keys. A key
// is a scheme, a colon and what the scheme needs; each scheme has a file of its
// own, which says what its values look like. On systems other than Linux no
// setting exists.
//
// Values are canonical: what Get returns for a setting that Set has set is, byte
// for byte, what Set was given, unless the kernel changed it. Setting a value a
// second time changes nothing, and completes what a killed tare began.
package setting

import (
	"errors"
	"fmt"
	"strings"
)

// Options is what some settings need of the program that uses them.
type Options struct {
	// Holder is the command, arguments included, that calls HoldCPULatency with
	// the same root. The limit in µs is appended to it as one more argument.
	Holder []string
	// Keep lists the PIDs of processes not to stop and not to move to other
	// CPUs. The calling process is never stopped or moved.
	Keep []int
}

// Backend gets and sets settings. Errors match fs.ErrNotExist when the machine
// does not have the setting, and fs.ErrPermission when it has but not for this
// user or from inside this container. For a key of no known scheme they match
// errors.ErrUnsupported.
type Backend struct {
	schemes map[string]scheme
}

// scheme is one kind of setting; arg is what follows the colon of the key.
type scheme interface {
	get(arg string) (string, error)
	set(arg, value string) error
	settable(arg string) error
}

// Open returns the settings of the machine whose files are below root, an
// absolute path: "/", or a folder that imitates one. It touches nothing.
func Open(root string, o Options) *Backend { return &Backend{schemes(root, o)} }

// Get returns the present value of a setting.
func (b *Backend) Get(key string) (string, error) {
	s, arg, err := b.find(key)
	if err != nil {
		return "", err
	}
	return s.get(arg)
}

// Set gives a setting a value. It returns when the kernel has taken it, which
// is no promise that it kept it: read it back.
func (b *Backend) Set(key, value string) error {
	s, arg, err := b.find(key)
	if err != nil {
		return err
	}
	return s.set(arg, value)
}

// Settable returns why Set would fail, as far as that can be told without
// trying; nil says that it should work.
func (b *Backend) Settable(key string) error {
	s, arg, err := b.find(key)
	if err != nil {
		return err
	}
	return s.settable(arg)
}

func (b *Backend) find(key string) (scheme, string, error) {
	name, arg, colon := strings.Cut(key, ":")
	s, known := b.schemes[name]
	if !known || !colon {
		return nil, "", fmt.Errorf("setting %q: %w", key, errScheme)
	}
	return s, arg, nil
}

// ErrEnded is matched by errors about the settings of a process that has ended.
var ErrEnded = errors.New("the process has ended")

// marked is an error that also matches kind, which its text need not repeat.
type marked struct {
	error
	kind error
}

func (m marked) Unwrap() []error { return []error{m.error, m.kind} }
