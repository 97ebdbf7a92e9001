package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert/pattern"
)

// A value is a pflag.Value: text that stands for a T.
type value[T any] struct {
	to      *T                      // holds the default until the flag is set
	noun    string                  // names the value in help, such as REGEXP
	parse   func(string) (T, error) // its error quotes the text and names the expectation
	format  func(T) string          // "": help shows no default
	choices []string                // the words that parse accepts, for help and completion; nil: any text
}

func (v *value[T]) Set(s string) error {
	x, err := v.parse(s)
	if err != nil {
		return err
	}
	*v.to = x
	return nil
}

func (v *value[T]) String() string { return v.format(*v.to) }

func (v *value[T]) Type() string { return v.noun }

// words returns the accepted words; nil: any text. Code that has a flag cannot name its type parameter.
func (v *value[T]) words() []string { return v.choices }

// bind adds a flag with such a value. Shells complete its words; a FILE is completed as one.
func bind[T any](c *cobra.Command, v *value[T], name, short, usage string) {
	c.Flags().VarP(v, name, short, usage)
	switch {
	case v.choices != nil:
		c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(v.choices, cobra.ShellCompDirectiveNoFileComp))
	case v.noun != fileNoun:
		c.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
}

// A pick is a word that stands for a value.
type pick[T any] struct {
	word  string
	value T
}

// byName are picks of values by the names that they have themselves.
func byName[T fmt.Stringer](values ...T) []pick[T] {
	var picks []pick[T]
	for _, v := range values {
		picks = append(picks, pick[T]{v.String(), v})
	}
	return picks
}

func wordsOf[T any](picks []pick[T]) []string {
	var words []string
	for _, p := range picks {
		words = append(words, p.word)
	}
	return words
}

func unknownWord(s string, words []string) error { return fmt.Errorf("%q is not %s", s, oneOf(words)) }

// choiceValue is one of some values. A default that is none of them is not shown.
func choiceValue[T comparable](to *T, noun string, picks []pick[T]) *value[T] {
	words := wordsOf(picks)
	return &value[T]{to, noun,
		func(s string) (T, error) {
			x, ok := exactly(picks, s)
			if !ok {
				return x, unknownWord(s, words)
			}
			return x, nil
		},
		func(x T) string {
			i := slices.IndexFunc(picks, func(p pick[T]) bool { return p.value == x })
			if i < 0 {
				return ""
			}
			return picks[i].word
		}, words}
}

// listValue is a list of such values, comma-separated. Find is exactly or byPrefix.
func listValue[T fmt.Stringer](to *[]T, noun string, picks []pick[T], find func([]pick[T], string) (T, bool)) *value[[]T] {
	words := wordsOf(picks)
	return &value[[]T]{to, noun,
		func(s string) ([]T, error) {
			var list []T
			for word := range strings.SplitSeq(s, ",") {
				x, ok := find(picks, word)
				if !ok {
					return nil, unknownWord(word, words)
				}
				list = append(list, x)
			}
			return list, nil
		},
		func(list []T) string { return strings.Join(wordsOf(byName(list...)), ",") }, words}
}

// exactly finds the value that a word stands for.
func exactly[T any](picks []pick[T], word string) (x T, ok bool) {
	i := slices.IndexFunc(picks, func(p pick[T]) bool { return p.word == word })
	if i < 0 {
		return x, false
	}
	return picks[i].value, true
}

// byPrefix finds the value of the only word that begins so.
func byPrefix[T any](picks []pick[T], prefix string) (x T, ok bool) {
	for _, p := range picks {
		switch {
		case prefix == "" || !strings.HasPrefix(p.word, prefix):
		case ok:
			return x, false
		default:
			x, ok = p.value, true
		}
	}
	return x, ok
}

// regexpNoun is the noun of values that are regular expressions.
const regexpNoun = "REGEXP"

func patternValue(to **regexp.Regexp) *value[*regexp.Regexp] {
	return &value[*regexp.Regexp]{to, regexpNoun, parsePattern,
		func(re *regexp.Regexp) string {
			if re == nil {
				return ""
			}
			return re.String()
		}, nil}
}

func parsePattern(s string) (*regexp.Regexp, error) { return compilePattern(s, pattern.Compile) }

func compilePattern(s string, compile func(string) (*regexp.Regexp, error)) (*regexp.Regexp, error) {
	re, err := compile(s)
	if err != nil {
		return nil, fmt.Errorf("%q is not a regular expression: %s", s, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return re, nil
}

// fileNoun is the noun of values that name a file.
const fileNoun = "FILE"

func fileValue(to *string) *value[string] {
	return &value[string]{to, fileNoun,
		func(s string) (string, error) {
			if s == "" {
				return "", errors.New("the name is empty")
			}
			return s, nil
		},
		func(s string) string { return s }, nil}
}

// numberValue is a whole number from 0 on. A negative default is not shown.
func numberValue(to *int, noun string) *value[int] {
	return &value[int]{to, noun,
		func(s string) (int, error) {
			n, err := strconv.Atoi(s)
			if err != nil || n < 0 {
				return 0, fmt.Errorf("%q is not a number of %s", s, strings.ToLower(noun))
			}
			return n, nil
		},
		func(n int) string {
			if n < 0 {
				return ""
			}
			return strconv.Itoa(n)
		}, nil}
}

// shareNoun is the noun of values that are shares.
const shareNoun = "SHARE"

// shareValue is a part of a whole, from 0 to 1: 0.5%, or 0.005. A negative default is not shown.
func shareValue(to *float64) *value[float64] {
	return &value[float64]{to, shareNoun, parseShare, formatShare, nil}
}

// optionalShareValue is a share that may be absent, which is nil.
func optionalShareValue(to **float64) *value[*float64] {
	return &value[*float64]{to, shareNoun,
		func(s string) (*float64, error) {
			x, err := parseShare(s)
			return &x, err
		},
		func(x *float64) string {
			if x == nil {
				return ""
			}
			return formatShare(*x)
		}, nil}
}

func parseShare(s string) (float64, error) {
	number, percent := strings.CutSuffix(s, "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		x /= 100
	}
	if err != nil || !(x >= 0 && x <= 1) {
		return 0, fmt.Errorf("%q is not a share such as 0.5%% or 0.005", s)
	}
	return x, nil
}

func formatShare(x float64) string {
	if x < 0 {
		return ""
	}
	return strconv.FormatFloat(100*x, 'g', 12, 64) + "%" // 100*0.066 is not quite 6.6
}
