package recording

import (
	"context"
	"fmt"

	"tare/internal/record"
)

// Ends reads a kernel recording to its end, where the windows are. Without one the
// header is nil.
func (r Files) Ends(ctx context.Context) (h *record.KernelHeader, t record.KernelTrailer, err error) {
	if r.Kernel == "" {
		return nil, t, nil
	}
	s, err := Files{Kernel: r.Kernel}.Open()
	if err != nil {
		return nil, t, err
	}
	defer s.Close()
	header := s.Kernel.Header()
	var e record.KernelEvent
	for err == nil {
		err = kernelSource{s.Kernel, ctx.Err}.Next(&e)
	}
	t, _ = s.Kernel.Trailer()
	return &header, t, ctx.Err()
}

// Begin is the time of the first event, ns of CLOCK_MONOTONIC.
func (r Files) Begin() (int64, error) {
	src, err := r.Open()
	if err != nil {
		return 0, err
	}
	defer src.Close()
	var begin int64
	if src.Trace != nil {
		var e record.GoEvent
		if err = src.Trace.Next(&e); err == nil {
			begin = e.Time
		}
	}
	if src.Kernel != nil {
		var e record.KernelEvent
		if err = src.Kernel.Next(&e); err == nil && (begin == 0 || e.Time < begin) {
			begin = e.Time
		}
	}
	if begin == 0 {
		return 0, fmt.Errorf("finding its beginning: %w", err)
	}
	return begin, nil
}
