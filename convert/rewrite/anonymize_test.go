package rewrite

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func anonymize(t *testing.T, p *iprof.Profile) (*iprof.Profile, *Pseudonyms) {
	t.Helper()
	ps := NewPseudonyms([]byte("a key of no use to anybody"), map[string]string{})
	anonymous, err := ps.Anonymize(p, p)
	if err != nil {
		t.Fatal(err)
	}
	return anonymous, ps
}

func TestAnonymizeTurnsBack(t *testing.T) {
	testtier.Sequential(t)
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			p := iprof.Canonical(testprofile.Parse(t, string(data)), true)
			anonymous, ps := anonymize(t, p)
			back, n, _ := ps.Reveal(anonymous)
			if text(t, back) != text(t, p) {
				t.Error("restored, it differs from the original")
			}
			if n != len(ps.added) {
				t.Errorf("%d pseudonyms turned back of %d", n, len(ps.added))
			}
			classes := map[string]bool{}
			for _, typ := range anonymous.Types.All() {
				classes[typ.Name] = true
			}
			for _, typ := range p.Types.All() {
				if kept := convert.KindOf(typ.Name) != convert.Application; kept != classes[typ.Name] {
					t.Errorf("%q: application %v, there %v", typ.Name, !kept, classes[typ.Name])
				}
			}
			if len(classes) != anonymous.Types.Len() || anonymous.Methods.Len() != p.Methods.Len() {
				t.Error("names fell together")
			}
		})
	}
}

