package render

import (
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// atBCI names a place in a method: @11, or for a negative BCI its meaning.
func atBCI(bci iprof.BCI) string {
	if isUnknownPlace(bci) {
		return placeUnknown
	}
	if bci < 0 {
		return bci.String()
	}
	return "@" + bci.String()
}

// lineSuffix follows the name of a place whose source line is known: @11 :224. The file is that of the method beside it.
func lineSuffix(line int) string {
	if line == 0 {
		return ""
	}
	return " :" + strconv.Itoa(line)
}

// sourcePlace names a place in a source file: Parser.java:118, without the line, 0, if it is unknown; "" without a file.
func sourcePlace(file string, line int) string {
	if file == "" {
		return ""
	}
	name := visible(file[strings.LastIndexByte(file, '/')+1:])
	if line > 0 {
		name += ":" + strconv.Itoa(line)
	}
	return name
}

// briefBCI is atBCI with a single word for what comes after an exception, and for no place.
func briefBCI(bci iprof.BCI) string {
	if isUnknownPlace(bci) {
		return briefPlaceUnknown
	}
	text := atBCI(bci)
	if word := "exception"; bci < 0 && strings.Contains(text, word) {
		return word
	}
	return text
}

// treeBCI names a place in a method as trees do: @13, or in words where it is none in the bytecode: (place unknown).
func treeBCI(bci iprof.BCI) string {
	switch {
	case isUnknownPlace(bci):
		return placeUnknown
	case bci < 0:
		return "(" + bci.String() + ")"
	}
	return "@" + bci.String()
}

// placeUnknown stands for a BCI where the profile has none.
const placeUnknown = "(place unknown)"

// briefPlaceUnknown replaces placeUnknown where there is no room for it.
const briefPlaceUnknown = "(unknown)"

// Explanations of placeUnknown.
const (
	placeUnknownNote      = placeUnknown + noPlaceRecorded
	briefPlaceUnknownNote = briefPlaceUnknown + noPlaceRecorded
	noPlaceRecorded       = ": the compiler recorded no bytecode index"
)

// isUnknownPlace reports whether a BCI stands for none, or for one that the compiler lost.
func isUnknownPlace(bci iprof.BCI) bool {
	return bci == iprof.BCIUnknown || bci == iprof.BCIInvalidFrameState
}

// targetBCI names where a branch goes: 13, (unwind), (place unknown).
func targetBCI(bci iprof.BCI) string {
	if bci < 0 {
		return treeBCI(bci)
	}
	return bci.String()
}

// placeName is the name of a row that ends in a place, such as that of a site, in the words of the other places.
func placeName(name string) string {
	for _, bci := range []iprof.BCI{iprof.BCIUnknown, iprof.BCIInvalidFrameState} {
		if site, ok := strings.CutSuffix(name, " ("+bci.String()+")"); ok {
			return site + " " + placeUnknown
		}
	}
	return name
}

// treeSite names a call site in a tree. The calls within folded frames, such as <VM>, have no site.
func treeSite(site iprof.BCI, known bool) string {
	if !known {
		return "(within)"
	}
	return treeBCI(site)
}
