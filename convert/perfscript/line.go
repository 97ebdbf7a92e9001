package perfscript

import (
	"bytes"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/objectfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A header is the first line of a sample.
type header struct {
	thread, event []byte
	rest          []byte // after the event
}

// parseHeader parses the first line of a sample; false: it is another line.
//
//	C2 CompilerThre 20046/20050 [001]  2015.033697:     250000 cpu-clock:u:
//	            spin 15088  2032.083233:  cycles:u:   7f059b6640af inner+0x2f (/tmp/spin)
//	spin  9054
func parseHeader(line []byte) (header, bool) {
	line = bytes.TrimLeft(line, " ")
	if len(line) == 0 || line[0] == '\t' {
		return header{}, false
	}
	for at := 0; ; { // names of threads may have blanks and numbers
		space := bytes.IndexByte(line[at:], ' ')
		if space < 0 {
			return header{}, false
		}
		at += space
		name := line[:at]
		for at < len(line) && line[at] == ' ' {
			at++
		}
		id, rest := cutWord(line[at:])
		if !isIDs(id) {
			continue
		}
		if word, after := cutWord(rest); len(word) > 2 && word[0] == '[' && isDigits(bytes.Trim(word, "[]")) {
			rest = after
		}
		word, rest := cutWord(rest)
		if len(word) == 0 {
			return header{thread: name}, true
		}
		if !isTime(word) {
			continue
		}
		word, after := cutWord(rest)
		if isDigits(word) {
			word, after = cutWord(after)
		}
		if len(word) < 2 || word[len(word)-1] != ':' {
			continue
		}
		return header{name, word[:len(word)-1], after}, true
	}
}

// cutWord returns the first word of a text, and the text after it from its first word on.
func cutWord(text []byte) (word, rest []byte) {
	text = bytes.TrimLeft(text, " \t\r")
	end := bytes.IndexAny(text, " \t\r")
	if end < 0 {
		return text, nil
	}
	return text[:end], bytes.TrimLeft(text[end:], " \t\r")
}

func isDigits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(b) > 0
}

// isIDs reports whether a word is the number of a thread, or of a process and a thread: 20046/20050. -1 is an unknown one.
func isIDs(word []byte) bool {
	process, thread, both := bytes.Cut(word, []byte("/"))
	isID := func(b []byte) bool { return isDigits(bytes.TrimPrefix(b, []byte("-"))) }
	return isID(process) && (!both || isID(thread))
}

// isTime reports whether a word is a time in seconds: 2015.033697:
func isTime(word []byte) bool {
	if len(word) < 4 || word[len(word)-1] != ':' {
		return false
	}
	seconds, fraction, ok := bytes.Cut(word[:len(word)-1], []byte("."))
	return ok && isDigits(seconds) && isDigits(fraction)
}

// cutAddress returns the text after the address of a frame.
func cutAddress(text []byte) (rest []byte, ok bool) {
	word, rest := cutWord(text)
	for _, c := range word {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return nil, false
		}
	}
	return rest, len(word) > 0
}

// symbolOf returns the text of a frame without the offset in the symbol, which differs from sample to sample: what is left is as long
// as the text, or has the offset cut out of it.
//
//	long app.Work.fib(int)+0x80 (/tmp/perf-20046.map)
func symbolOf(text []byte) []byte {
	text = bytes.TrimRight(text, " \t\r")
	symbol, file := cutFile(text)
	plus := bytes.LastIndex(symbol, []byte("+0x"))
	if plus <= 0 || len(bytes.Trim(symbol[plus+3:], "0123456789abcdef")) > 0 {
		return text
	}
	if len(file) == 0 {
		return symbol[:plus]
	}
	n := plus + copy(text[plus:], text[len(symbol):]) // the line is not needed as it was
	return text[:n]
}

// cutFile splits the text of a frame into the symbol and the file in parentheses, with the blank before them.
func cutFile(text []byte) (symbol, file []byte) {
	if len(text) == 0 || text[len(text)-1] != ')' {
		return text, nil
	}
	switch at := bytes.LastIndex(bytes.TrimSuffix(text, []byte(" (deleted))")), []byte(" (")); {
	case at >= 0:
		return text[:at], text[at:]
	case text[0] == '(':
		return nil, text
	}
	return text, nil
}

