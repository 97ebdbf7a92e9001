package objectfile_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/objectfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Paths as perf and pprof print them.
func TestOwner(t *testing.T) {
	for owner, paths := range map[iprof.Owner][]string{
		iprof.KernelOwner:  {"[kernel.kallsyms]", "[kernel.vmlinux]", "[guest.kernel.kallsyms]", "/usr/lib/debug/boot/vmlinux-6.1.0", "[nf_conntrack]", "/lib/modules/6.1.0/kernel/fs/ext4/ext4.ko", "/lib/modules/6.1.0/fs/ext4.ko.xz", "bpf_prog_6deef7357e7b4530"},
		iprof.LibraryOwner: {"/usr/lib/x86_64-linux-gnu/libc.so.6", "/lib/ld-2.31.so", "libz.so.1.2.13", "[vdso]", "[vsyscall]", "/usr/lib/libSystem.B.dylib", `C:\Windows\System32\NTDLL.DLL`, "/opt/x/lib_struct.cpython-311-x86_64-linux-gnu.so", "/tmp/liba.so (deleted)", "libc.so.6"},
		iprof.VMOwner:      {"/usr/lib/jvm/java-17/lib/server/libjvm.so", "/opt/graalvm/lib/libjvmcicompiler.so", "/usr/lib/jvm/java-17/bin/java"},
		iprof.JDKOwner:     {"/usr/lib/jvm/java-17/lib/libnio.so", "/opt/jdk/lib/libzip.so", "libjli.so"},
		"": {"", "[unknown]", "[heap]", "[stack]", "[anon]", "[anon:.bss]", "//anon", "/memfd:java (deleted)", "[JIT] tid 12", "[uprobes]", "/tmp/perf-1234.map", "/home/app/.debug/jit/java-jit-1/jitted-1234-5.so",
			"/opt/app", "/opt/app.sold", "/opt/java", "iprof", "stacks", "/opt/my.kotlin", "inlined"},
	} {
		for _, path := range paths {
			if got := objectfile.Owner(path); got != owner {
				t.Errorf("%s: %q, want %q", path, got, owner)
			}
		}
	}
}
