package cli

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/convert/pattern"
)

// A Value is a pflag.Value: text that stands for a T.
type Value[T any] struct {
	To      *T                      // holds the default until the flag is set
	Noun    string                  // names the value in help, such as REGEXP
	Parse   func(string) (T, error) // its error quotes the text and says what is expected
	Format  func(T) string          // "": help shows no default
	Choices []string                // the words that parse accepts, for help and completion; nil: any text
}

func (v *Value[T]) Set(s string) error {
	x, err := v.Parse(s)
	if err != nil {
		return err
	}
	*v.To = x
	return nil
}

func (v *Value[T]) String() string { return v.Format(*v.To) }

func (v *Value[T]) Type() string { return v.Noun }

// Words returns the words that a flag accepts, which shells complete; nil: any text.
func Words(f *pflag.Flag) []string { return f.Annotations[completionWords] }

// Bind adds a flag with such a value. Shells complete its words; a FILE is completed as one.
func Bind[T any](c *cobra.Command, v *Value[T], name, short, usage string) {
	c.Flags().VarP(v, name, short, usage)
	switch {
	case v.Choices != nil:
		Complete(c, name, v.Choices...)
	case v.Noun != FileNoun:
		Complete(c, name)
	}
}

// A Pick is a word that stands for a value.
type Pick[T any] struct {
	Word  string
	Value T
}

// ByName returns picks of values by their own names.
func ByName[T fmt.Stringer](values ...T) []Pick[T] {
	var picks []Pick[T]
	for _, v := range values {
		picks = append(picks, Pick[T]{v.String(), v})
	}
	return picks
}

// WordsOf returns the words of picks, in order.
func WordsOf[T any](picks []Pick[T]) []string {
	var words []string
	for _, p := range picks {
		words = append(words, p.Word)
	}
	return words
}

// UnknownWord is the error for a value that is not one of some words.
func UnknownWord(s string, words []string) error { return fmt.Errorf("%q is not %s", s, OneOf(words)) }

// choiceValue is one of some values. A default that is not one of them is not shown.
func choiceValue[T comparable](to *T, noun string, picks []Pick[T]) *Value[T] {
	words := WordsOf(picks)
	return &Value[T]{to, noun,
		func(s string) (T, error) {
			x, ok := Exactly(picks, s)
			if !ok {
				return x, UnknownWord(s, words)
			}
			return x, nil
		},
		func(x T) string {
			i := slices.IndexFunc(picks, func(p Pick[T]) bool { return p.Value == x })
			if i < 0 {
				return ""
			}
			return picks[i].Word
		}, words}
}

// ListValue returns the value of a flag that takes a comma-separated list of picks. Find is [Exactly] or [ByPrefix].
func ListValue[T fmt.Stringer](to *[]T, noun string, picks []Pick[T], find func([]Pick[T], string) (T, bool)) *Value[[]T] {
	words := WordsOf(picks)
	return &Value[[]T]{to, noun,
		func(s string) ([]T, error) {
			var list []T
			for word := range strings.SplitSeq(s, ",") {
				x, ok := find(picks, word)
				if !ok {
					return nil, UnknownWord(word, words)
				}
				list = append(list, x)
			}
			return list, nil
		},
		func(list []T) string { return strings.Join(WordsOf(ByName(list...)), ",") }, words}
}

// Exactly finds the value that a word stands for.
func Exactly[T any](picks []Pick[T], word string) (x T, ok bool) {
	i := slices.IndexFunc(picks, func(p Pick[T]) bool { return p.Word == word })
	if i < 0 {
		return x, false
	}
	return picks[i].Value, true
}

// ByPrefix finds the value of the only word with a prefix.
func ByPrefix[T any](picks []Pick[T], prefix string) (x T, ok bool) {
	for _, p := range picks {
		switch {
		case prefix == "" || !strings.HasPrefix(p.Word, prefix):
		case ok:
			return x, false
		default:
			x, ok = p.Value, true
		}
	}
	return x, ok
}

