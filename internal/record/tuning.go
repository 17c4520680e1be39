package record

// State says what became of one setting.
type State string

// The states after `tare tune`.
const (
	StatePlanned     State = "planned"     // would be set (-dry-run)
	StateAlready     State = "already"     // has the wanted value; not touched
	StateSet         State = "set"         // set and read back
	StateDone        State = "done"        // an action without a value, such as dropping caches, was done
	StateUnsupported State = "unsupported" // this machine does not have it
	StateDenied      State = "denied"      // it does, but not for this user
	StateFailed      State = "failed"      // the write failed, or another value was read back
)

// The states after `tare restore`.
const (
	StateRestored State = "restored" // the original was written and read back
	StateOriginal State = "original" // has its original value already
	StateChanged  State = "changed"  // somebody else changed it since: left alone
	StateReboot   State = "rebooted" // differs from the original since a reboot: left alone
	StateMissing  State = "missing"  // does not exist any more
	StateOver     State = "over"     // ended for good, and what tare had set of it with it
)

// Settled reports whether a setting on its way back is where it belongs: nothing of
// tare's making is left of it.
func (s State) Settled() bool {
	return s == StateRestored || s == StateOriginal || s == StateOver
}

// Setting is one value that a knob sets, with what was found and what became
// of it. A knob that cannot be used at all has one Setting without a Key.
type Setting struct {
	Knob   string `json:"knob"`
	Key    string `json:"key,omitempty"`    // "file:/sys/kernel/mm/ksm/run"
	Before string `json:"before,omitempty"` // when tare came
	Wanted string `json:"wanted,omitempty"` // on restore, what tare had left it with
	After  string `json:"after,omitempty"`  // as read back; on restore, as found
	State  State  `json:"state"`
	Why    string `json:"why,omitempty"`
	// Action is something done, such as dropping caches: it has no value to
	// read and nothing to put back.
	Action bool `json:"action,omitempty"`
}

// Knob describes one machine setting for people.
type Knob struct {
	ID       string   `json:"id"`       // "governor"
	What     string   `json:"what"`     // "CPU frequency governor"
	Why      string   `json:"why"`      // what it does for measurements, one sentence
	Profiles []string `json:"profiles"` // that include it
}

// Tuning is one `tare tune` or `tare restore`.
type Tuning struct {
	Restore  bool      `json:"restore"`
	DryRun   bool      `json:"dry_run"`
	Profile  string    `json:"profile,omitempty"`
	Session  string    `json:"session,omitempty"` // in the journal
	Knobs    []Knob    `json:"knobs,omitempty"`   // those of Settings, in order
	Settings []Setting `json:"settings"`
}
