package explainpage

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// throttling is what a quota did: in a few figures, and the longest episodes.
type throttling struct {
	Known    bool // anything at all
	Sure     string
	None     string // what to say instead of episodes
	Figures  []fact
	Episodes []episode
	More     string // what the table leaves out
}

// episode is a stretch of time in which threads were throttled.
type episode struct {
	At, Length string
	Show       *show
	Hit        []hit // by what they were doing
	Victims    []victim
	Stretched  string // "GC mark termination by 74.10ms"
}

// hit is how many threads were doing one thing.
type hit struct {
	look
	Count int
}

// victim is one thread that was throttled.
type victim struct {
	Thread, P, Who string
	Doing          look
	Where          string
	Length, Sure   string
	Show           *show
}

func newThrottling(t record.Throttling, l links) throttling {
	v := throttling{Sure: sure(t.Sure)}
	v.Known = t.Sure != record.Unknown || t.Count > 0 || t.Stat.OK() && t.Stat.Value > 0
	if !v.Known {
		return v
	}
	switch {
	case t.Count == 0 && t.Stat.OK() && t.Stat.Value > 0:
		v.None = "Which threads it hit, and when, is not known."
	case t.Count == 0:
		v.None = "No thread was throttled."
	default:
		v.Figures = append(v.Figures,
			fact{Name: "episodes", Value: wording.Grouped(int64(t.Count))},
			fact{Name: "time with a thread throttled", Value: wording.Ns(float64(t.Wall))},
			fact{Name: "summed over threads", Value: wording.Ns(float64(t.Total))},
			fact{Name: "summed over CPUs", Value: wording.Ns(float64(t.Queues))})
	}
	v.Figures = append(v.Figures, timeOf("cpu.stat says, over CPUs", t.Stat, ""))
	for _, one := range t.Episodes {
		v.Episodes = append(v.Episodes, newEpisode(one, l))
	}
	if more := t.Count - len(t.Episodes); more > 0 && len(t.Episodes) > 0 {
		v.More = fmt.Sprintf("and %s that were shorter", unit.Plural(more, "episode"))
	}
	return v
}

func newEpisode(t record.ThrottleEpisode, l links) episode {
	e := episode{At: moment(t.From), Length: wording.Ns(float64(t.To - t.From)), Show: l.show(t.From, t.To, record.Lane{})}
	if t.Stopped != "" {
		e.Stretched = fmt.Sprintf("%s by %s", t.Stopped, wording.Ns(float64(t.Stretch)))
	}
	var counts [record.Items]int
	for _, v := range t.Victims {
		e.Victims = append(e.Victims, newVictim(v, l))
		if v.Doing < record.Items {
			counts[v.Doing]++
		}
	}
	for doing, n := range counts {
		if n > 0 {
			e.Hit = append(e.Hit, hit{lookOf(record.Item(doing)), n})
		}
	}
	return e
}

func newVictim(t record.ThrottleTaken, l links) victim {
	v := victim{
		Thread: fmt.Sprint(t.TID), P: wording.None, Who: t.Name, Doing: lookOf(t.Doing), Where: t.Where,
		Length: wording.Ns(float64(t.To - t.From)), Sure: sure(t.Sure),
		Show: l.show(t.From, t.To, record.Lane{Kind: record.LaneThread, ID: int64(t.TID)}),
	}
	if t.Proc >= 0 {
		v.P = fmt.Sprint(t.Proc)
	}
	if t.G != 0 {
		v.Who = strings.TrimSpace(fmt.Sprintf("g%d %s", t.G, t.Name))
	}
	return v
}

// moment is a time since the recording's begin.
func moment(ns int64) string { return wording.Ns(float64(ns)) }
