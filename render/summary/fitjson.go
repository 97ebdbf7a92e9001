package summary

import (
	"github.com/iprof-viz/iprof-viz/convert/fit"
)

type (
	fitJSON struct {
		Unit      string          `json:"unit"`
		Total     int64           `json:"total"`
		Share     *float64        `json:"share"` // of the program; null: unknown
		Program   fitSumJSON      `json:"program"`
		JDK       fitSumJSON      `json:"jdk"`
		NotJudged []notJudgedJSON `json:"not_judged"`
		Methods   []fitMethodJSON `json:"methods"`
		Conflicts *conflictsJSON  `json:"conflicts,omitempty"`
	}
	conflictsJSON struct {
		Methods []methodConflictJSON `json:"methods"`
		Sites   []siteConflictJSON   `json:"sites"`
	}
	methodConflictJSON struct {
		ID      int32  `json:"id"`
		Method  string `json:"method"`
		Calls   int64  `json:"calls"`
		Entries int64  `json:"entries"`
		Early   bool   `json:"early"`
	}
	siteConflictJSON struct {
		ID         int32  `json:"id"`
		Method     string `json:"method"`
		BCI        int32  `json:"bci"`
		Calls      int64  `json:"calls"`
		Executions int64  `json:"executions"`
		AtMost     bool   `json:"at_most"`
	}
	fitSumJSON struct {
		Fits     fitPartJSON `json:"fits"`
		Changed  fitPartJSON `json:"changed"`
		Gone     fitPartJSON `json:"gone"`
		Unproven fitPartJSON `json:"unproven"`
		Share    *float64    `json:"share"`
	}
	fitPartJSON struct {
		Methods int   `json:"methods"`
		Count   int64 `json:"count"`
	}
	notJudgedJSON struct {
		Reason  string `json:"reason"`
		Methods int    `json:"methods"`
		Count   int64  `json:"count"`
	}
	fitMethodJSON struct {
		ID        int32        `json:"id"`
		Method    string       `json:"method"`
		Verdict   string       `json:"verdict"`
		JDK       bool         `json:"jdk"`
		Count     int64        `json:"count"`
		Candidate string       `json:"candidate,omitempty"`
		Places    []misfitJSON `json:"places"`
	}
	misfitJSON struct {
		BCI      int32  `json:"bci"`
		Kind     string `json:"kind"`
		Count    int64  `json:"count"`
		Recorded string `json:"recorded"`
		Code     string `json:"code"`
	}
)

func newFitJSON(c *CheckedCode) *fitJSON {
	j := &fitJSON{Unit: c.Unit(), Total: c.Total, Program: newFitSumJSON(&c.Program), JDK: newFitSumJSON(&c.JDK),
		NotJudged: []notJudgedJSON{}, Methods: []fitMethodJSON{}}
	j.Share = j.Program.Share
	for r, part := range c.NotJudged {
		if part.Methods > 0 {
			j.NotJudged = append(j.NotJudged, notJudgedJSON{fit.Reason(r).String(), part.Methods, part.Weight})
		}
	}
	for _, m := range c.Misfits {
		of := fitMethodJSON{int32(c.Names.Profile.MethodIDAt(int(m.Slot))), c.Names.Signature(int(m.Slot)), m.Verdict.String(), m.JDK, m.Weight, m.Candidate, []misfitJSON{}}
		for _, x := range m.Misfits {
			of.Places = append(of.Places, misfitJSON{int32(x.BCI), x.Kind.String(), x.Count, x.Recorded, x.Code})
		}
		j.Methods = append(j.Methods, of)
	}
	j.Conflicts = newConflictsJSON(c)
	return j
}

func newConflictsJSON(c *CheckedCode) *conflictsJSON {
	if c.Conflicts == nil {
		return nil
	}
	j := &conflictsJSON{[]methodConflictJSON{}, []siteConflictJSON{}}
	id := func(slot int32) int32 { return int32(c.Names.Profile.MethodIDAt(int(slot))) }
	for _, m := range c.Conflicts.Methods {
		j.Methods = append(j.Methods, methodConflictJSON{id(m.Slot), c.Names.Signature(int(m.Slot)), m.Calls, m.Entries, m.Early})
	}
	for _, s := range c.Conflicts.Sites {
		j.Sites = append(j.Sites, siteConflictJSON{id(s.Slot), c.Names.Signature(int(s.Slot)), int32(s.BCI), s.Calls, s.Executions, s.AtMost})
	}
	return j
}

func newFitSumJSON(s *fit.Verdicts) fitSumJSON {
	part := func(p fit.MethodSum) fitPartJSON { return fitPartJSON{p.Methods, p.Weight} }
	j := fitSumJSON{Fits: part(s.Fits), Changed: part(s.Changed), Gone: part(s.Gone), Unproven: part(s.Unproven)}
	if share, ok := s.Share(); ok {
		j.Share = &share
	}
	return j
}