// Programs recognize the same structure in pseudonyms as in names.
func TestAnonymizeKeepsShapes(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"int"},{"id":1,"name":"com.acme.Order"},{"id":2,"name":"com.acme.Order$Line"},
		{"id":3,"name":"[[Lcom.acme.Order;"},{"id":4,"name":"java.lang.String"},{"id":5,"name":"[I"},{"id":6,"name":"com.acme.Order$1"},
		{"id":7,"name":"com.acme.Order$$Lambda$45dce27977eb3b217a31dc8778a0802922b54621_1"},{"id":8,"name":"com.acme.Order$$Lambda/0x00000007c1156bd0"},
		{"id":9,"name":"com.oracle.svm.core.Factory"},{"id":10,"name":"[Ljava.lang.String;"},{"id":11,"name":"org.acme.Order"},
		{"id":12,"name":"java.lang.NullPointerException"}],
		"methods":[{"id":1,"name":"<init>","signature":[1,0]},{"id":2,"name":"total","signature":[1,0]},{"id":3,"name":"total","signature":[1,0,0]},
		{"id":4,"name":"total","signature":[2,0]},{"id":5,"name":"lambda$total$3","signature":[1,0]},{"id":6,"name":"valueOf","signature":[4,4]},
		{"id":7,"name":"Order_constructor_47dcccff718cb29fdd19259a750205c15f30331c","signature":[9,1]},
		{"id":8,"name":"NullPointerException_constructor_47dcccff718cb29fdd19259a750205c15f30331c","signature":[9,0]}],"callCountProfiles":[]}`)
	anonymous, ps := anonymize(t, p)
	types, targets := map[string]string{}, targetsOf(p)
	for _, typ := range p.Types.All() {
		if types[typ.Name] = typ.Name; targets.keepsClass(typ.Name) {
			continue
		}
		n := naming{func(kind byte, word string) string {
			pseudonym, err := ps.pseudonymOf(kind, word)
			if err != nil {
				t.Fatal(err)
			}
			return pseudonym
		}, targets}
		types[typ.Name] = n.typeName(typ.Name)
	}
	plain := naming{rename: func(kind byte, word string) string { return string(kind) + "(" + word + ")" }, targets: targets}
	for name, want := range map[string]string{"com.acme.Order": "p(com).p(acme).C(Order)", "Order": "C(Order)", "/Order": "p()/C(Order)", ".a.Order": "p().p(a).C(Order)", "a/b.C$D": "p(a)/p(b).C(C)$C(D)"} {
		if got := plain.className(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
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
	if javaname.Normalize(lambda) != order+"$$Lambda$*" {
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
		if n == 3 { // total(), total(int) and one of that name in another class
			three++
		}
	}
	if three != 1 {
		t.Errorf("overloads and overrides are none: %v", names)
	}
	if other, err := NewPseudonyms([]byte("another key"), map[string]string{}).Anonymize(p, p); err != nil || text(t, other) == whole {
		t.Errorf("another key gives the same names (%v)", err)
	}
}

// Every name in here that is not to be seen has "ecret" in it, and every name that is to stay has "Public".
const secrets = `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"com.secretco.SecretOrder"},
	{"id":2,"name":"com.oracle.svm.core.code.FactoryMethodHolder"},{"id":3,"name":"com.secretco.SecretOrder$$Lambda$45dce27977eb3b217a31dc8778a0802922b54621_1"},
	{"id":4,"name":"com/secretco/Slashed_secret"},{"id":5,"name":"Lcom/secretco/SecretDesc;"},{"id":6,"name":"SecretAlone/0x12/secret"},{"id":7,"name":""},
	{"id":8,"name":"<unknown secret>"},{"id":9,"name":"[Lcom.secretco.SecretOrder;"},{"id":10,"name":"jdk.proxy4.$Proxy83"},
	{"id":11,"name":"com.oracle.svm.reflect.SecretOrder_secretTotal_440398ed669560ee7c315f4ebe9086c404f8daa0_1075"},
	{"id":12,"name":"com.oracle.svm.reflect.PublicStream_readPublic_440398ed669560ee7c315f4ebe9086c404f8daa0_7"},{"id":13,"name":"java.io.PublicStream"},
	{"id":14,"name":"java.util.PublicTwice"},{"id":15,"name":"com.secretco.PublicTwice"},{"id":16,"name":"java.util.PublicOuter$$Lambda/0x00000007c10ea360"},
	{"id":17,"name":"[Lcom.oracle.svm.reflect.SecretOrder_secretTotal_440398ed669560ee7c315f4ebe9086c404f8daa0_1075;"},{"id":18,"name":"[[Lcom.secretco.Secret"}],
	"methods":[{"id":1,"name":"<init>","signature":[1,0]},{"id":2,"name":"<secretAngle>","signature":[1,0]},{"id":3,"name":"secretTotal","signature":[1,0]},
	{"id":4,"name":"SecretOrder_constructor_5087f5482cc9a6abc971913ece43acb471d2631b","signature":[2,1]},
	{"id":5,"name":"SecretOrder$$Lambda$11730x00000007c0cadba0_constructor_c4e3f5482cc9a6abc971913ece43acb471d2631b","signature":[2,3]},
	{"id":6,"name":"SecretException_constructor_5087f5482cc9a6abc971913ece43acb471d2631b","signature":[2,0]},
	{"id":7,"name":"jniInvoke_VARARGS_SecretMain_secretRun_555dfbf9ef514e6fa9834f568cc9862159e04236","signature":[2,0]},
	{"id":8,"name":"jniInvoke_VA_LIST_Nonvirtual_SecretMain_constructor_555dfbf9ef514e6fa9834f568cc9862159e04236","signature":[2,0]},
	{"id":9,"name":"SecretLib_secretSum_XNhh1mz2Ib2aPR1wdv014D","signature":[2,0]},{"id":10,"name":"secretUnlisted","signature":[77,0]},
	{"id":11,"name":"secretNameless","signature":[7,0]},{"id":12,"name":"secretOfUnknown","signature":[8,0]},{"id":13,"name":"secretOfInterface","signature":[10,0]},
	{"id":14,"name":"invoke_c511f121d90083c757192f4297b38391950e9558","signature":[2,0]},{"id":15,"name":"readPublic","signature":[13,0]},
	{"id":16,"name":"PublicStream_constructor_47dcccff718cb29fdd19259a750205c15f30331c","signature":[2,13]},
	{"id":17,"name":"jniInvoke_ARRAY_PublicStream_readPublic_47dcccff718cb29fdd19259a750205c15f30331c","signature":[2,0]},
	{"id":18,"name":"PublicTwice_constructor_47dcccff718cb29fdd19259a750205c15f30331c","signature":[2,15]},
	{"id":19,"name":"PublicOuter$$Lambda$9700x00000007c10ea361_constructor_a54e0a0accd773e5f41b7da5fd237ac16f71b019","signature":[2,16]},
	{"id":20,"name":"PublicStream_secret_47dcccff718cb29fdd19259a750205c15f30331c","signature":[2,0]},{"id":21,"name":"","signature":[1,0]}],
	"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"2:0","records":[1]},{"ctx":"3:0","records":[1]},{"ctx":"4:0","records":[1]},{"ctx":"5:0","records":[1]},
	{"ctx":"6:0","records":[1]},{"ctx":"7:0","records":[1]},{"ctx":"8:0","records":[1]},{"ctx":"9:0","records":[1]},{"ctx":"10:0","records":[1]},{"ctx":"11:0","records":[1]},
	{"ctx":"12:0","records":[1]},{"ctx":"13:0","records":[1]},{"ctx":"14:0","records":[1]},{"ctx":"16:0","records":[1]},{"ctx":"17:0","records":[1]},{"ctx":"18:0","records":[1]},
	{"ctx":"19:0","records":[1]},{"ctx":"20:0","records":[1]}]}`

func TestAnonymizeHidesWhatIsNotPublic(t *testing.T) {
	whole := testprofile.Parse(t, secrets)
	for name, p := range map[string]*iprof.Profile{"all of it": iprof.Canonical(whole, false), "referred to": Strip(whole, StripOptions{}).Profile} {
		t.Run(name, func(t *testing.T) {
			ps := NewPseudonyms([]byte("a key of no use to anybody"), map[string]string{})
			anonymous, err := ps.Anonymize(p, whole)
			if err != nil {
				t.Fatal(err)
			}
			got := text(t, anonymous)
			for _, private := range []string{"ecret", "c511f1", "5087f5", "c4e3f5", "XNhh1", "440398ed669560ee7c315f4ebe9086c404f8daa0_1075", "PublicTwice_constr"} {
				if i := strings.Index(got, private); i >= 0 {
					t.Errorf("%s is still there: %s", private, got[max(0, i-60):min(len(got), i+60)])
				}
			}
			for _, public := range []string{"<init>", "PublicStream_constructor_47dcccff718cb29fdd19259a750205c15f30331c",
				"jniInvoke_ARRAY_PublicStream_readPublic_47dcccff718cb29fdd19259a750205c15f30331c", "PublicOuter$$Lambda$9700x00000007c10ea361_constructor_a54e",
				"jdk.proxy4.$Proxy83", `"jniInvoke_VARARGS_m`, `"jniInvoke_VA_LIST_Nonvirtual_C`, "_constructor_", "$$Lambda$11730x00000007c0cadba0_constructor_", `"invoke_`} {
				if !strings.Contains(got, public) {
					t.Errorf("%s is gone: %s", public, got)
				}
			}
			if back, _, _ := ps.Reveal(anonymous); text(t, back) != text(t, p) {
				t.Errorf("restored, it differs from the original: %s", text(t, back))
			}
		})
	}
}

