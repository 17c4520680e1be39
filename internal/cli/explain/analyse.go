package explain

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/trace/account"
	"tare/internal/trace/align"
)

// Reading a trace holds two of its generations, which is most of the memory. As much
// garbage again would be too much: these are GOGC and GOMEMLIMIT, in bytes, of
// explaining. What needs more than that is slow, but works.
const (
	collectAt   = 25
	memoryLimit = 256 << 20
)

// analyse explains one recording and writes everything. It reports whether the
// recording could not be read to its end; what could is explained.
func (s *session) analyse(ctx context.Context, r recording) (broken bool, err error) {
	debug.SetGCPercent(collectAt)
	debug.SetMemoryLimit(memoryLimit)
	if r.kernel != "" {
		s.out.Progress.Stage("looking how the kernel recording ends")
	}
	header, trailer, err := r.ends(ctx)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return false, unreadable(ctx, err)
	}
	if s.request.subject == subjectFiles {
		s.title = r.title(header, trailer)
		s.windows, s.overhead = trailer.Windows, trailer.Overhead
	}
	o := account.Options{Windows: known(s.windows), Regions: s.request.regions, Tasks: s.request.tasks, Goroutines: s.request.goroutines, Kernel: header}
	if len(s.windows) > 0 && len(o.Windows) == 0 && o.Goroutines == nil {
		o.Goroutines = benchmarkGoroutines
	}
	if h := r.hit(); h != nil {
		o.Hit = h.whole()
	}
	if s.request.part != nil {
		begin, err := r.begin(ctx)
		if err != nil {
			return false, unreadable(ctx, err)
		}
		o.Range = &record.Span{From: begin + int64(s.request.part[0]), To: begin + int64(s.request.part[1])}
	}
	a := &analysis{session: s, recording: r, header: header, trailer: trailer, options: o, chosen: s.request.goroutines != nil}
	if err := a.run(ctx); err != nil {
		return false, unreadable(ctx, err)
	}
	if len(a.explanation.Intervals) == 0 {
		return false, a.nothing()
	}
	s.out.Progress.Stage("writing the explanation")
	return a.broken, s.out.Write(*a)
}

// known are the windows whose edges are known.
func known(all []record.Window) []record.Window {
	return slices.DeleteFunc(slices.Clone(all), func(w record.Window) bool { return len(w.Spans) == 0 })
}

func unreadable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return bench.ErrInterrupted
	}
	return exit.Errorf(exit.Broken, "", "%w", err)
}

// begin is the time of the first event.
func (r recording) begin(ctx context.Context) (int64, error) {
	src, err := r.open(ctx)
	if err != nil {
		return 0, err
	}
	defer src.Close()
	var begin int64
	if src.trace != nil {
		var e record.GoEvent
		if err = src.trace.Next(&e); err == nil {
			begin = e.Time
		}
	}
	if src.kernel != nil {
		var e record.KernelEvent
		if err = src.kernel.Next(&e); err == nil && (begin == 0 || e.Time < begin) {
			begin = e.Time
		}
	}
	if begin == 0 {
		return 0, fmt.Errorf("finding its beginning: %w", err)
	}
	return begin, nil
}

// analysis is what comes of one recording.
type analysis struct {
	session   *session
	recording recording
	header    *record.KernelHeader // nil without a kernel recording
	trailer   record.KernelTrailer
	options   account.Options
	chosen    bool // the user has, by -goroutine

	explanation record.Explanation
	pictures    pictures
	broken      bool
}

// run joins the recording and fills in the explanation.
func (a *analysis) run(ctx context.Context) error {
	s := a.session
	src, err := a.recording.open(ctx)
	if err != nil {
		return err
	}
	defer src.Close()
	a.options.Stack = src.stack
	book := account.New(a.options)
	sinks, err := a.pictures.sinks(a, src)
	if err != nil {
		return err
	}
	stop := s.showProgress("explaining", src)
	same := kinship{}
	ahead, wait := align.Apart(book)
	result := join(src, a.header, append(sinks, ahead, &same)...)
	wait()
	stop()
	if err := ctx.Err(); err != nil {
		return err
	}
	a.explanation = book.Explain(result.Begin, result.End)
	a.describe(src, result)
	a.explanation.Trouble = append(a.explanation.Trouble, a.trouble(src, result, &same)...)
	a.explanation.Causes = account.Causes(a.explanation)
	return a.pictures.finish(ctx, a)
}

// join joins open files.
func join(src *sources, h *record.KernelHeader, sinks ...record.Sink) align.Result {
	var g align.GoSource
	var k align.KernelSource
	var sure map[record.KernelFact]record.Sure
	if src.trace != nil {
		g = goSource{src.trace, src.ctx}
	}
	if src.kernel != nil {
		k, sure = kernelSource{src.kernel, src.ctx}, h.Sure
	}
	return align.Join(g, k, sure, sinks...)
}

// showProgress tells how far reading has come for some purpose, until stop is called.
func (s *session) showProgress(what string, src *sources) (stop func()) {
	s.out.Progress.Stage(what)
	done := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if src.size > 0 {
					s.out.Progress.Stage(fmt.Sprintf("%s: %d %% of %s read", what, 100*src.read.bytes.Load()/src.size, unit.Bytes(float64(src.size))))
				}
			}
		}
	}()
	return func() { close(done); <-ended }
}
