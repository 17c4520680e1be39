package progress

import (
	"io"
	"sync"
	"testing"
	"time"
)

// TestManySpeakers has the flight recorder's goroutines speak at once, as the race
// detector sees it.
func TestManySpeakers(t *testing.T) {
	r := New(io.Discard, Options{Terminal: true, Now: time.Now})
	r.Start()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 100 {
				r.Note("a note")
				r.Stage("a stage")
				r.Trial(Event{Done: 1, Expected: 3})
				r.Clear()
			}
		})
	}
	all.Wait()
	r.Done()
}
