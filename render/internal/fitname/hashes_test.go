package fitname

import "testing"

// TestShortHashes: hashes keep their first digits, addresses the last ones, which tell them apart, and lambdas of a VM their number.
// TestOneSpellingOfHashes of render/page has the same names in pages.
func TestShortHashes(t *testing.T) {
	for name, want := range map[string]string{
		"a.Outer$$Lambda$7f9625e1d86ae5b20ac1c4611023b13e51ac48e9.test":    "a.Outer$$Lambda$7f9625….test",
		"a.F.Cart_constructor_dfe170b189d4e96712345678dfe170b189d4e967":    "a.F.Cart_constructor_dfe170…",
		"a.Outer$$Lambda/0x00007f2a1c0a3c00.run":                           "a.Outer$$Lambda/0x…0a3c00.run",
		"a.Outer$$Lambda$14/0x0000000800c03000.run":                        "a.Outer$$Lambda$14….run",
		"a.Outer$$Lambda$112+0x00007f2a1c0a3c00/689401025.run":             "a.Outer$$Lambda$112….run",
		"a.Outer$$Lambda$18/459857341.run":                                 "a.Outer$$Lambda$18….run",
		"java.lang.invoke.LambdaForm$MH/0x00000007c109f400.invoke":         "java.lang.invoke.LambdaForm$MH/0x…09f400.invoke",
		"a.B.m(a.Outer$$Lambda/0x00007f2a1c0a3c00):a.F$$Lambda$7.x_decade": "a.B.m(a.Outer$$Lambda/0x…0a3c00):a.F$$Lambda$7.x_decade",
		"java.lang.invoke.LambdaForm$DMH/sa346b79c.invokeStaticInit":       "java.lang.invoke.LambdaForm$DMH/sa346b79c.invokeStaticInit",
	} {
		if got := ShortHashes(name); got != want || ShortHashes(got) != want {
			t.Errorf("%s is %s and then %s, not %s", name, got, ShortHashes(got), want)
		}
	}
}
