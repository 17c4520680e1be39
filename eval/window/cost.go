package main

import "context"

// costEffects are comparisons of what has no set-up and no garbage: better windows
// for others are to cost nothing here.
var costEffects = []effect{
	{name: "b.N, A/A", bench: "PlainN", old: usual, new: usual},
	{name: "b.N, +3 %", bench: "PlainN", old: usual, new: usual.times(1.03)},
	{name: "b.Loop, A/A", bench: "PlainLoop", old: usual, new: usual},
	{name: "b.Loop, +3 %", bench: "PlainLoop", old: usual, new: usual.times(1.03)},
	{name: "sort, A/A", bench: "Sort", old: usual, new: usual},
	{name: "sort, +3 %", bench: "Sort", old: usual, new: usual.times(1.03)},
}

// visitCost lets both tares compare, in the order of a coin. Either is as it comes:
// the flags of this evaluation may mean nothing to the other one.
func (e effect) visitCost(ctx context.Context, s *stage, v *visit) error {
	v.Costs = make([]outcome, 2)
	return inAnyOrder(func() (err error) {
		v.Costs[0], err = s.compare(ctx, s.tare, e, nil)
		return err
	}, func() (err error) {
		v.Costs[1], err = s.compare(ctx, s.against, e, nil)
		return err
	})
}
