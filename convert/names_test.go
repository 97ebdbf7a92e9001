package convert

import (
	"bytes"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// namesProfile has overloads, arrays, hidden classes, and methods that the file does not list. Methods 1 to 3 are
// overloads; 4 and 5 differ by their return type alone, as bridge methods do; 6 and 7 by nothing but the id, as methods
// of classes of two loaders do; 8 is listed but its types are not; 99 is not listed.
const namesProfile = `{"version":"1.0.0","types":[
{"id":1,"name":"java.lang.Thread"},{"id":2,"name":"void"},{"id":3,"name":"long"},{"id":4,"name":"int"},
{"id":5,"name":"[Ljava.lang.String;"},{"id":6,"name":"[[D"},{"id":7,"name":"a.b.Map$Entry"},{"id":8,"name":"java.lang.Object"},
{"id":9,"name":"a.b.Map$Entry"},{"id":10,"name":"NoPackage"},
{"id":11,"name":"java.lang.invoke.LambdaForm$MH/0x00000007c109f400"},{"id":12,"name":""}],
"methods":[
{"id":1,"name":"sleep","signature":[1,2,3]},
{"id":2,"name":"sleep","signature":[1,2,3,4]},
{"id":3,"name":"sleep","signature":[1,2]},
{"id":4,"name":"getKey","signature":[7,8]},
{"id":5,"name":"getKey","signature":[7,5]},
{"id":6,"name":"<init>","signature":[7,2,5,6]},
{"id":7,"name":"<init>","signature":[9,2,5,6]},
{"id":8,"name":"f","signature":[77,78,79]},
{"id":10,"name":"<clinit>","signature":[10,2]},
{"id":11,"name":"invoke","signature":[11,2,11]},
{"id":12,"name":"getKey","signature":[10,8]},
{"id":13,"name":"","signature":[12,2]}],
"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"2:0<4:1<5:2","records":[1]},{"ctx":"6:0<7:0","records":[1]},
{"ctx":"99:0<8:0","records":[1]},{"ctx":"10:0","records":[1]},{"ctx":"11:0","records":[1]},{"ctx":"12:0","records":[1]},{"ctx":"13:0","records":[1]}]}`

func TestMethodNames(t *testing.T) {
	p := testprofile.Parse(t, namesProfile)
	for _, c := range []struct {
		id    iprof.MethodID
		opts  NameOptions
		reads string
	}{
		{1, NameOptions{}, "java.lang.Thread.sleep"},
		{1, NameOptions{Style: ShortNames}, "Thread.sleep"},
		{1, NameOptions{Style: SignatureNames}, "java.lang.Thread.sleep(long)"},
		{3, NameOptions{Style: SignatureNames}, "java.lang.Thread.sleep()"},
		{4, NameOptions{}, "a.b.Map$Entry.getKey"},
		{4, NameOptions{Style: ShortNames}, "Map$Entry.getKey"},
		{6, NameOptions{}, "a.b.Map$Entry.<init>"},
		{6, NameOptions{Style: SignatureNames}, "a.b.Map$Entry.<init>(java.lang.String[], double[][])"},
		{8, NameOptions{}, "<unknown type 77>.f"},
		{8, NameOptions{Style: SignatureNames}, "<unknown type 77>.f(<unknown type 79>)"},
		{10, NameOptions{}, "NoPackage.<clinit>"},
		{10, NameOptions{Style: ShortNames}, "NoPackage.<clinit>"},
		{11, NameOptions{}, "java.lang.invoke.LambdaForm$MH/0x00000007c109f400.invoke"},
		{11, NameOptions{Style: ShortNames}, "LambdaForm$MH/0x00000007c109f400.invoke"},
		{11, NameOptions{Normalize: true}, "java.lang.invoke.LambdaForm$MH/*.invoke"},
		{11, NameOptions{Style: SignatureNames, Normalize: true}, "java.lang.invoke.LambdaForm$MH/*.invoke(java.lang.invoke.LambdaForm$MH/*)"},
		{13, NameOptions{}, "<unnamed type 12>."},
		{99, NameOptions{}, "<unknown method 99>"},
		{99, NameOptions{Style: SignatureNames, Disambiguate: true}, "<unknown method 99>"},

		// Disambiguated: 1 and 2 are referred to, and 3 is not, so it cannot be confused with them.
		{1, NameOptions{Disambiguate: true}, "java.lang.Thread.sleep(long)"},
		{2, NameOptions{Disambiguate: true}, "java.lang.Thread.sleep(long, int)"},
		{3, NameOptions{Disambiguate: true}, "java.lang.Thread.sleep"},
		{4, NameOptions{Disambiguate: true}, "a.b.Map$Entry.getKey():java.lang.Object"},
		{5, NameOptions{Disambiguate: true}, "a.b.Map$Entry.getKey():java.lang.String[]"},
		{5, NameOptions{Disambiguate: true, Style: ShortNames}, "Map$Entry.getKey():String[]"},
		{12, NameOptions{Disambiguate: true}, "NoPackage.getKey"},
		{6, NameOptions{Disambiguate: true}, "a.b.Map$Entry.<init>(java.lang.String[], double[][]):void #6"},
		{7, NameOptions{Disambiguate: true}, "a.b.Map$Entry.<init>(java.lang.String[], double[][]):void #7"},
		{10, NameOptions{Disambiguate: true}, "NoPackage.<clinit>"},
		{10, NameOptions{Disambiguate: true, Style: SignatureNames}, "NoPackage.<clinit>()"},
	} {
		n := NewNames(p, c.opts)
		if got := n.Method(p.MethodSlot(c.id)); got != c.reads {
			t.Errorf("method %d with %+v reads %q, not %q", c.id, c.opts, got, c.reads)
		}
		c.opts.Disambiguate = false
		if got, want := n.StyleName(p.MethodSlot(c.id)), NewNames(p, c.opts).Method(p.MethodSlot(c.id)); got != want {
			t.Errorf("method %d with %+v reads %q in its style, not %q", c.id, c.opts, got, want)
		}
	}
}

// Methods of class files have their parameters where the style shows them.
func TestNamesOfCode(t *testing.T) {
	p := testprofile.Parse(t, namesProfile)
	for _, c := range []struct {
		opts  NameOptions
		class string
		want  string
	}{
		{NameOptions{}, "a.B$C", "a.B$C.put"},
		{NameOptions{Style: ShortNames}, "a.B$C", "B$C.put"},
		{NameOptions{Style: ShortNames}, "", "put"},
		{NameOptions{Style: SignatureNames}, "a.B$C", "a.B$C.put(int, java.util.Map[])"},
	} {
		if got := NewNames(p, c.opts).OfCode(c.class, "put", []string{"int", "java.util.Map[]"}); got != c.want {
			t.Errorf("%+v: %q, want %q", c.opts, got, c.want)
		}
	}
}

func TestTypeNames(t *testing.T) {
	p := testprofile.Parse(t, namesProfile)
	n := NewNames(p, NameOptions{})
	for id, want := range map[iprof.TypeID]string{
		1: "java.lang.Thread", 4: "int", 5: "java.lang.String[]", 6: "double[][]", 77: "<unknown type 77>", 12: "<unnamed type 12>",
		4711: "<unknown type 4711>", // not even referred to
	} {
		if got := n.Type(id); got != want {
			t.Errorf("type %d reads %q, not %q", id, got, want)
		}
	}
}

// The JVM allows classes the names that our rows and frames have.
func TestTypesNamedLikeRows(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"<Total>"},{"id":2,"name":"<2 more methods>"},{"id":3,"name":"a.<VM>"},
		{"id":4,"name":"<outside the application>"},{"id":5,"name":"<unnamed type 6>"},{"id":6,"name":""}],
		"methods":[{"id":1,"name":"<init>","signature":[1,1]}],"callCountProfiles":[{"ctx":"1:0","records":[7]}]}`)
	n := NewNames(p, NameOptions{Style: ShortNames})
	for id, want := range map[iprof.TypeID]string{
		1: `\u003cTotal>`, 2: `\u003c2 more methods>`, 3: `\u003cVM>`, 4: `\u003coutside the application>`,
		5: `\u003cunnamed type 6>`, 6: "<unnamed type 6>",
	} {
		if got := n.Type(id); got != want {
			t.Errorf("type %d reads %q, not %q", id, got, want)
		}
	}
	if got := n.Method(0); got != `\u003cTotal>.<init>` {
		t.Errorf("the method reads %q", got)
	}
}

func TestArrayTypes(t *testing.T) {
	for binary, want := range map[string]string{
		"[Ljava.lang.String;":     "java.lang.String[]",
		"[[Ljava.util.Map$Entry;": "java.util.Map$Entry[][]",
		"[B":                      "byte[]",
		"[[[J":                    "long[][][]",
		"java.lang.String":        "java.lang.String",
		"int":                     "int",
		// Nothing that a JVM would write stays as it is.
		"[": "[", "[[": "[[", "[V": "[V", "[L;": "[L;", "[Lfoo": "[Lfoo", "[II": "[II", "[é": "[é", "L;": "L;", "": "",
	} {
		if got := javaname.Type(binary); got != want {
			t.Errorf("%q reads %q, not %q", binary, got, want)
		}
	}
}

// Two builds of a program: a method that is overloaded in one of them has the same name in both.
func TestMethodsAreToldApartInAllProfiles(t *testing.T) {
	const tables = `{"version":"1.0.0","types":[{"id":1,"name":"A"},{"id":2,"name":"void"},{"id":3,"name":"int"}],"methods":[
		{"id":1,"name":"run","signature":[1,2]},{"id":2,"name":"run","signature":[1,2,3]},{"id":3,"name":"stop","signature":[1,2]}],`
	both := testprofile.Parse(t, tables+`"callCountProfiles":[{"ctx":"1:0<2:0<3:0","records":[1]}]}`)
	one := testprofile.Parse(t, tables+`"callCountProfiles":[{"ctx":"1:0<3:0","records":[1]}]}`)
	for _, order := range [][]*iprof.Profile{{both, one}, {one, both}} {
		for i, n := range NewSharedNames(NameOptions{Disambiguate: true}, order...) {
			if got := n.Method(order[i].MethodSlot(1)); got != "A.run()" {
				t.Errorf("beside a profile with an overload the method reads %q", got)
			}
			if got := n.Method(order[i].MethodSlot(3)); got != "A.stop" {
				t.Errorf("a method that is alone reads %q", got)
			}
		}
	}
	if got := NewNames(one, NameOptions{Disambiguate: true}).Method(one.MethodSlot(1)); got != "A.run" {
		t.Errorf("alone the method reads %q", got)
	}
}

// Methods of two profiles with one name get their parameters or, if these are equal, their return types, if they are told apart at all.
func TestMethodsOfTwoProfilesAreDistinguished(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"A"},{"id":2,"name":"void"},{"id":3,"name":"int"}],"methods":[
		{"id":1,"name":"f","signature":[1,2]},{"id":2,"name":"f","signature":[1,2,3]},{"id":3,"name":"f","signature":[1,3]}],"callCountProfiles":[]}`)
	for _, c := range []struct {
		one, other iprof.MethodID
		apart      bool
		want       [2]string
	}{
		{1, 2, true, [2]string{"A.f()", "A.f(int)"}}, {1, 3, true, [2]string{"A.f():void", "A.f():int"}}, {1, 1, true, [2]string{"A.f", "A.f"}}, {1, 2, false, [2]string{"A.f", "A.f"}},
	} {
		one, other := NewNames(p, NameOptions{Disambiguate: c.apart}), NewNames(p, NameOptions{Disambiguate: c.apart})
		slot, otherSlot := p.MethodSlot(c.one), p.MethodSlot(c.other)
		for n, slot := range map[*Names]int{one: slot, other: otherSlot} {
			n.SetMethod(slot, "A.f")
		}
		one.Distinguish(slot, other, otherSlot)
		if got := [2]string{one.Method(slot), other.Method(otherSlot)}; got != c.want {
			t.Errorf("%d and %d: %q, want %q", c.one, c.other, got, c.want)
		}
	}
}

