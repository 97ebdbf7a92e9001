package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// TestHostileNamesAsPatterns pastes names that are made to do harm, as top prints them, as REGEXP: where the result is a regular
// expression at all, the command ends soon, and finds the method where the name has no signs of one.
func TestHostileNamesAsPatterns(t *testing.T) {
	testtier.Sequential(t)
	long := 6_000
	if testtier.More(t, "names of 60,000 characters") {
		long = 60_000
	}
	for name, c := range map[string]struct {
		method string
		finds  bool
	}{
		"signs":          {"a+b*c?[d]{2}|e^(f)\\g", false},
		"an open group":  {"open(((", false},
		"a class":        {"[a-", false},
		"a newline":      {"new\nline", false}, // its picture is printed
		"a tab":          {"tab\tbed", false},
		"bidi":           {"left\u202eright\u2066", true},
		"no width":       {"zero\u200bwidth\ufeff", true},
		"beyond 16 bits": {"tag\U000e0001ged", true},
		"an ellipsis":    {"cut…off", true},
		"dollars":        {"$$lambda$main$0", true},
		"a dollar last":  {"main$", false}, // is the end of the name
		"dollar and ()":  {"main$()", true},
		"letters":        {"größe漢字", true},
		"emoji":          {"😀run", true},
		"an empty group": {"f()", true},
		"parameters":     {"f(int)", true},
		"many letters":   {strings.Repeat("x", long), true},
		"many dots":      {strings.Repeat("a.", long/2) + "B", true},
		"many cuts":      {"A" + strings.Repeat("…", long), true},
		"many types":     {"f(" + strings.Repeat("A, ", long/3) + "B)", true},
		"many brackets":  {"f(" + strings.Repeat("[]", long/2) + ")", true},
		"many escapes":   {strings.Repeat("\u202e", long/3), true},
		"half a pair":    {"half\xed\xa0\x80", true},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := json.Marshal(c.method)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(c.method, "\xed\xa0\x80") {
				text = []byte(`"half\ud800"`)
			}
			file := filepath.Join(t.TempDir(), "hostile.iprof")
			profile := `{"version":"1.0.0","types":[{"id":1,"name":"app.Main"},{"id":2,"name":"void"}],
				"methods":[{"id":1,"name":` + string(text) + `,"signature":[1,2]},{"id":2,"name":"other","signature":[1,2]}],
				"samplingProfiles":[{"ctx":"1:0<2:1","records":[300]},{"ctx":"2:2","records":[300]}]}`
			if err := os.WriteFile(file, []byte(profile), 0o666); err != nil {
				t.Fatal(err)
			}
			var out, messages bytes.Buffer
			command := func(args ...string) int {
				out.Reset()
				messages.Reset()
				end := budget.Budget{Memory: 1 << 30, Time: 20 * time.Second}.Start(t, 0)
				defer end()
				return run(append(args, file), strings.NewReader(""), &out, &messages)
			}
			if status := command("folded", "-q"); status != 0 {
				t.Fatalf("folded: %s", &messages)
			}
			if status := command("top", "-q", "-n", "0"); status != 0 {
				t.Fatalf("top: %s", &messages)
			}
			printed := ""
			for line := range strings.Lines(out.String()) {
				if at := strings.Index(line, "app.Main."); at >= 0 && !strings.Contains(line, "app.Main.other") {
					printed = strings.TrimSuffix(line[at:], "\n")
				}
			}
			if printed == "" {
				t.Fatalf("no name in\n%.2000s", &out)
			}
			for _, args := range [][]string{{"top", "-q", "--focus", printed}, {"peek", "-q", printed}, {"flame", "-q", "--hide", printed}} {
				status := command(args...)
				if ok := status == 0 && messages.Len() == 0; c.finds && !ok || status > 2 || strings.Contains(messages.String(), "panic") {
					t.Errorf("%.60q: status %d, %.300s", args, status, &messages)
				}
			}
		})
	}
}
