package javaname

import "testing"

// TestOfSymbol has symbols as c++filt prints those that the compiler of native images documents.
func TestOfSymbol(t *testing.T) {
	for symbol, want := range map[string]string{
		"app.Shop::read":                               "app.Shop.read",
		"app.Shop::read(java.lang.String*)":            "app.Shop.read(java.lang.String)",
		"app.Shop::read(int, byte, java.lang.Foo[])":   "app.Shop.read(int, byte, java.lang.Foo[])",
		"app.Shop$Cart::Shop$Cart()":                   "app.Shop$Cart.<init>()",
		"app.Shop::Shop(app.Shop*, L_1::app.Shop*)":    "app.Shop.<init>(app.Shop, app.Shop)",
		"loader_12::app.Shop::read":                    "app.Shop.read",
		"app.Shop::lambda$main$0":                      "app.Shop.lambda$main$0",
		"app.Shop$$Lambda/0x5d1::accept":               "app.Shop$$Lambda/0x5d1.accept",
		"app.Start::invoke(int, char**)":               "app.Start.invoke(int, char**)",
		"Hello::main(java.lang.String[])":              "Hello.main(java.lang.String[])",
		"org.graalvm.word.Pointer::read(x.Pointer, y)": "org.graalvm.word.Pointer.read(x.Pointer, y)",

		"Hello::main": "", // of C++, too
		"std::vector<int>::push_back(int const&)":  "",
		"std::__1::basic_string::append.isra.0":    "",
		"core::fmt::write":                         "",
		"<core::str::Chars as a.B>::next":          "",
		"G1CollectedHeap::collect(GCCause::Cause)": "",
		"main.work":          "",
		"a.b::":              "",
		"::a.b":              "",
		"app.Shop::read(int": "",
		"app.Shop.read(int)": "",
		"":                   "",
	} {
		if got, ok := OfSymbol(symbol); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, want %q", symbol, got, ok, want)
		}
	}
}
