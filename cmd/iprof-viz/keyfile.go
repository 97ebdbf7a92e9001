package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/rewrite"
)

// keyHeader begins a key file. The key follows, and a line for each pseudonym: the pseudonym, a space and the name,
// quoted.
const keyHeader = "iprof-viz pseudonyms 1\n"

// readKey reads a key file. A last line without an end was being written when the program was killed; it does not count.
func readKey(file string) (key []byte, names map[string]string, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	bad := errors.New("not a file of pseudonyms")
	lines, ok := strings.CutPrefix(string(text), keyHeader)
	if !ok {
		return nil, nil, bad
	}
	names = map[string]string{}
	for line := range strings.Lines(lines) {
		line, whole := strings.CutSuffix(line, "\n")
		word, rest, ok := strings.Cut(line, " ")
		switch {
		case !whole:
		case !ok:
			return nil, nil, bad
		case word == "key":
			if key, err = hex.DecodeString(rest); err != nil || len(key) < 16 {
				return nil, nil, bad
			}
		default:
			name, err := strconv.Unquote(rest)
			if err != nil {
				return nil, nil, bad
			}
			names[word] = name
		}
	}
	if key == nil {
		return nil, nil, bad
	}
	return key, names, nil
}

// writeKey makes a key file that only its owner can read, or adds new names to one. Its lines stay as they are.
func writeKey(file string, fresh bool, key []byte, ps *rewrite.Pseudonyms) (added int, err error) {
	flags := os.O_RDWR | os.O_APPEND
	if fresh {
		flags |= os.O_CREATE | os.O_EXCL
	}
	f, err := os.OpenFile(file, flags, 0o600)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	b := bufio.NewWriter(f) // keeps the first error
	if fresh {
		fmt.Fprintf(b, "%skey %s\n", keyHeader, hex.EncodeToString(key))
	} else if err := wholeLines(f); err != nil {
		return 0, err
	}
	for pseudonym, name := range ps.Added {
		fmt.Fprintf(b, "%s %q\n", pseudonym, name)
		added++
	}
	if err := b.Flush(); err != nil {
		return added, err
	}
	return added, f.Close()
}

// wholeLines cuts a last line off that has no end.
func wholeLines(f *os.File) error {
	text, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	if end := bytes.LastIndexByte(text, '\n') + 1; end < len(text) {
		return f.Truncate(int64(end))
	}
	return nil
}
