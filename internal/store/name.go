package store

import (
	"context"
	"fmt"
	"regexp"
)

// NameMark begins a name wherever an ID is looked up: "@baseline".
const NameMark = "@"

// nameForm is what a name may be: it stands in command lines, and after the mark.
var nameForm = regexp.MustCompile(`^[\pL\pN][\pL\pN._/+-]{0,99}$`)

// CheckName returns an error that says what is wrong with a name, if anything is.
func CheckName(name string) error {
	if !nameForm.MatchString(name) || name == Latest {
		return fmt.Errorf("%q cannot be a name: up to 100 letters, digits, and any of . _ / + - behind the first; %q is taken", name, Latest)
	}
	return nil
}

// Name gives the run, comparison or sweep with this very ID a name. Whatever had it before has it
// no longer. The error is [ErrNotFound] when there is no such record.
func (s *Store) Name(ctx context.Context, id, name string) error {
	if err := CheckName(name); err != nil {
		return err
	}
	res, err := s.db.ExecContext(ctx, `INSERT INTO name (name, run_id) SELECT ?, id FROM run WHERE id = ?
		ON CONFLICT (name) DO UPDATE SET run_id = excluded.run_id`, name, id)
	return s.fail(needRow(res, err, "", id), "name %s %s", id, name)
}
