package proc

import "errors"

// ErrLocked says that another process holds the lock.
var ErrLocked = errors.New("another process holds the lock")
