package load

import (
	"path/filepath"
	"slices"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// PlaceHint is the hint at a class path without the classes of the program: directories on it that have jars or sources instead; or "".
// Texts: the command has --source-path.
func (f *ClassFinder) PlaceHint(texts bool) string {
	if f == nil {
		return ""
	}
	for _, dir := range filepath.SplitList(f.given) {
		has := func(extensions ...string) bool {
			in := filesIn(dir, func(name string) bool { return slices.Contains(extensions, filepath.Ext(name)) })
			return len(in) > 0 || FileBelow(dir, extensions...) != ""
		}
		switch jars := filesIn(dir, func(name string) bool { return filepath.Ext(name) == ".jar" }); {
		case len(jars) == 1:
			return "the directory has a jar: --classpath " + cli.Printable(words.ShellQuote(filepath.ToSlash(filepath.Join(dir, jars[0]))))
		case len(jars) > 1:
			names := make([]string, 0, maxNear)
			for _, jar := range jars[:min(len(jars), maxNear)] {
				names = append(names, cli.Printable(jar))
			}
			return "the directory has jars, such as " + words.List(names) + ": --classpath takes them by name, or all: " +
				cli.Printable(words.ShellQuote(filepath.ToSlash(filepath.Join(dir, "*"))))
		case has(".java", ".kt", ".scala") && !has(".class"):
			const takes = "--classpath takes jars and directories of classes"
			if !texts {
				return cli.Printable(filepath.ToSlash(dir)) + " has sources: " + takes
			}
			return "these are sources: --source-path " + cli.Printable(words.ShellQuote(filepath.ToSlash(dir))) + "; " + takes
		}
	}
	return ""
}
