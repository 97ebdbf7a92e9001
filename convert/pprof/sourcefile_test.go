package pprof_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/pprof"
)

func TestSourceFile(t *testing.T) {
	for _, test := range []struct{ class, want string }{
		{"java.lang.Thread", "java/lang/Thread.java"},
		{"Fib", "Fib.java"},
		{"java.util.HashMap$Node", "java/util/HashMap.java"},
		{"a.Outer$$Lambda$d8e5b1030aca235b87d2b1ed8c8962d163acefcd", "a/Outer.java"},
		{"a.Outer$$Lambda/0x00007f12", "a/Outer.java"},
		{"java.lang.invoke.LambdaForm$MH/0x00000007c109f400", "java/lang/invoke/LambdaForm.java"},
		{"a.Hidden/0x1.b", "a/Hidden.java"},
		{"jdk.proxy4.$Proxy83", "jdk/proxy4/$Proxy83.java"},
		{"[Ljava.lang.String;", "java/lang/String.java"},
		{"[[La.B$C;", "a/B.java"},
		{"int", ""},
		{"[[D", ""},
		{"[", ""},
		{"", ""},
		{"a.", ""},
		{".etc.passwd", ""},
		{"a..b", ""},
		{`..\..\x`, ""},
		{"../../x", ""},
	} {
		if got := pprof.SourceFile(test.class); got != test.want {
			t.Errorf("%q: %q, want %q", test.class, got, test.want)
		}
	}
}
