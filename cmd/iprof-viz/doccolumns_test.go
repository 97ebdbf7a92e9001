package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
)

// TestDocumentedColumns: the columns of CSV that docs/tables.md lists, and its questions in SQL build on, are those that commands print.
func TestDocumentedColumns(t *testing.T) {
	doc := testfile.Read(t, "../../docs/tables.md")
	row := regexp.MustCompile("(?m)^\\| (`[^|]*`) \\| `([a-z_,]+)`([^|]*)\\|$")
	commands := 0
	for _, m := range row.FindAllStringSubmatch(string(doc), -1) {
		whole := ""
		for command := range strings.SplitSeq(strings.ReplaceAll(m[1], "`", ""), ", ") {
			if strings.HasPrefix(command, "-") || !strings.Contains(command, " ") && strings.HasPrefix(whole, "top") {
				command = "top -m " + command // `top -m branches`, `receivers`, `instanceof`
			}
			whole = command
			args := strings.Fields(command + " -q --format csv")
			if args[0] == "peek" || args[0] == "list" {
				args = append(args, ".")
			}
			status, stdout, stderr, err := runHere(append(args, "../../testdata/shop.iprof"))
			if status != 0 || err != nil {
				t.Fatalf("%v: status %d, %v\n%s", args, status, err, stderr)
			}
			commands++
			// More columns are in the row's words.
			got, _, _ := strings.Cut(stdout, "\n")
			rest := strings.TrimPrefix(got, m[2])
			for more := range strings.SplitSeq(strings.Trim(rest, ","), ",") {
				if !strings.HasPrefix(got, m[2]) || more != "" && !strings.Contains(m[3], "`"+more+"`") {
					t.Errorf("%s prints the columns %s, not %s%s", command, got, m[2], m[3])
				}
			}
		}
	}
	if commands < 12 {
		t.Errorf("only %d commands are documented", commands)
	}
}
