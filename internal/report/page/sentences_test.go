package page_test

import (
	"testing"

	"tare/internal/report/model/modeltest"
	"tare/internal/report/page"
)

// TestSentences: both skins say all that there is.
func TestSentences(t *testing.T) {
	modeltest.Sentences(t, page.Everything(), modeltest.Text, modeltest.Page)
}
