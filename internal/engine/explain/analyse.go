package explain

import (
	"context"
	"runtime/debug"
	"slices"
	"time"

	"tare/internal/engine/recording"
	"tare/internal/record"
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

// frugal sets these, until back is called.
func frugal() (back func()) {
	percent, limit := debug.SetGCPercent(collectAt), debug.SetMemoryLimit(memoryLimit)
	return func() { debug.SetGCPercent(percent); debug.SetMemoryLimit(limit) }
}

// analysis is what comes of one recording.
type analysis struct {
	*Request
	made    recording.Made // of which the title, the windows and what recording cost may be the recording's own
	files   recording.Files
	sink    Sink
	header  *record.KernelHeader // nil without a kernel recording
	trailer record.KernelTrailer
	options account.Options

	explanation record.Explanation
	pictures    pictures
	broken      bool
}

// run explains the recording.
func (a *analysis) run(ctx context.Context) (Result, error) {
	if err := a.prepare(ctx); err != nil {
		return Result{}, err
	}
	if err := a.explain(ctx); err != nil {
		return Result{}, err
	}
	p := &a.pictures
	return Result{Title: a.made.Title, Header: a.header, Explanation: a.explanation, Broken: a.broken,
		Scenes: p.scenes, OnCPU: p.onCPU, OffCPU: p.offCPU, Stacks: p.stacks}, nil
}

// prepare reads the ends of the recording, and settles what is to be accounted for.
func (a *analysis) prepare(ctx context.Context) (err error) {
	if a.files.Kernel != "" {
		a.sink.Stage("looking how the kernel recording ends")
	}
	a.header, a.trailer, err = a.files.Ends(ctx)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	m := &a.made
	if m.Title == "" {
		m.Title = a.files.Title(a.header, a.trailer)
		m.Windows, m.Overhead = a.trailer.Windows, a.trailer.Overhead
	}
	a.options = account.Options{Windows: known(m.Windows), Regions: a.Regions, Tasks: a.Tasks, Goroutines: a.Goroutines, Kernel: a.header}
	if len(m.Windows) > 0 && len(a.options.Windows) == 0 && a.Goroutines == nil {
		a.options.Goroutines = benchmarkGoroutines
	}
	if h := a.files.Hit(); h != nil {
		a.options.Hit = h.Whole()
	}
	if a.Range != nil {
		begin, err := a.files.Begin()
		if err != nil {
			return err
		}
		a.options.Range = &record.Span{From: begin + int64(a.Range.From), To: begin + int64(a.Range.To)}
	}
	return nil
}

// known are the windows whose edges are known.
func known(all []record.Window) []record.Window {
	return slices.DeleteFunc(slices.Clone(all), func(w record.Window) bool { return len(w.Spans) == 0 })
}

// explain joins the recording and fills in the explanation.
func (a *analysis) explain(ctx context.Context) error {
	src, err := a.files.Open()
	if err != nil {
		return err
	}
	defer src.Close()
	a.options.Stack = src.Stack
	book := account.New(a.options)
	sinks, err := a.pictures.sinks(a, src)
	if err != nil {
		return err
	}
	same := kinship{}
	ahead, wait := align.Apart(book)
	result := a.join(ctx, "explaining", src, a.header, append(sinks, ahead, &same)...)
	wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	a.explanation = book.Explain(result.Begin, result.End)
	a.describe(src, result)
	a.explanation.Trouble = append(a.explanation.Trouble, a.trouble(src, result, &same)...)
	a.explanation.Causes = account.Causes(a.explanation)
	return a.pictures.finish(ctx, a)
}

// join joins open files for some purpose, and tells how far that has come.
func (a *analysis) join(ctx context.Context, what string, src *recording.Sources, h *record.KernelHeader, sinks ...record.Sink) align.Result {
	a.sink.Stage(what)
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
				if read, size := src.Progress(); size > 0 {
					a.sink.Read(what, read, size)
				}
			}
		}
	}()
	defer func() { close(done); <-ended }()
	return src.Join(ctx, h, sinks...)
}
