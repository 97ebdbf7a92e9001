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
	var b bytes.Buffer
	b.WriteString(`{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.Main"}],"methods":[`)
	for i := range n {
		comma(&b, i)
		fmt.Fprintf(&b, `{"id":%d,"name":"m%d","signature":[1,0]}`, i, i)
	}
	fmt.Fprintf(&b, `],%q:[`, section)
	for i := range n {
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
