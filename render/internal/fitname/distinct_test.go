package fitname

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// TestFit: names that would look the same are shortened in another way, and no more than these.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		room  int
		names []string
		want  []string
	}{
		{26, // overloads
			[]string{"com.example.shop.Catalog.lookup(int)", "com.example.shop.Catalog.lookup(long)", "com.example.shop.Order.add(com.example.Item)"},
			[]string{"c.e.s.Catalog.lookup(int)", "c.e.s.Catalog.lookup(long)", "c.e.s.Order.add(Item)"}},
		{20,
			[]string{"com.example.shop.Catalog.lookup(int)", "com.example.shop.Catalog.lookup(long)", "com.example.shop.Order.add(com.example.Item)"},
			[]string{"Catalog.lookup(int)", "Catalog.lookup(long)", "c.e.s.Order.add"}},
		{32, // results
			[]string{"java.util.MatchOps$MatchOp.evaluate(Helper, Spliterator):Boolean", "java.util.MatchOps$MatchOp.evaluate(Helper, Spliterator):Object"},
			[]string{"…Ops$MatchOp.evaluate(…):Boolean", "…Ops$MatchOp.evaluate(…):Object"}},
		{24, // packages
			[]string{"com.example.shop.Cart.add", "com.example.store.Cart.add", "com.example.shop.Item.add"},
			[]string{"c.example.shop.Cart.add", "c.example.store.Cart.add", "c.e.s.Item.add"}},
		{20, // types
			[]string{"jdk.FloatingDecimal$ASCIIToBinaryBuffer", "jdk.FloatingDecimal$PreparedASCIIToBinaryBuffer"},
			[]string{"FloatingDecimal$ASC…", "FloatingDecimal$Pre…"}},
		{30, // hashes
			[]string{"A$$Lambda$5ae665a1dbe098a439ebe9b01dfe170b189d4e96.run", "A$$Lambda$5ae665ffffe098a439ebe9b01dfe170b18912345.run"},
			[]string{"A$$Lambda$5a…e170b189d4e96.run", "A$$Lambda$5a…e170b18912345.run"}},
		{30, // one level for all
			[]string{"com.example.shop.Cart.add", "java.util.stream.IntPipeline.forEachWithCancel", "Other.add(int)", "<unknown method 7>"},
			[]string{"Cart.add", "IntPipeline.forEachWithCancel", "Other.add", "<unknown method 7>"}},
		{26, // one spelling of a class, cut at its words
			[]string{"a.ReferenceAccessImpl.readObjectAs", "a.ReferenceAccessImpl.read", "a.b.Outer$$Lambda$5ae665a1dbe098a439ebe9b01.get"},
			[]string{"…AccessImpl.readObjectAs", "…AccessImpl.read", "Outer$$Lambda$5ae665….get"}},
		{14, // places in a method
			[]string{"com.example.Cart.add@7", "com.example.Cart.add@123"},
			[]string{"Cart.add@7", "Cart.add@123"}},
		{16, // lines, behind the parameters
			[]string{"com.example.Cart.add(int):7", "com.example.Item.add(int, long):123", "com.example.Item.sum(int):Object"},
			[]string{"c.e.Cart.add:7", "c.e.Item.add:123", "c.e.Item.sum"}},
	} {
		var names []NameInRoom
		for _, name := range c.names {
			names = append(names, NameInRoom{name, c.room})
		}
		short := Fit(names)
		var got []string
		for _, n := range names {
			got = append(got, short[n])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("to %d columns: %q, want %q", c.room, got, c.want)
		}
	}
}

// TestFitInRooms: in a tree a class that is cut in two places is not two classes.
func TestFitInRooms(t *testing.T) {
	names := []NameInRoom{
		{"StreamSpliterators$InfiniteSupplyingSpliterator$OfInt.tryAdvance(Object)", 40},
		{"StreamSpliterators$InfiniteSupplyingSpliterator$OfInt.tryAdvance(IntConsumer)", 43},
	}
	short := Fit(names)
	want := ShortNames{names[0]: "…Spliterator$OfInt.tryAdvance(Object)", names[1]: "…Spliterator$OfInt.tryAdvance(IntConsumer)"}
	for _, n := range names {
		if short[n] != want[n] {
			t.Errorf("%s is %s, want %s", n.Name, short[n], want[n])
		}
	}
}

