package page_test

import (
	"testing"

	"tare/internal/report/skintest"
)

// TestSentences: both skins say all that there is.
func TestSentences(t *testing.T) {
	skintest.Sentences(t, everything(), skintest.Text, skintest.Page)
}
