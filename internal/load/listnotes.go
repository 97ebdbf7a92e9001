package load

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// ListNotes say which classes and sources of listed methods were not found where the user says that they are. Bare: the listing has no
// place for notes, so methods of known classes without bytecode are counted here as well.
func (f *ClassFinder) ListNotes(l *code.Listing, bare bool) []cli.Note {
	if l.Names.Profile.Origin().Lines {
		return f.sourceNotes(l)
	}
	if f.Finder() == nil {
		return nil
	}
	lines := f.Lines(l.Names.Profile)
	for i := range l.Methods {
		lines.First(l.Methods[i].Slot)
	}
	gone := lines.Gone()
	var notes []cli.Note
	var missing, sourceless string
	without, library, withSource := 0, 0, 0
	for i := range l.Methods {
		m := &l.Methods[i]
		_, isGone := slices.BinarySearch(gone, m.Slot)
		switch class := classOf(l.Names, m.Slot); {
		case isGone:
		case m.Class == nil:
			without++
			missing = cmp.Or(missing, class)
			if inJDK(class) {
				library++
			}
		case m.SourceLines != nil:
			withSource++
		case sourceless == "" && m.Class.SourceFile != "":
			sourceless = classpath.SourceName(m.Class)
		}
	}
	if without > 0 {
		text := fmt.Sprintf("%s of %s have no readable class file, such as %s: listing only bytecode indexes with records",
			words.Thousands(int64(without)), words.Count(int64(len(l.Methods)), "method"), cli.Printable(missing))
		if len(l.Methods) == 1 {
			text = fmt.Sprintf("no class file of %s in --classpath: listing only bytecode indexes with records", cli.Printable(missing))
			if _, err := f.Finder()(missing); err == nil { // a method that native-image or the VM adds
				text = fmt.Sprintf("the class file of %s does not have this method: listing only bytecode indexes with records", cli.Printable(missing))
			}
		}
		if f.JDK == "" && library > 0 {
			text += "; --jdk DIR may have it"
			if len(l.Methods) > 1 {
				text = strings.TrimSuffix(text, "it") + fmt.Sprintf("%s of them", words.Thousands(int64(library)))
			}
		}
		notes = append(notes, cli.Notef("%s", text))
		if hint := f.PlaceHint(true); hint != "" && without == len(l.Methods) && library == 0 {
			notes = append(notes, cli.Note{Text: hint, Hint: true})
		}
	}
	if len(gone) > 0 {
		notes = append(notes, cli.Notef("%s not in the class files, such as %s: listing only bytecode indexes with records",
			words.Count(int64(len(gone)), "method"), cli.Printable(lines.Name(gone[0]))))
	}
	if other := otherCode(lines); other != "" {
		notes = append(notes, cli.Notef("%s: its counts may be at the wrong lines and instructions", other))
	}
	if n := l.WithoutCode - without - len(gone); bare && n > 0 {
		notes = append(notes, cli.Notef("%s without bytecode: listing only bytecode indexes with records", words.Count(int64(n), "method")))
	}
	if f.sources != nil && withSource == 0 && sourceless != "" && f.sources.Unfound() != "" { // a file of another version was found
		notes = append(notes, f.sourceless("the listed methods", sourceless)...)
	}
	return notes
}

// SourceNotes say that --source-path has none of the sources that were looked for.
func (f *ClassFinder) SourceNotes() []cli.Note {
	if f.sources == nil {
		return nil
	}
	missing := f.sources.Unfound()
	if missing == "" {
		return nil
	}
	return f.sourceless("the methods", missing)
}

// sourceless are the notes that --source-path has no source of some methods, such as a file, and where it is if that is near.
func (f *ClassFinder) sourceless(of, file string) []cli.Note {
	notes := []cli.Note{cli.Notef("--source-path has no source of %s, such as %s", of, cli.Printable(file))}
	if root, ok := f.sources.RootOf(file); ok {
		notes = append(notes, cli.Note{Text: "name the directory above that of the package: --source-path " + words.ShellQuote(filepath.ToSlash(root)), Hint: true})
	}
	return notes
}

// sourceNotes say that --source-path has no source of listed methods whose lines are those of a recording.
func (f *ClassFinder) sourceNotes(l *code.Listing) []cli.Note {
	if f.sources == nil || slices.ContainsFunc(l.Methods, func(m code.Method) bool { return m.SourceLines != nil }) {
		return nil
	}
	if missing := f.sources.Unfound(); missing != "" {
		return f.sourceless("the listed methods", missing)
	}
	return nil
}

// classOf returns the name of a method's class, or of the method if it has none.
func classOf(names *convert.Names, slot int32) string {
	if m, ok := names.Profile.MethodHeadAt(int(slot)); ok {
		if _, known := names.Profile.Type(m.Declaring); known {
			return names.FullType(m.Declaring)
		}
	}
	return names.PlainName(int(slot))
}