// A method may have any name, be it that of another with its parameters.
func TestMethodsThatPoseAsOthersAreToldApart(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"A"},{"id":2,"name":"int"}],"methods":[
		{"id":1,"name":"f","signature":[1,2]},{"id":2,"name":"f","signature":[1,2,2]},{"id":3,"name":"f()","signature":[1,2]},
		{"id":4,"name":"f(int)","signature":[1,2]},{"id":5,"name":"f():int","signature":[1,2]},{"id":6,"name":"f():int #1","signature":[1,2]}],
		"callCountProfiles":[{"ctx":"1:0<2:0<3:0<4:0<5:0<6:0","records":[1]}]}`)
	for _, style := range []NameStyle{FullNames, ShortNames, SignatureNames} {
		n := NewNames(p, NameOptions{Disambiguate: true, Style: style})
		seen := map[string]iprof.MethodID{}
		for _, m := range p.Methods.All() {
			name := n.Method(p.MethodSlot(m.ID))
			if other, dup := seen[name]; dup {
				t.Errorf("%v: methods %d and %d both read %q", style, other, m.ID, name)
			}
			seen[name] = m.ID
		}
	}
}

// So may one without a signature, of which nothing but a name is known: the other one's.
func TestMethodsNamedLikeSignaturesAreToldApart(t *testing.T) {
	for _, pose := range []string{"A.f(int)", "A.f(int):int"} {
		var b iprof.Builder
		b.AddType(iprof.Type{ID: 1, Name: "A"})
		b.AddType(iprof.Type{ID: 2, Name: "int"})
		b.AddMethod(iprof.Method{ID: 1, Name: "f", Declaring: 1, Return: 2, Params: []iprof.TypeID{2}})
		b.AddMethod(iprof.Method{ID: 2, Name: "f", Declaring: 1, Return: 1, Params: []iprof.TypeID{2}})
		b.AddMethod(iprof.Method{ID: 3, Name: pose, Declaring: iprof.NoType, Return: iprof.NoType})
		b.AddMethod(iprof.Method{ID: 4, Name: "g", Declaring: 1, Return: 2, Params: []iprof.TypeID{2}})
		for id := range iprof.MethodID(4) {
			b.Contexts().Child(iprof.NoNode, 0, id+1)
		}
		n := NewNames(b.Profile(), NameOptions{Disambiguate: true, Style: SignatureNames})
		var got []string
		for slot := range 4 {
			got = append(got, n.Method(slot))
		}
		want := []string{"A.f(int):int", "A.f(int):A", pose, "A.g(int)"}
		if pose == want[0] {
			want[0] += " #1"
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Lambdas that differ by their hash alone have the same name in every build, and are disambiguated in the same way in
// every build.
func TestNormalizedMethodsAreToldApartBySignature(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"A$$Lambda$bd00072b654514651ccec1d03f327ba86e1a6e38"},
		{"id":2,"name":"A$$Lambda$cf065931ac8c1c885c4cc728f3a7beac2f78a0cc"},{"id":3,"name":"void"},{"id":4,"name":"int"},{"id":5,"name":"Maker"}],
		"methods":[{"id":1,"name":"run","signature":[1,3]},{"id":2,"name":"run","signature":[2,3]},
		{"id":3,"name":"get","signature":[1,3]},{"id":4,"name":"get","signature":[2,4]},
		{"id":5,"name":"is","signature":[1,3]},{"id":6,"name":"is","signature":[2,3]},{"id":7,"name":"is","signature":[2,3,4]},
		{"id":8,"name":"String_constructor_17b1d40402c74a3ffffab654e59d2cf725fddedf","signature":[5,3,4]},
		{"id":9,"name":"String_constructor_79dce5f4c00bef031e5bd9224db55b4c74c8668a","signature":[5,3]}],
		"callCountProfiles":[{"ctx":"1:0<2:0<3:0<4:0<5:0<6:0<7:0<8:0<9:0","records":[1]}]}`)
	n := NewNames(p, NameOptions{Disambiguate: true, Normalize: true})
	for id, want := range map[iprof.MethodID]string{
		1: "A$$Lambda$*.run", 2: "A$$Lambda$*.run",
		3: "A$$Lambda$*.get():void", 4: "A$$Lambda$*.get():int",
		5: "A$$Lambda$*.is()", 6: "A$$Lambda$*.is()", 7: "A$$Lambda$*.is(int)",
		8: "Maker.String_constructor_*(int)", 9: "Maker.String_constructor_*()",
	} {
		if got := n.Method(p.MethodSlot(id)); got != want {
			t.Errorf("method %d reads %q, not %q", id, got, want)
		}
	}
}

