package hierarchy_test

import (
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
)

// Every call that a VM has seen in Dispatch.java goes to a method that the instruction can call.
func TestCallsOfVM(t *testing.T) {
	const dir = "../../../shared/jvm/calls/"
	text, err := os.ReadFile(dir + "jvmti.tsv")
	if err != nil {
		t.Skip(err)
	}
	path := testpath.Open(t, dir+"classes")
	find := withJDK(t, path)
	classes := hierarchy.New(find, path.Headers)
	all := slices.Collect(path.Classes())
	checked := 0
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if f[0] != "edge" {
			continue
		}
		in, ok := instruction(t, path, f[1], f[2], f[3], f[4])
		if !ok || strings.Contains(f[5], "$$Lambda$") {
			continue // code of the JDK, or made by it
		}
		ref, ok := in.Called()
		if !ok || ref.Name != f[6] {
			continue // a class is initialized
		}
		want := f[5] + "." + f[6] + f[7]
		var can []string
		if resolved, err := classes.Resolve(ref); err != nil {
			t.Errorf("%s: %v", line, err)
		} else if caller, err := classes.Class(f[1]); err != nil {
			t.Error(err)
		} else if in.Op == classfile.OpInvokestatic {
			can = append(can, resolved.String())
		} else if in.Op == classfile.OpInvokespecial {
			m, err := classes.Special(caller, ref)
			if err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			can = append(can, m.String())
		} else {
			for _, receiver := range all {
				if !subtype(t, find, receiver, ref.Owner) {
					continue
				}
				if m, err := classes.Select(resolved, receiver); err == nil {
					can = append(can, m.String())
				} else if !errors.Is(err, hierarchy.NotSubtype) && !errors.Is(err, hierarchy.Abstract) {
					t.Errorf("%s: %s: %v", line, receiver, err)
				}
			}
			targets, err := classes.Targets(ref, 100)
			if strings.HasPrefix(ref.Owner, "java.") {
				if !errors.Is(err, hierarchy.UnknownWorld) {
					t.Errorf("%s: %q: %v", line, names(targets), err)
				}
			} else if got := names(targets); err != nil || !slices.Equal(got, sortedOnce(can)) {
				t.Errorf("%s: Targets are %q, and each class selects one of %q: %v", line, got, sortedOnce(can), err)
			}
		}
		checked++
		if !slices.Contains(can, want) {
			t.Errorf("%s: it can call %q", line, can)
		}
	}
	if checked < 130 {
		t.Errorf("%d calls", checked)
	}
}

// withJDK finds classes on a path or in this machine's JDK.
func withJDK(t testing.TB, path *classpath.Path) func(name string) (*classfile.Class, error) {
	jdk, err := classpath.OpenJDK(testclass.JDK(t, "javac"), classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { jdk.Close() })
	return first(path.Class, jdk.Class)
}

// first finds classes by a, or else by b.
func first(a, b func(name string) (*classfile.Class, error)) func(name string) (*classfile.Class, error) {
	return func(name string) (*classfile.Class, error) {
		class, err := a(name)
		if errors.Is(err, classpath.ErrNotFound) {
			return b(name)
		}
		return class, err
	}
}

// instruction returns the instruction of a method at a BCI; false if the class is not on the path.
func instruction(t *testing.T, path *classpath.Path, class, name, descriptor, bci string) (classfile.Instruction, bool) {
	t.Helper()
	k, err := path.Class(class)
	if errors.Is(err, classpath.ErrNotFound) {
		return classfile.Instruction{}, false
	}
	if err != nil {
		t.Fatal(err)
	}
	m, ok := k.MethodByDescriptor(name, descriptor)
	if !ok {
		t.Fatalf("no %s.%s%s", class, name, descriptor)
	}
	code, err := m.Code()
	if err != nil {
		t.Fatal(err)
	}
	at, err := strconv.Atoi(bci)
	if err != nil {
		t.Fatal(err)
	}
	return code.At(at)
}

// subtype reports whether a class is a type or a subtype of it, by its class file.
func subtype(t *testing.T, find func(name string) (*classfile.Class, error), class, of string) bool {
	if class == of {
		return true
	}
	k, err := find(class)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(append(k.Interfaces, k.Super), func(super string) bool { return super != "" && subtype(t, find, super, of) })
}

func names(methods []*hierarchy.Method) []string {
	var all []string
	for _, m := range methods {
		all = append(all, m.String())
	}
	return sortedOnce(all)
}

func sortedOnce(s []string) []string {
	s = slices.Clone(s)
	slices.Sort(s)
	return slices.Compact(s)
}
