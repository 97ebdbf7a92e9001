package rewrite

import (
	"strings"
	"testing"
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
