package javaname

import "testing"

func TestParseFrame(t *testing.T) {
	for text, want := range map[string]Frame{
		"java.util.Map$Entry.getKey(Object)":      {"java.util", "java.util.Map$Entry", "getKey(Object)"},
		"java.lang.Thread.sleep(long, a.B)":       {"java.lang", "java.lang.Thread", "sleep(long, a.B)"},
		"java/lang/Thread.run_[j]":                {"java/lang", "java/lang/Thread", "run_[j]"},
		"app.Main$$Lambda/0x0000000800c03000.run": {"app", "app.Main$$Lambda/0x0000000800c03000", "run"},
		"app.Main$$Lambda.0x0000000800c03000.run": {"app", "app.Main$$Lambda.0x0000000800c03000", "run"},
		"app/Main$$Lambda$14+0x00000008/12.run":   {"app", "app/Main$$Lambda$14+0x00000008/12", "run"},
		"app.Main$$Lambda$*.run":                  {"app", "app.Main$$Lambda$*", "run"},
		"app.Main.<init>":                         {"app", "app.Main", "<init>"},
		"Main.main":                               {"", "Main", "main"},
		"java/lang/Thread.run:829_[j]":            {"java/lang", "java/lang/Thread", "run:829_[j]"},
		"app.Main.<init>:12":                      {"app", "app.Main", "<init>:12"},
		"app.Color.copy-8_81llA":                  {"app", "app.Color", "copy-8_81llA"},
		"jfr.EventHandler13_1795-16.write":        {"jfr", "jfr.EventHandler13_1795-16", "write"},
		"Xlib-1.2.so":                             {},
		"Xlib-1.so.6":                             {},
		"app.Main.-run":                           {},
		"app.Main.run:":                           {},
		"app.Main.run:x":                          {},
		"été.Ça.va":                               {"été", "été.Ça", "va"},
		"main":                                    {},
		"":                                        {},
		".":                                       {},
		"a.b":                                     {},
		"java.lang.Thread.":                       {},
		"Main":                                    {},
		"std::vector<int>::push_back":             {},
		"net/http.(*Server).Serve":                {},
		"github.com/google/pprof/profile.Parse":   {},
		"libc.so.6":                               {},
		"[libjvm.so]":                             {},
		"/usr/lib/X11.run":                        {},
		"0x7f1200 [Lib.so]":                       {},
		"<VM>":                                    {},
		"Interpreted + native.main":               {},
		"app..Main.run":                           {},
		"java.lang.Thread.run [app.Main]":         {},
		"JavaThread::run() [clone .Cold.partial.12]": {},
	} {
		got, ok := ParseFrame(text)
		if got != want || ok != (want != Frame{}) {
			t.Errorf("%q: %+v, %v", text, got, ok)
		}
		if ok && got.Package == "" && got.Short() != text || ok && got.Package != "" && got.Package+text[len(got.Package):len(got.Package)+1]+got.Short() != text {
			t.Errorf("%q: short %q", text, got.Short())
		}
	}
}
