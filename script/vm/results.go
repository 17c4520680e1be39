package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"tare/script/vm/bed"
)

// judge reads the results and returns an error for each job that failed or did
// not report, and one when the machine did not end in an orderly way.
func judge(jobs []bed.Job, results io.Reader) error {
	exits, err := readResults(results)
	if err != nil {
		return err
	}
	var errs []error
	for _, j := range jobs {
		if exit, ok := exits[j.Name]; !ok {
			errs = append(errs, fmt.Errorf("%s: no result", j.Name))
		} else if exit != 0 {
			errs = append(errs, fmt.Errorf("%s: exit status %d", j.Name, exit))
		}
	}
	if _, ok := exits[bed.PowerOff]; !ok {
		errs = append(errs, errors.New("the machine died before it could power off: its console is above"))
	}
	return errors.Join(errs...)
}

// readResults returns the exit status of each job that reported.
func readResults(r io.Reader) (map[string]int, error) {
	exits := map[string]int{}
	dec := json.NewDecoder(r)
	for {
		var result bed.Result
		err := dec.Decode(&result)
		if errors.Is(err, io.EOF) {
			return exits, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading results: %w", err)
		}
		exits[result.Name] = result.Exit
	}
}
