package quality

import "github.com/iprof-viz/iprof-viz/internal/words"

// A Status is the result of a criterion, or of all of them.
type Status uint8

// The statuses.
const (
	NotJudged Status = iota // there is no threshold, or the value is unknown
	Pass
	Fail
)

// String returns the word for the status in outputs.
func (s Status) String() string { return words.Enum(s, "Status", "not_judged", "pass", "fail") }

// A Unit is the unit of a criterion's value.
type Unit uint8

// The units.
const (
	Findings Unit = iota
	Share         // from 0 to 1; a margin of error may be larger
)

// String returns the word for the unit in JSON.
func (u Unit) String() string { return words.Enum(u, "Unit", "findings", "share") }

// A Criterion is a question about a profile, with a value that a threshold may judge.
type Criterion struct {
	Name      string
	Value     *float64 // nil: unknown
	Unit      Unit
	Threshold *float64 // nil: none was asked for, and there is no default
	Maximum   bool     // the threshold is a maximum, otherwise a minimum
	Status    Status
	Text      string // the value in words; "" if it is unknown
	Reason    string // why the criterion is not judged; "": it is
	Asked     bool   // what it compares with was given: that it has no value is an answer
}

// Judge sets the status of the criterion, by its value and its threshold. Without a value, the reason says why. NoThreshold is the reason
// if there is no threshold.
func (c *Criterion) Judge(noThreshold string) {
	switch {
	case c.Value == nil:
		c.Status = NotJudged
	case c.Threshold == nil:
		c.Status, c.Reason = NotJudged, noThreshold
	case c.Maximum && *c.Value <= *c.Threshold, !c.Maximum && *c.Value >= *c.Threshold:
		c.Status = Pass
	default:
		c.Status = Fail
	}
}

// A Verdict is the answer to all questions about a profile.
type Verdict []Criterion

// Status returns Fail if a criterion fails; otherwise NotJudged if one with a threshold has no value, so that it does not pass; otherwise
// Pass.
func (v Verdict) Status() Status {
	status := Pass
	for i := range v {
		switch c := &v[i]; {
		case c.Status == Fail:
			return Fail
		case c.Status == NotJudged && c.Threshold != nil:
			status = NotJudged
		}
	}
	return status
}
