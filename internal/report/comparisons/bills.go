package comparisons

import (
	"tare/internal/record"
	"tare/internal/report/bills"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// bills are those of both sides at one scale, means over the clean trials, and what differs
// item by item; none when none was made out.
func (v view) bills(b record.Compared, c record.Change) []model.Block {
	was, is := meanBill(v.trialsOf(b, 0)), meanBill(v.trialsOf(b, c.Variant))
	if !bills.Made(was) && !bills.Made(is) {
		return nil
	}
	var blocks []model.Block
	for _, s := range []struct {
		name string
		bill record.Bill
	}{{v.base(), was}, {v.variant(c.Variant), is}} {
		if !bills.Made(s.bill) {
			blocks = append(blocks, aside("No bill of "+s.name+" was made out."))
			continue
		}
		blocks = append(blocks, model.Figure{Detail: model.Paged, Caption: "Bill of " + s.name, Key: []model.Key{{Text: "wall " + wording.Ns(s.bill.Wall) + ", mean of the clean trials"}},
			Picture: bills.Stack(s.bill, max(bills.Width(was), bills.Width(is)), false), Notes: bills.Note(s.bill)})
	}
	if bills.Made(was) && bills.Made(is) {
		blocks = append(blocks, v.billTable(was, is))
	}
	return blocks
}

func (v view) billTable(was, is record.Bill) model.Table {
	t := model.Table{Detail: model.Paged, Columns: []model.Column{
		{Title: "per op", Left: true, Head: true}, {Title: v.base()}, {Title: v.candidate()}, {Title: "change"}, {Title: "whose", Left: true, Narrow: true}}}
	now := bills.Items(is)
	for i, o := range bills.Items(was) {
		n := now[i]
		if o.Ns == 0 && n.Ns == 0 {
			continue
		}
		name := said(o.Name)
		name.Picture = chart.Swatch{Class: bills.Class(o), Text: o.Name}
		t.Rows = append(t.Rows, model.Row{Cells: []model.Cell{name, said(wording.Ns(o.Ns)), said(wording.Ns(n.Ns)), said(difference(n.Ns-o.Ns, wallUnit)), in(model.Quiet, bills.Whose(o))}})
	}
	return t
}
