package application

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A context has application code if a record of the file, in it or in a context inlined into it, names a method of the application there.
func TestUnitsWithApplicationCode(t *testing.T) {
	all := testprofile.Varied(t)
	all["one root"] = []byte(`{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":8,"name":"void"}],"methods":[{"id":1,"name":"a","signature":[1,8]}],` +
		`"callCountProfiles":[{"ctx":"1:0","records":[7]}]}`)
	for file, data := range all {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		names := convert.NewNames(p, convert.NameOptions{})
		isApplication := map[string]bool{}
		for slot := range p.MethodSlots() {
			m, _ := p.MethodAt(slot)
			id, _ := json.Marshal(m.ID)
			isApplication[string(id)] = names.Kind(slot) == convert.Application
		}
		want := map[string]bool{} // by context, root first: METHOD, then @BCI and METHOD of each inlined one
		var d testprofile.Document
		if err := json.Unmarshal(data, &d); err != nil {
			t.Fatal(file, err)
		}
		for _, s := range []iprof.Section{iprof.Calls, iprof.Conditionals, iprof.Receivers, iprof.InstanceOf} {
			for _, record := range d.Section(s) {
				frames, path := record.Frames(), ""
				var paths []string
				for i := len(frames) - 1; i >= 0; i-- {
					method, _, _ := strings.Cut(frames[i], ":")
					if i < len(frames)-1 {
						_, site, _ := strings.Cut(frames[i+1], ":")
						path += "@" + site + " "
					}
					path += method
					paths = append(paths, path)
					for _, above := range paths {
						want[above] = want[above] || isApplication[method]
					}
				}
			}
		}
		has := InUnits(p, names, func(iprof.NodeID) bool { return true })
		paths := make([]string, p.Contexts.Len())
		for i, n := range p.Contexts.All() {
			id, _ := json.Marshal(n.Method)
			site, _ := json.Marshal(n.Site)
			if paths[i] = string(id); n.Parent != iprof.NoNode {
				paths[i] = paths[n.Parent] + "@" + string(site) + " " + string(id)
			}
			if has[i] != want[paths[i]] {
				t.Errorf("%s: %s: %t", file, paths[i], has[i])
			}
		}
		if none := InUnits(p, names, func(iprof.NodeID) bool { return false }); len(none) != len(has) || strings.Contains(strings.Trim(marks(none), " "), "x") {
			t.Errorf("%s: of hidden code: %s", file, marks(none))
		}
	}
}

func marks(has []bool) string {
	var b strings.Builder
	for _, x := range has {
		b.WriteByte(map[bool]byte{true: 'x', false: ' '}[x])
	}
	return b.String()
}

// A caller has samples if any of its callees has, although the first one has none.
func TestMethodsWithSamples(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":8,"name":"void"}],"methods":[{"id":1,"name":"a","signature":[1,8]},`+
		`{"id":2,"name":"b","signature":[1,8]},{"id":3,"name":"c","signature":[1,8]}]`+testprofile.Samples("2:1<1:1 0", "3:1<1:2 5")+"}")
	if of := NewBreakdown(p, convert.NewNames(p, convert.NameOptions{}), convert.Samples); of.Counted != 2 {
		t.Errorf("%d methods have samples, and a and c do", of.Counted)
	}
}
