package source_test

import (
	"bytes"
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/xprof"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
)

// shared has real outputs of other tools, beside the checkout. Its README says how they were made.
const shared = "../../../shared/sources/"

// What the real outputs hold comes out of every format that they can be written in, and of a table.
func TestSharedSources(t *testing.T) {
	files, _ := filepath.Glob(shared + "xprof/*.txt")
	trees, _ := filepath.Glob(shared + "gprofng/*.calltree.txt")
	if len(files)+len(trees) == 0 {
		t.Skip("no ../shared/sources")
	}
	for _, file := range slices.Concat(files, trees) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text := testfile.Read(t, file)
			s, err := source.Read(bytes.NewReader(text), source.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var want map[string]int64
			format, unit := source.Xprof, "ticks"
			if tree, ok := strings.CutSuffix(file, ".calltree.txt"); ok {
				want, format, unit = testprofile.Lines(t, readText(t, tree+".folded")), source.Gprofng, "ms"
				if filepath.Base(tree) == "two-allmetrics" { // whose first column is Bytes Leaked
					unit = "leaked bytes"
				}
			} else {
				want = expectedTicks(t, strings.TrimSuffix(file, ".txt")+".expect.tsv")
			}
			if s.Format != format || s.Profile.Origin().Unit != unit {
				t.Errorf("%s in %s, want %s in %s", s.Format.Name, s.Profile.Origin().Unit, format.Name, unit)
			}
			tree := testtree.Of(t, s.Source)
			testtree.CheckSums(t, tree)
			if got := testprofile.Lines(t, testtree.Folded(t, tree)); !maps.Equal(got, want) {
				t.Fatalf("folded: %d stacks, want %d:\n%v\nwant\n%v", len(got), len(want), got, want)
			}
			checkPprof(t, s, want)
			checkTop(t, s, want)
		})
	}
}

// checkPprof compares the pprof profile of a source with folded lines.
func checkPprof(t *testing.T, s *source.File, want map[string]int64) {
	t.Helper()
	var b bytes.Buffer
	if err := pprof.Write(&b, s.Profile, nil, pprof.Options{}); err != nil {
		t.Fatal(err)
	}
	prof, err := profile.ParseData(b.Bytes())
	if err == nil {
		err = prof.CheckValid()
	}
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int64{}
	for _, sample := range prof.Sample {
		var frames []string
		for _, l := range slices.Backward(sample.Location) {
			frames = append(frames, folded.EscapeName(folded.UnescapeName(l.Line[0].Function.Name))) // pprof has escapes for control characters
		}
		got[strings.Join(frames, ";")] += sample.Value[0]
	}
	if !maps.Equal(got, want) {
		t.Errorf("pprof: %d stacks, want %d", len(got), len(want))
	}
	back, err := source.Read(&b, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if origin := back.Profile.Origin(); origin.Unit != s.Profile.Origin().Unit || back.Format != source.Pprof {
		t.Errorf("read back from pprof in %s", origin.Unit)
	}
	again := map[string]int64{}
	for line, n := range testprofile.Lines(t, testtree.Folded(t, testtree.Of(t, back.Source))) {
		again[strings.ReplaceAll(line, `\\x`, `\x`)] += n
	}
	if !maps.Equal(again, want) {
		t.Error("read back from pprof: other stacks")
	}
}

// checkTop compares the methods of a source with folded lines.
func checkTop(t *testing.T, s *source.File, want map[string]int64) {
	t.Helper()
	top, err := rank.Top(s.Profile, convert.NewNames(s.Profile, convert.NameOptions{}), rank.TopOptions{})
	if err != nil {
		t.Fatal(err)
	}
	self, total, sum := map[string]int64{}, map[string]int64{}, int64(0)
	for line, n := range want {
		frames := strings.Split(line, ";")
		self[frames[len(frames)-1]] += n
		slices.Sort(frames)
		for _, frame := range slices.Compact(frames) {
			total[frame] += n
		}
		sum += n
	}
	for _, row := range top.Rows {
		name := folded.EscapeName(top.Cell(row, "method").Text)
		if got := top.Cell(row, "self").Int; got != self[name] {
			t.Errorf("top: %s has %d itself, want %d", name, got, self[name])
		}
		if got := top.Cell(row, "total").Int; got != total[name] {
			t.Errorf("top: %s has %d in all, want %d", name, got, total[name])
		}
	}
	if len(top.Rows) != len(total) || top.Base != sum {
		t.Errorf("top: %d methods with %d, want %d with %d", len(top.Rows), top.Base, len(total), sum)
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text := testfile.Read(t, file)
	return string(text)
}

// expectedTicks returns the ticks of blocks whose rows add up, as folded lines.
//
//	thread	section	method	ticks_own	ticks_native
func expectedTicks(t *testing.T, file string) map[string]int64 {
	t.Helper()
	unescape := strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\\`, `\`)
	lines := map[string]int64{}
	closes := false
	for row := range strings.Lines(readText(t, file)) {
		f := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		for i := range f {
			f[i] = unescape.Replace(f[i])
		}
		add := func(ticks string, frames ...string) {
			for i, frame := range frames {
				frames[i] = folded.EscapeName(frame)
			}
			if n, _ := strconv.ParseInt(ticks, 10, 64); n > 0 {
				lines[strings.Join(frames, ";")] += n
			}
		}
		switch thread, section, method := cmp.Or(f[0], xprof.UnnamedThread), f[1], f[2]; {
		case method == "closes":
			closes = f[3] == "1"
		case thread == "<global>", section == "header", method == "<total>", method == "Lost", !closes:
		case section == "special":
			add(f[3], thread, method)
		default:
			add(f[3], thread, section, method)
			add(f[4], thread, section, method, "<native>")
		}
	}
	return lines
}
