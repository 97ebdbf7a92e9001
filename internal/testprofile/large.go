package testprofile

import (
	"bytes"
	"fmt"
	"strings"
)

// Roots is the text of a profile with n methods, each of which is a root with a count in a section, such as "callCountProfiles". The
// counts of the methods, from 1 to 7, add up to about 4n.
func Roots(section string, n int) []byte {
	return wide(section, n, func(i int) string { return fmt.Sprint(i, ":0") })
}

// Chains is the text of a profile with as many stacks as methods, each of which calls itself that many times.
func Chains(section string, methods, depth int) []byte {
	return wide(section, methods, func(i int) string {
		frame := fmt.Sprint(i, ":0")
		return strings.Repeat(frame+"<", depth-1) + frame
	})
}

// wide is a profile with n methods and as many contexts.
func wide(section string, n int, context func(i int) string) []byte {
	return listed(section, n, n, context)
}

// listed is a profile with so many methods and contexts.
func listed(section string, methods, contexts int, context func(i int) string) []byte {
	var b bytes.Buffer
	b.WriteString(`{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.Main"}],"methods":[`)
	for i := range methods {
		comma(&b, i)
		fmt.Fprintf(&b, `{"id":%d,"name":"m%d","signature":[1,0]}`, i, i)
	}
	fmt.Fprintf(&b, `],%q:[`, section)
	for i := range contexts {
		comma(&b, i)
		fmt.Fprintf(&b, `{"ctx":"%s","records":[%d]}`, context(i), i%7+1)
	}
	b.WriteString("]}")
	return b.Bytes()
}

func comma(b *bytes.Buffer, i int) {
	if i > 0 {
		b.WriteByte(',')
	}
}

// Chain is the text of a profile with one stack of n methods, each of which calls the next one.
func Chain(section string, n int) []byte {
	return listed(section, n, 1, func(int) string {
		var frames []string
		for i := range n {
			frames = append(frames, fmt.Sprint(i, ":0"))
		}
		return strings.Join(frames, "<")
	})
}

// Fan is the text of a profile in which the first method has so many virtual calls, each with a receiver, and is inlined into as many others
// as it has contexts.
func Fan(sites, contexts int) []byte {
	b := bytes.NewBuffer(bytes.TrimSuffix(listed("callCountProfiles", 1+contexts, contexts, func(i int) string { return fmt.Sprintf("0:0<%d:1", 1+i) }), []byte("}")))
	b.WriteString(`,"virtualInvokeProfiles":[`)
	for i := range sites {
		comma(b, i)
		fmt.Fprintf(b, `{"ctx":"0:%d","records":[1,%d]}`, i, i%7+1)
	}
	b.WriteString("]}")
	return b.Bytes()
}
