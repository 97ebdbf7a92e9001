// Package objectfile says whose code an object file has, given its path as perf and pprof print it.
package objectfile

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Owner returns the owner of the code in an object file:
//
//	[kernel.kallsyms], [nf_conntrack], /lib/modules/6.1.0/kernel/fs/ext4/ext4.ko.xz    kernel
//	/usr/lib/x86_64-linux-gnu/libc.so.6, [vdso]                                        library
//	/usr/lib/jvm/java-17/lib/server/libjvm.so, /usr/lib/jvm/java-17/bin/java           VM
//	/usr/lib/jvm/java-17/lib/libnio.so                                                 JDK
//
// An executable is the application, or a native image that also has the JDK, and a map of jitted code, /tmp/perf-1234.map or
// /tmp/jitted-1234-5.so, has methods of all: there the names decide, and the owner is "".
func Owner(path string) iprof.Owner {
	path = strings.TrimSuffix(path, " (deleted)")
	base := path[strings.LastIndexAny(path, `/\`)+1:]
	inner, bracketed := strings.CutPrefix(path, "[")
	if bracketed {
		base = strings.TrimSuffix(inner, "]")
	}
	switch {
	case IsJitted(path):
		return ""
	case strings.HasPrefix(base, "kernel."), strings.HasPrefix(base, "guest.kernel."), strings.HasPrefix(base, "vmlinux"), isModule(base), strings.HasPrefix(base, "bpf_prog_"):
		return iprof.KernelOwner
	case base == "vdso", base == "vsyscall":
		return iprof.LibraryOwner
	case bracketed && !strings.Contains(base, ".so"):
		if base == "" || base == "unknown" || base == "heap" || base == "stack" || base == "uprobes" || strings.HasPrefix(base, "anon") || strings.HasPrefix(base, "JIT") {
			return ""
		}
		return iprof.KernelOwner // a module
	case base == "java" && strings.HasSuffix(path, "/bin/java"):
		return iprof.VMOwner
	case !isLibrary(base):
		return ""
	}
	switch name, _, _ := strings.Cut(strings.TrimPrefix(base, "lib"), "."); {
	case name == "jvm", name == "jvmcicompiler":
		return iprof.VMOwner
	case jdkLibraries[name]:
		return iprof.JDKOwner
	}
	return iprof.LibraryOwner
}

// IsJitted reports whether a file has code that was compiled while the program ran, as JVMs and agents write it for perf.
func IsJitted(path string) bool {
	base := path[strings.LastIndexByte(path, '/')+1:]
	return strings.HasPrefix(base, "perf-") && strings.HasSuffix(base, ".map") || strings.HasPrefix(base, "jitted-") && strings.HasSuffix(base, ".so")
}

// isLibrary reports whether a name is that of a shared library: libc.so.6, ld-2.31.so, libSystem.B.dylib, ntdll.dll.
func isLibrary(base string) bool {
	at := strings.Index(base, ".so")
	return at >= 0 && (at+3 == len(base) || base[at+3] == '.') || strings.HasSuffix(base, ".dylib") || strings.HasSuffix(strings.ToLower(base), ".dll")
}

// isModule reports whether a name is that of a kernel module: ext4.ko, ext4.ko.xz.
func isModule(base string) bool {
	_, after, ok := strings.Cut(base, ".ko")
	return ok && (after == "" || after[0] == '.')
}

// jdkLibraries are the native libraries of JDK 17 to 25 other than the VM, without lib.
var jdkLibraries = func() map[string]bool {
	all := map[string]bool{}
	for name := range strings.FieldsSeq(`attach awt awt_headless awt_xawt dt_socket extnet fontmanager instrument j2gss j2pcsc j2pkcs11 jaas java javajpeg jawt
		jdwp jimage jli jsig jsound jsvml lcms management management_agent management_ext mlib_image net nio prefs rmi saproc sctp simdsort splashscreen
		syslookup verify zip`) {
		all[name] = true
	}
	return all
}()
