package claims

import "tare/internal/lab"

// limits are the claims about quotas, weights and memory limits of control groups.
var limits = []lab.Claim{
	quotaLatency,
}
