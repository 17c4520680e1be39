package bill

import "tare/internal/record"

// beyond returns what the longer of two windows took beyond the shorter one. Of the
// container's share, which comes in bursts, the longer window's counts, in
// proportion to the net time: so wall is what it would have been under the same
// conditions without what was taken off.
func beyond(longer, shorter record.Bill) record.Bill {
	b := record.Bill{
		OnCPU:     longer.OnCPU - shorter.OnCPU,
		GCPause:   longer.GCPause - shorter.GCPause,
		Blocked:   longer.Blocked - shorter.Blocked,
		CPU:       longer.CPU - shorter.CPU,
		NetStatus: longer.NetStatus, NetWhy: longer.NetWhy,
	}
	if shorter.NetStatus != record.Measured {
		b.NetStatus, b.NetWhy = shorter.NetStatus, shorter.NetWhy
	}
	// What happens now and then may be in the shorter one by chance.
	for _, item := range []*float64{&b.GCPause, &b.Blocked} {
		b.OnCPU += min(0, *item)
		*item = max(0, *item)
	}
	if longer.Net <= 0 || b.NetStatus != record.Measured {
		b.Throttled, b.Waiting, b.Stolen = longer.Throttled-shorter.Throttled, longer.Waiting-shorter.Waiting, longer.Stolen-shorter.Stolen
		b.Residual = longer.Residual - shorter.Residual
		b.Wall, b.Net = longer.Wall-shorter.Wall, longer.Net-shorter.Net
		return b
	}
	b.Net = b.OnCPU + b.GCPause + b.Blocked
	share := b.Net / longer.Net
	b.Throttled, b.Waiting, b.Stolen, b.Residual = share*longer.Throttled, share*longer.Waiting, share*longer.Stolen, share*longer.Residual
	b.Wall = b.Net + b.Throttled + b.Waiting + b.Stolen + b.Residual
	return b
}
