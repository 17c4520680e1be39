package compare

import (
	"strings"

	"github.com/spf13/cobra"

	"tare/internal/cli/flags"
	"tare/internal/host/git"
	"tare/internal/record"
	"tare/internal/store"
)

// completeSide lets a shell complete a side with the names that git has, with those
// of files, or behind @ with stored runs. What follows the sides is packages.
func completeSide(cmd *cobra.Command, sides []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(sides) > 1 {
		return flags.Packages(cmd, nil, typed)
	}
	if strings.HasPrefix(typed, "@") {
		ids, directive := flags.Stored(cmd.Context(), cmd.Flag("store").Value.String(), store.Filter{}, func(h store.Header) (string, bool) {
			return h.Module, h.Kind == store.Run
		})
		for i := range ids {
			ids[i] = store.NameMark + strings.TrimPrefix(ids[i], store.NameMark)
		}
		return ids, directive
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
	return flags.Stored(cmd.Context(), cmd.Flag("store").Value.String(), store.Filter{}, func(h store.Header) (string, bool) {
		_, ended := h.Duration()
		return h.Module + " " + strings.Join(h.Variants, " → "), h.Kind == store.Comparison && (!ended || h.Verdicts[record.Inconclusive] > 0)
	})
}
