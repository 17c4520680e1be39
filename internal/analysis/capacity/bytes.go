package capacity

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tare/internal/record"
)

// memoryLimit returns what the runtime makes of GOMEMLIMIT (readGOMEMLIMIT in
// runtime/mgcpacer.go). A program does not start with a value that it cannot
// parse: that is undetermined here.
func memoryLimit(s string) record.Limit {
	if s == "" || s == "off" {
		return record.Limit{Reading: record.Reading{Status: record.Measured}, None: true}
	}
	n, ok := parseBytes(s)
	if !ok {
		why := fmt.Sprintf("GOMEMLIMIT=%s is malformed: it takes a whole number, with B, KiB, MiB, GiB or TiB, or \"off\"", s)
		return record.Limit{Reading: record.Missing(record.Undetermined, why)}
	}
	return record.Limit{Reading: record.Of(float64(n)), None: n == math.MaxInt64}
}

// parseBytes parses a byte count as the runtime does (parseByteCount in
// runtime/string.go).
func parseBytes(s string) (int64, bool) {
	factor := int64(1)
	for _, suffix := range []struct {
		name   string
		factor int64
	}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"B", 1}} {
		if digits, ok := strings.CutSuffix(s, suffix.name); ok {
			s, factor = digits, suffix.factor
			break
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/factor {
		return 0, false
	}
	return n * factor, true
}