// All forms are of real files, or of Java programs that frame names were taken from.
func TestNormalizeName(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		// native-image
		{"java.util.regex.CharPredicates$$Lambda$bd00072b654514651ccec1d03f327ba86e1a6e38.is", "java.util.regex.CharPredicates$$Lambda$*.is"},
		{"java.util.regex.CharPredicates$$Lambda$bd00072b654514651ccec1d03f327ba86e1a6e38_1.is", "java.util.regex.CharPredicates$$Lambda$*.is"},
		{"Global$$Lambda$10890x00000007c11306d0_constructor_e84b52b0cd9bda457565b8670e6bfa5dbe5e74e7", "Global$$Lambda$*_constructor_*"},
		{"LocaleResources$$Lambda$11390x00000007c124a650_constructor_6e19272e5be7749d6bd0654599cc922ebf572b87", "LocaleResources$$Lambda$*_constructor_*"},
		{"c.FactoryMethodHolder.Double_constructor_17b1d40402c74a3ffffab654e59d2cf725fddedf", "c.FactoryMethodHolder.Double_constructor_*"},
		{"c.ReflectionAccessorHolder.c051a9990e3a173468a097955ba089240ebacd16", "c.ReflectionAccessorHolder.*"},
		{"c051a9990e3a173468a097955ba089240ebacd16", "*"},
		{"invoke_9b15686e0a4447de37dbfc86b3b060c4b84f8446", "invoke_*"},
		{"JavaMainWrapper_run_5087f5482cc9a6abc971913ece43acb471d2631b", "JavaMainWrapper_run_*"},
		{"JavaMainWrapper_run_XNhh1mz2Ib2aPR1wdv014D", "JavaMainWrapper_run_*"},
		{"c.IsolateEnterStub.JavaMainWrapper_run_XNhh1mz2Ib2aPR1wdv014D(int, a.b.C)", "c.IsolateEnterStub.JavaMainWrapper_run_*(int, a.b.C)"},
		{"NullPointerException_XNhh1mz2Ib2aPR1wdv014D%1", "NullPointerException_*%1"},
		{"Outer$$L0123abcd_XNhh1mz2Ib2aPR1wdv014D", "Outer$$Lambda$*_*"},
		{"Outer$$L0123abcd_run_XNhh1mz2Ib2aPR1wdv014D", "Outer$$Lambda$*_run_*"},
		{"$Proxy93_constructor_c0dbeabef7fb784617e08968576b870404b682c8", "$Proxy*_constructor_*"},
		{"java.lang.invoke.LambdaForm$MH/0x00000007c109f400.invoke", "java.lang.invoke.LambdaForm$MH/*.invoke"},
		{"java.lang.invoke.LambdaForm$DMH/s384ff554.newInvokeSpecial", "java.lang.invoke.LambdaForm$DMH/*.newInvokeSpecial"},
		{"java.lang.invoke.LambdaForm$DMH/sfcef28db[]", "java.lang.invoke.LambdaForm$DMH/*[]"},
		{"jdk.proxy4.$Proxy83", "jdk.proxy*.$Proxy*"},
		{"com.sun.proxy.jdk.proxy2.$Proxy1.hashCode", "com.sun.proxy.jdk.proxy*.$Proxy*.hashCode"},
		{"com.sun.proxy.$Proxy12.hashCode", "com.sun.proxy.$Proxy*.hashCode"},
		{"jdk.proxy4.$Proxy/s1a2b3c.hashCode", "jdk.proxy*.$Proxy*.hashCode"},
		{"jdk.proxy4.$Proxy/s1a2b3c_1.hashCode", "jdk.proxy*.$Proxy*.hashCode"},
		{"jdk.proxy4.$Proxy.s1a2b3c.hashCode", "jdk.proxy*.$Proxy*.hashCode"},
		{"com/acme/$Proxy.s1a2b3c_12.hashCode", "com/acme/$Proxy*.hashCode"},
		// HotSpot
		{"app.Outer$$Lambda/0x00007f2a1c0a3c00.run", "app.Outer$$Lambda$*.run"},
		{"app.Outer$$Lambda+0x00007f2a1c0a3c00/689401025.run", "app.Outer$$Lambda$*.run"},
		{"app.Outer$$Lambda$112+0x00007f2a1c0a3c00/689401025.run", "app.Outer$$Lambda$*.run"},
		{"app.Outer$$Lambda$14/0x0000000800c03000.run", "app.Outer$$Lambda$*.run"},
		{"app.Outer$$Lambda$14/1329552164.run", "app.Outer$$Lambda$*.run"},
		{"app/Outer$$Lambda$14.1329552164.run", "app/Outer$$Lambda$*.run"},
		{"app/Outer$$Lambda.0x00007f2a1c0a3c00.run", "app/Outer$$Lambda$*.run"},
		{"app.Hidden/0x0000000800c03000.call", "app.Hidden/*.call"},
		{"app.Hidden+0x0000000800c03000/123.call", "app.Hidden/*.call"},
		{"app.Outer$$InjectedInvoker/0x0123456789abcdef0123456789abcdef_1.call", "app.Outer$$InjectedInvoker/*.call"},
		{"jdk.internal.reflect.GeneratedMethodAccessor12.invoke", "jdk.internal.reflect.GeneratedMethodAccessor*.invoke"},
		{"sun.reflect.GeneratedSerializationConstructorAccessor3.newInstance", "sun.reflect.GeneratedSerializationConstructorAccessor*.newInstance"},
		// frameworks
		{"app.Service$$EnhancerBySpringCGLIB$$8b5bd5a7.find", "app.Service$$EnhancerBySpringCGLIB$$*.find"},
		{"app.Entity$HibernateProxy$Zx81kQ2p.getId", "app.Entity$HibernateProxy$*.getId"},
		{"app.Mocked$ByteBuddy$aB3dE6gH", "app.Mocked$ByteBuddy$*"},
		// twice in one name
		{"f(a.B$$Lambda/0x00007f2a1c0a3c00, jdk.proxy1.$Proxy2)", "f(a.B$$Lambda$*, jdk.proxy*.$Proxy*)"},

		// The same in every build: as it is.
		{"java.lang.Thread.sleep", "java.lang.Thread.sleep"},
		{"java/lang/Thread.sleep", "java/lang/Thread.sleep"},
		{"app.Main.lambda$main$4", "app.Main.lambda$main$4"},
		{"app.Main.access$400", "app.Main.access$400"},
		{"app.Outer$1.run", "app.Outer$1.run"},
		{"java.lang.invoke.LambdaForm$MH.invoke", "java.lang.invoke.LambdaForm$MH.invoke"},
		{"java.lang.invoke.LambdaForm$Name.sadd", "java.lang.invoke.LambdaForm$Name.sadd"},
		{"app.Service$$SpringCGLIB$$0.find", "app.Service$$SpringCGLIB$$0.find"},
		{"com/acme/decade/Main.deadbeef", "com/acme/decade/Main.deadbeef"},
		{"com.sun.crypto.provider.PBES2Core$HmacSHA512AndAES_128", "com.sun.crypto.provider.PBES2Core$HmacSHA512AndAES_128"},
		{"java.lang.Class.computeValue%1", "java.lang.Class.computeValue%1"},
		{"app.Foo$$Lambda.run", "app.Foo$$Lambda.run"},
		{"app.proxy4.Main", "app.proxy4.Main"},
		{"test_someVeryLongMethodName", "test_someVeryLongMethodName"},
		{"test_some_very_long_name_of_a_method_1", "test_some_very_long_name_of_a_method_1"},
		{"test_XNhh1mz2Ib2aPR1wdv014Dx", "test_XNhh1mz2Ib2aPR1wdv014Dx"},
		{"test_XNhh1mz2Ib2aPR1wdv014", "test_XNhh1mz2Ib2aPR1wdv014"},
		{"a.C_XNhh1mz2Ib2aPR1wdv014D.run", "a.C_XNhh1mz2Ib2aPR1wdv014D.run"},
		{"XNhh1mz2Ib2aPR1wdv014D", "XNhh1mz2Ib2aPR1wdv014D"},
		{"a_0123456789012345678901", "a_0123456789012345678901"},
		{"Outer$$L0123abcd_run", "Outer$$L0123abcd_run"},
		{"app.$Proxy.safe", "app.$Proxy.safe"},
		{"app.$Proxy/sum1", "app.$Proxy/sum1"},
		{"jdk.proxy4th.Main", "jdk.proxy4th.Main"},
		{"<unknown method 1666>", "<unknown method 1666>"},
		{"", ""},
	} {
		if got := javaname.Normalize(c.name); got != c.want {
			t.Errorf("%q is normalized to %q, not %q", c.name, got, c.want)
		}
		if got := javaname.Normalize(c.want); got != c.want {
			t.Errorf("normalizing %q again gives %q", c.want, got)
		}
	}
}

