package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
)

// TestOneSpellingOfHashes: in all views, a name with a hash or an address is written as on boxes of pictures; tooltips have the whole of it.
func TestOneSpellingOfHashes(t *testing.T) {
	classes := []string{
		"a.Outer$$Lambda$7f9625e1d86ae5b20ac1c4611023b13e51ac48e9", "a.Outer$$Lambda/0x00007f2a1c0a3c00", "a.Outer$$Lambda/0x00007f2a1c0a4128", "a.Outer$$Lambda$14/0x0000000800c03000",
		"a.Outer$$Lambda$112+0x00007f2a1c0a3c00/689401025", "a.Outer$$Lambda$18/459857341",
	}
	types, methods, samples, records := `{"id":0,"name":"void"}`, "", "", ""
	want := map[string]bool{}
	for i, class := range classes {
		comma := map[bool]string{true: ","}[i > 0]
		types += fmt.Sprintf(`,{"id":%d,"name":%q}`, i+1, class)
		methods += fmt.Sprintf(`%s{"id":%d,"name":"run","signature":[%d,0]}`, comma, i+1, i+1)
		samples += fmt.Sprintf(`%s{"ctx":"%d:0","records":[%d]}`, comma, i+1, 900-i)
		records += fmt.Sprintf("%s%d,%d", comma, i+1, 50)
		_, name := fitname.Split(fitname.ShortHashes(class + ".run"))
		want[name] = true
	}
	if len(want) != len(classes) {
		t.Fatalf("%v", want)
	}
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[`+types+`],"methods":[`+methods+`],"samplingProfiles":[`+samples+`],"callCountProfiles":[{"ctx":"1:0","records":[900]}],
		"virtualInvokeProfiles":[{"ctx":"1:0","records":[`+records+`]}]}`)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), reportOf(t, p).page, "")
	got := v.Run(inReport + `
		const whole = /[0-9a-f]{12}|\/\d{9}/, seen = [];
		for (const address of ["#/overview", "#/flame", "#/tree", "#/methods", "#/sites/receivers", "#/units"]) {
			await go(address); for (let i = 0; i < 3; i++) await settled();
			const walk = d.createTreeWalker(view(), NodeFilter.SHOW_TEXT);
			for (let n; (n = walk.nextNode());) if (whole.test(n.data)) seen.push(address + ": " + n.data);
		}
		log(seen.join("\n"));
		const bare = (s) => s.replace(/^a\./, "");
		for (const [address, row, name] of [["#/flame", ".methods .spacer > .row", ".name"], ["#/tree", ".spacer > .line", ".text .text"], ["#/methods", ".spacer > .line", "a"]]) {
			await go(address); for (let i = 0; i < 3; i++) await settled();
			const rows = [...view().querySelectorAll(row)];
			log(JSON.stringify(rows.map((r) => bare(text(r.querySelector(name))))));
			log(rows.every((r) => whole.test(r.title + [...r.querySelectorAll("[title]")].map((e) => e.title).join(" ")) || !/0x|Lambda\W\d/.test(text(r))));
		}
		await go("#/sites/receivers"); for (let i = 0; i < 3; i++) await settled();
		const cell = [...view().querySelector(".spacer > .line").children].find((c) => c.querySelector(".sharebar"));
		log(text(cell)); log(whole.test(cell.title) + " " + (cell.scrollWidth <= cell.clientWidth));`)
	if len(got) != 9 || got[0] != "" {
		t.Fatalf("%q", got)
	}
	for i := 1; i < 7; i += 2 {
		var names []string
		if err := json.Unmarshal([]byte(got[i]), &names); err != nil || len(names) != len(classes) || slices.ContainsFunc(names, func(s string) bool { return !want[s] }) || got[i+1] != "true" {
			t.Errorf("%s %s, not of %v", got[i], got[i+1], want)
		}
	}
	if !strings.HasPrefix(got[7], "Outer$$Lambda$7f9625… 16.7%") || !strings.HasSuffix(got[7], " more") || got[8] != "true true" {
		t.Errorf("%q", got[7:])
	}
}
