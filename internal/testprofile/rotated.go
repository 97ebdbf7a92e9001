package testprofile

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Rotated returns the text of an iprof with its tables and sections rotated: each begins with the element at by, and ends with those
// before it. It says the same, but every method, type and context has another slot or number. Only the arrays with the given keys are
// rotated; none: all.
func Rotated(t *testing.T, text string, by int, keys ...string) string {
	t.Helper()
	var document map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	for key, value := range document {
		var list []json.RawMessage
		if (len(keys) == 0 || slices.Contains(keys, key)) && json.Unmarshal(value, &list) == nil && len(list) > 0 {
			n := by % len(list)
			document[key], _ = json.Marshal(slices.Concat(list[n:], list[:n]))
		}
	}
	rotated, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return string(rotated)
}

// Scaled returns the text of an iprof with all counts multiplied, as of a run so many times as long.
func Scaled(t *testing.T, text string, by int64) string {
	t.Helper()
	var document map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	for _, s := range iprof.Sections {
		var list []struct {
			Ctx     string  `json:"ctx"`
			Records []int64 `json:"records"`
		}
		if json.Unmarshal(document[s.String()], &list) != nil {
			continue
		}
		group := map[iprof.Section]int{iprof.Conditionals: 3, iprof.Receivers: 2, iprof.InstanceOf: 2, iprof.Monitors: 2}[s] // numbers, of which the last is a count
		for _, r := range list {
			for i := max(group, 1) - 1; i < len(r.Records); i += max(group, 1) {
				r.Records[i] *= by
			}
		}
		document[s.String()], _ = json.Marshal(list)
	}
	scaled, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return string(scaled)
}
