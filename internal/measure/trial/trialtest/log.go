package trialtest

import (
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// Log is a trial.Observer that remembers what it was told.
type Log struct {
	Stages   []string
	Trials   []record.Trial
	Failures []record.Failure
	Progress []trial.Progress
	OnTrial  func(record.Trial) // may be nil
}

// Stage implements trial.Observer.
func (l *Log) Stage(what string) { l.Stages = append(l.Stages, what) }

// Next implements trial.Observer.
func (l *Log) Next(_ record.Benchmark, p trial.Progress) { l.Progress = append(l.Progress, p) }

// Failed implements trial.Observer.
func (l *Log) Failed(f record.Failure) { l.Failures = append(l.Failures, f) }

// Trial implements trial.Observer.
func (l *Log) Trial(t record.Trial) {
	l.Trials = append(l.Trials, t)
	if l.OnTrial != nil {
		l.OnTrial(t)
	}
}
