package summary

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// On a small screen, the hottest methods and the application's part come before the caveat that the profiler counted itself, but not before
// another one.
func TestInfoOnAScreen(t *testing.T) {
	in := infoOf(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"void"}],"methods":[{"id":1,"name":"a","signature":[1,2]}],
		"callCountProfiles":[{"ctx":"1:0","records":[4]}],"samplingProfiles":[{"ctx":"1:5","records":[3000]}]}`)
	in.Findings = nil
	for _, of := range []struct {
		kind               string
		lines              int
		hottest, app, warn bool
	}{
		{info.ProfilerRuntime, 9, true, false, false},
		{info.ProfilerRuntime, 14, true, true, false},
		{info.ProfilerRuntime, 24, true, true, true},
		{"other", 9, false, false, true},
	} {
		in.Caveats = []caveats.Caveat{{Kind: of.kind, Severity: caveats.Caution, Text: "beware", Hint: "of it"}}
		var b bytes.Buffer
		if err := InfoText(&b, in, InfoOptions{Width: 80, Screen: tables.Screen{Lines: of.lines, Columns: 80}}); err != nil {
			t.Fatal(err)
		}
		has := func(text string) bool { return strings.Contains(b.String(), text) }
		if got, want := fmt.Sprint(has("by self samples"), has("application: 1 of 1 method"), has("beware")), fmt.Sprint(of.hottest, of.app, of.warn); got != want {
			t.Errorf("%s in %d lines: hottest methods, application, caveat are %s, want %s:\n%s", of.kind, of.lines, got, want, &b)
		}
		if has("Caveats, 0") {
			t.Errorf("a heading without caveats:\n%s", &b)
		}
	}
}
