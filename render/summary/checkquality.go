package summary

import (
	"bufio"
	"fmt"
	"math"
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/quality"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/markdown"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// CheckedQuality is the verdict on a profile by thresholds, and the models behind it.
type CheckedQuality struct {
	quality.Verdict
	Margin *quality.Margin // nil: no samples
	Flow   *quality.Flow   // nil: the file cannot be read
	Names  *convert.Names  // of the profile; nil: likewise
}

// Shown returns the criteria that readers want to see: those with a value, or with a threshold, or asked for and without a value. There
// are none if the findings say all: the file cannot be read, or is sane and nothing else was judged.
func (q *CheckedQuality) Shown() (all []quality.Criterion) {
	if q == nil || q.Names == nil {
		return nil
	}
	for _, c := range q.Verdict {
		if c.Value != nil || c.Threshold != nil || c.Asked {
			all = append(all, c)
		}
	}
	if len(all) == 1 && all[0].Status != quality.Fail {
		return nil // it is sane
	}
	return all
}

// ValueText returns the value of a criterion in words, or why it is unknown, and its threshold.
func ValueText(c quality.Criterion) string {
	text := c.Text
	if c.Value == nil {
		text = c.Reason
	}
	if c.Threshold != nil && c.Unit == quality.Share {
		limit := "minimum"
		if c.Maximum {
			limit = "maximum"
		}
		text += fmt.Sprintf(" (%s %s)", limit, strconv.FormatFloat(100**c.Threshold, 'g', 12, 64)+"%")
	}
	return text
}

// result is a criterion in words, without its name.
func result(c quality.Criterion) string {
	if c.Threshold == nil && c.Value != nil {
		return ValueText(c)
	}
	return statusWords[c.Status] + ", " + ValueText(c)
}

// statusWords are the words for the statuses of criteria and verdicts.
var statusWords = map[quality.Status]string{quality.NotJudged: "not judged", quality.Pass: "pass", quality.Fail: "fail"}

// headline is the verdict, and the comparisons that were asked for and judged nothing: they pass only for want of a threshold.
func (q *CheckedQuality) headline() string {
	text, unjudged := "verdict: "+statusWords[q.Status()], []string{}
	for _, c := range q.Verdict {
		if c.Asked && c.Value == nil && c.Threshold == nil {
			unjudged = append(unjudged, c.Name)
		}
	}
	if len(unjudged) == 0 {
		return text
	}
	return text + ", but " + words.List(unjudged) + " " + words.IsOrAre(int64(len(unjudged))) + " not judged"
}

// quality writes the verdict, and each criterion, after a blank line unless it comes first.
func (p checkWriter) quality(q *CheckedQuality, first bool) {
	shown := q.Shown()
	if len(shown) == 0 {
		return
	}
	if !first {
		p.blankLine()
	}
	p.Head([]string{q.headline()})
	p.criteria(shown)
}

func (p checkWriter) criteria(shown []quality.Criterion) {
	for _, c := range shown {
		p.Labeled(fmt.Sprintf("  %-12s", c.Name+":"), plaintext.Visible(result(c)))
	}
}

// qualityMarkdown writes the same as a table.
func qualityMarkdown(b *bufio.Writer, q *CheckedQuality) {
	shown := q.Shown()
	if len(shown) == 0 {
		return
	}
	fmt.Fprintf(b, "\n**%s**\n\n| criterion | result |\n| :--- | :--- |\n", q.headline())
	for _, c := range shown {
		fmt.Fprintf(b, "| %s | %s |\n", markdown.Text(c.Name), markdown.Text(plaintext.Visible(result(c))))
	}
}

type (
	qualityJSON struct {
		Verdict  string          `json:"verdict"`
		Criteria []criterionJSON `json:"criteria"`
		Samples  *marginJSON     `json:"samples,omitempty"`
		Flow     *flowJSON       `json:"flow,omitempty"`
	}
	criterionJSON struct {
		Name      string   `json:"name"`
		Value     *float64 `json:"value"`
		Unit      string   `json:"unit"`
		Threshold *float64 `json:"threshold"`
		Limit     string   `json:"limit"`
		Status    string   `json:"status"`
		Text      string   `json:"text,omitempty"`
		Reason    string   `json:"reason,omitempty"`
	}
	marginJSON struct {
		Samples int64             `json:"samples"`
		Margin  float64           `json:"margin"`
		Enough  float64           `json:"enough"`
		Times   *float64          `json:"times"`
		Methods []methodShareJSON `json:"methods"`
	}
	methodShareJSON struct {
		ID     int32   `json:"id"`
		Method string  `json:"method"`
		Self   int64   `json:"self"`
		Share  float64 `json:"share"`
		Low    float64 `json:"low"`
		High   float64 `json:"high"`
		Margin float64 `json:"margin"`
	}
	flowJSON struct {
		flowSumJSON
		Worst5  *float64               `json:"worst_5_percent"`
		Hottest int                    `json:"hottest_methods"`
		Methods int                    `json:"methods_with_equations"`
		LeftOut int                    `json:"contexts_left_out"`
		By      map[string]flowSumJSON `json:"by_kind"`
		Worst   []methodGapJSON        `json:"methods"`
	}
	flowSumJSON struct {
		Gap           *float64 `json:"gap"`
		Equations     int      `json:"equations"`
		Contradictory int      `json:"contradictory"`
		Counts        int64    `json:"counts"`
		Excess        int64    `json:"excess"`
	}
	methodGapJSON struct {
		ID      int32  `json:"id"`
		Method  string `json:"method"`
		Entries int64  `json:"entries"`
		flowSumJSON
		Kind      string `json:"kind"`
		BCI       *int   `json:"bci,omitempty"`
		Counted   int64  `json:"counted"`
		Explained int64  `json:"explained"`
	}
)

func newQualityJSON(q *CheckedQuality) *qualityJSON {
	j := &qualityJSON{Verdict: q.Status().String()}
	for _, c := range q.Verdict {
		limit := "minimum"
		if c.Maximum {
			limit = "maximum"
		}
		j.Criteria = append(j.Criteria, criterionJSON{c.Name, c.Value, c.Unit.String(), c.Threshold, limit, c.Status.String(), c.Text, c.Reason})
	}
	if q.Margin != nil {
		j.Samples = newMarginJSON(q)
	}
	if q.Flow != nil {
		j.Flow = newFlowJSON(q)
	}
	return j
}

func newMarginJSON(q *CheckedQuality) *marginJSON {
	m := q.Margin
	j := &marginJSON{Samples: m.Samples, Margin: m.Relative(), Enough: m.Enough}
	if times := m.Times(); !math.IsInf(times, 1) {
		j.Times = &times
	}
	for _, x := range m.Methods {
		slot := int(x.Slot)
		j.Methods = append(j.Methods, methodShareJSON{int32(q.Names.Profile.MethodIDAt(slot)), q.Names.Signature(slot), x.Self, x.Share, x.Low, x.High, x.Relative()})
	}
	return j
}

func newFlowJSON(q *CheckedQuality) *flowJSON {
	f := q.Flow
	j := &flowJSON{flowSumJSON: newFlowSumJSON(&f.FlowSum), Hottest: f.Hottest, Methods: len(f.Methods), LeftOut: f.LeftOut, By: map[string]flowSumJSON{}, Worst: []methodGapJSON{}}
	if worst, ok := f.Worst95(); ok {
		j.Worst5 = &worst
	}
	for _, kind := range quality.FlowKinds {
		j.By[kind.String()] = newFlowSumJSON(&f.By[kind])
	}
	for i := range f.Methods {
		m := &f.Methods[i]
		if m.Excess == 0 {
			break
		}
		slot, e := int(m.Slot), m.Worst
		of := methodGapJSON{ID: int32(q.Names.Profile.MethodIDAt(slot)), Method: q.Names.Signature(slot), Entries: m.Entries, flowSumJSON: newFlowSumJSON(&m.FlowSum),
			Kind: m.WorstKind.String(), Counted: e.Counted, Explained: e.Explained}
		if m.WorstKind != quality.MethodEntries {
			of.BCI = &e.BCI
		}
		j.Worst = append(j.Worst, of)
	}
	return j
}

func newFlowSumJSON(s *quality.FlowSum) flowSumJSON {
	j := flowSumJSON{Equations: s.Equations, Contradictory: s.Contradictory, Counts: s.Counts, Excess: s.Excess}
	if gap, ok := s.Gap(); ok {
		j.Gap = &gap
	}
	return j
}
