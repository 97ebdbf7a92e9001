package classpath

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A jar is an archive with classes, a jar, war or jmod, or one with source files. Its nested jars come after its own files.
type jar struct {
	archive  *archive
	manifest manifest
	files    map[string]jarFile // by name: java/util/Map$Entry.class
	nested   []*nestedJar
	inside   inside // of the nested jars, for a jar that is not nested
	close    func() error
}

type jarFile struct {
	at   int32 // offset of the entry in the directory
	rank int32 // the highest rank wins
}

// The directories of classes in a jar. Launchers of Spring Boot and servlet containers also have application classes.
const (
	bootClasses = "BOOT-INF/classes/"
	warClasses  = "WEB-INF/classes/"
	jmodClasses = "classes/"
	moduleInfo  = "module-info.class"
	versions    = "META-INF/versions/" // of multi-release jars, in each of them
)

// The directories of nested jars.
var nestedDirs = []string{"BOOT-INF/lib/", "WEB-INF/lib/", "WEB-INF/lib-provided/"}

// newJar indexes the classes of an archive. A jmod has 4 bytes before its archive and classes in a directory (JEP 261). An unreadable
// manifest is a problem: multi-release classes and its Class-Path are missing.
func newJar(a *archive, release int, jmod bool, problem func(error)) *jar {
	j := &jar{archive: a}
	for name, at := range a.names {
		if strings.EqualFold(name, manifestName) {
			text, err := a.readEntry(a.entry(at), maxManifest)
			if err != nil {
				problem(err)
				continue
			}
			j.manifest = readManifest(string(text))
		}
	}
	release = cmp.Or(release, math.MaxInt16)
	if !j.manifest.multiRelease {
		release = 0
	}
	j.index(func(name string) (string, int32) { return classEntry(name, release, jmod) })
	return j
}

// newSourceJar indexes the source files of an archive.
func newSourceJar(a *archive) *jar {
	j := &jar{archive: a}
	j.index(sourceEntry)
	return j
}

// index indexes the entries to which wanted assigns a file and a rank. If two have the same rank, java takes the last.
func (j *jar) index(wanted func(name string) (file string, rank int32)) {
	n := 0
	for name := range j.archive.names {
		if _, rank := wanted(name); rank > 0 {
			n++
		}
	}
	j.files = make(map[string]jarFile, n)
	for name, at := range j.archive.names {
		if file, rank := wanted(name); rank > 0 && rank >= j.files[file].rank {
			j.files[file] = jarFile{int32(at), rank}
		}
	}
}

// classEntry returns the class file of an entry and its rank: 0 if it is not one.
func classEntry(name string, release int, jmod bool) (class string, rank int32) {
	if !strings.HasSuffix(name, ".class") {
		return "", 0
	}
	if jmod {
		class, ok := strings.CutPrefix(name, jmodClasses)
		if !ok || !isClass(class) {
			return "", 0
		}
		return class, 1
	}
	const perDir = 1 << 16 // above all releases
	class, rank = name, 2*perDir+1
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
	if !isClass(class) || strings.HasPrefix(class, "META-INF/") {
		return "", 0
	}
	return class, rank
}

// isClass reports whether a file that ends in .class can be a class: names of packages and classes contain no dots.
func isClass(file string) bool {
	return file != moduleInfo && strings.IndexByte(file, '.') == len(file)-len(".class") && file != ".class"
}

// sourceEntry returns the source file of an entry and its rank: 0 if it is not one. In a JDK's src.zip, each module has a
// directory, java.base/java/lang/String.java; directories of packages contain no dot.
func sourceEntry(name string) (file string, rank int32) {
	if strings.HasSuffix(name, "/") || strings.HasSuffix(name, ".class") {
		return "", 0
	}
	if dir, rest, ok := strings.Cut(name, "/"); ok && strings.Contains(dir, ".") {
		return rest, 1
	}
	return name, 2
}

// isNested reports whether an entry is a jar that launchers put on the class path.
func isNested(name string) bool {
	return strings.HasSuffix(name, ".jar") && slices.ContainsFunc(nestedDirs, func(dir string) bool {
		rest, ok := strings.CutPrefix(name, dir)
		return ok && !strings.Contains(rest, "/")
	})
}

func (j *jar) read(file string) (content, error) {
	if f, ok := j.files[file]; ok {
		e := j.archive.entry(int(f.at))
		data, err := j.archive.readEntry(e, j.archive.limits.FileSize)
		return content{data, j.archive.name + "!" + printable(e.name)}, err
	}
	if inner := j.inside.find(file); inner != nil {
		return inner.read(file)
	}
	return content{}, errNotHere
}

func (j *jar) names(add func(file string)) error {
	for _, file := range slices.Sorted(maps.Keys(j.files)) {
		add(file)
	}
	for _, n := range j.nested {
		if inner := n.open(); inner != nil {
			if err := inner.names(add); err != nil {
				return err
			}
		}
	}
	return nil
}

func (j *jar) Close() error { return j.close() }
