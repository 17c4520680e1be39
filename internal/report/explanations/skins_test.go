package explanations

import (
	"testing"

	"tare/internal/report/skintest"
)

// TestEverySkinSaysAll checks that what a document says is what a terminal shows with -v,
// and what a page shows.
func TestEverySkinSaysAll(t *testing.T) {
	examples := examples()
	delete(examples, "empty")
	hit, pictures := hitFixture()
	examples["hit"] = hit
	for name, e := range examples {
		t.Run(name, func(t *testing.T) { skintest.Sentences(t, Document(e, pictures), skintest.Text, skintest.Page) })
	}
}
