package classfile_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
)

// testdata/greeter.jar has one class:
//
//	public class Greeter {
//	    static String greet(String name) {
//	        return name.isEmpty() ? "nobody" : name;
//	    }
//	}
func Example() {
	path, err := classpath.Open("testdata/greeter.jar", classpath.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer path.Close()
	class, err := path.Class("Greeter")
	if err != nil {
		log.Fatal(err)
	}
	method, ok := class.Method("greet", []string{"java.lang.String"}, "java.lang.String")
	if !ok {
		log.Fatal("no such method")
	}
	code, err := method.Code()
	if err != nil {
		log.Fatal(err)
	}
	for _, in := range code.Instructions {
		fmt.Printf("%s:%d  %2d  %v\n", class.SourceFile, code.Line(in.BCI), in.BCI, in)
	}
	// Output:
	// Greeter.java:3   0  aload_0
	// Greeter.java:3   1  invokevirtual Method java/lang/String.isEmpty:()Z
	// Greeter.java:3   4  ifeq 12
	// Greeter.java:3   7  ldc String nobody
	// Greeter.java:3   9  goto 13
	// Greeter.java:3  12  aload_0
	// Greeter.java:3  13  areturn
}

// A control-flow graph has an edge for each successor and, from instructions that can throw, one to each handler that
// covers them.
func ExampleInstruction_Successors() {
	path, err := classpath.Open("testdata/greeter.jar", classpath.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer path.Close()
	class, err := path.Class("Greeter")
	if err != nil {
		log.Fatal(err)
	}
	method, _ := class.MethodByDescriptor("greet", "(Ljava/lang/String;)Ljava/lang/String;")
	code, err := method.Code()
	if err != nil {
		log.Fatal(err)
	}
	for _, in := range code.Instructions {
		if in.Flow() == classfile.Next {
			continue
		}
		fmt.Print(in.BCI, ": ", in.Op)
		for _, s := range in.Successors() {
			fmt.Print(" ", s.BCI)
		}
		fmt.Println()
	}
	// Output:
	// 4: ifeq 7 12
	// 9: goto 13
	// 13: areturn
}

// Errors in a file have a place.
func ExampleParse() {
	_, err := classfile.Parse([]byte("\xCA\xFE\xBA\xBE\x00\x00\x00\x34\x00\x05\x07"))
	fmt.Println(err)
	fmt.Println(errors.Is(err, classfile.ErrTruncated))
	// Output:
	// constants (byte 8): unexpected end: 4 constants, and 1 bytes are left
	// true
}

func ExampleDescriptor() {
	fmt.Println(classfile.Descriptor([]string{"int", "[Ljava.lang.String;"}, "void"))
	// Output: (I[Ljava/lang/String;)V
}
