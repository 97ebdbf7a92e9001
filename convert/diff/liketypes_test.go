package diff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Lambdas of a class have other names in each build, which do not tell them apart. At a call that met only one in each build, it is the
// same; where names are shown without addresses, all are one type, and the kind of the site still says how many there were.
func TestTypesThatReadAlike(t *testing.T) {
	// The lambdas 21 and 22 have other addresses in each build; 23 is one of another class, 24 has a name that is the same in all.
	build := func(address, records string) *iprof.Profile {
		types := ""
		for id, name := range []string{"a.A$$Lambda$17/0x" + address + "66a8", "a.A$$Lambda$18/0x" + address + "68c8", "a.B$$Lambda$3/0x" + address + "6000", "a.C"} {
			types += fmt.Sprintf(`{"id":%d,"name":"%s"},`, 21+id, name)
		}
		text := "{" + testprofile.Methods("a") + testprofile.Section("virtualInvokeProfiles", []string{"1:9 " + records}) + "}"
		return testprofile.Parse(t, strings.Replace(text, `"types":[`, `"types":[`+types, 1))
	}
	const one, two = "0x00007f98080066a8", "0x00007f98080068c8" // in the new build
	for _, c := range []struct {
		name, old, new string
		without, with  string // rows with names in full, and without addresses; "": no difference
	}{
		{name: "the only lambda", old: "21 50000", new: "21 50000"},
		{name: "the only lambda, of another number", old: "21 50000", new: "22 50000"},
		{name: "the only lambda of two classes each", old: "21 30000 23 20000", new: "23 20000 21 30000"},
		{
			name: "a lambda rather than one of another class", old: "21 50000", new: "23 50000",
			without: "top type monomorphic monomorphic a.B$$Lambda$3/0x00007f9808006000 0 50000 / a.A$$Lambda$17/0x00007f9e780066a8 50000 0",
			with:    "top type monomorphic monomorphic a.B$$Lambda$* 0 50000 / a.A$$Lambda$* 50000 0",
		},
		{
			name: "a lambda and a class whose shares changed", old: "21 40000 24 10000", new: "21 10000 24 40000",
			without: "top type bimorphic bimorphic a.C 10000 40000 / a.A$$Lambda$17/" + one + " 40000 10000",
			with:    "top type bimorphic bimorphic a.C 10000 40000 / a.A$$Lambda$* 40000 10000",
		},
		{
			name: "two lambdas, which may be either", old: "21 30000 22 20000", new: "22 20000 21 30000",
			without: "top type bimorphic bimorphic a.A$$Lambda$17/" + one + " 0 30000 / a.A$$Lambda$18/" + two + " 0 20000 / " +
				"a.A$$Lambda$17/0x00007f9e780066a8 30000 0 / a.A$$Lambda$18/0x00007f9e780068c8 20000 0",
		},
		{
			name: "one of two lambdas", old: "21 30000 22 20000 24 10000", new: "21 50000 24 10000",
			without: "kind polymorphic bimorphic a.A$$Lambda$17/" + one + " 0 50000 / a.C 10000 10000 / " +
				"a.A$$Lambda$17/0x00007f9e780066a8 30000 0 / a.A$$Lambda$18/0x00007f9e780068c8 20000 0",
			with: "kind polymorphic bimorphic a.A$$Lambda$* 50000 50000 / a.C 10000 10000",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			old, new := build("00007f9e7800", c.old), build("00007f980800", c.new)
			for normalize, want := range map[bool]string{false: c.without, true: c.with} {
				names := convert.NewSharedNames(convert.NameOptions{Disambiguate: true, Normalize: normalize}, old, new)
				d := New(compare.New(names[0], names[1], compare.Options{}), Options{Exact: true, Sections: []Section{Receivers}})
				if got := typeRows(d); got != want {
					t.Errorf("normalize %v:\n%s\nwant\n%s", normalize, got, want)
				}
			}
		})
	}
}

// typeRows returns the rows of the only changed site: its change and kinds, and each type with both counts.
func typeRows(d *Difference) string {
	text, types := "", []string{}
	for i := range d.Tables[0].Rows {
		cells := map[string]string{}
		for _, column := range d.Tables[0].Columns {
			cell := d.Tables[0].Rows[i].Cell(column)
			if cells[column.Key] = cell.Text; cell.Text == "" {
				cells[column.Key] = fmt.Sprint(cell.Int)
			}
		}
		text = cells["change"] + " " + cells["old_kind"] + " " + cells["new_kind"] + " "
		types = append(types, cells["type"]+" "+cells["old"]+" "+cells["new"])
	}
	return text + strings.Join(types, " / ")
}

// The single runs of a side have the types of their sum: they vary as little as the lambda that they all met.
func TestTypesThatReadAlikeInRuns(t *testing.T) {
	run := func(address string, n int) *iprof.Profile {
		text := "{" + testprofile.Methods("a") + testprofile.Section("virtualInvokeProfiles", []string{fmt.Sprintf("1:9 21 %d 24 10000", n)}) + "}"
		return testprofile.Parse(t, strings.Replace(text, `"types":[`, `"types":[{"id":21,"name":"a.A$$Lambda$17/0x00007f`+address+`"},{"id":22,"name":"a.A$$Lambda$18/0x00007f`+address+`"},{"id":24,"name":"a.C"},`, 1))
	}
	names := func(all ...*iprof.Profile) []*convert.Names {
		return convert.NewSharedNames(convert.NameOptions{}, all...)
	}
	of := names(run("9e7800", 60000), run("980800", 60000))
	runs := [2][]*convert.Names{names(run("9e7800", 30000), run("9e7800", 30000)), names(run("980800", 30000), run("980800", 30000))}
	c := newComparison(compare.New(of[0], of[1], compare.Options{}), Options{Runs: runs}.settle())
	profiles, filters, methods, types := c.runs()
	site := pairTypes(convert.Receivers, profiles, filters, methods, types, c.LikeTypes()).at(0)
	if got := fmt.Sprint(len(site.parts), site.parts[len(site.parts)-1].counts); got != "2 [60000 60000 30000 30000 30000 30000]" {
		t.Error(got)
	}
}
