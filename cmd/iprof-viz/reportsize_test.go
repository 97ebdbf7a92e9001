package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/testpage"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// TestReportSize: a report can be attached to a ticket. It has at most 700 KB for each 4 MB of the profile, however that is
// compressed; small profiles have less to leave out.
func TestReportSize(t *testing.T) {
	testtier.Long(t, "writes reports of large published profiles")
	for name, data := range testprofile.Beside(t) {
		if len(data) < 2_000_000 {
			continue
		}
		var out, messages bytes.Buffer
		if status := execute(cli.NewEnv(bytes.NewReader(data), &out, &messages), strings.Fields("report -q -o - -")); status != cli.StatusOK {
			t.Errorf("%s: status %d with %s", name, status, messages.String())
			continue
		}
		if most := len(data) / 40 * 7; out.Len() > most || out.Len() > 900_000 {
			t.Errorf("%s: a report of %d bytes for a profile of %d, more than %d", name, out.Len(), len(data), most)
		}
	}
}

// TestReportPlacesOfSources: only stacks of iprofs have places in the bytecode.
func TestReportPlacesOfSources(t *testing.T) {
	for file, want := range map[string]bool{"shop.iprof": true, "shop-before.folded": false} {
		var out, messages bytes.Buffer
		if status := execute(cli.NewEnv(nil, &out, &messages), strings.Fields("report -q -o - ../../testdata/"+file)); status != cli.StatusOK {
			t.Fatal(status, messages.String())
		}
		parts, err := testpage.Parts(out.Bytes())
		if _, has := parts["places"]; err != nil || has != want {
			t.Errorf("%s: %v, places %t", file, err, has)
		}
	}
}
