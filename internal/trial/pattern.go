package trial

import (
	"fmt"
	"regexp"
	"strings"
)

// selects reports which top-level benchmarks a -bench pattern can match. Like
// package testing, it takes the pattern apart at | and / outside brackets and
// parentheses; only the first element of each alternative concerns top-level
// names.
func selects(pattern string, names []string) ([]string, error) {
	var tops []*regexp.Regexp
	for _, alternative := range split(pattern, '|') {
		element := split(alternative, '/')[0]
		re, err := regexp.Compile(element)
		if err != nil {
			return nil, fmt.Errorf("-bench %q: %w", pattern, err)
		}
		tops = append(tops, re)
	}
	var selected []string
	for _, name := range names {
		for _, re := range tops {
			if re.MatchString(name) {
				selected = append(selected, name)
				break
			}
		}
	}
	return selected, nil
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
