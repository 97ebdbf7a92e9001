package load

import (
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// Repeated returns a note about each profile that is given several times, by whichever names, and with runs also about each that has the
// contents of another: a copy of a run is not another run. The notes end in the effect.
func Repeated(e *cli.Env, files []string, runs bool, effect string) []cli.Note {
	var notes []cli.Note
	var seen []*givenFile
next:
	for _, name := range files {
		f := &givenFile{name: name}
		if data, ok := e.Held[name]; ok {
			f.data, f.size = data, int64(len(data))
		} else if name == "-" || e.Held != nil {
			continue
		} else if f.info, _ = os.Stat(name); f.info == nil || f.info.IsDir() {
			continue // reading it will fail
		} else {
			f.size = f.info.Size()
		}
		for _, other := range seen {
			text := ""
			switch {
			case filepath.Clean(other.name) == filepath.Clean(name):
				text = "it is named more than once"
			case f.info != nil && other.info != nil && os.SameFile(f.info, other.info):
				text = "it is the same file as " + cli.Printable(other.name)
			case runs && f.hasContentsOf(other):
				text = "it has the same contents as " + cli.Printable(other.name) + ", and is probably the same run"
			default:
				continue
			}
			if !slices.Contains(other.told, text) {
				notes, other.told = append(notes, cli.Note{File: name, Text: text + ": " + effect}), append(other.told, text)
			}
			continue next
		}
		seen = append(seen, f)
	}
	return notes
}

// RepeatedRuns are the notes about runs whose variation is judged.
func RepeatedRuns(e *cli.Env, files []string) []cli.Note {
	return Repeated(e, files, true, "counted as several runs, it makes runs seem to vary less than they do")
}

// A givenFile is a profile that a user named.
type givenFile struct {
	name string
	data []byte      // in memory
	info os.FileInfo // of a file
	size int64
	sum  *[sha256.Size]byte // of the contents, if known
	told []string           // notes about others that are the same
}

// hasContentsOf reports whether both have the same bytes, of which only those of the same length are read.
func (f *givenFile) hasContentsOf(other *givenFile) bool {
	if f.size != other.size || f.size == 0 {
		return false
	}
	one, two := f.checksum(), other.checksum()
	return one != nil && two != nil && *one == *two
}

// checksum returns that of the contents; nil: they cannot be read, or only once.
func (f *givenFile) checksum() *[sha256.Size]byte {
	switch {
	case f.sum != nil:
	case f.info == nil:
		sum := sha256.Sum256(f.data)
		f.sum = &sum
	case f.info.Mode().IsRegular():
		file, err := os.Open(f.name)
		if err != nil {
			return nil
		}
		defer file.Close()
		h := sha256.New()
		if _, err := io.Copy(h, file); err == nil {
			f.sum = (*[sha256.Size]byte)(h.Sum(nil))
		}
	}
	return f.sum
}
