package fit_test

import (
	"os"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestByClass: class by class, the verdicts are those of the whole profile, and classes are not asked for before. In tally.jar, addText of
// the later version has other branches and find other parameters, and so has the other way round.
func TestByClass(t *testing.T) {
	jdk := machineJDK(t)
	published := testprofile.Published(t)
	for _, c := range []struct {
		profile, jar  string
		changed, gone []string // nil: of a JDK, many
	}{
		{"tally-after.iprof", "tally.jar", []string{"tally.Tally.addText"}, []string{"tally.Tally.find"}},
		{"tally.iprof", "tally-after.jar", []string{"tally.Tally.addText"}, []string{"tally.Tally.find"}},
		{"tally.iprof", "tally.jar", []string{}, []string{}},
		{"binary-tree-0.2.0.iprof.gz", "tally.jar", nil, nil},
	} {
		data, program := published[c.profile], fit.Code{}
		if c.changed != nil {
			var err error
			if data, err = os.ReadFile("../../testdata/" + c.profile); err != nil {
				t.Fatal(err)
			}
		} else if program.JDK = jdk; data == nil || jdk == nil {
			continue
		}
		path := testpath.Open(t, "../../testdata/"+c.jar)
		program.Program = path
		p := testprofile.Parse(t, string(data))
		names := convert.NewNames(p, convert.NameOptions{})
		opened := 0
		judge := fit.NewByClass(p, nil, func() fit.Code {
			opened++
			return program
		})
		if changed, gone := judge(nil); opened+len(changed)+len(gone) > 0 {
			t.Errorf("%s: no methods: %v changed, %v gone, opened %d times", c.profile, changed, gone, opened)
		}
		byClass := map[iprof.TypeID][]int32{}
		for slot, used := range convert.ReferencedMethods(p) {
			if m, ok := p.MethodHeadAt(slot); ok && used {
				byClass[m.Declaring] = append(byClass[m.Declaring], int32(slot))
			}
		}
		var changed, gone []int32
		for _, slots := range byClass {
			c, g := judge(slots)
			changed, gone = append(changed, c...), append(gone, g...)
		}
		wantChanged, wantGone := fit.New(p, nil, program).MisfitSlots()
		for _, x := range []struct {
			what      string
			got, want []int32
			names     []string
		}{{"changed", changed, wantChanged, c.changed}, {"gone", gone, wantGone, c.gone}} {
			slices.Sort(x.got)
			slices.Sort(x.want)
			var of []string
			for _, slot := range x.got {
				of = append(of, names.Method(int(slot)))
			}
			if !slices.Equal(x.got, x.want) || x.names != nil && !slices.Equal(of, x.names) || x.names == nil && len(of) == 0 {
				t.Errorf("%s, %s: %s: %v, want %v", c.profile, c.jar, x.what, of, x.want)
			}
		}
		if opened != 1 {
			t.Errorf("%s: classes opened %d times", c.profile, opened)
		}
	}
}
