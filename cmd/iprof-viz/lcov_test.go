package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// The lines of lcov have the counts that list has, which follow from types of receivers as well: the published profile has a line
// of the JDK where they make a difference.
func TestLcovIsList(t *testing.T) {
	testtier.Long(t, "lines of lcov and of list for a published profile with all classes of a JDK")
	file := "../../../shared/real/streamtdi-0.4.0.iprof.gz"
	if _, err := os.Stat(file); err != nil {
		t.Skip("no published profiles")
	}
	jdk := testclass.JDK(t, "javac")
	run := func(args ...string) string {
		var out, messages strings.Builder
		if status := execute(cli.NewEnv(strings.NewReader(""), &out, &messages), append(args, "-q", "--view", "machine", "--jdk", jdk, file)); status != cli.StatusOK {
			t.Fatalf("%s: status %d with %s", args, status, messages.String())
		}
		return out.String()
	}
	const source = "java/util/stream/AbstractPipeline.java"
	got := map[int]int64{}
	in := false
	for line := range strings.Lines(run("lcov")) {
		var n int
		var count int64
		switch {
		case strings.HasPrefix(line, "SF:"):
			in = strings.TrimSpace(line[3:]) == source
		case !in:
		default:
			if _, err := fmt.Sscanf(line, "DA:%d,%d", &n, &count); err == nil {
				got[n] = count
			}
		}
	}
	// A line has the largest count of its instructions, unless one of them has a limit only.
	want, limited := map[int]int64{}, map[int]bool{}
	rows := csv.NewReader(strings.NewReader(run("list", `^java\.util\.stream\.AbstractPipeline\.`, "-n", "0", "--format", "csv")))
	for {
		row, err := rows.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		line, _ := strconv.Atoi(row[1])
		count, err := strconv.ParseInt(row[4], 10, 64)
		switch bound := row[5]; {
		case err != nil:
		case bound == "exact" || bound == "unless_thrown":
			want[line] = max(want[line], count)
		default:
			limited[line] = true
		}
	}
	if len(want) < 20 {
		t.Fatalf("list has %d lines", len(want))
	}
	compared := 0
	for line, count := range want {
		if n, ok := got[line]; ok && !limited[line] {
			compared++
			if n != count {
				t.Errorf("line %d: %d, list has %d", line, n, count)
			}
		}
	}
	if compared < 20 {
		t.Errorf("%d lines compared", compared)
	}
}
