package convert

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

func anonymize(t *testing.T, p *iprof.Profile) (*iprof.Profile, *Pseudonyms) {
	t.Helper()
	ps := NewPseudonyms([]byte("a key of no use to anybody"), map[string]string{})
	anonymous, err := ps.Anonymize(p)
	if err != nil {
		t.Fatal(err)
	}
	return anonymous, ps
}

func TestAnonymizeTurnsBack(t *testing.T) {
	for name, data := range profiles(t) {
		t.Run(name, func(t *testing.T) {
			p := iprof.Canonical(parse(t, string(data)), true)
			anonymous, ps := anonymize(t, p)
			if got := text(t, ps.Reveal(anonymous)); got != text(t, p) {
				t.Error("turned back it is not what it was")
			}
			classes := map[string]bool{}
			for _, typ := range anonymous.Types.All() {
				classes[typ.Name] = true
			}
			for _, typ := range p.Types.All() {
				if kept := KindOf(typ.Name) != Application; kept != classes[typ.Name] {
					t.Errorf("%q: application %v, there %v", typ.Name, !kept, classes[typ.Name])
				}
			}
			if len(classes) != anonymous.Types.Len() || anonymous.Methods.Len() != p.Methods.Len() {
				t.Error("names fell together")
			}
		})
	}
}

// What programs see in names they see in pseudonyms.
func TestAnonymizeKeepsShapes(t *testing.T) {
	p := parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"int"},{"id":1,"name":"com.acme.Order"},{"id":2,"name":"com.acme.Order$Line"},
		{"id":3,"name":"[[Lcom.acme.Order;"},{"id":4,"name":"java.lang.String"},{"id":5,"name":"[I"},{"id":6,"name":"com.acme.Order$1"},
		{"id":7,"name":"com.acme.Order$$Lambda$45dce27977eb3b217a31dc8778a0802922b54621_1"},{"id":8,"name":"com.acme.Order$$Lambda/0x00000007c1156bd0"},
		{"id":9,"name":"com.oracle.svm.core.Factory"},{"id":10,"name":"[Ljava.lang.String;"},{"id":11,"name":"org.acme.Order"}],
		"methods":[{"id":1,"name":"<init>","signature":[1,0]},{"id":2,"name":"total","signature":[1,0]},{"id":3,"name":"total","signature":[1,0,0]},
		{"id":4,"name":"total","signature":[2,0]},{"id":5,"name":"lambda$total$3","signature":[1,0]},{"id":6,"name":"valueOf","signature":[4,4]},
		{"id":7,"name":"Order_constructor_47dcccff718cb29fdd19259a750205c15f30331c","signature":[9,1]},
		{"id":8,"name":"NullPointerException_constructor_47dcccff718cb29fdd19259a750205c15f30331c","signature":[9,0]}],"callCountProfiles":[]}`)
	anonymous, ps := anonymize(t, p)
	types := map[string]string{}
	for _, typ := range p.Types.All() {
		types[typ.Name] = typeName(typ.Name, func(kind byte, word string) string {
			pseudonym, err := ps.give(kind, word)
			if err != nil {
				t.Fatal(err)
			}
			return pseudonym
		})
	}
	order := types["com.acme.Order"]
	for name, want := range map[string]string{
		"int": "int", "java.lang.String": "java.lang.String", "[I": "[I", "[Ljava.lang.String;": "[Ljava.lang.String;",
		"[[Lcom.acme.Order;": "[[L" + order + ";", "com.acme.Order$1": order + "$1",
		"com.acme.Order$$Lambda/0x00000007c1156bd0": order + "$$Lambda/0x00000007c1156bd0",
	} {
		if types[name] != want {
			t.Errorf("%s: %s, expected %s", name, types[name], want)
		}
	}
	if !strings.HasPrefix(types["com.acme.Order$Line"], order+"$") {
		t.Errorf("a nested class is not: %s", types["com.acme.Order$Line"])
	}
	lambda := types["com.acme.Order$$Lambda$45dce27977eb3b217a31dc8778a0802922b54621_1"]
	if NormalizeName(lambda) != order+"$$Lambda$*" {
		t.Errorf("a lambda is none: %s", lambda)
	}
	whole := text(t, anonymous)
	for _, private := range []string{"acme", "Order", "Line", "total", "45dce", "com."} {
		if strings.Contains(strings.ReplaceAll(whole, "com.oracle.svm", ""), private) {
			t.Errorf("%s is still there: %s", private, whole)
		}
	}
	for _, public := range []string{`"<init>"`, `"valueOf"`, `"NullPointerException_constructor_47dcccff718cb29fdd19259a750205c15f30331c"`, "com.oracle.svm.core.Factory"} {
		if !strings.Contains(whole, public) {
			t.Errorf("%s is gone", public)
		}
	}
	names := map[string]int{}
	for _, m := range anonymous.Methods.All() {
		names[m.Name]++
	}
	three := 0
	for _, n := range names {
		if n == 3 { // total(), total(int) and what another class has of that name
			three++
		}
	}
	if three != 1 {
		t.Errorf("overloads and overrides are none: %v", names)
	}
	if other, err := NewPseudonyms([]byte("another key"), map[string]string{}).Anonymize(p); err != nil || text(t, other) == whole {
		t.Errorf("another key gives the same names (%v)", err)
	}
}

func TestAnonymizeClash(t *testing.T) {
	p := parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"a.B"}],"methods":[]}`)
	_, ps := anonymize(t, p)
	for pseudonym := range ps.names {
		ps.names[pseudonym] = "another"
	}
	if _, err := ps.Anonymize(p); err == nil {
		t.Error("one pseudonym stands for two names")
	}
}
