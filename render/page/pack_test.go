package page

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
)

// TestPackedJSON: pages read all that commands may write, from columns that leave out all that follows from others.
func TestPackedJSON(t *testing.T) {
	page := browsertest.Look(t, 800, 600)
	script, err := exec.Command("go", "tool", "esbuild", "../../templates/page/profile/parts.ts", "--bundle", "--format=iife", "--global-name=parts").Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := page.Run(string(script)+`
		window.unpacked = (base64) => new parts.Parts(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))).json("part");
		const near = (a, b) => a === b || a !== 1 && Math.abs(a - b) <= 6e-6 * Math.abs(b) && !Number.isInteger(b) && Math.abs(b) < 1e6 || Math.abs(a - b) <= 0.5 && Math.abs(b) >= 1e6 && !Number.isInteger(b);
		window.differ = (a, b, at) => {
			if (typeof b === "number" && typeof a === "number") return near(a, b) ? "" : at + ": " + a + " for " + b;
			if (typeof b !== "object" || b === null || typeof a !== "object" || a === null) return a === b ? "" : at + ": " + JSON.stringify(a) + " for " + JSON.stringify(b);
			if (Object.keys(a).sort().join() !== Object.keys(b).sort().join()) return at + " has " + Object.keys(a) + " for " + Object.keys(b);
			for (const k in b) {
				const found = differ(a[k], b[k], at + "." + k);
				if (found) return found;
			}
			return Array.isArray(a) === Array.isArray(b) ? "" : at + " is no array";
		};`, nil); err != nil {
		t.Fatal(err)
	}
	const methods = `{"methods":[{"id":7,"name":"a.B.c"},{"id":9,"name":"a.B.d"},{"id":1000000,"name":"\u2028é😀"}]}`
	for _, text := range append([]string{
		`{}`, `[]`, `null`, `"x"`, `1`, `{"a":[],"b":{},"c":[[]],"d":[{}],"e":""}`,
		`[1,"1",null,true,false,[1],{"a":1},[{"a":2},{"b":"x"}],1.5]`,
		`[0,-1,1,127,128,2251799813685247,2251799813685248,9007199254740993,1e300,-5]`,
		`[0.5,1,-0.25,123456.789,1234567.891,0.000000123456789,1e-30]`, `[1e-20,0.1,12345678]`, `[0.99999999,1.0000000002,0.99999951,1.5]`,
		`["\ufefftext","` + "\ufeff" + `","\u0000","\ud83d\ude00\ud83d\ude01","\ud83d\ude00\ud83d","é","è","prefix","prefixes","pre","@1"]`,
		// Names that follow from ids, and those that do not; absent ids and names.
		`{"rows":[{"method":"a.B.c","id":7},{"method":"a.B.d","id":9},{"method":"a.B.c","id":9},{"method":"other","id":7},{"id":7},{"method":"a.B.c"},{"method":null,"id":1000000},{"method":"\u2028é😀","id":1000000}]}`,
		`{"rows":[{"caller":"a.B.c","callee":"a.B.d","caller_id":7,"callee_id":9},{"callee":"a.B.c","callee_id":7},{"caller":"x","callee":"y"}]}`,
		`{"rows":[{"id":5,"method":"a.B.c"},{"id":7,"method":"a.B.c"}]}`, // no such method
		// Quotients: of the same row, of the row around it, of the whole, of the parent, and with exceptions.
		`{"whole":700,"rows":[{"n":3,"of":7,"share":0.42857142857142855,"all":0.004285714285714286,"in":[{"count":1,"p":0.3333333333333333},{"count":2,"p":0.6666666666666666}]},
			{"n":2,"of":6,"share":0.3333333333333333,"all":0.002857142857142857,"in":[{"count":1,"p":0.5},{"count":1,"p":0.5}]}]}`,
		`{"units":[{"all":[{"parent":null,"n":9,"f":null},{"parent":0,"n":7,"f":0.7777777777777778},{"parent":1,"n":3,"f":0.42857142857142855}]},
			{"all":[{"parent":null,"n":3,"f":null},{"parent":0,"n":1,"f":0.3333333333333333},{"parent":0,"n":2,"f":0.6666666666666666}]}]}`,
		`{"rows":[{"n":0,"of":0,"s":0},{"n":1,"of":3,"s":0.3333333333333333},{"n":0,"of":3,"s":0},{"n":2,"of":3,"s":null},{"n":2,"of":3}]}`,
		`{"rows":[` + strings.Repeat(`{"n":1,"of":3,"s":0.3333333333333333},`, 40) + `{"n":1,"of":3,"s":0.123456789},{"n":2,"of":3,"s":0.6666666666666666}]}`,
		`{"rows":[{"n":1,"of":3,"s":0.3333333333333333},{"of":5,"s":0.2},{"n":1,"s":0.3333333333333333}]}`,
	}, randomTexts(60)...) {
		table := pagedata.NewStrings()
		known, part := readJSON([]byte(methods), table, nil), readJSON([]byte(text), table, nil)
		all := table.Settle()
		data := [][]byte{
			pagedata.BytesOfColumns(func(c *pagedata.Writer) {
				c.Number(uint64(len(all)))
				c.Texts(all)
			}),
			newPacker(table, nil).pack(known),
			newPacker(table, known).pack(part),
		}
		bytes := pagedata.BytesOfColumns(func(c *pagedata.Writer) {
			c.JSON(pagedata.Index{Parts: []pagedata.IndexPart{{Name: "strings", Length: len(data[0])}, {Name: "methods", Length: len(data[1])}, {Name: "part", Length: len(data[2])}}})
			for _, d := range data {
				c.Write(d)
			}
		})
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		var differs string
		// Numbers that no double has, and half characters, are those that Go reads.
		if err := page.Run(fmt.Sprintf(`return differ(unpacked(%q), JSON.parse(%s.replaceAll("\\ud83d\"", "\ufffd\"")), "$");`, base64.StdEncoding.EncodeToString(bytes), quoted), &differs); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if differs != "" {
			t.Errorf("%s in %s", differs, text)
		}
	}
}

// randomTexts returns tables of all kinds of values, the same in each run.
func randomTexts(n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	var value func(depth int) any
	value = func(depth int) any {
		switch k := r.IntN(10); {
		case k < 3 || depth == 0 && k < 6:
			return []int64{0, 1, 7, 9, int64(r.IntN(300)) - 20, r.Int64N(1 << 52)}[r.IntN(6)]
		case k < 4:
			return float64(r.IntN(100)) / float64(1+r.IntN(100))
		case k < 5 || depth == 0:
			return []string{"", "a.B.c", "a.B.d", "é", fmt.Sprint("name ", r.IntN(5))}[r.IntN(5)]
		case k < 6:
			return []any{nil, true, false}[r.IntN(3)]
		case k < 8:
			all := make([]any, r.IntN(5))
			for i := range all {
				all[i] = value(depth - 1)
			}
			return all
		default:
			object := map[string]any{}
			for _, key := range []string{"id", "method", "n", "of", "share", "parent", "x_id", "x", "rows"} {
				if r.IntN(2) == 0 {
					object[key] = value(depth - 1)
				}
			}
			return object
		}
	}
	var all []string
	for range n {
		text, err := json.Marshal(map[string]any{"whole": 17, "rows": []any{value(3), value(3), value(3)}})
		if err != nil {
			panic(err)
		}
		all = append(all, string(text))
	}
	return all
}
