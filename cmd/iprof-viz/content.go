package main

import (
	"bytes"
	"strings"
)

// A contentKind is a kind of input, with its article, for messages.
type contentKind string

const (
	iprofFile   contentKind = "an iprof"
	pprofFile   contentKind = "a pprof profile"
	foldedText  contentKind = "folded stacks"
	markup      contentKind = "HTML or XML"
	unknownKind contentKind = ""
)

// contentKinds are the kinds of content that the program knows, in the order in which an input is compared with them.
var contentKinds = []struct {
	kind contentKind
	name string // for users; "": it is recognized, but not read
	is   func(head []byte) bool
}{
	{iprofFile, "iprof", func(head []byte) bool { return textBegins(head, '{') }},
	{markup, "", func(head []byte) bool { return textBegins(head, '<') }},
	{pprofFile, "pprof", isMessage},
	{foldedText, "folded", isFolded},
}

// sniff tells the kind of an input from its beginning, decompressed.
func sniff(head []byte) contentKind {
	for _, k := range contentKinds {
		if k.is(head) {
			return k.kind
		}
	}
	return unknownKind
}

func textBegins(head []byte, with byte) bool {
	text := trimText(head)
	return len(text) > 0 && text[0] == with
}

func trimText(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
}

// isFolded looks at the first line, or one of those that follow if it has several frames: the reader of an iprof explains
// best why it is none.
func isFolded(head []byte) bool {
	for i, line := range strings.Split(string(trimText(head)), "\n") {
		line = strings.TrimRight(line, " \t\r")
		space := strings.LastIndexAny(line, " \t")
		if space > 0 && isCount(line[space+1:]) && (i == 0 || strings.Contains(line[:space], ";")) {
			return true
		}
	}
	return false
}

// isCount reports whether s is a number as folded stacks end in, be it one that is not drawn.
func isCount(s string) bool {
	whole, part, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	return whole != "" && strings.Trim(whole+part, "0123456789") == ""
}

// isMessage reports whether head can begin a protobuf message as pprof's Profile is one: a tag of the fields 1 to 15,
// a varint or length-delimited, and bytes that no text has.
func isMessage(head []byte) bool {
	if len(head) == 0 || head[0]>>3 < 1 || head[0]>>3 > 15 || head[0]&7 != 0 && head[0]&7 != 2 {
		return false
	}
	return bytes.ContainsFunc(head, func(r rune) bool { return r < '\t' })
}
