package rooms

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	module    = "github.com/iprof-viz/iprof-viz/"
	moduleDir = "../.."
)

// mayImport has, for each package of the library and the program, the packages of the module that it may import: data
// flows one way, from the file to the picture, and imports run against it.
var mayImport = map[string]string{
	"iprof":                    "internal/background internal/words iprof/internal/gunzip iprof/internal/pathindex",
	"iprof/internal/gunzip":    "internal/background",
	"iprof/internal/pathindex": "",
	"classfile":                "internal/words",
	"classpath":                "classfile internal/background internal/words internal/work",
	"optlog":                   "",
	"jfr":                      "",
	"internal/words":           "",
	"internal/lazyregexp":      "",
	"internal/work":            "internal/words",
	"internal/background":      "",
	"internal/held":            "internal/background",
	"internal/hugepages":       "",
	"internal/texttable":       "",
	"internal/ctxio":           "",
	"internal/cputime":         "",
	"internal/firstrows":       "",
	"internal/nearest":         "",
	"internal/recursion":       "",
	"internal/unionfind":       "",
	"internal/javaname":        "iprof internal/nearest internal/words",

	"internal/objectfile": "iprof",

	"convert":             "iprof convert/pattern internal/background internal/held internal/javaname internal/nearest internal/objectfile internal/recursion internal/words",
	"internal/lines":      "",
	"internal/localweb":   "",
	"convert/xprof":       "",
	"convert/gprofng":     "",
	"convert/perfscript":  "classfile internal/javaname internal/objectfile",
	"convert/pattern":     "",
	"convert/sites":       "convert",
	"convert/application": "convert internal/firstrows",
	"convert/table":       "convert convert/application",
	"convert/compare":     "convert convert/truncation",
	"convert/stacks":      "convert convert/compare convert/sourceline convert/truncation internal/texttable",
	"convert/folded":      "convert convert/stacks internal/words",
	"convert/exchange":    "convert convert/sourceline",
	"convert/callgrind":   "convert convert/calls convert/exchange convert/sourceline",
	"convert/pprof":       "convert convert/calls convert/exchange convert/sourceline convert/stacks internal/objectfile",
	"convert/speedscope":  "convert/stacks",
	"convert/recording":   "convert convert/stacks jfr",
	"convert/source":      "convert convert/folded convert/gprofng convert/perfscript convert/pprof convert/recording convert/stacks convert/table convert/xprof jfr",
	"convert/inlining":    "convert convert/application convert/calls convert/code convert/optimized convert/sites convert/sourceline internal/firstrows",
	"convert/callgraph":   "convert convert/application convert/calls convert/code convert/optimized convert/compare convert/sites convert/sourceline convert/table convert/truncation",
	"convert/optimized":   "convert convert/calls convert/code convert/stacks classfile optlog",
	"convert/rank":        "convert convert/application convert/calls convert/code convert/optimized convert/pattern convert/sites convert/sourceline convert/table convert/truncation classfile internal/firstrows",
	"convert/lcov":        "convert convert/code convert/sites convert/sourceline classfile classpath",
	"convert/diff":        "convert convert/calls convert/code convert/compare convert/optimized convert/sites convert/sourceline convert/table internal/firstrows",
	"convert/caveats":     "",
	"convert/info":        "convert convert/application convert/caveats convert/findings convert/sites convert/table convert/truncation internal/firstrows",
	"convert/check":       "classpath convert convert/calls convert/caveats convert/code convert/fit convert/info convert/optimized convert/quality convert/training",
	"convert/quality":     "convert convert/calls convert/code convert/sites internal/firstrows",
	"convert/findings":    "convert convert/application convert/calls convert/code convert/optimized convert/sites convert/table classfile internal/firstrows",
	"convert/rewrite":     "convert",
	"convert/code":        "convert convert/sites classfile classpath internal/firstrows",
	"convert/fit":         "convert convert/sites classfile classpath",
	"convert/truncation":  "convert",
	"convert/training":    "convert convert/table classfile classpath",
	"convert/sourceline":  "convert/code classfile classpath",
	"convert/hierarchy":   "classfile classpath",
	"convert/calls":       "convert convert/code convert/hierarchy convert/sites classfile classpath",
	"docs":                "",
	"templates":           "",

	"render":                    "",
	"render/dot":                "render/internal/fitname render/internal/numbers render/internal/pixeltext render/internal/plaintext render/palette",
	"render/drawing":            "internal/background internal/ownpath internal/unionfind internal/words render/dot render/internal/fitname render/internal/pixeltext render/internal/plaintext render/internal/pngtext render/internal/svgtext render/palette templates",
	"render/flame":              "convert convert/compare convert/stacks convert/table internal/background internal/words render/internal/fitname render/internal/jsontext render/internal/numbers render/internal/pagedata render/internal/pixeltext render/internal/places render/internal/plaintext render/internal/pngtext render/internal/svgtext render/palette templates",
	"render/graph":              "convert convert/callgraph convert/calls convert/code convert/sites convert/sourceline internal/unionfind render/dot render/drawing render/internal/fitname render/internal/numbers render/internal/pixeltext render/internal/places render/internal/plaintext render/internal/siteline render/palette",
	"render/inlinetree":         "convert convert/calls convert/code convert/inlining convert/optimized convert/sites convert/sourceline convert/table internal/words iprof render/dot render/drawing render/internal/fitname render/internal/htmltext render/internal/jsontext render/internal/markdown render/internal/numbers render/internal/places render/internal/plaintext render/internal/siteline render/internal/terminal render/palette",
	"render/internal/csvtext":   "internal/words",
	"render/internal/encode":    "iprof render/internal/pagedata render/internal/records",
	"render/internal/fitname":   "render/internal/numbers render/internal/pixeltext render/internal/plaintext",
	"render/internal/htmltext":  "render/internal/fitname render/internal/plaintext render/internal/siteline render/internal/svgtext templates",
	"render/internal/jsontext":  "convert convert/code convert/sites convert/sourceline convert/table iprof render/internal/numbers",
	"render/internal/markdown":  "render/internal/plaintext",
	"render/internal/numbers":   "convert internal/words render/internal/plaintext",
	"render/internal/pagedata":  "internal/background internal/texttable templates",
	"render/internal/pagetypes": "render/internal/records render/page",
	"render/internal/pixeltext": "render/internal/plaintext",
	"render/internal/places":    "convert/table iprof render/internal/plaintext",
	"render/internal/plaintext": "internal/words",
	"render/internal/pngtext":   "",
	"render/internal/records":   "iprof",
	"render/internal/siteline":  "convert convert/calls convert/code convert/sites convert/sourceline iprof render/internal/fitname render/internal/numbers render/internal/places render/internal/plaintext render/internal/terminal",
	"render/internal/svgtext":   "",
	"render/internal/terminal":  "render/internal/numbers render/internal/plaintext",
	"render/listing":            "classfile convert convert/code convert/sites convert/table internal/words iprof render/internal/csvtext render/internal/fitname render/internal/htmltext render/internal/jsontext render/internal/markdown render/internal/numbers render/internal/places render/internal/plaintext render/internal/siteline render/internal/terminal",
	"render/page":               "convert convert/callgraph convert/calls convert/caveats convert/code convert/compare convert/diff convert/findings convert/fit convert/info convert/inlining convert/sites convert/sourceline convert/stacks convert/table docs internal/background internal/firstrows internal/words iprof render/flame render/internal/encode render/internal/fitname render/internal/htmltext render/internal/pagedata render/internal/plaintext render/internal/records render/internal/svgtext render/listing render/pagegraph render/palette render/summary templates",
	"render/pagegraph":          "convert convert/callgraph convert/code convert/compare iprof render/internal/plaintext render/internal/records",
	"render/palette":            "convert internal/words",
	"render/topic":              "docs internal/words render/internal/plaintext render/internal/terminal",
	"render/summary":            "convert convert/caveats convert/check convert/findings convert/fit convert/info convert/quality convert/table convert/training internal/words render/internal/fitname render/internal/jsontext render/internal/markdown render/internal/numbers render/internal/places render/internal/plaintext render/internal/terminal render/palette render/tables",
	"render/tables":             "convert convert/table internal/words iprof render/internal/csvtext render/internal/fitname render/internal/jsontext render/internal/markdown render/internal/numbers render/internal/places render/internal/plaintext render/internal/terminal",

	"internal/cli":        "convert convert/pattern convert/source internal/background internal/ctxio internal/hugepages internal/nearest internal/ownpath internal/words iprof",
	"internal/load":       "classfile classpath convert convert/application convert/calls convert/caveats convert/code convert/compare convert/diff convert/exchange convert/fit convert/folded convert/hierarchy convert/optimized convert/pattern convert/perfscript convert/rank convert/rewrite convert/source convert/sourceline convert/stacks internal/background internal/cli internal/ctxio internal/nearest internal/ownpath internal/words internal/work iprof optlog",
	"internal/serve":      "convert/source internal/cli internal/cputime internal/load internal/localweb internal/nearest internal/words iprof render/page",
	"internal/judge":      "classpath convert convert/calls convert/caveats convert/check convert/fit convert/info convert/optimized convert/quality convert/source convert/table convert/training internal/background internal/cli internal/load internal/words iprof optlog render/summary",
	"internal/changes":    "convert convert/compare convert/diff convert/rewrite convert/table internal/cli internal/words iprof",
	"internal/report":     "convert convert/* internal/background internal/changes internal/cli internal/judge internal/load internal/words iprof optlog render/page render/pagegraph render/summary",
	"internal/exportjob":  "convert convert/calls convert/exchange convert/sourceline convert/stacks internal/cli internal/load internal/words iprof",
	"internal/tablejob":   "convert convert/calls convert/sourceline convert/table internal/cli internal/load internal/words internal/work iprof render/tables",
	"internal/helptopics": "docs internal/cli render/topic",
	"internal/layout":     "internal/cli internal/words render/dot render/drawing render/palette",
	"cmd/iprof-viz":       "iprof classfile convert render/* convert/* internal/*",
	"cmd/iprof-viz-dot":   "cmd/iprof-viz-dot/internal/cache internal/cputime",
	"internal/bench":      "",
	"internal/bench/*":    "internal/bench/plainprofile",
	"internal/benchpage":  "iprof internal/browser internal/words",

	"cmd/iprof-viz-dot/internal/cache": "internal/ownpath",
	"internal/ownpath":                 "",

	"internal/testclass":   "",
	"internal/testcolor":   "",
	"internal/testexport":  "",
	"internal/testfile":    "",
	"internal/testjfr":     "",
	"internal/testmodel":   "classpath convert convert/calls convert/hierarchy convert/inlining convert/optimized convert/sourceline internal/testfile internal/testpath internal/testprofile iprof optlog",
	"internal/testpage":    "internal/testprofile",
	"internal/testpath":    "classpath",
	"internal/testprofile": "internal/testfile internal/testtier iprof",
	"internal/testschema":  "internal/testprofile",
	"internal/testsvg":     "",
	"internal/testtable":   "convert/table internal/testfile internal/testschema render/tables",
	"internal/testtree":    "convert convert/folded convert/stacks iprof",
	"internal/testtier":    "",
	"internal/testtier/*":  "",
	"internal/browsertest": "internal/browser internal/testsvg internal/testtier",
	"internal/profilegen":  "iprof",
	"internal/browser":     "",
	"internal/budget":      "internal/cputime",
	"internal/fuzz":        "internal/budget",
	"internal/mutate":      "",
	"internal/rooms":       "",
	"internal/version":     "",
	"internal/promises":    "",
	"internal/manpages":    "internal/cli",
	"internal/dist":        "internal/version",
	"internal/site":        "render/topic",
	"internal/systems":     "",
	"internal/tally":       "classfile classpath iprof",
}

// forAll are packages that every package may import.
const forAll = "internal/lazyregexp"

// forConverters are packages that all packages below convert may import as well.
const forConverters = "iprof internal/*"

func TestImportsRunOneWay(t *testing.T) {
	err := filepath.WalkDir(moduleDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		dir, err := filepath.Rel(moduleDir, filepath.Dir(path))
		if err != nil {
			return err
		}
		dir = filepath.ToSlash(dir)
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		allowed, known := mayImport[dir]
		if !known {
			allowed, known = mayImport[dir[:strings.LastIndexByte(dir, '/')+1]+"*"]
		}
		if !known {
			t.Errorf("%s is in no room that mayImport knows", path)
			return nil
		}
		allowed += " " + forAll
		if strings.HasPrefix(dir, "convert/") {
			allowed += " " + forConverters
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			name, ours := strings.CutPrefix(name, module)
			if ours && !slices.ContainsFunc(strings.Fields(allowed), func(pattern string) bool {
				prefix, all := strings.CutSuffix(pattern, "*")
				return name == pattern || all && strings.HasPrefix(name, prefix)
			}) {
				t.Errorf("%s imports %s", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
