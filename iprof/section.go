package iprof

import "fmt"

// A Section is a kind of record, an array of the file.
type Section int

// The sections, in the order of the description.
const (
	Monitors     Section = iota // locks by their type ("Monitor Profiles")
	Receivers                   // virtual calls by the type of the receiver ("Virtual Invoke Profiles")
	Calls                       // entries of methods ("Call-Count Profiles")
	Conditionals                // branches by successor ("Conditional Profiles")
	InstanceOf                  // type checks by the type of the operand (format 1.1.0)
	Samples                     // sampled stacks ("Sampling Profiles")
	numSections
)

// Sections are all sections, in order. It must not be changed.
var Sections = [...]Section{Monitors, Receivers, Calls, Conditionals, InstanceOf, Samples}

// String returns the key of the section in format 1.1.0, such as samplingProfiles.
func (s Section) String() string {
	keys := [...]string{
		"monitorProfiles", "virtualInvokeProfiles", "callCountProfiles", "conditionalProfiles",
		"instanceofProfiles", "samplingProfiles",
	}
	if s < 0 || int(s) >= len(keys) {
		return fmt.Sprintf("Section(%d)", int(s))
	}
	return keys[s]
}
