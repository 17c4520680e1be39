package nobench

import "testing"

func TestX(t *testing.T) {}
