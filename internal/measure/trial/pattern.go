package trial

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Pattern selects benchmarks by name, as -bench does: alternatives with a regular
// expression for each level of sub-benchmarks.
type Pattern [][]*regexp.Regexp

// ParsePattern takes a -bench pattern apart at | and / outside brackets and
// parentheses, as package testing does.
func ParsePattern(s string) (Pattern, error) {
	var p Pattern
	for _, alternative := range split(s, '|') {
		var levels []*regexp.Regexp
		for _, element := range split(alternative, '/') {
			re, err := regexp.Compile(element)
			if err != nil {
				return nil, fmt.Errorf("-bench %q: %w", s, err)
			}
			levels = append(levels, re)
		}
		p = append(p, levels)
	}
	return p, nil
}

// Match reports whether the pattern selects a benchmark without sub-benchmarks, by
// its full name.
func (p Pattern) Match(name string) bool {
	elements := strings.Split(name, "/")
	return slices.ContainsFunc(p, func(levels []*regexp.Regexp) bool {
		for i, re := range levels {
			if i >= len(elements) || !re.MatchString(elements[i]) {
				return false
			}
		}
		return true
	})
}

// tops returns those of the top-level names that can match: only the first level
// of each alternative concerns them.
func (p Pattern) tops(names []string) []string {
	var selected []string
	for _, name := range names {
		if slices.ContainsFunc(p, func(levels []*regexp.Regexp) bool { return levels[0].MatchString(name) }) {
			selected = append(selected, name)
		}
	}
	return selected
}

// split cuts s at sep outside [] and () and behind no backslash.
func split(s string, sep byte) []string {
	var parts []string
	square, round, start := 0, 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '[':
			square++
		case c == ']':
			square = max(0, square-1)
		case c == '(' && square == 0:
			round++
		case c == ')' && square == 0:
			round--
		case c == sep && square == 0 && round == 0:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}

// exactly returns the -test.bench pattern that matches one benchmark, by its
// full name, and no other.
func exactly(name string) string {
	elements := strings.Split(name, "/")
	for i, e := range elements {
		elements[i] = "^" + regexp.QuoteMeta(e) + "$"
	}
	return strings.Join(elements, "/")
}

// others returns the -test.skip pattern for every name but one.
func others(names []string, but string) string {
	var skip []string
	for _, n := range names {
		if n != but {
			skip = append(skip, n)
		}
	}
	if len(skip) == 0 {
		return ""
	}
	return "^(" + strings.Join(skip, "|") + ")$"
}
