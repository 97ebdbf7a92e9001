package main

import (
	"encoding/json"
	"os"
	"testing"
)

// A calledAt is a call of one method by another, by their ids in the file.
type calledAt struct {
	caller, bci, callee int32
}

// counted is how often a command says that a call was made.
type counted struct {
	inlined int64
	calls   int64 // by calls and peek: inlined or not; by graph: those that were not
	bound   string
}

// TestCallsAgree compares the calls in calls, peek -m calls and graph -m calls: each call of a method that the profile has by another has
// the same counts and bounds in all three, with class files and without.
func TestCallsAgree(t *testing.T) {
	const shared = "../../../shared/jvm/"
	for _, of := range []struct{ profile, classes string }{
		{"../../testdata/wordcount.iprof", "../../testdata/wordcount.jar"},
		{"../../testdata/shop.iprof", ""},
		{"../../testdata/even-or-odd.iprof", ""},
		{shared + "calls/profile.iprof", shared + "calls/classes"},
		{shared + "calls/profile.iprof", ""},
		{shared + "known/known_alltypes.iprof", shared + "known/classes"},
		{shared + "seed/fib-jdk.iprof", shared + "seed-classes"},
	} {
		if _, err := os.Stat(of.profile); err != nil {
			t.Log("skipped: ", err)
			continue
		}
		args := []string{"--view", "machine", "--format", "json", of.profile}
		if of.classes != "" {
			args = append(args, "--classpath", of.classes)
		}
		calls, graph, peek := callsOf(t, args), graphCallsOf(t, args), peekCallsOf(t, args)
		if len(calls) < 3 {
			t.Errorf("%s: %d calls", of.profile, len(calls))
		}
		for at, n := range calls {
			g, p := graph[at], peek[at]
			if g.inlined != n.inlined {
				t.Errorf("%s %s: %+v: calls has %d inlined, graph %d", of.profile, of.classes, at, n.inlined, g.inlined)
			}
			// What is not known of calls is no edge of a graph.
			if stayed := n.calls - n.inlined; n.bound == "exact" && g.calls != stayed || g.bound == "exact" && n.bound != "exact" && g.calls+n.inlined != n.calls {
				t.Errorf("%s %s: %+v: calls has %d (%s), graph %d and %d (%s)", of.profile, of.classes, at, n.calls, n.bound, g.inlined, g.calls, g.bound)
			}
			if n.bound == "exact" && n.calls > 0 && (p.calls != n.calls || p.bound != n.bound) {
				t.Errorf("%s %s: %+v: calls has %d (%s), peek %d (%s)", of.profile, of.classes, at, n.calls, n.bound, p.calls, p.bound)
			}
		}
		for at := range graph {
			if _, ok := calls[at]; !ok {
				t.Errorf("%s: %+v is in graph alone", of.profile, at)
			}
		}
		for at := range peek {
			if _, ok := calls[at]; !ok {
				t.Errorf("%s: %+v is in peek alone", of.profile, at)
			}
		}
	}
}

// rowsOf runs a command, and reads the rows of its JSON.
func rowsOf(t *testing.T, args []string, rows any) {
	t.Helper()
	status, stdout, stderr, err := runHere(args)
	if status != 0 || err != nil {
		t.Fatalf("%v: status %d, %v\n%s", args, status, err, stderr)
	}
	if err := json.Unmarshal([]byte(stdout), rows); err != nil {
		t.Fatal(err)
	}
}

func callsOf(t *testing.T, args []string) map[calledAt]counted {
	t.Helper()
	var doc struct {
		Rows []struct {
			ID, BCI  int32
			TargetID *int32 `json:"target_id"`
			Calls    *int64
			Bound    string
			Inlined  int64
		}
	}
	rowsOf(t, append([]string{"calls", "-n", "0"}, args...), &doc)
	all := map[calledAt]counted{}
	for _, r := range doc.Rows {
		if r.TargetID != nil {
			n := counted{inlined: r.Inlined, bound: r.Bound}
			if r.Calls != nil {
				n.calls = *r.Calls
			}
			all[calledAt{r.ID, r.BCI, *r.TargetID}] = n
		}
	}
	return all
}

func graphCallsOf(t *testing.T, args []string) map[calledAt]counted {
	t.Helper()
	var doc struct {
		Rows []struct {
			Caller          *int32 `json:"caller_id"`
			BCI             int32
			Callee          int32 `json:"callee_id"`
			Evidence, Bound string
			Count           int64
		}
	}
	rowsOf(t, append([]string{"graph", "-m", "calls"}, args...), &doc)
	all := map[calledAt]counted{}
	for _, r := range doc.Rows {
		if r.Caller == nil {
			continue
		}
		at := calledAt{*r.Caller, r.BCI, r.Callee}
		switch n := all[at]; r.Evidence {
		case "inlined":
			n.inlined = r.Count
			all[at] = n
		case "called":
			n.calls, n.bound = r.Count, r.Bound
			all[at] = n
		}
	}
	return all
}

func peekCallsOf(t *testing.T, args []string) map[calledAt]counted {
	t.Helper()
	var doc struct {
		Rows []struct {
			ID        int32
			Neighbors []struct {
				Relation string
				OtherID  *int32 `json:"other_id"`
				BCI      *int32
				Count    *int64
				Bound    string
			}
		}
	}
	rowsOf(t, append([]string{"peek", "-m", "calls", "-n", "0", "."}, args...), &doc)
	all := map[calledAt]counted{}
	for _, r := range doc.Rows {
		for _, n := range r.Neighbors {
			if n.OtherID == nil || n.BCI == nil {
				continue
			}
			at := calledAt{r.ID, *n.BCI, *n.OtherID}
			if n.Relation == "caller" {
				at.caller, at.callee = at.callee, at.caller
			}
			c := counted{bound: n.Bound}
			if n.Count != nil {
				c.calls = *n.Count
			}
			if before, ok := all[at]; ok && before != c {
				t.Errorf("%v: %+v is %+v of the caller, and %+v of the callee", args, at, before, c)
			}
			all[at] = c
		}
	}
	return all
}