// No word of the application's is left that the JDK and native-image do not have as well.
func TestAnonymizeOfPublishedProfiles(t *testing.T) {
	testtier.Sequential(t)
	letters := regexp.MustCompile(`[A-Za-z]{4,}`)
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			p := testprofile.Parse(t, string(data))
			var public strings.Builder
			public.WriteString("<init> <clinit> Lambda lambda\n") // nobody's names
			private := map[string]bool{}
			add := func(own bool, name string) {
				if !own {
					public.WriteString(name + "\n")
					return
				}
				for _, word := range letters.FindAllString(name, -1) {
					private[word] = true
				}
			}
			for _, typ := range p.Types.All() {
				add(convert.KindOf(typ.Name) == convert.Application, typ.Name)
			}
			for _, m := range p.Methods.All() {
				typ, _ := p.Type(m.Declaring)
				if kind := convert.KindOf(typ.Name); kind == convert.Application || kind == convert.UnknownKind || !javaname.HasHexRun(m.Name, 32) {
					add(kind == convert.Application || kind == convert.UnknownKind, m.Name)
				}
			}
			ps := NewPseudonyms([]byte("a key of no use to anybody"), map[string]string{})
			anonymous, err := ps.Anonymize(Strip(p, StripOptions{}).Profile, p)
			if err != nil {
				t.Fatal(err)
			}
			var left strings.Builder // without pseudonyms, which may have any word by chance
			clean := func(name string) {
				for _, part := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("$._/[;", r) }) {
					if _, ok := ps.names[strings.TrimPrefix(part, "L")]; !ok {
						left.WriteString(part + "\n")
					}
				}
			}
			for _, typ := range anonymous.Types.All() {
				clean(typ.Name)
			}
			for _, m := range anonymous.Methods.All() {
				clean(m.Name)
			}
			for word := range private {
				if strings.Contains(left.String(), word) && !strings.Contains(public.String(), word) {
					t.Errorf("%s is still there", word)
				}
			}
		})
	}
}

// Public packages stay if names have slashes, and restored names are the original ones.
func TestAnonymizeSlashes(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"com/oracle/svm/reflect/Ecret_m_5087f5482cc9a6abc971913ece43acb471d2631b_1"}],
		"methods":[{"id":1,"name":"run","signature":[1,0]}],"callCountProfiles":[{"ctx":"1:0","records":[7]}]}`)
	p = Strip(p, StripOptions{}).Profile
	anonymous, ps := anonymize(t, p)
	if got := text(t, anonymous); !strings.Contains(got, `"com/oracle/svm/reflect/`) || strings.Contains(got, "Ecret") {
		t.Error(got)
	}
	if back, _, _ := ps.Reveal(anonymous); text(t, back) != text(t, p) {
		t.Errorf("restored, it differs from the original: %s", text(t, back))
	}
}

