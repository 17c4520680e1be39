// Package exit is how verbs end: with a status, a message, and a hint what to try.
package exit

import (
	"errors"
	"fmt"
	"strings"
)

// Code is a process exit status.
type Code int

// The exit statuses, the same for every verb.
const (
	Fine         Code = 0
	FoundWrong   Code = 1 // what was asked about is so: a regression, a failed requirement
	Usage        Code = 2 // the command line makes no sense
	Inconclusive Code = 3 // not enough evidence either way
	Contaminated Code = 4 // the machine spoiled the measurement
	Broken       Code = 5 // tare or the workload failed
)

// Error ends a verb with a status. Hint, if any, says what to try.
type Error struct {
	Code Code
	Err  error
	Hint string
}

// Error implements error.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errorf returns an error with an exit status and a hint, which may be empty.
func Errorf(exit Code, hint, format string, args ...any) error {
	return &Error{exit, fmt.Errorf(format, args...), hint}
}

// Status returns the exit status that err asks for: Fine for nil, and Usage for
// an error that does not say, which comes from the parsing of the command line
// before any verb was entered.
func Status(err error) Code {
	if err == nil {
		return Fine
	}
	if e := (*Error)(nil); errors.As(err, &e) {
		return e.Code
	}
	return Usage
}

// Quiet is the error of a verb that has said all there is to say in its
// report and only wants the exit status.
func Quiet(exit Code) error {
	if exit == Fine {
		return nil
	}
	return &Error{Code: exit, Err: errQuiet}
}

var errQuiet = errors.New("see the report")

// Message returns what to print for err on standard error, "" for nothing. Of
// errors that were joined, each has its message and hint.
func Message(err error) string {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var messages []string
		for _, e := range joined.Unwrap() {
			if m := Message(e); m != "" {
				messages = append(messages, m)
			}
		}
		return strings.Join(messages, "\n")
	}
	if err == nil || errors.Is(err, errQuiet) {
		return ""
	}
	message := "tare: " + err.Error()
	if e := (*Error)(nil); errors.As(err, &e) && e.Hint != "" {
		message += "\nhint: " + e.Hint
	}
	return message
}
