package main

import (
	"bufio"
	_ "embed"
	"fmt"
	"strings"
)

// The list of equivalent faults: a line with the name of each, followed by the indented reason. A name that ends with an asterisk is of
// all that begin like it.
//
//go:embed equivalent.txt
var equivalentText string

// parseEquivalent returns the reasons by name.
func parseEquivalent(text string) (map[string]string, error) {
	reasons := map[string]string{}
	name := ""
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		switch reason := strings.TrimSpace(line); {
		case reason == "" || strings.HasPrefix(line, "#"):
		case reason == line && name != "" && reasons[name] == "":
			return nil, fmt.Errorf("line %d: %s has no reason", n, name)
		case reason == line:
			name = line
			if _, twice := reasons[name]; twice {
				return nil, fmt.Errorf("line %d: %s is listed twice", n, name)
			}
			reasons[name] = ""
		case name == "":
			return nil, fmt.Errorf("line %d: a reason without a name", n)
		default:
			reasons[name] = strings.TrimSpace(reasons[name] + " " + reason)
		}
	}
	if name != "" && reasons[name] == "" {
		return nil, fmt.Errorf("%s has no reason", name)
	}
	return reasons, lines.Err()
}

// reasonOf returns the reason why a fault is equivalent; "": it is not listed.
func reasonOf(reasons map[string]string, name string) string {
	if reason := reasons[name]; reason != "" {
		return reason
	}
	for listed, reason := range reasons {
		if begin, ok := strings.CutSuffix(listed, "*"); ok && strings.HasPrefix(name, begin) {
			return reason
		}
	}
	return ""
}
