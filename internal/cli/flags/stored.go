package flags

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"tare/internal/engine/exit"
	"tare/internal/store"
)

// OpenStore opens the store at path, or the default one for "", which must be there
// already: it is a usage error when it is not.
func OpenStore(ctx context.Context, path string) (*store.Store, error) {
	if path == "" {
		var err error
		if path, err = store.DefaultPath(os.Getenv); err != nil {
			return nil, err
		}
	}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil, exit.Errorf(exit.Usage, "`tare run` makes one; -store names another file", "no store at %s", path)
	}
	return store.Open(ctx, path)
}

// Stored offers a shell the IDs and names of what f selects in the store at path, as [OpenStore]
// finds it, newest first. What about says of each describes it; what it says false of is
// left out. A store that cannot be used has none.
func Stored(ctx context.Context, path string, f store.Filter, about func(store.Header) (string, bool)) ([]cobra.Completion, cobra.ShellCompDirective) {
	const done = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	s, err := OpenStore(ctx, path)
	if err != nil {
		return nil, done
	}
	defer s.Close()
	headers, err := s.List(ctx, f)
	if err != nil {
		return nil, done
	}
	ids := []cobra.Completion{cobra.CompletionWithDesc(store.Latest, "the newest")}
	for _, h := range headers {
		if text, ok := about(h); ok {
			for _, name := range h.Names {
				ids = append(ids, cobra.CompletionWithDesc(store.NameMark+name, text))
			}
			ids = append(ids, cobra.CompletionWithDesc(h.ID, text))
		}
	}
	return ids, done
}
