package record

// Confidence is the level of the intervals in every report.
const Confidence = 0.95

// Estimate is a location with its interval.
type Estimate struct {
	Center     float64 `json:"center"`
	Lo         float64 `json:"lo"`
	Hi         float64 `json:"hi"`
	Confidence float64 `json:"confidence"` // the level actually reached, e.g. 0.953; 0 when there are too few values for any
	N          int     `json:"n"`          // values it rests on
}

// HalfWidth returns half the interval's width relative to the center, and
// whether there is an interval to speak of.
func (e Estimate) HalfWidth() (float64, bool) {
	if e.Confidence == 0 || e.Center == 0 {
		return 0, false
	}
	return (e.Hi - e.Lo) / 2 / e.Center, true
}

// Outlier is one clean round that lies far from the rest, with what the
// readings say about it.
type Outlier struct {
	Round int     `json:"round"`
	Value float64 `json:"value"` // net ns/op
	Ratio float64 `json:"ratio"` // to the center
	Cause string  `json:"cause"` // "38ms throttled", or "no reading explains it"
}

// Stop says why a benchmark got no more rounds.
type Stop string

// The reasons to stop.
const (
	StopSteady      Stop = "steady"      // the interval is within the target
	StopRounds      Stop = "max rounds"  // -max-rounds or -count reached
	StopTime        Stop = "max time"    // -max-time reached
	StopBudget      Stop = "time is up"  // -for reached
	StopFailed      Stop = "failed"      // a trial failed
	StopInterrupted Stop = "interrupted" // ctrl-C or SIGTERM
	StopUnwritten   Stop = "not written" // its trials could not be written any more, as on a full disk
	StopPolluted    Stop = "polluted"    // too many contaminated trials
	StopDecided     Stop = "decided"     // every variant has its verdict
)

// Summary is what the trials of one benchmark come to.
type Summary struct {
	Benchmark  Benchmark           `json:"benchmark"`
	Accounting Accounting          `json:"accounting"`
	N          int64               `json:"n"` // iterations per trial
	Windows    Windows             `json:"windows,omitzero"`
	Rounds     int                 `json:"rounds"` // clean trials
	Polluted   int                 `json:"polluted"`
	Net        Estimate            `json:"net"`    // ns/op
	Wall       Estimate            `json:"wall"`   // ns/op
	Bill       Bill                `json:"bill"`   // mean over the clean trials
	Units      map[string]Estimate `json:"units"`  // every other unit on the result lines
	CV         float64             `json:"cv"`     // standard deviation ÷ mean of net, a fraction of one
	Steady     bool                `json:"steady"` // CV within -max-cv and interval within -target
	Stop       Stop                `json:"stop"`
	Drift      Drift               `json:"drift"`
	Outliers   []Outlier           `json:"outliers,omitempty"`
}

// Drift describes how net time moved over the rounds.
type Drift struct {
	// Trend is the fitted change from the first to the last round, a fraction
	// of the center (Theil–Sen slope); TrendP is the two-sided p-value of
	// Kendall's tau against no trend.
	Trend  float64 `json:"trend"`
	TrendP float64 `json:"trend_p"`
	// Lag1 is the autocorrelation of neighbouring rounds; Significant when it
	// lies beyond the 95 % band of independent rounds.
	Lag1        float64 `json:"lag1"`
	Significant bool    `json:"significant"`
	// Canary is the relative spread (max ÷ min − 1) of the machine's speed as
	// the ALU and pipe canaries saw it.
	CanaryALU  float64 `json:"canary_alu"`
	CanaryPipe float64 `json:"canary_pipe"`
}
