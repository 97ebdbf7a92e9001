package page

import (
	"fmt"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/flame"
)

// TestRootGroups: more than a hundred roots are below their packages and classes, which are not frames: neither methods nor addresses
// have them, and one that is clicked fills the width.
func TestRootGroups(t *testing.T) {
	rooted := func(roots int) (all []testtree.Stack) {
		for i := range roots - 2 {
			all = append(all, testtree.Stack{Frames: fmt.Sprintf("app.core.Shop.m%03d;java.util.List.get", i), Value: 1})
		}
		return append(all, testtree.Stack{Frames: "app.core.Cart.total", Value: 60}, testtree.Stack{Frames: "lib.io.Disk.read;lib.io.Disk.seek", Value: 201 - int64(roots-2)})
	}
	const see = ranged + `
		await settled();
		const grouped = () => { const b = all(".tools button").find((b) => b.textContent === "Group roots"); return b ? b.getAttribute("aria-pressed") : "none"; };
		const down = async (n) => { for (let i = 0; i < n; i++) await key("ArrowDown"); };`
	few := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), pageOf(t, testtree.From(convert.Calls, rooted(100)...), flame.Options{}), "")
	browsertest.Expect(t, few.Run(see+`log(grouped()); await down(1); log(details().split(" | ")[0]);`), "none", "lib.io.Disk.read")
	// 102 roots: 100 of one entry each and one of 60 in app.core, 101 in lib.io.
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), pageOf(t, testtree.From(convert.Calls, rooted(102)...), flame.Options{}), "")
	browsertest.Expect(t, v.Run(see+`
		log(grouped() + " " + edges(1) + " " + edges(2));
		await down(1); log(details().split(" | ").slice(0, 4).join(" | ")); await down(1); log(details().split(" | ").slice(0, 4).join(" | ")); await down(1); log(details().split(" | ").slice(0, 2).join(" | "));
		await key("Enter"); await settled(); log(decodeURIComponent(location.hash).replace(/=.*/, "")); const at = location.hash;
		await key("Escape"); await settled(); location.hash = at; await settled(); await wait(200); log(details().split(" | ")[0]);
		await key("Escape"); await settled(); pointer("click", 0.3); await settled(); await wait(300); log(range() + " " + details().split(" | ")[0]);
		await key("Escape"); await settled(); await type("Disk.seek$"); await press("›"); await settled(); log(details().split(" | ")[0] + " " + status());
		await type("core"); log(status()); await key("Escape"); await settled();
		await press("Group roots"); log(location.hash + " " + edges(1).slice(0, 8)); await down(1); log(details().split(" | ")[0]);`),
		"true 61 38,61",
		"app.core | 160 method entries, 61.3% of all | methods of this package that are not inlined; it is not a frame | 61.3% of its parent",
		"app.core.Shop | 100 method entries, 38.3% of all | methods of this class that are not inlined; it is not a frame | 62.5% of its parent",
		"app.core.Shop.m000 | 1 method entry, inclusive, 0.38% of all", "#z", "app.core.Shop.m000", "0 to 0.383 app.core.Shop",
		"lib.io.Disk.seek 1 method matched: 38.7% (1/1)", "101 methods matched: 61.3%", "#g=0 39,62,63", "lib.io.Disk.read")
}

// TestRootsWithoutClass: roots without a class are in no group, and classes without a package in none of packages, instead of one that says
// that there is none; a profile without names has no groups.
func TestRootsWithoutClass(t *testing.T) {
	stacks := func(format string) (all []testtree.Stack) {
		for i := range 101 {
			all = append(all, testtree.Stack{Frames: fmt.Sprintf(format, i), Value: 2})
		}
		return all
	}
	const see = ranged + `
		await settled();
		log(String(all(".tools button").some((b) => b.textContent === "Group roots")));
		const path = []; for (let i = 0; i < 3; i++) { await key("ArrowDown"); path.push(details().split(" | ")[0]); }
		log(path.join(" > "));`
	window := browsertest.Look(t, 1280, 800)
	v := browsertest.VisitFile(t, window, pageOf(t, testtree.From(convert.Calls, append(stacks("<unknown method %d>"), testtree.Stack{Frames: "<unknown method 7>;<unknown method 8>", Value: 3})...), flame.Options{}), "")
	browsertest.Expect(t, v.Run(see), "false", "<unknown method 7> > <unknown method 8> > <unknown method 8>")
	v = browsertest.VisitFile(t, window, pageOf(t, testtree.From(convert.Calls, append(stacks("app.Shop.m%03d"), testtree.Stack{Frames: "start_thread;app.Cart.total", Value: 999})...), flame.Options{}), "")
	browsertest.Expect(t, v.Run(see), "true", "start_thread > app.Cart.total > app.Cart.total")
	v = browsertest.VisitFile(t, window, pageOf(t, testtree.From(convert.Calls, append(stacks("app.Shop.m%03d"), testtree.Stack{Frames: "Main.main;app.Cart.total", Value: 999})...), flame.Options{}), "")
	browsertest.Expect(t, v.Run(see), "true", "Main > Main.main > app.Cart.total")
}
