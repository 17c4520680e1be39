package store

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// explain wraps err with what was being done and, where SQLite's result code
// says more than its text, with the cause and what to try.
func explain(doing string, err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) {
		if why := advice(e.Code()); why != "" {
			return fmt.Errorf("%s: %s (%w)", doing, why, err)
		}
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// advice says what a result code (https://sqlite.org/rescode.html) means for
// the user, or "" when it means a fault in tare.
func advice(code int) string {
	switch code {
	case sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE,
		sqlite3.SQLITE_IOERR_SHMLOCK, sqlite3.SQLITE_IOERR_SHMMAP:
		return "its file system is full and needs some free space, or cannot share memory between processes as network and 9p mounts cannot: set TARE_DB to a file on a local disk"
	}
	switch code & 0xff { // the low byte is the primary code
	case sqlite3.SQLITE_NOTADB:
		return "the file is not a SQLite database: move it away, or set TARE_DB to another file"
	case sqlite3.SQLITE_CORRUPT:
		return "the file is damaged: move it away to start afresh; sqlite3's .recover command may rescue what it holds"
	case sqlite3.SQLITE_FULL:
		return "the disk is full: free some space, or set TARE_DB to a file on another disk"
	case sqlite3.SQLITE_READONLY:
		return "the file or its folder cannot be written: give this user write permission to both, or set TARE_DB to a copy elsewhere"
	case sqlite3.SQLITE_CANTOPEN:
		return "the file cannot be opened or created: check that it is not a folder and that this user may write to the folder it is in, or set TARE_DB to another file"
	case sqlite3.SQLITE_BUSY:
		return fmt.Sprintf("another process has kept it locked for %v: wait for that process or end it", busyTimeout)
	case sqlite3.SQLITE_IOERR:
		return "the disk could not be read or written: check it, or set TARE_DB to a file on another one"
	}
	return ""
}

// hasCode reports whether err carries this result code of SQLite's, or an
// extension of it when code is a primary one.
func hasCode(err error, code int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code() == code || e.Code()&0xff == code)
}
