package nearest

import "strings"

// mostEdits is the maximum number of edits between a word and its misspelling.
const mostEdits = 2

// shortWord is the maximum length of a word that has too few letters for two wrong ones.
const shortWord = 5

// Words returns those words, in their order, that a typed one is most likely a misspelling of: those that it is a prefix of; if
// there are none, those with the fewest edits, at most two, or one if the first letter is wrong, which is rarely mistyped. An edit
// inserts, removes or replaces a letter, or swaps two neighbors.
// With equally many edits, omitted letters are more likely than wrong ones: jsn means json rather than jdk. Case is ignored.
// A word that ends in = is not meant if it was typed correctly: the value after it is wrong.
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

// mistyping returns twice the number of edits between what was typed and a word, plus one if letters were not only omitted, and 0
// for a prefix of the word. It is more than 2*mostEdits+1 if nothing of the word would be left.
func mistyping(typed, word string) int {
	if typed == "" || len(word) <= mostEdits && typed != word[:min(len(typed), len(word))] {
		return 2*mostEdits + 2
	}
	if strings.HasPrefix(word, typed) {
		return 0
	}
	if strings.HasSuffix(word, "=") && strings.HasPrefix(typed, word) {
		return 2*mostEdits + 2
	}
	edits := Distance(typed, word)
	for i := 1; i < len(typed) && edits == 2; i++ {
		if typed[:i-1]+typed[i:i+1]+typed[i-1:i]+typed[i+1:] == word {
			edits = 1
		}
	}
	if edits == mostEdits && (typed[0] != word[0] || len(word) <= shortWord && len(word) == len(typed)) { // bogus is not meant as focus, nor nofile as profile
		return 2*mostEdits + 2
	}
	if edits == len(word)-len(typed) { // each an insertion
		return 2 * edits
	}
	return 2*edits + 1
}
