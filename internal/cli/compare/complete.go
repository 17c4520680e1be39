package compare

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"tare/internal/host/git"
	"tare/internal/record"
	"tare/internal/store"
)

// completeSide lets a shell complete a side with the names that git has, or with
// those of files. What follows the sides is packages.
func completeSide(cmd *cobra.Command, sides []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(sides) > 1 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	refs, _ := git.Run(cmd.Context(), ".", "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes")
	var names []cobra.Completion
	for _, name := range append(strings.Fields(refs), "HEAD") {
		if strings.HasPrefix(name, typed) {
			names = append(names, name)
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}

// completeResume offers a shell the comparisons that may go on.
func completeResume(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	path := cmd.Flag("store").Value.String()
	if path == "" {
		path, _ = store.DefaultPath(os.Getenv)
	}
	const done = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	if _, err := os.Stat(path); err != nil {
		return nil, done
	}
	s, err := store.Open(cmd.Context(), path)
	if err != nil {
		return nil, done
	}
	defer s.Close()
	headers, err := s.List(cmd.Context(), store.Filter{})
	if err != nil {
		return nil, done
	}
	ids := []cobra.Completion{cobra.CompletionWithDesc(store.Latest, "the newest comparison")}
	for _, h := range headers {
		if _, ended := h.Duration(); h.Kind == store.Comparison && (!ended || h.Verdicts[record.Inconclusive] > 0) {
			ids = append(ids, cobra.CompletionWithDesc(h.ID, h.Module+" "+strings.Join(h.Variants, " → ")))
		}
	}
	return ids, done
}
