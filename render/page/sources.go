package page

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/listing"
)

// wholeFiles limits the text of source files that a page has all of, in bytes: a fifth of that remains when it is compressed. Of other
// files it has the listed methods.
const wholeFiles = 400_000

// aroundMethod is the number of lines before and after a method: its head is before its first instruction.
const aroundMethod = 3

// A SourceFile is the text of a source file.
type SourceFile struct {
	// Relative to the source directories: com/acme/Parser.java.
	Name string `page:"name"`
	// In the order of the file. There is one if all of it is there.
	Pieces []SourcePiece `page:"pieces"`
	// Number of lines in the file.
	Length int `page:"length"`
	// Lines of listed methods with samples: self samples and, of methods of the application, those in the library code that they call.
	Samples []LineSamples `page:"samples"`
}

// A SourcePiece is a part of a source file.
type SourcePiece struct {
	// The number of its first line.
	First int `page:"first"`
	// Lines, separated by newlines.
	Text string `page:"text"`
}

// sources are the source files of a listing.
type sources struct {
	files []SourceFile
	index map[string]int // in files, by path
}

// newSources collects the source files of a listing, those with the most samples first, then as their methods are listed.
func newSources(l *code.Listing, own map[int32][]code.LineSamples) *sources {
	type file struct {
		path    string
		lines   []string
		methods []*code.Method
		samples map[int]int64
		sum     int64
	}
	var files []*file
	byPath := map[string]*file{}
	for i := range l.Methods {
		m := &l.Methods[i]
		if m.SourceLines == nil {
			continue
		}
		path := sourceline.SourceFile(m.Class)
		f := byPath[path]
		if f == nil {
			f = &file{path: path, lines: m.SourceLines, samples: map[int]int64{}}
			if n := len(f.lines); n > 1 && f.lines[n-1] == "" { // after the last newline
				f.lines = f.lines[:n-1]
			}
			byPath[path], files = f, append(files, f)
		}
		f.methods = append(f.methods, m)
		for _, s := range own[m.Slot] {
			f.samples[s.Line] += s.Self
			f.sum += s.Self
		}
	}
	slices.SortStableFunc(files, func(a, b *file) int { return cmp.Compare(b.sum, a.sum) })
	all := &sources{index: map[string]int{}}
	left := wholeFiles
	for i, f := range files {
		of := SourceFile{Name: fitname.Bound(plaintext.Visible(f.path)), Length: len(f.lines)}
		whole := pieceOf(f.lines, 1, len(f.lines))
		if len(whole.Text) <= left {
			left -= len(whole.Text)
			of.Pieces = []SourcePiece{whole}
		} else {
			of.Pieces = piecesOf(f.lines, f.methods)
		}
		for line, n := range f.samples {
			of.Samples = append(of.Samples, LineSamples{line, n})
		}
		slices.SortFunc(of.Samples, func(a, b LineSamples) int { return cmp.Compare(a.Line, b.Line) })
		all.index[f.path], all.files = i, append(all.files, of)
	}
	return all
}

// piecesOf returns the pieces with methods.
func piecesOf(lines []string, methods []*code.Method) []SourcePiece {
	var ranges [][2]int
	for _, m := range methods {
		first, last := 0, 0
		for i := range m.Places {
			if line := m.Places[i].Line; line > 0 && line <= len(lines) {
				if first == 0 || line < first {
					first = line
				}
				last = max(last, line)
			}
		}
		if first > 0 {
			ranges = append(ranges, [2]int{max(first-aroundMethod, 1), min(last+aroundMethod, len(lines))})
		}
	}
	slices.SortFunc(ranges, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	var pieces []SourcePiece
	for i := 0; i < len(ranges); {
		first, last := ranges[i][0], ranges[i][1]
		for i++; i < len(ranges) && ranges[i][0] <= last+1; i++ {
			last = max(last, ranges[i][1])
		}
		pieces = append(pieces, pieceOf(lines, first, last))
	}
	return pieces
}

// pieceOf returns some lines, from the first to the last number.
func pieceOf(lines []string, first, last int) SourcePiece {
	texts := make([]string, 0, last-first+1)
	for _, line := range lines[first-1 : last] {
		texts = append(texts, fitname.Bound(plaintext.Visible(listing.PlainSource(line))))
	}
	return SourcePiece{first, strings.Join(texts, "\n")}
}
