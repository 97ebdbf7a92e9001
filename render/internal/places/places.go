// Package places formats places in the bytecode and in source files for people.
package places

import (
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// AtBCI names a place in a method: @11 or, for a negative BCI, its meaning.
func AtBCI(bci iprof.BCI) string {
	if isUnknownPlace(bci) {
		return PlaceUnknown
	}
	if bci < 0 {
		return bci.String()
	}
	return "@" + bci.String()
}

// LineSuffix follows the name of a place whose source line is known: @11 :224. The file is that of the method next to it.
func LineSuffix(line int) string {
	if line == 0 {
		return ""
	}
	return " :" + strconv.Itoa(line)
}

// SourcePlace names a place in a source file: Parser.java:118, without the line, 0, if it is unknown; "" without a file.
func SourcePlace(file string, line int) string {
	if file == "" {
		return ""
	}
	name := plaintext.Visible(file[strings.LastIndexByte(file, '/')+1:])
	if line > 0 {
		name += ":" + strconv.Itoa(line)
	}
	return name
}

// BriefBCI is like AtBCI, with a single word for the place after an exception, and for no place.
func BriefBCI(bci iprof.BCI) string {
	if isUnknownPlace(bci) {
		return BriefPlaceUnknown
	}
	text := AtBCI(bci)
	if word := "exception"; bci < 0 && strings.Contains(text, word) {
		return word
	}
	return text
}

// TreeBCI names a place in a method as trees do: @13, or in words if it is not in the bytecode: (place unknown).
func TreeBCI(bci iprof.BCI) string {
	switch {
	case isUnknownPlace(bci):
		return PlaceUnknown
	case bci < 0:
		return "(" + bci.String() + ")"
	}
	return "@" + bci.String()
}

// PlaceUnknown stands for a BCI that the profile does not have.
const PlaceUnknown = "(place unknown)"

// BriefPlaceUnknown replaces PlaceUnknown if there is no room for it.
const BriefPlaceUnknown = "(unknown)"

// Explanations of PlaceUnknown.
const (
	PlaceUnknownNote      = PlaceUnknown + noPlaceRecorded
	BriefPlaceUnknownNote = BriefPlaceUnknown + noPlaceRecorded
	noPlaceRecorded       = ": the compiler recorded no bytecode index"
)

// isUnknownPlace reports whether a BCI means no place, or one that the compiler lost.
func isUnknownPlace(bci iprof.BCI) bool {
	return bci == iprof.BCIUnknown || bci == iprof.BCIInvalidFrameState
}

// TargetBCI names the target of a branch: 13, (unwind), (place unknown).
func TargetBCI(bci iprof.BCI) string {
	if bci < 0 {
		return TreeBCI(bci)
	}
	return bci.String()
}

// PlaceName returns the name of a row that ends in a place, such as a site's, in the words of the other places.
func PlaceName(name string) string {
	for _, suffix := range unknownPlaces {
		if site, ok := strings.CutSuffix(name, suffix); ok {
			return site + " " + PlaceUnknown
		}
	}
	return name
}

// unknownPlaces are the ends of names of places that are unknown, see isUnknownPlace.
var unknownPlaces = [...]string{" (" + iprof.BCIUnknown.String() + ")", " (" + iprof.BCIInvalidFrameState.String() + ")"}

// TreeSite names a call site in a tree. Calls within folded frames, such as <VM>, have no site.
func TreeSite(site iprof.BCI, known bool) string {
	if !known {
		return "(within)"
	}
	return TreeBCI(site)
}

// CallSite returns the BCI after a caller: @9.
func CallSite(bci table.Cell) string {
	switch {
	case bci.Kind != table.Int:
		return ""
	case bci.Int < 0:
		return " " + TreeBCI(iprof.BCI(bci.Int))
	}
	return AtBCI(iprof.BCI(bci.Int))
}
