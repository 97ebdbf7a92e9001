package main

import (
	"fmt"
	"strconv"
	"strings"
)

// runtime runs a method of the JDK, of those that the programs call. Texts are ASCII, so a char of Java is a byte here.
func (m *machine) runtime(name string, args []any) (any, error) {
	text := func(i int) string { return args[i].(string) }
	number := func(i int) int { return int(args[i].(int32)) }
	truth := func(b bool) int32 {
		if b {
			return 1
		}
		return 0
	}
	switch name {
	case "java.lang.Object.<init>":
		return nil, nil
	case "java.nio.file.Path.of":
		return args[0], nil
	case "java.nio.file.Files.readString":
		return m.text, nil
	case "java.lang.Integer.parseInt":
		n, err := strconv.ParseInt(text(0), 10, 32)
		return int32(n), err
	case "java.io.PrintStream.println":
		fmt.Fprintln(&m.printed, args[1])
		return nil, nil
	case "java.lang.String.length":
		return int32(len(text(0))), nil
	case "java.lang.String.charAt":
		return int32(text(0)[number(1)]), nil
	case "java.lang.String.substring":
		end := len(text(0))
		if len(args) == 3 {
			end = number(2)
		}
		return text(0)[number(1):end], nil
	case "java.lang.String.hashCode":
		hash := int32(0)
		for _, c := range []byte(text(0)) {
			hash = 31*hash + int32(c)
		}
		return hash, nil
	case "java.lang.String.equals":
		return truth(text(0) == text(1)), nil
	case "java.lang.String.startsWith":
		return truth(strings.HasPrefix(text(0)[number(2):], text(1))), nil
	}
	return nil, fmt.Errorf("no method %s", name)
}