// A hidden class stays one of its outer class, with any suffix.
func TestAnonymizeHiddenClasses(t *testing.T) {
	const hash = "0123456789abcdef0123456789abcdef"
	for class, want := range map[string]string{
		"com.acme.Order$$Lambda/0x" + hash:                   `\$\$Lambda/0x[0-9a-f]{32}$`,
		"com.acme.Order$$Lambda/0x" + hash + "_1":            `\$\$Lambda/0x[0-9a-f]{32}_1$`,
		"com.acme.Order$$Lambda.0x" + hash + "_1":            `\$\$Lambda\.0x[0-9a-f]{32}_1$`,
		"com.acme.Order$$Lambda$" + hash + "_1":              `\$\$Lambda\$[0-9a-f]{32}_1$`,
		"com.acme.Order$$Lambda0x" + hash:                    `\$\$Lambda0x[0-9a-f]{32}$`,
		"com.acme.Order$$Lambda/0x" + hash + "/12":           `\$\$Lambda/0x[0-9a-f]{32}/12$`,
		"com.acme.Order$$Lambda/0x00000007c1156bd0_1":        `\$\$Lambda/0x00000007c1156bd0_1$`,
		"com.acme.Order$$Lambda$14/0x0000000800c03000":       `\$\$Lambda\$14/0x0000000800c03000$`,
		"com.acme.Order$$Lambda$112+0x00000007c1156bd0/6894": `\$\$Lambda\$112\+0x00000007c1156bd0/6894$`,
		"com.acme.Order$$Lambda$14/1329552164":               `\$\$Lambda\$14/1329552164$`,
		"com.acme.Order/0x" + hash + "_2":                    `/0x[0-9a-f]{32}_2$`,
		"com.acme.Order/s1a2b3c_2":                           `/s[0-9a-f]{14}_2$`,
		"[Lcom.acme.Order$$Lambda/0x" + hash + "_1;":         `\$\$Lambda/0x[0-9a-f]{32}_1;$`,
	} {
		p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"com.acme.Order"},{"id":1,"name":"`+class+`"}],"methods":[]}`)
		anonymous, ps := anonymize(t, p)
		var names []string
		for _, typ := range anonymous.Types.All() {
			names = append(names, strings.TrimPrefix(typ.Name, "[L"))
		}
		order, class := names[0], names[1]
		if len(order) > len(class) {
			order, class = class, order
		}
		if rest, ok := strings.CutPrefix(class, order); !ok || !regexp.MustCompile(`^`+want).MatchString(rest) {
			t.Errorf("%s is not %s%s", class, order, want)
		}
		if strings.Contains(class, hash) {
			t.Errorf("the hash is still there: %s", class)
		}
		if back, _, _ := ps.Reveal(anonymous); text(t, back) != text(t, iprof.Canonical(p, false)) {
			t.Errorf("restored, it differs from the original: %s", text(t, back))
		}
	}
}

// A proxy has the methods of arbitrary interfaces, and since 2024 a hash of their names. It is still recognizable as a
// proxy.
func TestAnonymizeProxies(t *testing.T) {
	for class, want := range map[string]string{
		"jdk.proxy4.$Proxy83":                  `^jdk\.proxy4\.\$Proxy83$`,
		"com.sun.proxy.$Proxy1":                `^com\.sun\.proxy\.\$Proxy1$`,
		"com.sun.proxy.jdk.proxy4.$Proxy87":    `^com\.sun\.proxy\.jdk\.proxy4\.\$Proxy87$`,
		"com/sun/proxy/$Proxy12":               `^com/sun/proxy/\$Proxy12$`,
		"jdk/proxy2/$Proxy27":                  `^jdk/proxy2/\$Proxy27$`,
		"jdk.proxy2.Renamed":                   `^jdk\.proxy2\.Renamed$`,
		"java.lang.$Proxy3":                    `^java\.lang\.\$Proxy3$`,
		"jdk.proxy4.$Proxy/s1a2b3c":            `^jdk\.proxy4\.\$Proxy/s[0-9a-f]{14}$`,
		"jdk.proxy4.$Proxy/s1a2b3c_1":          `^jdk\.proxy4\.\$Proxy/s[0-9a-f]{14}_1$`,
		"jdk.proxy4.$Proxy.s1a2b3c":            `^jdk\.proxy4\.\$Proxy\.s[0-9a-f]{14}$`,
		"jdk/proxy4/$Proxy.s1a2b3c":            `^jdk/proxy4/\$Proxy\.s[0-9a-f]{14}$`,
		"com.sun.proxy.jdk.proxy4.$Proxy/s1a2": `^com\.sun\.proxy\.jdk\.proxy4\.\$Proxy/s[0-9a-f]{14}$`,
		"[Ljdk.proxy4.$Proxy/s1a2b3c;":         `^\[Ljdk\.proxy4\.\$Proxy/s[0-9a-f]{14};$`,
		"com.acme.$Proxy12":                    `^p\w{10}\.p\w{10}\.\$Proxy12$`,
		"com.acme.$Proxy/s1a2b3c":              `^p\w{10}\.p\w{10}\.\$Proxy/s[0-9a-f]{14}$`,
		"com.acme.$Proxy.s1a2b3c_1":            `^p\w{10}\.p\w{10}\.\$Proxy\.s[0-9a-f]{14}_1$`,
		"com/acme/$Proxy.s1a2b3c":              `^p\w{10}/p\w{10}/\$Proxy\.s[0-9a-f]{14}$`,
		"$Proxy/s1a2b3c":                       `^\$Proxy/s[0-9a-f]{14}$`,
	} {
		p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"`+class+`"},{"id":2,"name":"com.oracle.svm.core.Factory"}],
			"methods":[{"id":1,"name":"secretPay","signature":[1,0]},
			{"id":2,"name":"jniInvoke_ARRAY_$Proxy83_secretPay_47dcccff718cb29fdd19259a750205c15f30331c","signature":[2,0]}],"callCountProfiles":[{"ctx":"1:0","records":[7]}]}`)
		anonymous, ps := anonymize(t, p)
		if got := text(t, anonymous); strings.Contains(got, "secretPay") || strings.Contains(got, "s1a2") {
			t.Errorf("%s: %s", class, got)
		}
		found := false
		for _, typ := range anonymous.Types.All() {
			found = found || regexp.MustCompile(want).MatchString(typ.Name)
			if strings.Contains(typ.Name, "Proxy") && strings.Contains(javaname.Normalize(class), "*") && !strings.Contains(javaname.Normalize(typ.Name), "$Proxy*") {
				t.Errorf("%s is no proxy any more: %s", class, typ.Name)
			}
		}
		if !found {
			t.Errorf("%s is not %s: %s", class, want, text(t, anonymous))
		}
		if back, _, _ := ps.Reveal(anonymous); text(t, back) != text(t, iprof.Canonical(p, false)) {
			t.Errorf("restored, it differs from the original: %s", text(t, back))
		}
	}
}

