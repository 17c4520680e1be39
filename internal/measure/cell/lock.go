package cell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tare/internal/host/private"
)

// lockPatience is how long another tare gets to make or remove a group.
const lockPatience = 30 * time.Second

const lockName = "cells.lock"

// lock keeps the other tares of this user out while groups are claimed or given
// up. It is a file in the user's own folder: everybody may lock a group's
// directory, and so could stop every tare. The controllers that tares of several
// users enable in one group are told apart by the names of their claims alone.
//
// Who has no such folder, on a read-only system or without a home, goes without.
func (s *Site) lock(ctx context.Context) (unlock func(), err error) {
	dir, err := private.StateDir("/", os.Getenv, os.Geteuid())
	if err == nil {
		err = private.Own().State(dir)
	}
	if err != nil {
		return func() {}, nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, lockPatience, fmt.Errorf("it did not come to an end in %s", lockPatience))
	defer cancel()
	self := private.Holder{PID: os.Getpid(), Command: s.command, Since: time.Now()}
	lock, err := private.Acquire(ctx, filepath.Join(dir, lockName), self, func(private.Holder) bool { return true })
	switch {
	case err == nil:
		return lock.Release, nil
	case ctx.Err() != nil || errors.Is(err, private.ErrStuck):
		return nil, fmt.Errorf("another tare makes or removes cells: %w", err)
	}
	return func() {}, nil
}
