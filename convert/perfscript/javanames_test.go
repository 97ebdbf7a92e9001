package perfscript

import "testing"

// Names of Java methods are recognized in each form that recorders write; other symbols stay.
func TestJavaNames(t *testing.T) {
	for symbol, want := range map[string]string{
		"long app.Work.fib(int)":       "app.Work.fib(int)",
		"Lapp/Work;::fib":              "app.Work.fib",
		"Lapp/Work::fib":               "app.Work.fib",
		"Lapp/Work;fib(I)J":            "app.Work.fib(int)",
		"Lapp/Work;fib(I[Lapp/A;)V":    "app.Work.fib(int, app.A[])",
		"Lapp/Work;fib":                "Lapp/Work;fib",
		"Lapp/Work;fib(Q)V":            "Lapp/Work;fib(Q)V",
		"Labor::strike(int)":           "abor.strike(int)", // which nobody can tell from a class
		"L a;b(I)V":                    "L a;b(I)V",
		"app.Work.fib(int)":            "app.Work.fib(int)",
		"long app.Work.fib":            "long app.Work.fib",
		"long fib(int)":                "long fib(int)",
		"operator new(unsigned long)":  "operator new(unsigned long)",
		"void f.g(int) const":          "void f.g(int) const",
		"f(int) a.b(int)":              "f(int) a.b(int)",
		"void a.b c.d(int)":            "void a.b c.d(int)",
		"std::vector<int>::at(int)":    "std::vector<int>::at(int)",
		"long fib(int)::operator.x":    "long fib(int)::operator.x",
		"int[] app.Work.all(int, int)": "app.Work.all(int, int)",
	} {
		if got := javaName(symbol); got != want {
			t.Errorf("%s is %s, not %s", symbol, got, want)
		}
	}
}

// A sample begins with a line that has a time and an event, and a frame below it: an address and a symbol.
func TestDetectFrames(t *testing.T) {
	const head = "java 4711 [000] 12.345678:     250000 cpu-clock:\n"
	for below, want := range map[string]bool{
		"\t    7f3b44 fib+0x1a (/lib/libfib.so)\n":  true,
		"\t    7f3b44 [unknown] (/lib/libfib.so)\n": true,
		"\t    7f3b44\n":                             false,
		"\tnot an address\n":                         false,
		"\n\t    7f3b44 fib+0x1a (/lib/libfib.so)\n": false,
		"7f3b44 fib+0x1a (/lib/libfib.so)\n":         false,
		"":                                           false,
	} {
		if got := Detect([]byte(head + below)); got != want {
			t.Errorf("%q below the first line: %t", below, got)
		}
	}
}
