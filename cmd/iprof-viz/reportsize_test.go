package main

import (
	"bytes"
	"os"
	"path/filepath"
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

// TestReportNamesNoDirectory: who gets a report need not know where its files were.
func TestReportNamesNoDirectory(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"wordcount.iprof", "wordcount.jar", "shop-before.folded"} {
		data, err := os.ReadFile("../../testdata/" + name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	var out, messages bytes.Buffer
	args := []string{"report", "-q", "-o", "-", "--classpath", in("wordcount.jar"), "--base", in("shop-before.folded"), in("wordcount.iprof")}
	if status := execute(cli.NewEnv(nil, &out, &messages), args); status != cli.StatusOK {
		t.Fatal(status, messages.String())
	}
	parts, err := testpage.Parts(out.Bytes())
	if err != nil || len(parts) == 0 || bytes.Contains(out.Bytes(), []byte(dir)) {
		t.Fatal(len(parts), err)
	}
	for part, data := range parts {
		if at := bytes.Index(data, []byte(dir)); at >= 0 {
			t.Errorf("%s: %q", part, data[at:min(at+100, len(data))])
		}
	}
}
