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
	p := newPath(o)
	exists := func(name string) bool {
		info, err := os.Stat(filepath.Join(dir, name))
		return err == nil && info.Mode().IsRegular()
	}
	if modules := filepath.Join("lib", "modules"); exists(modules) {
		p.add(filepath.Join(dir, modules))
		return p.opened()
	}
	if jmods := filepath.Join(dir, "jmods"); isDir(jmods) {
		p.addAll(jmods, ".jmod")
		return p.opened()
	}
	for _, lib := range []string{filepath.Join("jre", "lib"), "lib"} {
		if !exists(filepath.Join(lib, "rt.jar")) {
			continue
		}
		for _, jar := range oldJars {
			if jar = filepath.Join(lib, jar); exists(jar) {
				p.add(filepath.Join(dir, jar))
			}
		}
		if ext := filepath.Join(dir, lib, "ext"); isDir(ext) {
			p.addAll(ext, ".jar")
		}
		return p.opened()
	}
	if _, err := os.Stat(dir); err != nil {
		return nil, placed(dir, err)
	}
	return nil, fmt.Errorf("%s: no JDK: it has none of lib/modules, jmods and lib/rt.jar", dir)
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
