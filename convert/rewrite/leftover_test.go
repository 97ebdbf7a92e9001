package rewrite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Types and methods that still name a package are listed: types with the methods that refer to them, then names of methods.
func TestLeftovers(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"com.acme.A"},{"id":2,"name":"void"},{"id":3,"name":"[Lcom.acme.B;"},{"id":4,"name":"com.acmeX.C"},{"id":5,"name":"org.Holder"}],
		"methods":[{"id":1,"name":"a","signature":[5,2,1,1]},{"id":2,"name":"b","signature":[1,1]},{"id":3,"name":"call_com_acme_A_run","signature":[5,2]},{"id":4,"name":"com/acmeX","signature":[5,2]}]}`)
	var got []string
	for _, l := range Leftovers(p, []string{"com.acme"}) {
		method, _, _ := strings.Cut(l.Method, "(")
		got = append(got, fmt.Sprint(l.Name, " ", l.Methods, " ", method))
	}
	if want := []string{"com.acme.A 2 org.Holder.a", "[Lcom.acme.B; 0 ", "call_com_acme_A_run 0 "}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if Leftovers(p, nil) != nil || len(Leftovers(p, []string{"net"})) != 0 {
		t.Error("leftovers of nothing")
	}
}

// A package is mentioned with points, slashes or underscores, and not as the beginning of another; a single word means anything.
func TestMentions(t *testing.T) {
	for name, want := range map[string]bool{
		"com.acme": true, "com.acme.A": true, "x/com/acme/A": true, "call_com_acme_run": true, "com.acmeX": false, "com.acme9": false, "com.acmeX com.acme$": true, "comxacme": false, "com.acm": false, "": false, "com.acmé": false,
	} {
		if got := mentions(name, "com.acme"); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
	if mentions("the shop of shop", "shop") {
		t.Error("a single word")
	}
}

// Names of up to 256 bytes are their own keys, longer ones have a digest.
func TestTargetKeys(t *testing.T) {
	short, long := strings.Repeat("x", 256), strings.Repeat("x", 257)
	if targetKey(short) != short || len(targetKey(long)) != 32 || targetKey(long) == targetKey(long+"x") {
		t.Errorf("%q, %q", targetKey(short), targetKey(long))
	}
}

// Pseudonyms that are new are listed, in the order in which they came.
func TestAddedPseudonyms(t *testing.T) {
	ps := &Pseudonyms{names: map[string]string{"c1": "A", "c2": "B", "c3": "C"}, added: []string{"c3", "c1"}}
	var got []string
	for p, name := range ps.Added {
		got = append(got, p+" "+name)
	}
	if !slices.Equal(got, []string{"c3 C", "c1 A"}) {
		t.Error(got)
	}
	for range ps.Added {
		break
	}
}
