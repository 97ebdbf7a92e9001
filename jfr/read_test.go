package jfr_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/iprof-viz/iprof-viz/internal/testjfr"
	"github.com/iprof-viz/iprof-viz/jfr"
)

// read returns a line for each event: its type, thread, frames, the leaf first.
func read(r io.Reader) (lines []string, err error) {
	in := jfr.NewReader(r)
	var stack jfr.Stack
	for {
		c, err := in.Next()
		if err == io.EOF {
			return lines, nil
		}
		if err != nil {
			return lines, err
		}
		for e, err := range c.Events() {
			if err != nil {
				return lines, err
			}
			line := fmt.Sprintf("%s %q", e.Type.Name, e.Thread("sampledThread"))
			if n, ok, _ := e.Number("samples"); ok {
				line += fmt.Sprintf(" ×%d", n)
			}
			number, _, err := e.Number("stackTrace")
			if err != nil {
				return lines, err
			}
			ok, err := e.Stack(number, &stack)
			if err != nil {
				return lines, err
			}
			for _, f := range stack.Frames {
				m, ok := e.Method(f.Method)
				line += fmt.Sprintf(" %s.%s%s:%d", m.Class, m.Name, m.Descriptor, f.Line)
				if !ok {
					line += "?"
				}
			}
			if !ok {
				line += " no stack"
			}
			if stack.Truncated {
				line += " …"
			}
			lines = append(lines, line)
		}
	}
}

var events = []testjfr.Event{
	testjfr.Sample("main", "app/Main", "main", "rün"),
	{Type: "jdk.NativeMethodSample", Thread: `w"örker 日本 😀`, Stack: []testjfr.Frame{testjfr.NewFrame("", "poll", -1), testjfr.NewFrame("java/net/Socket", "read", 65535)}, Truncated: true},
	{Type: "profiler.WallClockSample", Samples: 1 << 20, Stack: []testjfr.Frame{testjfr.NewFrame("app/Main", "main", 0)}},
	{Thread: "main"},
}

var wanted = []string{
	`jdk.ExecutionSample "main" app/Main.rün()V:2 app/Main.main()V:1`,
	`jdk.NativeMethodSample "w\"örker 日本 😀" .poll()V:-1 java/net/Socket.read()V:65535 …`,
	`profiler.WallClockSample "unused" ×1048576 app/Main.main()V:0`,
	`jdk.ExecutionSample "main" no stack`,
}

// Events are the same however a chunk is written: integers, strings, the order of fields, constants in one event or several.
func TestRead(t *testing.T) {
	for _, plain := range []bool{false, true} {
		for _, shuffled := range []bool{false, true} {
			for _, split := range []bool{false, true} {
				for _, encodings := range [][]byte{nil, {4}, {5}, {2}, {2, 3, 4, 5}} {
					c := testjfr.Chunk{Events: events, Plain: plain, Shuffled: shuffled, Split: split, Encodings: encodings}
					want := slices.Clone(wanted)
					want[2] = strings.Replace(want[2], `"unused"`, `""`, 1) // it has no thread
					for _, r := range []io.Reader{bytes.NewReader(c.Bytes()), iotest.OneByteReader(bytes.NewReader(c.Bytes()))} {
						got, err := read(r)
						if err != nil || !slices.Equal(got, want) {
							t.Fatalf("%+v:\n%s\n%v", c, strings.Join(got, "\n"), err)
						}
					}
				}
			}
		}
	}
}

// A recording may have chunks that are written differently: numbers of types and constants mean nothing in the next.
func TestChunks(t *testing.T) {
	one := testjfr.Chunk{Events: events[:1]}.Bytes()
	two := testjfr.Chunk{Events: []testjfr.Event{testjfr.Sample("x", "B", "b")}, Shuffled: true, Plain: true, Version: 1}.Bytes()
	got, err := read(bytes.NewReader(slices.Concat(one, two, one)))
	want := []string{wanted[0], `jdk.ExecutionSample "x" B.b()V:1`, wanted[0]}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	c, err := jfr.NewReader(bytes.NewReader(one)).Next()
	if err != nil || c.Start.Unix() != 1_700_000_000 || c.Duration.Seconds() != 1 || c.Size() != int64(len(one)) || c.Number != 1 {
		t.Errorf("%+v, %v", c, err)
	}
}

// A chunk that the recorder did not finish has what it flushed; of what follows, only a chunk that begins at once can be read.
func TestUnfinished(t *testing.T) {
	begun, whole := testjfr.Chunk{Events: events[:1], State: 7}.Bytes(), testjfr.Chunk{Events: events[:1]}.Bytes()
	for _, tt := range []struct {
		after string
		want  int // events
	}{
		{"", 1}, {"FL", 1}, {"half an event", 1}, {"half an event" + string(whole), 1}, {strings.Repeat("x", 1000), 1},
		{string(whole), 2}, {string(begun) + string(whole) + string(begun) + "half an event", 4},
	} {
		got, err := read(bytes.NewReader(append(slices.Clone(begun), tt.after...)))
		if err != nil || !slices.Equal(got, slices.Repeat(wanted[:1], tt.want)) {
			t.Errorf("before %.20q: %q, %v", tt.after, got, err)
		}
	}
	if got, err := read(bytes.NewReader(slices.Concat(begun, whole[:len(whole)-1]))); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("before a truncated chunk: %q, %v", got, err)
	}
	never := slices.Clone(begun)
	binary.BigEndian.PutUint64(never[8:], 0)
	locked := slices.Clone(begun)
	locked[64] = 255
	for _, tt := range [][]byte{never, locked} {
		got, err := read(bytes.NewReader(slices.Concat(whole, tt)))
		var placed *jfr.Error
		if !errors.Is(err, jfr.ErrUnfinished) || !errors.As(err, &placed) || placed.Chunk != 2 || placed.Offset != int64(len(whole)) || len(got) != 1 {
			t.Errorf("%q, %v", got, err)
		}
	}
}

