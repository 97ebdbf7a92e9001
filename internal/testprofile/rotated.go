package testprofile

import (
	"encoding/json"
	"slices"
	"testing"
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
