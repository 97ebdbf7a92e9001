package rewrite

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A call in the name of a stub is public if its class, its method and all types are: no class of an application, and no hash of one.
func TestPublicCalls(t *testing.T) {
	mangle := strings.NewReplacer(".", "_0002e", "(", "_00028", ")", "_00029", "$", "_00024", "<", "_0003c", ">", "_0003e", "_", "_1", ";", "_2", "[", "_3", "/", "_")
	const hash = "_" + testprofile.LambdaHash
	for call, want := range map[string]bool{
		"Ljava/lang/System;.getProperty(Ljava/lang/String;)Ljava/lang/String;": true, "Ljava/lang/Math;.max(II)I": true, "Ljava/util/Map$Entry;.<init>([[J[Ljava/lang/Object;)V": true,
		"Lapp/Main;.run()V": false, "Ljava/lang/Math;.max(Lapp/Secret;)I": false, "Ljava/lang/Math;.max(I)Lapp/Secret;": false, "Ljava/lang/Math;.max([[Lapp/Secret;I)I": false,
		"Ljava/lang/Math" + hash + ";.max()I": false, "Ljava/lang/Math;.max" + hash + "()I": false, "Ljava/lang/Math;.max(Ljava/lang/X" + hash + ";)I": false,
		"Ljava/lang/Math;.max(II)": false, "Ljava/lang/Math;max(II)I": false, "": false,
	} {
		if got := isPublicCall(mangle.Replace(call)); got != want {
			t.Errorf("%s: %t", call, got)
		}
	}
}
