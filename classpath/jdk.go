package classpath

import (
	"fmt"
	"os"
	"path/filepath"
)

// oldJars are the jars of JDK 8 with classes, in java's search order.
var oldJars = []string{
	"resources.jar", "rt.jar", "sunrsasign.jar", "jsse.jar", "jce.jar", "charsets.jar", "jfr.jar",
}

// OpenJDK opens the classes of the JDK in a directory, that of JAVA_HOME: its run-time image lib/modules, otherwise its jmods,
// otherwise the rt.jar of JDK 8 and the jars beside it.
func OpenJDK(dir string, o Options) (*Path, error) {
	if err := CheckJDK(dir); err != nil {
		return nil, err
	}
	p := newPath(o)
	if modules := filepath.Join(dir, "lib", "modules"); isRegular(modules) {
		p.add(modules)
		return p.opened()
	}
	if jmods := filepath.Join(dir, "jmods"); isDir(jmods) {
		p.addAll(jmods, ".jmod")
		return p.opened()
	}
	lib := filepath.Join(dir, oldLib(dir))
	for _, jar := range oldJars {
		if jar = filepath.Join(lib, jar); isRegular(jar) {
			p.add(jar)
		}
	}
	if ext := filepath.Join(lib, "ext"); isDir(ext) {
		p.addAll(ext, ".jar")
	}
	return p.opened()
}

// CheckJDK fails if a directory does not have the classes of a JDK, without reading them.
func CheckJDK(dir string) error {
	if isRegular(filepath.Join(dir, "lib", "modules")) || isDir(filepath.Join(dir, "jmods")) || oldLib(dir) != "" {
		return nil
	}
	if _, err := os.Stat(dir); err != nil {
		return placed(dir, err)
	}
	return fmt.Errorf("%s: no JDK: it has none of lib/modules, jmods and lib/rt.jar", dir)
}

// oldLib returns the directory of rt.jar in a JDK 8; "": none.
func oldLib(dir string) string {
	for _, lib := range []string{filepath.Join("jre", "lib"), "lib"} {
		if isRegular(filepath.Join(dir, lib, "rt.jar")) {
			return lib
		}
	}
	return ""
}

func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
