package inlining

import "testing"

// Entries are those as compilation root, in callers and of unknown kind.
func TestTotalOfMethod(t *testing.T) {
	if got := (&IntoMethod{Root: 5, Inlined: 30, Unclear: 200}).Total(); got != 235 {
		t.Error(got)
	}
}