// Every file that ends early says where, with the error that means so; at no length is there a panic or a wrong event.
func TestTruncated(t *testing.T) {
	whole := testjfr.Chunk{Events: events}.Bytes()
	for n := 1; n < len(whole); n++ {
		got, err := read(bytes.NewReader(slices.Concat(whole, whole[:n])))
		var placed *jfr.Error
		if !errors.Is(err, io.ErrUnexpectedEOF) || !errors.As(err, &placed) || placed.Chunk != 2 || len(got) != len(events) {
			if n >= 4 || !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("%d bytes: %q, %v", n, got, err)
			}
		}
	}
}

// change returns a recording with other bytes at a place in it, or in its header if the old bytes are "".
func change(c testjfr.Chunk, at int, old, new string) []byte {
	b := c.Bytes()
	if old != "" {
		at = bytes.Index(b, []byte(old))
	}
	copy(b[at:], new)
	return b
}

func TestErrors(t *testing.T) {
	c := testjfr.Chunk{Events: events[:1]}
	long := func(n int) string { return string(binary.BigEndian.AppendUint64(nil, uint64(n))) }
	constants := int(binary.BigEndian.Uint64(c.Bytes()[16:]))
	size := len(c.Bytes())
	circle := testjfr.Chunk{Events: events[:1], Split: true, Plain: true}.Bytes()
	newest := int(binary.BigEndian.Uint64(circle[16:]))
	oldest := newest + int(int64(binary.BigEndian.Uint64(circle[newest+28:])))
	binary.BigEndian.PutUint64(circle[oldest+28:], uint64(newest-oldest))
	for _, tt := range []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, `chunk 1 (byte 0): not a flight recording: "" is not "FLR\x00"`},
		{"another file", []byte("main;work 1\n"), `chunk 1 (byte 0): not a flight recording: "main" is not "FLR\x00"`},
		{"text after a chunk", append(c.Bytes(), strings.Repeat("text ", 20)...), fmt.Sprintf(`chunk 2 (byte %d): not a flight recording: "text" is not "FLR\x00"`, size)},
		{"version of JDK 8", change(c, 4, "", "\x00\x00\x00\x09"), `chunk 1 (byte 0): unsupported version of the format: 0.9`},
		{"size too small", change(c, 8, "", long(67)), `chunk 1 (byte 0): it has a size of 67 bytes`},
		{"size negative", change(c, 8, "", long(-1)), `chunk 1 (byte 0): it has a size of -1 bytes`},
		{"size too large", change(c, 8, "", long(1<<60)), fmt.Sprintf(`chunk 1 (byte 0): it has %d of %d bytes: unexpected EOF`, size, 1<<60)},
		{"metadata in the header", change(c, 24, "", long(67)), fmt.Sprintf(`chunk 1 (byte 0): its metadata are said to be at its byte 67 of %d`, size)},
		{"constants after the end", change(c, 16, "", long(size)), fmt.Sprintf(`chunk 1 (byte 0): its constants are said to be at its byte %d of %d`, size, size)},
		{"an event for metadata", change(c, 24, "", long(68)), `chunk 1 (byte 68): expected metadata, an event of type 0, not of type 65`},
		{"an event of no bytes", change(c, 68, "", "\x80\x80\x80\x00"), `chunk 1 (byte 68): the size of an event is 0`},
		{"an event that is too long", change(c, 68, "", "\xff\xff\xff\x7f"), fmt.Sprintf(`chunk 1 (byte 68): the size of an event is 268435455, but its chunk has only %d more bytes`, size-68)},
		{"constants in a circle", circle, fmt.Sprintf("chunk 1 (byte %d): events with constants refer to each other in a circle", oldest)},
		{"unknown encoding", change(c, 0, "\x03\x08app/Main", "\x09"), fmt.Sprintf(`chunk 1 (byte %d): string has the unknown encoding 9`, constants)},
		{"a string that is too long", change(c, 0, "\x03\x08app/Main", "\x03\x7f"), ""},
		{"types that are not declared", change(c, 0, "\x03\x05class", "\x03\x05clasz"), fmt.Sprintf("chunk 1 (byte %d): constants have a type without metadata: 59", constants)},
	} {
		_, err := read(bytes.NewReader(tt.file))
		switch {
		case err == nil:
			t.Errorf("%s: no error", tt.name)
		case tt.want != "" && !strings.HasPrefix(err.Error(), tt.want):
			t.Errorf("%s: %v\nwant %s", tt.name, err, tt.want)
		}
		var placed *jfr.Error
		if err != nil && !errors.As(err, &placed) {
			t.Errorf("%s: %T", tt.name, err)
		}
	}
}
