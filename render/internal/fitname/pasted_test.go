package fitname

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// TestPastedShortNames pastes names as tables, trees and pictures shorten them: each finds its method, and no method but those that
// it could be short for.
func TestPastedShortNames(t *testing.T) {
	for file, data := range testprofile.Published(t) {
		t.Run(file, func(t *testing.T) {
			p := testprofile.Read(t, bytes.NewReader(data))
			full := convert.NewNames(p, convert.NameOptions{})
			candidates := make([]candidate, p.MethodSlots())
			for slot := range candidates {
				candidates[slot] = candidateOf(full.Signature(slot))
			}
			referenced := convert.ReferencedMethods(p)
			step := 29
			if len(referenced) < 5000 {
				step = 5
				if testtier.More(t, "every method of the small profiles rather than one of five") {
					step = 1
				}
			}
			tried := 0
			for _, style := range []convert.NameStyle{convert.FullNames, convert.ShortNames, convert.SignatureNames} {
				names := convert.NewNames(p, convert.NameOptions{Style: style, Disambiguate: true})
				for _, room := range []int{20, 26, 34, 44, 60} {
					var all []NameInRoom
					var slots []int
					for slot, used := range referenced {
						if used && slot%step == 0 {
							all = append(all, NameInRoom{plaintext.Visible(names.Method(slot)), room})
							slots = append(slots, slot)
						}
					}
					short := Fit(all)
					for i, slot := range slots {
						printed := short[all[i]]
						for _, s := range []string{printed, Shorten(all[i].Name, labelSize, float64(7*room))} {
							if letters := strings.Count(s, "") - 1 - strings.Count(s, plaintext.Ellipsis); letters < 3 {
								continue
							}
							if strings.Contains(s, plaintext.Ellipsis) && strings.Contains(full.PlainName(slot), "(") {
								continue // native-image has methods such as StringBuilder(IA): the end of their names may look like parameters
							}
							re, err := pattern.Compile(s)
							if err != nil {
								t.Fatalf("%s, printed of %s: %v", s, all[i].Name, err)
							}
							if !full.Matches(re, slot) {
								t.Errorf("%s, printed of %s, is %s, which does not match %s", s, all[i].Name, re, full.MatchedName(re, slot))
							}
							if tried++; tried%4001 == 1 {
								sameCandidates(t, full, candidates, s)
							}
						}
					}
				}
			}
			t.Logf("%d names", tried)
		})
	}
}

// sameCandidates checks that a printed name finds the methods that it could be short for.
func sameCandidates(t *testing.T, full *convert.Names, candidates []candidate, printed string) {
	t.Helper()
	re, err := pattern.Compile(printed)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for slot, c := range candidates {
		if full.Matches(re, slot) {
			got = append(got, c.forms[0])
		}
		if c.mayPrintAs(printed) {
			want = append(want, c.forms[0])
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s, which is %s, finds %d methods, want %d:\n%s\nwant\n%s", printed, re, len(got), len(want), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A candidate is a method and the forms of its signature that a printed name can be cut from: with 0, 1, 2… packages as initials and
// with the packages of parameters, then without.
type candidate struct{ forms []string }

func candidateOf(signature string) candidate {
	var c candidate
	at := strings.LastIndexByte(signature, '(')
	name, params, has := signature, "", at >= 0
	if has {
		name, params = signature[:at], signature[at+1:]
	}
	types := strings.Split(strings.TrimSuffix(params, ")"), ", ")
	for i, s := range types {
		types[i] = s[strings.LastIndexByte(s, '.')+1:]
	}
	lists := []string{""}
	if has {
		lists = []string{"(" + params, "(" + strings.Join(types, ", ") + ")"}
	}
	if number, ok := strings.CutPrefix(name, "<unknown method "); ok {
		c.forms = []string{name, "<method " + number, "<" + number}
		return c
	}
	parts := strings.Split(name, ".")
	for short := range parts {
		if short > 0 {
			if parts[short-1] == "" {
				break
			}
			parts[short-1] = parts[short-1][:1]
		}
		for _, list := range lists {
			c.forms = append(c.forms, strings.Join(parts, ".")+list)
		}
	}
	return c
}

// mayPrintAs reports whether a printed name is part of a form, with an ellipsis for any text. A form with initials is cut where a
// package begins. Without parameters a name is a regular expression, in which a dot is any character.
func (c candidate) mayPrintAs(printed string) bool {
	if end := strings.LastIndexByte(printed, ')'); end >= 0 { // a result or an id
		printed = printed[:end+1]
	} else if params := strings.IndexByte(printed, '('); params >= 0 { // it is cut with the parameters
		printed = printed[:params+strings.Index(printed[params:], plaintext.Ellipsis)]
	}
	whole, forms := len(c.forms[0]), c.forms
	if printed[0] != '<' && strings.Count(printed, ".") < 2 && printed == strings.ToLower(printed) {
		forms = forms[:1] // n.a has no initial
	}
	for _, form := range forms {
		initials := len(form) < whole && len(printed) > 1 && printed[1] == '.'
		for start := range form {
			if initials && start > 0 && form[start-1] != '.' {
				continue
			}
			if glob(printed, form[start:], !strings.Contains(printed, "(")) {
				return true
			}
		}
	}
	return false
}

// glob reports whether a text begins with a printed one.
func glob(printed, text string, anyDot bool) bool {
	head, rest, cut := strings.Cut(printed, plaintext.Ellipsis)
	if len(head) > len(text) {
		return false
	}
	for i := range len(head) {
		if head[i] != text[i] && !(anyDot && head[i] == '.') {
			return false
		}
	}
	if !cut {
		return true
	}
	for i := len(head); i <= len(text); i++ {
		if glob(rest, text[i:], anyDot) {
			return true
		}
	}
	return false
}
