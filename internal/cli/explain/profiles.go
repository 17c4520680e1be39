package explain

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tare/internal/analysis/profiles"
	"tare/internal/host/files"
	"tare/internal/host/invoker"
	"tare/internal/record"
)

// writeProfiles writes one profile for each item, and one with all. Those of an earlier
// recording go, lest items that this one does not have be taken for its own.
func writeProfiles(dir string, stacks *profiles.Collector) error {
	path := func(name string) string {
		return filepath.Join(dir, strings.NewReplacer(" ", "-", ",", "").Replace(name)+".pprof")
	}
	write := func(name string, items ...record.Item) error {
		f, err := files.Create(path(name))
		if err != nil {
			return err
		}
		if err = stacks.Profile(items...).Write(f); err == nil {
			err = f.Commit()
		}
		return errors.Join(err, f.Close())
	}
	there := stacks.Items()
	for item := range record.Items {
		if slices.Contains(there, item) {
			if err := write(item.String(), item); err != nil {
				return err
			}
		} else if err := invoker.Remove(path(item.String())); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return write("all")
}
