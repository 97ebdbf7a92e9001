package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

// TestReportSourceOfRecording: sources alone give a recording's methods their code, with the samples of lines and the methods called there.
// The hottest method has its hottest line, and the lines around it. The numbers are those of testdata/script/recordings.txtar.
func TestReportSourceOfRecording(t *testing.T) {
	for _, classes := range []string{"", " --classpath ../../testdata/tally.jar"} { // which does not have the class
		var out, messages bytes.Buffer
		if status := execute(cli.NewEnv(nil, &out, &messages), strings.Fields("report -q -o - ../../testdata/busy.jfr.gz --source-path ../../testdata/java"+classes)); status != cli.StatusOK {
			t.Fatal(status, messages.String())
		}
		parts, err := testpage.Parts(out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		of, err := testpage.Records(parts)
		if err != nil {
			t.Fatal(err)
		}
		code := of["code"]
		source := code["sources"].([]any)[0].(map[string]any)
		text := source["pieces"].([]any)[0].(map[string]any)["text"].(string)
		if source["name"] != "busy/Busy.java" || !strings.HasPrefix(strings.Split(text, "\n")[14], "        return n < 2") {
			t.Errorf("the source is %v:\n%s", source["name"], text)
		}
		spots := of["places"]["all"].([]any)
		hottest := slices.MaxFunc(spots, func(a, b any) int {
			return cmp.Compare(a.(map[string]any)["self"].(float64), b.(map[string]any)["self"].(float64))
		}).(map[string]any)
		found := false
		for _, m := range code["methods"].([]any) {
			m := m.(map[string]any)
			if m["id"] != hottest["id"] {
				continue
			}
			found = true
			line := m["lines"].([]any)[int(m["hottest"].(float64))].(map[string]any)
			if runs := line["runs"].(map[string]any); line["line"] != hottest["line"] || runs["self"] != hottest["self"] || m["file"] != "Busy.java" {
				t.Errorf("the hottest line is %v of %v, want %v", line, m["file"], hottest)
			}
		}
		if !found {
			t.Errorf("no code of %v", hottest)
		}
		for _, m := range of["places"]["methods"].([]any) {
			if m.(map[string]any)["id"] == hottest["id"] {
				t.Error("a method with code has its places as well")
			}
		}
	}
}

// TestReportPlacesOfSources: iprofs have places in the bytecode, recordings source lines, and folded stacks neither. The numbers of the
// recording are those of testdata/script/recordings.txtar.
func TestReportPlacesOfSources(t *testing.T) {
	for file, want := range map[string]string{"shop.iprof": "false: ", "shop-before.folded": "", "busy.jfr.gz": "true: fib:15 155, sum:32 104"} {
		var out, messages bytes.Buffer
		if status := execute(cli.NewEnv(nil, &out, &messages), strings.Fields("report -q -o - ../../testdata/"+file)); status != cli.StatusOK {
			t.Fatal(status, messages.String())
		}
		parts, err := testpage.Parts(out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		of, err := testpage.Records(parts)
		if err != nil {
			t.Fatal(err)
		}
		got, hottest, names := "", []string(nil), map[any]string{}
		for _, m := range of["methods"]["methods"].([]any) {
			names[m.(map[string]any)["id"]] = m.(map[string]any)["name"].(string)
		}
		if places := of["places"]; places != nil {
			for _, h := range places["all"].([]any) {
				h := h.(map[string]any)
				if name := strings.TrimPrefix(names[h["id"]], "busy.Busy."); name == "fib" || name == "sum" {
					hottest = append(hottest, fmt.Sprintf("%s:%v %v", name, h["line"], h["self"]))
				}
			}
			slices.Sort(hottest)
			got = fmt.Sprintf("%v: %s", places["recorded"], strings.Join(hottest, ", "))
		}
		if got != want {
			t.Errorf("%s: places %q, want %q", file, got, want)
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