// TestManyNamesStayApart: of more names than are distinguished together, no two methods have the same short name either, however
// alike they are.
func TestManyNamesStayApart(t *testing.T) {
	const room = 30
	var names []NameInRoom
	for i := range maxGrouped + 2000 {
		names = append(names, NameInRoom{fmt.Sprintf("com.example.p%d.%sCart%05d%s.add", i%7, strings.Repeat("A", 20), i, strings.Repeat("Z", 20)), room})
	}
	short := Fit(names)
	owner := map[string]string{}
	for _, n := range names {
		text := short[n]
		if other, ok := owner[text]; ok {
			t.Fatalf("%s and %s are both %s", other, n.Name, text)
		}
		owner[text] = n.Name
		if !strings.HasSuffix(text, "add") {
			t.Errorf("%s: the method is cut", text)
		}
	}
	// Names that fit are whole, however many.
	for i := range names {
		names[i].Room = 100
	}
	for n, text := range Fit(names) {
		if text != n.Name {
			t.Fatalf("%s is %s", n.Name, text)
		}
	}
}

// TestHugeNamesAreWholeOrCut: a name that is made to do harm is not tried at thousands of widths.
func TestHugeNamesAreWholeOrCut(t *testing.T) {
	var names []NameInRoom
	for i := range 50 {
		names = append(names, NameInRoom{fmt.Sprintf("a.%s%02d%s.f", strings.Repeat("é", 30_000), i, strings.Repeat("è", 30_000)), 40})
	}
	short := Fit(names)
	if len(short) != len(names) {
		t.Fatalf("%d of %d", len(short), len(names))
	}
	for n, text := range short {
		if text != n.Name && plaintext.Columns(text) > 2*n.Room {
			t.Errorf("%d of %d columns are left", plaintext.Columns(text), plaintext.Columns(n.Name))
		}
	}
}

// TestConsistentAbbreviation: packages have initials in all names of a column, or in none.
func TestConsistentAbbreviation(t *testing.T) {
	long, short, other := NameInRoom{"joptsimple.internal.AbbreviationMapOfOptions.addTheOption", 48}, NameInRoom{"joptsimple.internal.Rows.add", 48}, NameInRoom{"other.internal.Rows.add", 48}
	want := ShortNames{long: "j.i.AbbreviationMapOfOptions.addTheOption", short: "j.i.Rows.add", other: "o.i.Rows.add"}
	got := Column(slices.Values([]NameInRoom{long, short, other}))
	for n, text := range want {
		if got[n] != text {
			t.Errorf("%s is %q, want %q", n.Name, got[n], text)
		}
	}
}

// TestRenamedMethods: the two names of a renamed method share the room, and those that differ in their parameters keep some of them.
func TestRenamedMethods(t *testing.T) {
	const changed = "tally.Tally.find(java.lang.String) → tally.Tally.find(java.lang.String, int, int)"
	const renamed = "tally.Tally.find(java.lang.String) → tally.Words.look(java.lang.String)"
	for _, tt := range []struct {
		name string
		room int
		want string
	}{
		{changed, 83, changed},
		{changed, 60, "Tally.find(String) → Tally.find(String, int, int)"},
		{changed, 49, "Tally.find(String) → Tally.find(String, int, int)"},
		{changed, 48, "Tally.find(String → String, int, int)"},
		{changed, 37, "Tally.find(String → String, int, int)"},
		{changed, 36, "find(String) → find(Stri…, int, int)"},
		{changed, 20, "….find → Tally.find"}, // no room for them
		{renamed, 30, "t.Tally.find → t.Words.look"},
	} {
		got := Fit([]NameInRoom{{tt.name, tt.room}})[NameInRoom{tt.name, tt.room}]
		if got != tt.want || plaintext.Columns(got) > tt.room {
			t.Errorf("%d columns of %s: %s, want %s", tt.room, tt.name, got, tt.want)
		}
	}
}