// A frame is a frame's name, and its owner by the file that has its code.
type frame struct {
	name  string
	owner iprof.Owner
}

// An object is what matters of the file that has a frame's code.
type object struct {
	owner  iprof.Owner
	jitted bool
}

// newFrame returns the frame with the text of a line after the address, and the object that has its code.
func newFrame(text string) (frame, object) {
	symbol, file := cutFile([]byte(text))
	path := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(string(file), " "), "("), ")")
	path = strings.TrimSuffix(path, " (deleted)")
	of := object{objectfile.Owner(path), objectfile.IsJitted(path)}
	name := strings.TrimSpace(string(symbol))
	if name != "" && name != "[unknown]" {
		return frame{name: name}.in(of), of
	}
	base := path[strings.LastIndexByte(path, '/')+1:]
	if base == "" || base == "[unknown]" {
		return frame{name: "[unknown]"}, of
	}
	return frame{"[" + strings.Trim(base, "[]") + "]", of.owner}, of
}

// in returns a frame with a symbol for a name as one of an object.
func (f frame) in(of object) frame {
	switch {
	case of.jitted && strings.ContainsAny(f.name, ".:;"):
		return frame{name: javaName(f.name)}
	case of.jitted: // no method: Interpreter, StubRoutines (1)
		return frame{f.name, iprof.VMOwner}
	case of.owner == iprof.KernelOwner:
		return frame{f.name + "_[k]", of.owner} // as FlameGraph and async-profiler have it
	}
	if name, ok := javaname.OfSymbol(f.name); ok { // of a native image, maybe built as a library
		return frame{name: name}
	}
	return frame{f.name, of.owner}
}

// isInlined reports whether a frame is inlined into the next one: perf prints no file then.
func isInlined(text []byte) bool { return bytes.HasSuffix(text, []byte("(inlined)")) }

// javaName returns the name of a method as frames elsewhere have it.
//
//	long app.Work.fib(int)    HotSpot, jcmd Compiler.perfmap: with its result
//	Lapp/Work;::fib           perf-map-agent
//	Lapp/Work::fib            others
//	Lapp/Work;fib(I)J         perf's own agent, libperf-jvmti.so
func javaName(symbol string) string {
	if class, method, ok := strings.Cut(symbol, ";"); ok && strings.HasPrefix(class, "L") && !strings.HasPrefix(method, ":") && !strings.ContainsAny(class, " .(") {
		if open := strings.IndexByte(method, '('); open > 0 {
			if params, _, err := classfile.Types(method[open:]); err == nil {
				for i, param := range params {
					params[i] = javaname.Type(param)
				}
				return strings.ReplaceAll(class[1:], "/", ".") + "." + method[:open] + "(" + strings.Join(params, ", ") + ")"
			}
		}
	}
	if class, method, ok := strings.Cut(symbol, "::"); ok && strings.HasPrefix(class, "L") && !strings.ContainsAny(class, " .(") {
		return strings.ReplaceAll(strings.TrimSuffix(class[1:], ";"), "/", ".") + "." + method
	}
	result, method, ok := strings.Cut(symbol, " ")
	if name, _, hasParams := strings.Cut(method, "("); ok && hasParams && strings.HasSuffix(symbol, ")") && strings.Contains(name, ".") &&
		!strings.ContainsAny(name, " ") && !strings.Contains(result, "(") {
		return method
	}
	return symbol
}

// Detect reports whether a text has a sample of perf script: a first line with a time and an event, and a frame.
func Detect(head []byte) bool {
	after := false // the previous line is the first one of a sample
	for line := range bytes.Lines(head) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			after = false
			continue
		}
		if after && isIndented(line) {
			if rest, ok := cutAddress(bytes.TrimSpace(line)); ok && len(rest) > 0 {
				return true
			}
		}
		h, ok := parseHeader(line)
		after = ok && h.event != nil
		if after {
			if rest, ok := cutAddress(h.rest); ok && len(rest) > 0 {
				return true
			}
		}
	}
	return false
}