func TestJVMSignature(t *testing.T) {
	p := testprofile.Parse(t, namesProfile)
	for id, want := range map[iprof.MethodID]string{
		1:  "java.lang.Thread.sleep(J)V",
		4:  "a.b.Map$Entry.getKey()Ljava/lang/Object;",
		5:  "a.b.Map$Entry.getKey()[Ljava/lang/String;",
		6:  "a.b.Map$Entry.<init>([Ljava/lang/String;[[D)V",
		8:  "<unknown type 77>.f(L<unknown type 79>;)L<unknown type 78>;",
		11: "java.lang.invoke.LambdaForm$MH/0x00000007c109f400.invoke(Ljava/lang/invoke/LambdaForm$MH.0x00000007c109f400;)V",
		99: "<unknown method 99>",
	} {
		m, _ := p.Method(id)
		if got := JVMSignature(p, m); got != want {
			t.Errorf("the signature of method %d is %q, not %q", id, got, want)
		}
	}
}

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		name string
		want Kind
	}{
		{"java.lang.Thread", JDK},
		{"java.lang.Thread.sleep", JDK},
		{"java/lang/Thread.sleep", JDK},
		{"javax.crypto.Cipher", JDK},
		{"jdk.internal.misc.Unsafe", JDK},
		{"jdk.proxy4.$Proxy83", JDK},
		{"sun.misc.Unsafe", JDK},
		{"com.sun.proxy.$Proxy3", JDK},
		{"com/sun/crypto/provider/AESCrypt.encrypt", JDK},
		{"[Ljava.lang.String;", JDK},
		{"java.lang.String[]", JDK},
		{"[[B", JDK},
		{"byte[][]", JDK},
		{"int", JDK},
		{"com.oracle.svm.core.JavaMainWrapper.run", NativeImage},
		{"com.oracle.graal.pointsto.BigBang", NativeImage},
		{"org.graalvm.word.Pointer", NativeImage},
		{"jdk.graal.compiler.word.Word", NativeImage},
		{"jdk/graal/compiler/word/Word.and", NativeImage},
		{"com.oracle.svm.enterprise.core.g", NativeImage},
		{VMFrame, NativeImage},
		{"com.oracle.svm.enterprise.profiling.data.n", Profiler},
		{"com/oracle/svm/enterprise/profiling/data/n.a", Profiler},
		{"com.oracle.svm.enterprise.pgo.runtime.a", Profiler},
		{"com.oracle.graal.enterprise.profiling.dump.InstrumentationSupport", Profiler},
		{"com.oracle.svm.core.sampler.SafepointProfilingSampler", Profiler},
		{"com.oracle.svm.enterprise.profilingtools.X", NativeImage},
		{"com.oracle.graal.enterprise.phases.X", NativeImage},
		{"com.acme.Main", Application},
		{"Main", Application},
		{"Main.main", Application},
		{"java", Application},
		{"javassist.ClassPool", Application},
		{"javafx.stage.Stage", Application},
		{"jdkx.Foo", Application},
		{"sunny.Day", Application},
		{"com.sunny.Day", Application},
		{"com.sun", Application},
		{"org.graalvmx.Foo", Application},
		{"com.oracle.svmx.Foo", Application},
		{"com.oracle.Main", Application},
		{"interest.Rate", Application},
		{"<unknown method 1666>", UnknownKind},
		{"<unknown type 3>.f", UnknownKind},
		{"<unnamed type 12>.f", UnknownKind},
		{"[unknown]", UnknownKind},
		{"<native>", NativeImage},
		{"<JVM-System>", NativeImage},
		{"<elided>", UnknownKind},
		{"<Truncated-stack>", UnknownKind},
		{"<static>@0x91f15 (<libc.so.6>)", UnknownKind},
		{"<no Java callstack recorded>", UnknownKind},
		{"do_syscall_64_[k]", Library},
		{"java/lang/Thread.run_[j]", JDK},
		{"app.Main.run_[i]", Application},
		{"[libc.so.6]", Library},
		{"[libjvm.so]", NativeImage},
		{"[libnio.so]", JDK},
		{"[kernel.kallsyms]", Library},
		{"[vdso]", Library},
		{"[perf-1234.map]", UnknownKind},
		{"[anon]", UnknownKind},
		{"[heap]", UnknownKind},
		{"[memfd:java]", UnknownKind},
		{"[app]", Application},
		{"[main tid=7]", Application},
		{"<init>", Application},
		{"", UnknownKind},
	} {
		if got := KindOf(c.name); got != c.want {
			t.Errorf("%q is %v code, not %v", c.name, got, c.want)
		}
	}
}

