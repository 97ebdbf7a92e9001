package optlog

import (
	"fmt"
	"slices"
	"strings"
)

// A Log has the compilations of a program.
type Log struct {
	Units []Unit // one for each method, in the order of their compilations; a bridge has the name of the method that it calls

	Files      int
	Skipped    []string // files of the directory that do not begin like a log
	Recompiled int      // compilations that a later one of the same method replaced
	Compiler   int      // compilations of the compiler's own methods, when it compiles itself: they are not in Units
}

// A Unit is a compilation of a method with the methods inlined into it.
type Unit struct {
	ID    string // of the compilation
	Nodes []Node // each after its caller, the root first
}

// Method returns the name of the compiled method, see Node.Method.
func (u *Unit) Method() string { return u.Nodes[0].Method }

// A Node is a call in the inlining tree of a unit.
type Node struct {
	Method   string // the called method: java.lang.String.charAt(int), with types of parameters without packages
	Parent   int32  // index in Unit.Nodes; -1: the root. Of a branch of a type switch the caller, not the virtual call that logs have it below
	BCI      int32  // of the call in the caller's bytecode; negative: unknown
	Inlined  bool   // into the caller. The root is
	Indirect bool   // a virtual or interface call; calls of the same caller at the same BCI are its possible targets
	Alive    bool   // the call is in the compiled code
	Branches bool   // the log has nodes below it

	// Reason is the last of the reasons for the decision, the one that counts; "": none. It is free text, which differs between versions of
	// the compiler.
	Reason  string
	Reasons int32 // how many there are

	Types []TypeShare // of receivers that the compiler knew, if the call is indirect
}

// A TypeShare is a receiver type of a call.
type TypeShare struct {
	Type        string
	Probability float64
}

// A Kind is the outcome of a call.
type Kind uint8

// The kinds, as in Graal's profdiff.
const (
	Root          Kind = iota // no call
	Inlined                   // its target is part of the unit
	Direct                    // a call of one method
	Indirect                  // a virtual or interface call
	Devirtualized             // an indirect call that became a switch of types, whose branches are nodes beside it
	Deleted                   // never reached
)

// Kind returns the outcome of the call.
func (n *Node) Kind() Kind {
	switch {
	case n.Parent < 0:
		return Root
	case n.Inlined:
		return Inlined
	case n.Indirect && n.Alive:
		return Indirect
	case n.Indirect && n.Branches:
		return Devirtualized
	case n.Alive:
		return Direct
	}
	return Deleted
}

// compilerPackages have the compiler's own methods, of a compiler that is written in Java and compiles itself.
var compilerPackages = []string{"org.graalvm.compiler.", "jdk.graal.compiler.", "jdk.vm.ci.", "jdk.graal.nativeimage.hotspot."}

func isCompiler(method string) bool {
	return slices.ContainsFunc(compilerPackages, func(p string) bool { return strings.HasPrefix(method, p) })
}

// A SyntaxError is about a line that is not a compilation.
type SyntaxError struct {
	File    string
	Line    int // from 1
	Column  int // in bytes, from 1; 0: the whole line
	Problem string
}

func (e *SyntaxError) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Problem)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Problem)
}
