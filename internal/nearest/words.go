package nearest

import "strings"

// mostEdits is the largest number of edits between a word and one that it is mistyped for.
const mostEdits = 2

// Words returns those words, in their order, that a typed one is most likely mistyped for: those that it begins; without any,
// those the fewest edits away, at most two. An edit inserts, removes or replaces a letter, or swaps two neighbors. Among as
// many edits, letters left out are likelier than wrong ones: jsn is meant for json rather than for jdk. Case does not count.
func Words(typed string, words []string) []string {
	var found []string
	smallest := 2*mostEdits + 1
	for _, word := range words {
		d := mistyping(strings.ToLower(typed), strings.ToLower(word))
		if d > smallest {
			continue
		}
		if d < smallest {
			found, smallest = nil, d
		}
		found = append(found, word)
	}
	return found
}

// mistyping returns twice the number of edits between what was typed and a word, one more if letters were not only left out, and
// 0 for the beginning of a word. It is more than 2*mostEdits+1 if nothing of the word would be left.
func mistyping(typed, word string) int {
	if typed == "" || len(word) <= mostEdits && typed != word[:min(len(typed), len(word))] {
		return 2*mostEdits + 2
	}
	if strings.HasPrefix(word, typed) {
		return 0
	}
	edits := Distance(typed, word)
	for i := 1; i < len(typed) && edits == 2; i++ {
		if typed[:i-1]+typed[i:i+1]+typed[i-1:i]+typed[i+1:] == word {
			edits = 1
		}
	}
	if edits == len(word)-len(typed) { // each an insertion
		return 2 * edits
	}
	return 2*edits + 1
}
