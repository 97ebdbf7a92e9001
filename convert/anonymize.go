package convert

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Pseudonyms gives the names of an application others, and takes them back. The same key gives the same name the same
// pseudonym in every profile, so that anonymous profiles can be merged and compared; without the key nobody can tell
// which name a pseudonym stands for, or try out whether it is a certain one.
//
// Names of the JDK, of native-image and the profiler stay. Packages, classes and methods are named one by one: what is in
// one package stays so, as do nesting and lambdas ($), arrays, <init> and <clinit>, what overloads or overrides, and
// that hashes are hashes.
type Pseudonyms struct {
	key   []byte
	names map[string]string // by pseudonym
	added []string          // pseudonyms that were not there in the beginning, in the order in which they came
}

// NewPseudonyms returns those of a key; names are what pseudonyms are known to stand for. Names that are met for the first
// time are added to them.
func NewPseudonyms(key []byte, names map[string]string) *Pseudonyms {
	return &Pseudonyms{key: key, names: names}
}

// Added yields pseudonyms that were made up to now, with what they stand for.
func (ps *Pseudonyms) Added(yield func(pseudonym, name string) bool) {
	for _, p := range ps.added {
		if !yield(p, ps.names[p]) {
			return
		}
	}
}

// Anonymize returns the profile, in canonical form, under pseudonyms. It fails where two names have the same, which one
// key in a thousand does to a million names.
func (ps *Pseudonyms) Anonymize(p *iprof.Profile) (*iprof.Profile, error) {
	var failed error
	give := func(kind byte, word string) string {
		pseudonym, err := ps.give(kind, word)
		if err != nil {
			failed = err
		}
		return pseudonym
	}
	hidden := map[string]bool{} // classes without their packages
	types := make([]string, p.Types.Len())
	for i, t := range p.Types.All() {
		types[i] = typeName(t.Name, give)
		if KindOf(t.Name) == Application {
			hidden[withoutPackage(javaType(t.Name))] = true
		}
	}
	methods := make([]string, p.Methods.Len())
	for i, m := range p.Methods.All() {
		methods[i] = m.Name
		t, ok := p.Type(m.Declaring)
		switch kind := KindOf(t.Name); {
		case ok && kind == Application:
			methods[i] = methodName(m.Name, give)
		case factory(m.Name) != "" && hidden[factory(m.Name)]: // native-image makes a method Order_constructor_5087f5…
			methods[i] = give('m', m.Name)
		}
	}
	if failed != nil {
		return nil, failed
	}
	return renamed(p, types, methods), nil
}

// Reveal returns a profile, in canonical form, with the names that its pseudonyms stand for.
func (ps *Pseudonyms) Reveal(p *iprof.Profile) *iprof.Profile {
	take := func(_ byte, word string) string {
		if name, ok := ps.names[word]; ok {
			return name
		}
		return word
	}
	types := make([]string, p.Types.Len())
	for i, t := range p.Types.All() {
		types[i] = typeName(t.Name, take)
	}
	methods := make([]string, p.Methods.Len())
	for i, m := range p.Methods.All() {
		methods[i] = methodName(m.Name, take)
	}
	return renamed(p, types, methods)
}

// give returns the pseudonym of a word: a letter that says what it is, and 50 bits that the key makes of it.
func (ps *Pseudonyms) give(kind byte, word string) (string, error) {
	mac := hmac.New(sha256.New, ps.key)
	mac.Write([]byte{kind, 0})
	mac.Write([]byte(word))
	sum := mac.Sum(nil)
	var pseudonym string
	if kind == 'h' {
		for len(pseudonym) < len(word) {
			pseudonym += hex.EncodeToString(sum)
		}
		pseudonym = pseudonym[:len(word)]
	} else {
		pseudonym = string(kind) + strings.ToLower(base32.StdEncoding.EncodeToString(sum)[:10])
	}
	switch name, ok := ps.names[pseudonym]; {
	case !ok:
		ps.names[pseudonym] = word
		ps.added = append(ps.added, pseudonym)
	case name != word:
		return "", fmt.Errorf("%q and %q have the same pseudonym, %s: this takes another key", name, word, pseudonym)
	}
	return pseudonym, nil
}

// typeName renames a class of the application, or what an array is of.
func typeName(binary string, rename func(kind byte, word string) string) string {
	if KindOf(binary) != Application {
		return binary
	}
	dims, element := arrayOf(binary)
	if dims == 0 {
		return className(binary, rename)
	}
	return binary[:dims] + "L" + className(element, rename) + ";"
}

// className renames the parts of a class's name. What a hidden class has after its slash stays: it is an address.
func className(name string, rename func(kind byte, word string) string) string {
	hidden := ""
	if i := strings.IndexByte(name, '/'); i >= 0 {
		name, hidden = name[:i], name[i:]
	}
	parts := strings.Split(name, ".")
	for i, part := range parts {
		if i < len(parts)-1 {
			parts[i] = rename('p', part)
			continue
		}
		parts[i] = nested(part, 'C', rename)
	}
	return strings.Join(parts, ".") + hidden
}

// methodName renames a method. <init> and <clinit> are no names that anybody gave.
func methodName(name string, rename func(kind byte, word string) string) string {
	if strings.HasPrefix(name, "<") {
		return name
	}
	return nested(name, 'm', rename)
}

// generated are parts of names that compilers give.
var generated = onDemand(`^(|[0-9]+|Lambda|lambda|access|Proxy[0-9]*)$`)

// hashes are parts that differ from build to build, with the number that may come behind.
var hashes = onDemand(`^([0-9a-f]{32,})(_[0-9]+)?$`)

// nested renames what lies between the dollars of a name.
func nested(name string, kind byte, rename func(kind byte, word string) string) string {
	parts := strings.Split(name, "$")
	for i, part := range parts {
		switch m := hashes().FindStringSubmatch(part); {
		case m != nil:
			parts[i] = rename('h', m[1]) + m[2]
		case len(parts) == 1 || !generated().MatchString(part):
			parts[i] = rename(kind, part)
		}
	}
	return strings.Join(parts, "$")
}

// factory returns the class that native-image made a factory method for, "" for other methods.
func factory(method string) string {
	class, _, ok := strings.Cut(method, "_constructor_")
	if !ok {
		return ""
	}
	return class
}

// renamed returns a profile with other names.
func renamed(p *iprof.Profile, types, methods []string) *iprof.Profile {
	named := *p
	named.Types, named.Methods = iprof.TypeTable{}, iprof.MethodTable{}
	for i, t := range p.Types.All() {
		t.Name = types[i]
		named.Types.Add(t)
	}
	for i, m := range p.Methods.All() {
		m.Name = methods[i]
		named.Methods.Add(m)
	}
	return iprof.Canonical(&named, false)
}
