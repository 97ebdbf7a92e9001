package rewrite

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A stub has a prefix, a target and a hash; a long hash alone is one as well, 22 letters alone are a name.
func TestPartsOfStubs(t *testing.T) {
	long := strings.Repeat("0123456789abcdef", 2)
	const digest = "0123456789012345678901"
	for name, want := range map[string]stub{
		long:                        {"", "", long, ""},
		long + "_2":                 {"", "", long, "_2"},
		"target_" + long:            {"", "target", long, ""},
		"invoke_a_b_" + long + "$3": {"invoke_", "a_b", long, "$3"},
		"jniInvoke_ARRAY_" + long:   {"jniInvoke_ARRAY_", "", long, ""},
		"target_" + digest:          {"", "target", digest, ""},
		"invoke_" + digest:          {"invoke_", "", digest, ""},
	} {
		got, ok := asStub(name)
		if !ok || got != want || got.String() != name {
			t.Errorf("%s: %+v, %t", name, got, ok)
		}
	}
	for _, name := range []string{digest, "short", "", "main", long[:31]} {
		if got, ok := asStub(name); ok {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Stubs may have class names of up to 4,096 bytes in full.
func TestLongTargets(t *testing.T) {
	for _, length := range []int{4096, 4097} {
		class := strings.Repeat("x", length)
		targets := targetsOf(testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"java.util.`+class+`"}],"methods":[{"id":1,"name":"run","signature":[1,0]}]}`))
		if _, ok := targets[targetKey(javaname.Normalize(class+"_run"))]; ok != (length == 4096) {
			t.Errorf("%d bytes: %t", length, ok)
		}
	}
}