// A stub never shows its target unless that is public, with any suffix after its hash and in any form. All names of the
// application contain "ecret".
func TestAnonymizeStubs(t *testing.T) {
	const sha, digest = "5087f5482cc9a6abc971913ece43acb471d2631b", "XNhh1mz2Ib2aPR1wdv014D"
	const core = "com.oracle.svm.core."
	holders := []string{
		core + "code.FactoryMethodHolder", core + "code.FactoryThrowMethodHolder", core + "code.IsolateEnterStub", core + "code.IsolateLeaveStub",
		core + "reflect.ReflectionAccessorHolder", core + "reflect.SubstrateReflectionAccessorHolder", "com.oracle.svm.jni.JNIJavaCallWrappers",
		core + "jni.JNIJavaCalls", core + "jni.JNIJavaCallWrapperHolder", core + "jni.JNIJavaCallVariantWrapperHolder", "com/oracle/svm/core/code/FactoryMethodHolder",
	}
	types := append([]string{
		"void", "com.acme.Ecret", "com.acme.Ecret$Ecret2", "java.lang.String", "java.lang.Runnable", "com.oracle.svm.core.Other", "com.oracle.svm.core.Named_" + sha + "_x",
		"com.oracle.svm.reflect.Ecret_ecretm_" + sha, "com.oracle.svm.reflect.Ecret_ecretm_" + sha + "_1075$1", "com.oracle.svm.reflect.Ecret_ecretm_" + sha + "_1075$Ecret",
		"[Lcom.oracle.svm.reflect.Ecret_ecretm_" + sha + "_1075$1;", "com.oracle.svm.reflect.String_valueOf_" + sha + "_12", "com.oracle.svm.ecret_" + sha + ".Ecret",
	}, holders...)
	id := map[string]int{}
	var table, methods []string
	for i, name := range types {
		id[name] = i
		table = append(table, fmt.Sprintf(`{"id":%d,"name":%q}`, i, name))
	}
	add := func(class, name string) {
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":%q,"signature":[%d,0]}`, len(methods)+1, name, id[class]))
	}
	add("java.lang.String", "valueOf")
	add("java.lang.Runnable", "run")
	for _, class := range types[5:] {
		for _, suffix := range []string{"", "%1", "*1", "%%D", "**D", "%1%%D", "%%D%1", "**D*2", "_1", "**Deopt_Target_Method_Key*1", "%%ecret", "$1", "$ecret", "%ecret", "_ecret", " "} {
			for _, name := range []string{
				"Ecret_constructor_" + sha, "Ecret_ecretm_" + sha, "Ecret_ecretm_" + digest, "Ecret$Ecret2_constructor_" + sha, "jniInvoke_VARARGS_Ecret_ecretm_" + sha,
				"jniInvoke_VA_LIST_Nonvirtual_Ecret_constructor_" + sha, "invoke_Ecret_ecretm_" + sha, "Ecret$$Lambda0x0123456789abcdef0123456789abcdef_constructor_" + sha,
				"Ünïecret_constructor_" + sha, "Ecret_" + sha + "_ecret_" + sha, "jniInvoke_VARARGS:Lcom_acme_Ecret_2_0002eecretPay__I_00029V",
				"jniInvoke_ARRAY_Nonvirtual:Lcom_acme_Ecret_2_0002eecretPay", "jniInvoke_VA_LIST:Lcom_acme_Ecret_2_0002eecret_00028_00029V",
				"jniInvoke_ARRAY:Ljava_lang_String_2_0002evalueOf_00028Lcom_acme_Ecret_2_00029V", "jniInvoke_ARRAY:ecret",
				"jniInvoke_ARRAY:Ljdk_proxy4__00024Proxy12_2_0002eecret_00028_00029V", "jniInvoke_ARRAY:Ljava_000e9ecret_2_0002erun_00028_00029V",
			} {
				add(class, name+suffix)
			}
		}
	}
	for _, class := range holders {
		add(class, "ecret")
		add(class, "invoke_Ecret")
		add(class, "invoke_A_Aecret")
	}
	add("com.oracle.svm.reflect.Ecret_ecretm_"+sha, "ecret")
	shown := []string{
		"String_constructor_" + sha, "String_constructor_" + sha + "%1", "String_valueOf_" + sha + "**D*1", "String_valueOf_" + digest + "%%D", "jniInvoke_ARRAY_String_valueOf_" + sha,
		"jniInvoke_VARARGS:Ljava_lang_String_2_0002evalueOf_00028_3CII_00029Ljava_lang_String_2",
		"jniInvoke_VA_LIST_Nonvirtual:Ljava_lang_String_2_0002e_0003cinit_0003e_00028_3Ljava_lang_Object_2_00029V%1",
		"invokePrototype", "throwIllegalArgumentExceptionWithReceiver", "newInstanceError", "invoke_A_A", "invokeJJIJ_J_VA_LIST_Nonvirtual", "invoke__A", "getConstantPool", "<init>",
	}
	for _, name := range shown {
		add(holders[0], name)
	}
	add("com.oracle.svm.core.Other", "anything_AtAll$1%2")
	shown = append(shown, "anything_AtAll$1%2", "com.oracle.svm.reflect.String_valueOf_"+sha+"_12")

	p := Strip(testprofile.Parse(t, `{"version":"1.0.0","types":[`+strings.Join(table, ",")+`],"methods":[`+strings.Join(methods, ",")+`],"callCountProfiles":[`+onceEach(len(methods))+`]}`), StripOptions{}).Profile
	anonymous, ps := anonymize(t, p)
	names := map[string]bool{}
	for _, typ := range anonymous.Types.All() {
		names[typ.Name] = true
	}
	for _, m := range anonymous.Methods.All() {
		names[m.Name] = true
	}
	for name := range names {
		if strings.Contains(name, "cret") || strings.Contains(name, "acme") {
			t.Errorf("%q is still there", name)
		}
	}
	for _, name := range shown {
		if !names[name] {
			t.Errorf("%q is gone", name)
		}
	}
	for _, shape := range []string{`^C\w{10}_constructor_[0-9a-f]{40}\*\*D\*2$`, `^C\w{10}\$C\w{10}_constructor_[0-9a-f]{40}%1%%D$`, `^jniInvoke_VARARGS:m\w{10}%1$`, `^com\.oracle\.svm\.reflect\.m\w{10}_[0-9a-f]{40}_1075\$1$`} {
		found := false
		for name := range names {
			found = found || regexp.MustCompile(shape).MatchString(name)
		}
		if !found {
			t.Errorf("nothing looks like %s", shape)
		}
	}
	if back, _, _ := ps.Reveal(anonymous); text(t, back) != text(t, p) {
		t.Error("restored, it differs from the original")
	}
}