// The kind is the class's, regardless of what is shown of it.
func TestKindOfMethod(t *testing.T) {
	p := testprofile.Parse(t, namesProfile)
	for _, opts := range []NameOptions{{}, {Style: ShortNames, Normalize: true, Disambiguate: true}} {
		n := NewNames(p, opts)
		for id, want := range map[iprof.MethodID]Kind{1: JDK, 4: Application, 8: UnknownKind, 10: Application, 11: JDK, 13: UnknownKind, 99: UnknownKind} {
			if got := n.Kind(p.MethodSlot(id)); got != want {
				t.Errorf("method %d is %v code with %+v, not %v", id, got, opts, want)
			}
		}
	}
}

// No two methods of a published profile that are referred to read alike, and few of them had to say more.
func TestMethodsOfPublishedProfilesAreToldApart(t *testing.T) {
	testtier.Sequential(t)
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		for _, style := range []NameStyle{FullNames, ShortNames, SignatureNames} {
			plain, apart := NewNames(p, NameOptions{Style: style}), NewNames(p, NameOptions{Style: style, Disambiguate: true})
			times := map[string]int{}
			for slot, used := range ReferencedMethods(p) {
				if used {
					times[plain.Method(slot)]++
				}
			}
			seen := map[string]bool{}
			for slot, used := range ReferencedMethods(p) {
				name := apart.Method(slot)
				if used && seen[name] {
					t.Errorf("%s: two methods read %q", file, name)
				}
				if unique := !used || times[plain.Method(slot)] == 1; unique != (name == plain.Method(slot)) {
					t.Errorf("%s: %q, which %d methods are called, reads %q", file, plain.Method(slot), times[plain.Method(slot)], name)
				}
				seen[name] = seen[name] || used
			}
		}
	}
}