// regexpNoun is the noun of values that are regular expressions.
const regexpNoun = "REGEXP"

// PatternValue is the value of a flag that takes a regular expression for methods.
func PatternValue(to **regexp.Regexp) *Value[*regexp.Regexp] {
	return &Value[*regexp.Regexp]{to, regexpNoun, ParsePattern,
		func(re *regexp.Regexp) string {
			if re == nil {
				return ""
			}
			return re.String()
		}, nil}
}

// ParsePattern reads a regular expression for methods, see [pattern.Compile].
func ParsePattern(s string) (*regexp.Regexp, error) { return CompilePattern(s, pattern.Compile) }

// CompilePattern compiles a regular expression with a function, and rewords its errors.
func CompilePattern(s string, compile func(string) (*regexp.Regexp, error)) (*regexp.Regexp, error) {
	re, err := compile(s)
	if err != nil {
		if expr := pattern.OfGlob(s); expr != "" {
			return nil, fmt.Errorf("%q is not a regular expression: did you mean %q? It matches anywhere in a name", s, expr)
		}
		return nil, fmt.Errorf("%q is not a regular expression: %s", s, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return re, nil
}

// FileNoun is the noun of values that name a file.
const FileNoun = "FILE"

// FileValue is the value of a flag that takes the name of a file.
func FileValue(to *string) *Value[string] {
	return &Value[string]{to, FileNoun,
		func(s string) (string, error) {
			if s == "" {
				return "", errors.New("the name is empty")
			}
			return s, nil
		},
		func(s string) string { return s }, nil}
}

// NumberValue is an integer from 0 on. A negative default is not shown.
func NumberValue(to *int, noun string) *Value[int] {
	return &Value[int]{to, noun,
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

// shareNoun is the noun for values that are shares.
const shareNoun = "SHARE"

// ShareValue is a part of a whole: 0.5%, or 0.005. The whole is 100% alone: a threshold of 1 is more likely meant as 1%, and as the whole it
// would pass everything. A negative default is not shown.
func ShareValue(to *float64) *Value[float64] {
	return &Value[float64]{to, shareNoun, func(s string) (float64, error) { return parseShare(s, 1) }, FormatShare, nil}
}

// OptionalShareValue is a share that may be absent: nil. It is at most 1, or another maximum: what is relative to a value may exceed it.
func OptionalShareValue(to **float64, most float64) *Value[*float64] {
	return &Value[*float64]{to, shareNoun,
		func(s string) (*float64, error) {
			x, err := parseShare(s, most)
			return &x, err
		},
		func(x *float64) string {
			if x == nil {
				return ""
			}
			return FormatShare(*x)
		}, nil}
}

// parseShare reads a share up to a maximum. Those above 1 need the sign, which tells 150% from 1.5%.
func parseShare(s string, most float64) (float64, error) {
	number, percent := strings.CutSuffix(s, "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		x /= 100
	}
	isNumber := err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
	switch {
	case isNumber && percent && 0 <= x && x <= most:
		return x, nil
	case isNumber && x == 1:
		return 0, fmt.Errorf("%q may be 1%% or 100%%", s)
	case isNumber && !percent && 0 <= x && x < 1:
		return x, nil
	case most > 1:
		return 0, fmt.Errorf("%q is not a share such as 25%%, 0.25 or 150%%", s)
	case isNumber && percent:
		return 0, fmt.Errorf("%q is not a share from 0%% to 100%%", s)
	}
	return 0, fmt.Errorf("%q is not a share such as 0.5%% or 0.005", s)
}

// FormatShare formats a share of one as a flag accepts it, such as "5%".
func FormatShare(x float64) string {
	if x < 0 {
		return ""
	}
	return strconv.FormatFloat(100*x, 'g', 12, 64) + "%" // 100*0.066 is not quite 6.6
}