// Newer stubs of constructors have no more than the class, cut short, before the hash.
func TestAnonymizeShortStubs(t *testing.T) {
	const digest = "_XNhh1mz2Ib2aPR1wdv014D"
	const long = "VeryLongNameOfAnOuterClass$AndOfAClassInside" // 44
	p := Strip(testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"com.oracle.svm.core.code.FactoryMethodHolder"},{"id":2,"name":"java.lang.NullPointerException"},
		{"id":3,"name":"com.acme.Order"},{"id":4,"name":"com.acme.Order$Line"},{"id":5,"name":"java.util.`+long+`"},{"id":6,"name":"java.util.Public$$Lambda/0x0123456789abcdef0123456789abcdef"},
		{"id":7,"name":"com.acme.Order$$Lambda/0x0123456789abcdef0123456789abcdef"},{"id":8,"name":"java.util.Both"},{"id":9,"name":"com.acme.Both"},{"id":10,"name":"jdk.proxy4.$Proxy/s1a2b3c"},
		{"id":11,"name":"com.oracle.svm.core.Public_someVeryLongNameInside"}],
		"methods":[{"id":1,"name":"NullPointerException`+digest+`","signature":[1,2]},{"id":2,"name":"Order`+digest+`","signature":[1,3]},{"id":3,"name":"Order$Line`+digest+`","signature":[1,4]},
		{"id":4,"name":"`+long[4:]+digest+`","signature":[1,5]},{"id":5,"name":"Public$$L01234567`+digest+`","signature":[1,6]},{"id":6,"name":"Order$$L01234567`+digest+`","signature":[1,7]},
		{"id":7,"name":"Both`+digest+`","signature":[1,8,9]},{"id":8,"name":"$Proxys1a2b3c`+digest+`","signature":[1,10]},{"id":9,"name":"Unlisted`+digest+`","signature":[1,0]},
		{"id":10,"name":"NullPointerException_XNhhamzaIbbaPRawdvaaaD%1","signature":[1,2]},{"id":11,"name":"Order_XNhhamzaIbbaPRawdvaaaD","signature":[1,3]},{"id":12,"name":"total","signature":[3,0]},
		{"id":13,"name":"test_someVeryLongMethodName","signature":[3,0]},{"id":14,"name":"run","signature":[6,0]},{"id":15,"name":"Public$$L01234567_run`+digest+`","signature":[1,0]},
		{"id":16,"name":"Order_total`+digest+`","signature":[1,0]},{"id":17,"name":"f","signature":[11,0]}],
		"callCountProfiles":[`+onceEach(17)+`]}`), StripOptions{}).Profile
	anonymous, ps := anonymize(t, p)
	methods := map[string]bool{}
	order := ""
	for _, m := range anonymous.Methods.All() {
		methods[m.Name] = true
	}
	for pseudonym, name := range ps.names {
		if name == "Order" && pseudonym[0] == 'C' { // of a class
			order = pseudonym
		}
	}
	for _, name := range []string{
		"NullPointerException" + digest, long[4:] + digest, "Public$$L01234567" + digest, "NullPointerException_XNhhamzaIbbaPRawdvaaaD%1", "Public$$L01234567_run" + digest,
	} {
		if !methods[name] {
			t.Errorf("%s is gone", name)
		}
	}
	var shorter []string
	for name := range methods {
		if javaname.Normalize(name) == order+"_*" {
			shorter = append(shorter, name)
		}
	}
	if len(shorter) != 2 { // with either hash
		t.Errorf("%v are of Order, %s: %v", shorter, order, methods)
	}
	for name := range methods {
		for _, private := range []string{"Order", "Line", "Both", "s1a2b3c", "Unlisted", "total", "test"} {
			if strings.Contains(name, private) {
				t.Errorf("%s is still there", name)
			}
		}
	}
	for pseudonym, name := range ps.names {
		if name == "test_someVeryLongMethodName" && !methods[pseudonym] {
			t.Error("a name is taken for a hash")
		}
	}
	if !strings.Contains(text(t, anonymous), "Public_someVeryLongNameInside") {
		t.Error("a name is taken for a hash in a class")
	}
	if back, _, _ := ps.Reveal(anonymous); text(t, back) != text(t, p) {
		t.Error("restored, it differs from the original")
	}
}

// onceEach returns a record of a call for each of the first n methods.
func onceEach(n int) string {
	var records []string
	for i := range n {
		records = append(records, fmt.Sprintf(`{"ctx":"%d:0","records":[1]}`, i+1))
	}
	return strings.Join(records, ",")
}

// With names of any form, nothing is shown of those that are the application's, which have "ecret" inside, none falls together
// with another, and with the key all are restored.
func TestAnonymizeNastyNames(t *testing.T) {
	const sha, md5, digest = "5087f5482cc9a6abc971913ece43acb471d2631b", "0123456789abcdef0123456789abcdef", "XNhh1mz2Ib2aPR1wdv014D"
	var types []string
	for _, class := range []string{
		"", "$$SpringCGLIB$$0", "$$SpringCGLIB$$FastClass$$1", "_ClientProxy", "_Bean", "_Subclass$$function$$1", "$Companion", "$Proxy$Zproxy_ecret_3", "$1", "$1Ecretlocal",
		"$WhenMappings", "$$anonfun$1", "$$anonfun$ecret$2", "$", "$$", "$delayedInit$body", "$$EnhancerBySpringCGLIB$$8b5bd5a7", "$ByteBuddy$Ab3dE6gH", "$HibernateProxy$Zx81kQ2p",
		"$$Lambda/0x00000007c1156bd0", "$$Lambda$" + sha + "_1", "$$Lambda/0x" + md5, "$$Lambda/0x" + md5 + "_1", "$$Lambda/0x" + md5 + "0", "$$Lambda/0x" + md5 + "/12", "$$Lambda0x" + md5,
		"$$Lambda$112+0x00000007c1156bd0/689401025", "$$Lambda$11730x00000007c0cadba0", "$$Lambda.0x00007f2a1c0a3c00", "$$StringConcat/0x0000012", "$$InjectedInvoker/0x" + md5,
		"Kt", "__BeanDefinitions", ".package-info", ".$Proxy12", ".$Proxy/s1a2b3c", ".$Proxy.s1a2b3c_1", "/s1a2b3c", "/ecret/12", "/12/13", "/0xecret", "$0xecret", ".0x12", "$0x" + md5, "/12345678901234567890123456789012345",
		"_" + sha, "_" + digest, "_m_" + sha + "_1$1", ".<ecret>", ".<init>", "[]", ";", "..x..", "._.", "%1", "*", "\u2028", "\u202e", "😀", "名", "\x00", " ", "\n", `\`, `"`, "L", "0x", "0x12",
	} {
		types = append(types, "com.ecretco.Ecret"+class, "[[Lcom.ecretco.Ecret"+class+";")
	}
	types = append(types,
		"Ecret", "com/ecretco/Slash", "com/ecretco/Ecret$Line", "com/ecretco/sad", "ecretco/sad", "Lcom/ecretco/Desc;", "[Lcom.ecretco.Unclosed", "[Ecret", "[", "[[", "[L;", ";", "L", ".", "/", "$", "..", "//", "$ecret$", ".ecret", "<ecret>",
		"<unknown ecret>", "<unnamed ecret>", "[unknown]", "javassist.ecret", "javax_.ecret", "java", "Java.ecret", "com.sun", "sunny.ecret", "jdkx.ecret", "com.oracle.svmx.ecret", "org.graalvmecret.X",
		"int/ecret", "int[]", "ecret[]", "%ecret%1", "0x12ecret", "Lambda", "access", "lambda$ecret", "\u202eecret", "ecret\u2028x", "m2345672345", "Cabcdefghij", "p234567abcd", "Lp234567abcd", "[Lp234567abcd;", sha, md5, digest,
	)
	for _, pkg := range []string{"com.oracle.svm.reflect.", "com/oracle/svm/reflect/"} {
		for _, suffix := range []string{"", "_1", "_1075$1", "_1$ecret", "$", "/0x12", ".Ecret", ";", "%1"} {
			types = append(types, pkg+"Ecret_ecretm_"+sha+suffix, "["+"L"+pkg+"Ecret_"+sha+suffix+";")
		}
	}
	types = append(types, "com.oracle.svm.core.code.FactoryMethodHolder", "com.oracle.svm.jni.JNIJavaCallWrappers", "com.oracle.svm.core.reflect.ReflectionAccessorHolder",
		"jdk.proxy4.$Proxy/s1a2b3c", "jdk.proxy4.$Proxy.s1a2b3c_1", "com/sun/proxy/$Proxy12", "java.util.Map$Entry", "java.util.Map$$Lambda/0x"+md5+"_1", "void", "[I")
	var methods []string
	for _, name := range []string{
		"", "<init>", "<clinit>", "<ecret>", "<init>ecret", "ecret", "lambda$ecret$0", "lambda$new$3", "access$000", "access$getEcret$p", "ecret$default", "$anonfun$ecret$1$adapted", "$plus$ecret",
		"ecret-impl", "ecret with space", "$", "$$", "$ecret$", "_ecret_", "_", "__", "ecret_", "[ecret", "ecret;", "ecret/ecret", "a.ecret.b", "\x00ecret", "ecret\"\\\n\t", "éecret", "ecret😀", sha, md5, digest,
		"ecret_" + digest, "ecret_" + sha, "ecret_" + sha + "_1", "invoke_" + sha, "invokeEcret_" + sha, "m$ecret_" + md5, "ecret_someVeryLongMethodName", "Ecret_" + digest, "Ecret$Line_" + digest,
		"Ecret_constructor_" + sha, "_constructor_" + sha, "constructor_" + sha, "__" + sha, "Ecret$$Lambda$11730x00000007c0cadba0_constructor_" + sha, "Ecret$$Lambda0x" + md5 + "_constructor_" + sha,
		"Ecret$$L0123abcd_" + digest, "jniInvoke_VARARGS_Ecret_ecretm_" + sha, "jniInvoke_ARRAY_" + sha, "jniInvoke_ARRAY:", "jniInvoke_ARRAY:Lcom_ecretco_Ecret_2_0002eecret_00028_00029V",
		"ecret_" + sha + sha + sha, "m2345672345", "m2345672345_" + digest, "0x" + md5, "L" + md5, "ecret_" + digest + "_" + sha, "ecret_" + sha + "_" + digest,
	} {
		for _, suffix := range []string{"", "%1", "%%D%1", "**ecret", "$1", "_12"} {
			methods = append(methods, name+suffix)
		}
	}
	b := iprof.NewBuilder(iprof.Version{Major: 1})
	for i, name := range types {
		b.AddType(iprof.Type{ID: iprof.TypeID(i), Name: name})
	}
	last := iprof.TypeID(len(types) - 1)
	id := iprof.MethodID(0)
	for i, class := range types {
		_, simple := splitClass(class)
		for j, name := range methods {
			holder := stubHolders().MatchString(class)
			if j > 0 && i > 0 && !holder && (i+j)%29 > 0 { // every class has some, and some have all
				continue
			}
			if isPublic(class) && !isProxy(class) && !strings.Contains(simple, "_"+sha) && !holder {
				name = "public"
			}
			b.AddMethod(iprof.Method{ID: id, Name: name, Declaring: iprof.TypeID(i), Return: last, Params: []iprof.TypeID{iprof.TypeID((i + j) % len(types))}})
			b.AddCount(iprof.Calls, iprof.Count{Node: b.Contexts().Add(iprof.Context{{Method: id}}), Value: 1})
			id++
		}
	}
	whole := b.Profile()
	p := Strip(whole, StripOptions{}).Profile
	ps := NewPseudonyms([]byte("a key of no use to anybody"), map[string]string{})
	anonymous, err := ps.Anonymize(p, whole)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, typ := range anonymous.Types.All() {
		if strings.Contains(typ.Name, "cret") {
			t.Errorf("%q is still there", typ.Name)
		}
		names[typ.Name] = true
	}
	if len(names) != p.Types.Len() {
		t.Errorf("%d types are %d", p.Types.Len(), len(names))
	}
	for _, m := range anonymous.Methods.All() {
		if strings.Contains(m.Name, "cret") {
			t.Errorf("%q is still there", m.Name)
		}
	}
	back, _, _ := ps.Reveal(testprofile.Parse(t, text(t, anonymous)))
	if text(t, back) == text(t, p) {
		return
	}
	for i, typ := range p.Types.All() {
		if got := back.Types.At(i); got.Name != typ.Name {
			t.Fatalf("type %q is %q", typ.Name, got.Name)
		}
	}
	for i, m := range p.Methods.All() {
		if got := back.Methods.At(i); got.Name != m.Name {
			t.Fatalf("method %q is %q", m.Name, got.Name)
		}
	}
	t.Error("restored, it differs from the original")
}

func TestAnonymizeClash(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"a.B"}],"methods":[]}`)
	_, ps := anonymize(t, p)
	for pseudonym := range ps.names {
		ps.names[pseudonym] = "another"
	}
	if _, err := ps.Anonymize(p, p); err == nil {
		t.Error("one pseudonym stands for two names")
	}
}

// A pseudonym that is repeated in a profile does not make gigabytes of a long name.
func TestRevealLongNames(t *testing.T) {
	class := strings.Repeat("C0r5tq2m7xk4$", 1000)
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"`+class+`"}],"methods":[]}`)
	for length, want := range map[int]error{100: nil, 1 << 20: ErrLongNames} {
		ps := NewPseudonyms([]byte("key"), map[string]string{"C0r5tq2m7xk4": strings.Repeat("x", length)})
		if revealed, n, err := ps.Reveal(p); err != want || err == nil && (n != 1 || len(revealed.Types.At(0).Name) != 1000*(length+1)) {
			t.Errorf("a name of %d bytes: %v", length, err)
		}
	}
}
