package tune

import (
	"fmt"
	"strings"
	"testing"

	"tare/internal/record"
)

func TestStanding(t *testing.T) {
	var all []record.Setting
	for i := range 20 {
		all = append(all, record.Setting{Knob: fmt.Sprint("knob", i/2), Key: fmt.Sprint(i)})
	}
	f := standing(all)
	if !strings.Contains(f.What, "changed 20 settings") || !strings.HasSuffix(f.What, "knob0, knob1, knob2, knob3, knob4, knob5, knob6, knob7, ….") {
		t.Error(f.What)
	}
}
