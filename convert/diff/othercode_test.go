package diff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// saysOtherCode returns what a difference says about other code, and whether it is a caveat.
func saysOtherCode(d *Difference) (about string, caveat bool) {
	for _, t := range d.Tables {
		for i, all := range [][]string{t.Notes, t.Caveats} {
			for _, s := range all {
				if strings.Contains(s, " with conditionals, ") {
					return s, i == 1
				}
			}
		}
	}
	return "", false
}

func TestDiffOfOtherCode(t *testing.T) {
	run := func(records ...string) *iprof.Profile {
		return testprofile.Parse(t, "{"+testprofile.Methods("a", "b")+testprofile.Section("conditionalProfiles", records)+"}")
	}
	// Of 100,000 executions, 60 are in b.
	old := run("1:3 10 0 59940 20 1 40000", "2:3 10 0 40 20 1 20")
	const moved, version = "these are at other bytecode indexes or lead to others", ": the code or the compiler differs, so bytecode positions there do not match"
	ofBoth := func(n int, whose string) string {
		return fmt.Sprintf("in %d of 2 methods with conditionals, %s, ", n, whose) + moved + version
	}
	for _, c := range []struct {
		name  string
		new   *iprof.Profile
		about string
	}{
		{"the same places", run("1:3 10 0 7 20 1 90000", "2:3 10 0 0 20 1 600"), ""},
		{"another conditional ran, too", run("1:3 10 0 7 20 1 90000", "1:12 14 0 3 20 1 4", "2:3 10 0 40 20 1 20"), ""},
		{"all three bytes later", run("1:6 13 0 59940 23 1 40000", "2:3 10 0 40 20 1 20"), ofBoth(1, "T.a")},
		{"bytes inserted in what is jumped over", run("1:3 10 0 59940 23 1 40000", "2:3 10 0 40 20 1 20"), ofBoth(1, "T.a")},
		{"both methods, the hotter one named", run("1:3 10 0 59940 23 1 40000", "2:4 10 0 40 20 1 20"), ofBoth(2, "such as T.a")},
		{"one successor of a copy is folded away", run("1:3 10 0 59940", "2:3 10 0 40 20 1 20"), ""},
		{"a target that is no place", run("1:3 10 0 59940 20 1 39999 -5 2 1", "2:3 10 0 40 20 1 20"), ""},
		{"only targets that are no places", run("1:3 -5 0 59940 -5 1 40000", "2:3 10 0 40 20 1 20"), ""},
		{"a conditional at the first instruction", run("1:0 10 0 59940 20 1 40000", "2:3 10 0 40 20 1 20"), ofBoth(1, "T.a")},
		{"a conditional at no place", run("1:-1 10 0 59940 20 1 40000", "2:3 10 0 40 20 1 20"), ""},
		{"a method in one only", run("2:3 10 0 40 20 1 20"), ""},
	} {
		for _, pair := range [][2]*iprof.Profile{{old, c.new}, {c.new, old}} {
			about, caveat := saysOtherCode(diff(pair[0], pair[1], Options{}))
			if about != c.about || caveat != (c.about != "") {
				t.Errorf("%s: %q, caveat: %t", c.name, about, caveat)
			}
		}
	}

	// One of 101 methods with 60 of 100,060 executions is not a caveat, but is mentioned; one with 1,200 of 101,200 is one.
	many := func(bci int, of int64) *iprof.Profile {
		var names, records []string
		for i := range 101 {
			names = append(names, fmt.Sprint("m", i))
			place, n := 3, int64(1000)
			if i == 7 {
				place, n = bci, of
			}
			records = append(records, fmt.Sprintf("%d:%d 10 0 %d 20 1 0", i+1, place, n))
		}
		return testprofile.Parse(t, "{"+testprofile.Methods(names...)+testprofile.Section("conditionalProfiles", records)+"}")
	}
	const one = "in 1 of 101 methods with conditionals, T.m7, " + moved
	for _, c := range []struct {
		count int64
		want  string
	}{{60, one}, {1200, one + version}} {
		about, caveat := saysOtherCode(diff(many(3, c.count), many(4, c.count), Options{}))
		if about != c.want || caveat != (c.count == 1200) {
			t.Errorf("%d executions: %q, caveat: %t", c.count, about, caveat)
		}
	}
}

// recordsOf returns the records of a section of a profile's JSON, and its name of contexts.
func recordsOf(p map[string]any, section, old string) (records []any, ctx string) {
	if records, ok := p[old].([]any); ok {
		return records, "methodBciList"
	}
	records, _ = p[section].([]any)
	return records, "ctx"
}

