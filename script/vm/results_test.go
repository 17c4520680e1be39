package main

import (
	"strings"
	"testing"

	"tare/script/vm/bed"
)

func TestJudge(t *testing.T) {
	jobs := []bed.Job{{Name: "a"}, {Name: "b"}}
	for _, c := range []struct {
		name, results string
		want          []string // parts of the error; none for success
	}{
		{
			name: "all passed",
			results: `{"name":"a","exit":0}
				{"name":"b","exit":0}
				{"name":"power off","exit":0}`,
		},
		{
			name: "one failed",
			results: `{"name":"a","exit":1}
				{"name":"b","exit":0}
				{"name":"power off","exit":0}`,
			want: []string{"a: exit status 1"},
		},
		{
			name:    "died in the second",
			results: `{"name":"a","exit":0}`,
			want:    []string{"b: no result", "died before it could power off"},
		},
		{
			name: "died after the last",
			results: `{"name":"a","exit":0}
				{"name":"b","exit":0}`,
			want: []string{"died before it could power off"},
		},
		{
			name: "said nothing",
			want: []string{"a: no result", "b: no result", "died before it could power off"},
		},
		{
			name:    "died in a word",
			results: `{"name":"a","ex`,
			want:    []string{"reading results"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := judge(jobs, strings.NewReader(c.results))
			if (err != nil) != (len(c.want) > 0) {
				t.Fatalf("got error %v, want %q", err, c.want)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got error %q, want %q in it", err, want)
				}
			}
		})
	}
}
