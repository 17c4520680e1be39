package flags

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tare/internal/read/benchfile"
)

// Packages lets a shell complete patterns of packages below the current folder that have
// tests: ., ./json, ./json/..., ./... .
func Packages(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if strings.HasPrefix(typed, "..") || path.IsAbs(typed) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return patterns(benchfile.Dirs(os.DirFS("."))), cobra.ShellCompDirectiveNoFileComp
}

// patterns are those that name the folders, each alone and all that are below one.
func patterns(dirs []string) (list []cobra.Completion) {
	for _, dir := range dirs {
		if dir == "." {
			list = append(list, ".")
			continue
		}
		list = append(list, "./"+dir)
		for parent := path.Dir(dir); parent != "."; parent = path.Dir(parent) {
			list = append(list, "./"+parent+"/...")
		}
	}
	if len(dirs) > 0 {
		list = append(list, "./...")
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// benchmarkNames lets a shell complete -bench with the names of benchmarks in the
// packages that are among the arguments, or in the current folder.
func benchmarkNames(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return benchmarks(selected(benchfile.Dirs(os.DirFS(".")), args), typed), cobra.ShellCompDirectiveNoFileComp
}

// selected are the folders that patterns among the arguments name, or the current one
// when there are none.
func selected(dirs, args []string) []string {
	local := slices.DeleteFunc(slices.Clone(args), func(arg string) bool {
		return arg != "." && !strings.HasPrefix(arg, "./")
	})
	if len(local) == 0 {
		local = []string{"."}
	}
	return slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool {
		return !slices.ContainsFunc(local, func(pattern string) bool {
			above, all := strings.CutSuffix(pattern, "...")
			above = path.Clean(above)
			return dir == above || all && (above == "." || strings.HasPrefix(dir, above+"/"))
		})
	})
}

// benchmarks are the names of those in the folders, written as somebody begins to: with
// ^, in full, or without the word that all of them begin with.
func benchmarks(dirs []string, typed string) (list []cobra.Completion) {
	for _, dir := range dirs {
		for _, name := range benchfile.Declared(os.DirFS("."), dir) {
			switch {
			case strings.HasPrefix(typed, "^"):
				name = "^" + name + "$"
			case !strings.HasPrefix("Benchmark", typed) && !strings.HasPrefix(typed, "Benchmark"):
				name = strings.TrimPrefix(name, "Benchmark")
			}
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