func parseAgain(t *testing.T, p map[string]any) *iprof.Profile {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return testprofile.Parse(t, string(text))
}

// Of the published profiles, the two halves of the compilation roots are runs of the same code with other inputs: no caveat. A
// method whose code begins with three more bytes is noticed.
func TestDiffOfPublishedCode(t *testing.T) {
	halved, edited := 0, 0
	for name, data := range testprofile.Published(t) {
		read := func() map[string]any {
			var p map[string]any
			d := json.NewDecoder(bytes.NewReader(data))
			d.UseNumber()
			if err := d.Decode(&p); err != nil {
				t.Fatal(err)
			}
			return p
		}
		framesOf := func(record any, ctx string) (frames []string, sep string) {
			if sep = "<"; ctx != "ctx" {
				sep = ","
			}
			return strings.Split(record.(map[string]any)[ctx].(string), sep), sep
		}
		whole := read()
		records, _ := recordsOf(whole, "conditionalProfiles", "conditionalPoints")
		if len(records) == 0 {
			continue
		}
		var halves [2]*iprof.Profile
		for half := range halves {
			p := read()
			records, ctx := recordsOf(p, "conditionalProfiles", "conditionalPoints")
			kept := slices.DeleteFunc(records, func(r any) bool {
				frames, _ := framesOf(r, ctx)
				root, err := strconv.Atoi(strings.Split(frames[len(frames)-1], ":")[0])
				if err != nil {
					t.Fatal(err)
				}
				return root%2 != half
			})
			if ctx == "ctx" {
				p["conditionalProfiles"] = kept
			} else {
				p["conditionalPoints"] = kept
			}
			halves[half] = parseAgain(t, p)
		}
		if about, caveat := saysOtherCode(diff(halves[0], halves[1], Options{})); caveat {
			t.Errorf("%s: halves: %s", name, about)
		}
		halved++

		p := read()
		records, ctx := recordsOf(p, "conditionalProfiles", "conditionalPoints")
		sums, hottest := map[string]int64{}, ""
		for _, r := range records {
			frames, _ := framesOf(r, ctx)
			method := strings.Split(frames[0], ":")[0]
			values := r.(map[string]any)["records"].([]any)
			for i := 2; i < len(values); i += 3 {
				n, _ := values[i].(json.Number).Int64()
				sums[method] += n
			}
			if sums[method] > sums[hottest] || sums[method] == sums[hottest] && method < hottest {
				hottest = method
			}
		}
		later := func(bci string) string {
			n, err := strconv.Atoi(bci)
			if err != nil {
				t.Fatal(err)
			}
			if n < 0 {
				return bci
			}
			return strconv.Itoa(n + 3)
		}
		for _, r := range records {
			frames, sep := framesOf(r, ctx)
			for i, f := range frames {
				if method, bci, _ := strings.Cut(f, ":"); method == hottest {
					frames[i] = method + ":" + later(bci)
				}
			}
			r.(map[string]any)[ctx] = strings.Join(frames, sep)
			if strings.HasPrefix(frames[0], hottest+":") {
				values := r.(map[string]any)["records"].([]any)
				for i := 0; i < len(values); i += 3 {
					values[i] = json.Number(later(values[i].(json.Number).String()))
				}
			}
		}
		if about, caveat := saysOtherCode(diff(parseAgain(t, whole), parseAgain(t, p), Options{Filter: convert.FilterOptions{View: convert.MachineView}})); !caveat || !strings.HasPrefix(about, "in 1 of ") {
			t.Errorf("%s: method %s edited: %q, caveat: %t", name, hottest, about, caveat)
		}
		edited++
	}
	if halved < 3 || edited < 3 {
		t.Errorf("%d profiles halved, %d edited", halved, edited)
	}
}

// Methods of one name are one, however many a hostile file has: their targets take no more memory than these of all.
func TestCodeOfManyMethodsOfOneName(t *testing.T) {
	const methods, targets = 400, 50
	var list []sites.Conditional
	for slot := range int32(methods) {
		x := sites.Conditional{Site: sites.Site{Slot: slot, BCI: 3}, Executions: 2}
		for i := range targets {
			x.Successors = append(x.Successors, iprof.Successor{Target: iprof.BCI(10 + i)})
		}
		list = append(list, x)
	}
	code := codeOf(list, make([]int32, methods))
	if len(code.sites) != 1 || code.sites[0].executions != 2*methods || len(code.targets(&code.sites[0])) != targets || len(code.leadTo) > 2*methods*targets {
		t.Errorf("%d sites, the first with %+v, %d targets in all", len(code.sites), code.sites[0], len(code.leadTo))
	}
}
