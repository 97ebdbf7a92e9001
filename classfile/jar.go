package classfile

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// A jar is an archive with classes: a jar, war or jmod. Its nested jars come after its own classes.
type jar struct {
	archive  *archive
	manifest manifest
	classes  map[string]jarClass // by name: java/util/Map$Entry
	nested   []*nestedJar
	close    func() error
}

type jarClass struct {
	at   int32 // offset of the entry in the directory
	rank int32 // the greatest one wins
}

// The directories of classes in a jar. Launchers of Spring Boot and servlet containers add those of applications.
const (
	bootClasses = "BOOT-INF/classes/"
	warClasses  = "WEB-INF/classes/"
	jmodClasses = "classes/"
	versions    = "META-INF/versions/" // of multi-release jars, in each of them
)

// The directories of nested jars.
var nestedDirs = []string{"BOOT-INF/lib/", "WEB-INF/lib/", "WEB-INF/lib-provided/"}

// newJar indexes an archive. A jmod has 4 bytes before its archive and classes in a directory (JEP 261).
func newJar(a *archive, release int, jmod bool) *jar {
	j := &jar{archive: a}
	classes := 0
	for name, at := range a.names {
		if strings.HasSuffix(name, ".class") {
			classes++
		} else if strings.EqualFold(name, manifestName) {
			// A manifest that cannot be read costs multi-release classes and Class-Path only.
			if text, err := a.readEntry(a.entry(at), maxManifest); err == nil {
				j.manifest = readManifest(string(text))
			}
		}
	}
	if release == 0 {
		release = math.MaxInt16
	}
	if !j.manifest.multiRelease {
		release = 0
	}
	j.classes = make(map[string]jarClass, classes)
	for name, at := range a.names {
		if class, rank := classEntry(name, release, jmod); rank > 0 && rank >= j.classes[class].rank {
			j.classes[class] = jarClass{int32(at), rank} // of two with the same name java takes the last
		}
	}
	return j
}

// classEntry returns the class that an entry has, and its rank: 0 if it has none.
func classEntry(name string, release int, jmod bool) (class string, rank int32) {
	class, ok := strings.CutSuffix(name, ".class")
	if !ok {
		return "", 0
	}
	if jmod {
		class, ok = strings.CutPrefix(class, jmodClasses)
		return class, rankIf(ok && class != "module-info")
	}
	const perDir = 1 << 16 // more than all releases
	rank = 2*perDir + 1
	if c, ok := strings.CutPrefix(class, bootClasses); ok {
		class, rank = c, perDir+1
	} else if c, ok := strings.CutPrefix(class, warClasses); ok {
		class, rank = c, 1
	}
	if rest, ok := strings.CutPrefix(class, versions); ok {
		number, rest, _ := strings.Cut(rest, "/")
		n, err := strconv.ParseUint(number, 10, 15)
		if err != nil || n < 9 || int(n) > release {
			return "", 0
		}
		class, rank = rest, rank+int32(n)
	}
	if class == "module-info" || class == "" || strings.HasPrefix(class, "META-INF/") {
		return "", 0
	}
	return class, rank
}

func rankIf(ok bool) int32 {
	if ok {
		return 1
	}
	return 0
}

// isNested reports whether an entry is a jar that launchers put on the class path.
func isNested(name string) bool {
	return strings.HasSuffix(name, ".jar") && slices.ContainsFunc(nestedDirs, func(dir string) bool {
		rest, ok := strings.CutPrefix(name, dir)
		return ok && !strings.Contains(rest, "/")
	})
}

func (j *jar) read(class string) (content, error) {
	if k, ok := j.classes[class]; ok {
		e := j.archive.entry(int(k.at))
		data, err := j.archive.readEntry(e, j.archive.limits.ClassSize)
		return content{data, j.archive.name + "!" + printable(e.name)}, err
	}
	for _, n := range j.nested {
		if inner := n.open(); inner != nil {
			if c, err := inner.read(class); err != errNotHere {
				return c, err
			}
		}
	}
	return content{}, errNotHere
}

func (j *jar) names(add func(class string)) {
	all := make([]string, 0, len(j.classes))
	for class := range j.classes {
		all = append(all, class)
	}
	slices.Sort(all)
	for _, class := range all {
		add(class)
	}
	for _, n := range j.nested {
		if inner := n.open(); inner != nil {
			inner.names(add)
		}
	}
}

func (j *jar) Close() error { return j.close() }
