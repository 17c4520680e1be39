package compare

import (
	"strings"

	"github.com/spf13/cobra"

	"tare/internal/host/git"
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
