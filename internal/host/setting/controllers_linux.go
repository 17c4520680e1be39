package setting

import (
	"slices"
	"strings"
)

// controllers is the scheme of the controllers that a cgroup v2 gives its
// children, by its folder: "controllers:/sys/fs/cgroup". Its value is their
// names in alphabetical order: "cpu cpuset memory".
type controllers struct{ tree }

const subtreeControl = "cgroup.subtree_control"

func (c controllers) get(group string) (string, error) {
	text, err := c.read(group, subtreeControl)
	words := strings.Fields(text)
	slices.Sort(words)
	return strings.Join(words, " "), err
}

// set writes what differs, all of it or nothing.
func (c controllers) set(group, value string) error {
	now, err := c.get(group)
	if err != nil {
		return err
	}
	changes := append(signed("+", value, now), signed("-", now, value)...)
	if len(changes) == 0 {
		return nil
	}
	return c.put(strings.Join(changes, " "), group, subtreeControl)
}

func (c controllers) settable(group string) error { return c.writable(group, subtreeControl) }

// signed returns the words that are in one list and not in another, each behind
// a sign.
func signed(sign, these, those string) []string {
	other := strings.Fields(those)
	var changes []string
	for _, w := range strings.Fields(these) {
		if !slices.Contains(other, w) {
			changes = append(changes, sign+w)
		}
	}
	return changes
}
