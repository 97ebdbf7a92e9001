package main

import (
	"bytes"
	"fmt"
	"strings"
)

// multiplyingRecords are profiles of which few bytes stand for much.
var multiplyingRecords = []kind{
	{"receivers of sites", 300, func(n int) map[string][]byte {
		const receivers = 1000
		types := []string{"unused", "int", "long", "double"}
		var all []string
		for i := range receivers {
			types = append(types, fmt.Sprintf("app.R%d", i))
			all = append(all, fmt.Sprintf("%d,%d", 6+i, i%7+1))
		}
		return one(withSection(profileText(types, n, plainMethod), "virtualInvokeProfiles", n, func(i int) string {
			return fmt.Sprintf(`{"ctx":"%d:3","records":[%s]}`, i, strings.Join(all, ","))
		}))
	}, recordCommands},
	{"receivers of a site", 75_000, func(n int) map[string][]byte {
		types := []string{"unused", "int", "long", "double"}
		var all []string
		for i := range n {
			types = append(types, fmt.Sprintf("app.R%d", i))
			all = append(all, fmt.Sprintf("%d,%d", 6+i, i%7+1))
		}
		return one(withSection(profileText(types, 2, plainMethod), "virtualInvokeProfiles", 1, func(i int) string {
			return fmt.Sprintf(`{"ctx":"%d:3","records":[%s]}`, i, strings.Join(all, ","))
		}))
	}, recordCommands},
	{"successors of a conditional", 150_000, func(n int) map[string][]byte {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf("%d,%d,%d", i%65000, i, i%7+1))
		}
		return one(withSection(profileText(nil, 2, plainMethod), "conditionalProfiles", 1, func(i int) string {
			return fmt.Sprintf(`{"ctx":"%d:3","records":[%s]}`, i, strings.Join(all, ","))
		}))
	}, recordCommands},
	{"frames of folded stacks", 1_000_000, func(n int) map[string][]byte {
		var b bytes.Buffer
		for i := range n {
			fmt.Fprintf(&b, "all;f%d %d\n", i, i%7+1)
		}
		return one(b.Bytes())
	}, recordCommands},
	{"methods of a class with a long name", 50_000, func(n int) map[string][]byte {
		text := profileText(nil, n, plainMethod)
		return one(bytes.Replace(text, []byte("app.Main"), []byte("app."+strings.Repeat("Main", 500_000)), 1))
	}, recordCommands},
	{"methods of a class", 60_000, func(n int) map[string][]byte { return one(profileText(nil, n, plainMethod)) }, recordCommands},
}

// recordCommands are those that show most records.
var recordCommands = append([]string{
	"receivers --format json FILE", "branches --format json FILE", "peek . -n 0 FILE", "peek . -n 0 -m calls FILE", "peek . -n 0 --format json FILE",
	"calls FILE", "calls -n 0 --format json FILE", "top --by site FILE", "list . FILE",
}, kindCommands...)

// withSection adds a section of n records to a profile.
func withSection(text []byte, section string, n int, record func(i int) string) []byte {
	var all []string
	for i := range n {
		all = append(all, record(i))
	}
	return append(bytes.TrimSuffix(text, []byte("}")), fmt.Sprintf(`,%q:[%s]}`, section, strings.Join(all, ","))...)
}
