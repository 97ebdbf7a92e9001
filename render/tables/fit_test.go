package tables

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

func TestFitMethod(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"java.util.stream.IntPipeline.forEachWithCancel", 40, "j.u.s.IntPipeline.forEachWithCancel"},
		{"java.util.stream.IntPipeline.forEachWithCancel", 33, "IntPipeline.forEachWithCancel"},
		{"java.util.stream.IntPipeline.forEachWithCancel", 35, "j.u.s.IntPipeline.forEachWithCancel"},
		{"com.example.shop.Cart.add(java.lang.String)", 30, "c.e.s.Cart.add(String)"},
		{"Cart.add(java.lang.String, int, long)", 25, "Cart.add"},
		{"java.util.stream.IntPipeline.forEachWithCancel", 29, "IntPipeline.forEachWithCancel"},
		{"java.util.stream.IntPipeline.forEachWithCancel", 28, "…Pipeline.forEachWithCancel"},
		{"com.example.Known.lambda$streamed$2", 22, "….lambda$streamed$2"},
		{"java.util.stream.IntPipeline.forEachWithCancel", 24, "….forEachWithCancel"},
		{"java.util.stream.ReferencePipeline.copyIntoWithCancel", 20, "….copyIntoWithCancel"},
		{"java.util.stream.WhileOps$2$1.accept", 16, "…Ops$2$1.accept"},
		{"se.lenborje.tdi.StreamTDI$$Lambda$45dce27977eb3b217a31dc8778a0802922b54621.test", 50, "se.lenborje.tdi.StreamTDI$$Lambda$45dce2….test"},
		{"app.JsonRegexApp$$Lambda$94+0x00007f1c2c0a1234/574568002.test", 40, "app.JsonRegexApp$$Lambda$94….test"}, // the address first
		{"java.util.Spliterators$IntArraySpliterator", 40, "j.u.Spliterators$IntArraySpliterator"},                 // a type
		{"java.util.Spliterators$IntArraySpliterator", 33, "Spliterators$IntArraySpliterator"},
		{"java.util.Spliterators$IntArraySpliterator", 20, "…IntArraySpliterator"},
		{"java.util.HashMap.put(java.lang.Object, java.util.Map$Entry[]):java.lang.Object #17", 58, "java.util.HashMap.put(Object, Map$Entry[]):Object #17"},
		{"java.util.HashMap.put(java.lang.Object, java.util.Map$Entry[]):java.lang.Object #17", 36, "j.u.HashMap.put"},
		{"com.example.shop.Catalog.lookup", 10, "….lookup"},
		{"com.example.shop.Catalog.lookup(int, int)", 10, "….lookup"},
		{"com.example.A.old → com.example.B.new", 20, "A.old → c.e.B.new"},
		{"com.example.A.f(long) → com.example.A.f(int)", 24, "A.f(long) → A.f(int)"},
		{"com.example.A.f@7", 8, "A.f@7"},
		{"com.example.A.f (invalid frame state)", 26, "A.f (invalid frame state)"},
		{"com.example.A.f@7 < com.example.B.g@9 < C.h@1", 30, "A.f@7 < c.e.B.g@9 < C.h@1"},
		{"com.example.A.f@7 < com.example.B.g@9 < C.h@1", 12, "c.e.A.f@7 +2"},
		{"    com.example.A.f", 10, "    A.f"},
		{"c.o.FactoryMethodHolder.Cart$Item_constructor_5ae665a1dbe098a439ebe9b01dfe170b189d4e96", 32, "Cart$Item_constructor_5ae665…"},
		{"c.o.FactoryMethodHolder.Cart$Item_constructor_5ae665a1dbe098a439ebe9b01dfe170b189d4e96", 25, "…Item_constructor_5ae665…"},
		{"<2,741 more methods>", 19, "<2,741 more>"},
		{"<2,741 more methods>", 11, "<+2,741>"},
		{"<35 more sites of virtual calls>", 30, "<35 more>"},
		{"<callers unknown>", 16, "<unknown>"},
		{"<unknown method 1666>", 20, "<method 1666>"},
		{"<unknown method 1666>", 12, "<1666>"},
		{"<unknown method 1666>", 5, "<…66>"},
		{"nodotsinthisverylongname", 10, "nodotsint…"},
		{".a.b.", 4, "…."},
		{"(((((", 3, "((…"},
	} {
		if got := fitname.Method(c.text, c.width); got != c.want || uniseg.StringWidth(got) > c.width {
			t.Errorf("%q to %d: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// TestNamesFit cuts all kinds of names to all widths: nothing is longer but a method's own name.
func TestNamesFit(t *testing.T) {
	names := append([]string{
		"java.util.HashMap.put(java.lang.Object, java.util.Map$Entry[]):java.lang.Object #17", "漢字.漢字漢字.実行(漢字.漢)", "a.b.c.d.e.f(g.h.i)",
		"(root)", "x(", "x)", "a.()", "A..b", "....", "com.example.Outer$$Lambda/0x00007f.run",
	}, nasty...)
	for _, name := range append(names, "com.example.Catalog.lookupAllOffers") {
		name = plaintext.Visible(name)
		own := max(plaintext.Columns(strings.TrimPrefix(fitname.Parse(name).Method, ".")), 1)
		for width := range plaintext.Columns(name) + 2 {
			if got := fitname.Method(name, width); plaintext.Columns(got) > max(width, own+len(fitname.Parse(name).Indent)) {
				t.Errorf("%q to %d: %q", name, width, got)
			}
			for _, kind := range []table.ColumnKind{table.CalleesColumn, table.CallersColumn} {
				list := table.ListCell([]table.Frame{{Method: name, BCI: table.IntCell(7)}, {Method: "A.b"}, {Method: name, BCI: table.IntCell(-6)}})
				if got := fitList(list.List, kind, width, fitname.Style{}); plaintext.Columns(got) > max(width, own+plaintext.Columns(" (invalid frame state) +2")) {
					t.Errorf("%q to %d: %q", name, width, got)
				}
			}
		}
	}
}
