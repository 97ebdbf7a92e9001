package rewrite

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Pseudonyms replaces the names of an application, and restores them. With the same key, a name has the same pseudonym in every
// profile, so that anonymous profiles can be merged and compared; without the key it is impossible to find the name of a pseudonym,
// or to test a guess.
//
// Only names that are known to belong to the JDK, to native-image or to the profiler stay. Packages, classes and methods get
// separate pseudonyms, so the structure stays visible: common packages, nesting and lambdas ($), arrays, <init> and <clinit>,
// overloading, overriding, and hashes, which become other hashes.
type Pseudonyms struct {
	key   []byte
	names map[string]string // by pseudonym
	added []string          // new pseudonyms, in order of creation
}

// NewPseudonyms returns the pseudonyms for a key. The map holds the names of known pseudonyms, and new ones are added to it; nil:
// none are known.
func NewPseudonyms(key []byte, names map[string]string) *Pseudonyms {
	if names == nil {
		names = map[string]string{}
	}
	return &Pseudonyms{key: key, names: names}
}

// Added yields the pseudonyms created so far, with their names.
func (ps *Pseudonyms) Added(yield func(pseudonym, name string) bool) {
	for _, p := range ps.added {
		if !yield(p, ps.names[p]) {
			return
		}
	}
}

// Anonymize returns the profile, in canonical form, with pseudonyms. whole is p before anything was removed from it, or p itself:
// its tables show which classes native-image named its stubs after. Anonymize fails if two names get the same pseudonym, which for
// a million names happens with one key in a thousand.
func (ps *Pseudonyms) Anonymize(p, whole *iprof.Profile) (*iprof.Profile, error) {
	var failed error
	give := func(kind byte, word string) string {
		pseudonym, err := ps.pseudonymOf(kind, word)
		if err != nil {
			failed = err
		}
		return pseudonym
	}
	targets := targetsOf(whole)
	n := naming{give, targets}
	types, public := make([]string, p.Types.Len()), make([]bool, p.Types.Len())
	for i, t := range p.Types.All() {
		types[i], public[i] = t.Name, isPublic(t.Name)
		if !targets.keepsClass(t.Name) {
			types[i] = n.typeName(t.Name)
		}
	}
	methods := make([]string, p.Methods.Len())
	for i, m := range p.Methods.All() {
		methods[i] = m.Name
		slot := p.TypeSlot(m.Declaring)
		ofPublic := slot < len(public) && public[slot]
		if t, _ := p.Type(m.Declaring); !ofPublic || !targets.keepsMethod(t.Name, m.Name) {
			methods[i] = n.methodName(m.Name, ofPublic)
		}
	}
	if failed != nil {
		return nil, failed
	}
	return renamed(p, types, methods), nil
}

// isPublic reports whether a class is known to belong to the JDK, native-image or the profiler, and is therefore public.
func isPublic(class string) bool {
	kind := convert.KindOf(class)
	return kind != convert.Application && kind != convert.UnknownKind
}

// proxies are JDK classes with the methods of arbitrary interfaces: jdk.proxy4.$Proxy83, and in newer images
// jdk.proxy4.$Proxy/s1a2b3c, where s1a2b3c is a hash of the interfaces.
var proxies = javaname.LazyRegexp(`^(?:com[./]sun[./]proxy[./])?jdk[./]proxy[0-9]+[./]|^com[./]sun[./]proxy[./]|(?:^|[./])\$Proxy`)

func isProxy(class string) bool { return proxies().MatchString(class) }

// isNamedByContent reports whether the name of a public class contains a hash of things that may be private.
func isNamedByContent(class string) bool { return isProxy(class) && stableSuffix().MatchString(class) }

// ErrLongNames is the error for pseudonyms of which names would be made that take very much memory.
var ErrLongNames = errors.New("the names of its pseudonyms are too long")

// What the names of all pseudonyms in a profile may take, besides what the profile's names are: a name may be very long, and a
// pseudonym be repeated.
const (
	fewNameBytes = 32 << 20
	namesPerByte = 8
)

// Reveal returns a profile, in canonical form, with the names of its pseudonyms restored, and the number of distinct
// pseudonyms. The error is [ErrLongNames].
func (ps *Pseudonyms) Reveal(p *iprof.Profile) (revealed *iprof.Profile, pseudonyms int, err error) {
	left := fewNameBytes
	for _, t := range p.Types.All() {
		left += namesPerByte * len(t.Name)
	}
	for _, m := range p.Methods.All() {
		left += namesPerByte * len(m.Name)
	}
	known := map[string]bool{}
	back := func(word string) string {
		at := 0 // start of the pseudonym: after the L of an array or the 0x of a hidden class
		if _, whole := ps.names[word]; !whole {
			if i := strings.Index(word, "0x"); i >= 0 {
				at = i + len("0x")
			} else if word[0] == 'L' {
				at = 1
			}
		}
		name, ok := ps.names[word[at:]]
		if left -= len(name); !ok || left < 0 {
			return word
		}
		known[word[at:]] = true
		return word[:at] + name
	}
	types := make([]string, p.Types.Len())
	for i, t := range p.Types.All() {
		types[i] = pseudonymWords().ReplaceAllStringFunc(t.Name, back)
	}
	methods := make([]string, p.Methods.Len())
	for i, m := range p.Methods.All() {
		methods[i] = pseudonymWords().ReplaceAllStringFunc(m.Name, back)
	}
	if left < 0 {
		return nil, 0, ErrLongNames
	}
	return renamed(p, types, methods), len(known), nil
}

// oneWord matches a pseudonym of a package, a class or a method. Words of ten letters may look like one, but not all words of a program.
var oneWord = javaname.LazyRegexp(`^[a-zA-Z][a-z2-7]{10}$`)

// IsAnonymous reports whether the classes of the application have pseudonyms.
func IsAnonymous(p *iprof.Profile) bool {
	found := false
	for _, t := range p.Types.All() {
		_, element := javaname.ArrayOf(t.Name)
		if element == "" || convert.KindOf(element) != convert.Application {
			continue
		}
		_, class := splitClass(element)
		first := pseudonymWords().FindString(class)
		if !oneWord().MatchString(first) {
			return false
		}
		for _, word := range pseudonymWords().FindAllString(element, -1) {
			found = found || oneWord().MatchString(word) && strings.ContainsAny(word, "234567")
		}
	}
	return found
}

// pseudonymWords are the words that may be pseudonyms. They can be restored wherever they occur.
var pseudonymWords = javaname.LazyRegexp(`[0-9A-Za-z]+`)

// pseudonymOf returns the pseudonym of a word: a letter for its kind, and 50 bits of its keyed hash.
func (ps *Pseudonyms) pseudonymOf(kind byte, word string) (string, error) {
	mac := hmac.New(sha256.New, ps.key)
	mac.Write([]byte{kind, 0})
	mac.Write([]byte(word))
	sum := mac.Sum(nil)
	var pseudonym string
	switch {
	case kind == 'h' && len(word) == javaname.DigestLength:
		for !javaname.IsDigest(pseudonym) {
			pseudonym = digestOf(sum)
			next := sha256.Sum256(sum)
			sum = next[:]
		}
	case kind == 'h':
		for len(pseudonym) < len(word) {
			pseudonym += hex.EncodeToString(sum)
		}
		pseudonym = pseudonym[:len(word)]
	case kind == 's': // longer than most of these hashes, which are too short to stay distinct
		pseudonym = "s" + hex.EncodeToString(sum)[:14]
	default:
		pseudonym = string(kind) + strings.ToLower(base32.StdEncoding.EncodeToString(sum)[:10])
	}
	switch name, ok := ps.names[pseudonym]; {
	case !ok:
		ps.names[pseudonym] = word
		ps.added = append(ps.added, pseudonym)
	case name != word:
		return "", fmt.Errorf("%q and %q have the same pseudonym, %s: use another key", name, word, pseudonym)
	}
	return pseudonym, nil
}

// digestOf writes the first bytes of a hash as native-image writes digests.
func digestOf(sum []byte) string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	text := make([]byte, javaname.DigestLength)
	for i := range text {
		text[i] = digits[int(sum[i])%len(digits)]
	}
	return string(text)
}

// A naming gives names pseudonyms.
type naming struct {
	rename  func(kind byte, word string) string // of a part of a name
	targets targetSet                           // possible targets of stubs
}

// typeName renames a class, or the element type of an array.
func (n naming) typeName(binary string) string {
	dims, element := javaname.ArrayOf(binary)
	switch name := n.elementName(element); {
	case name == element:
		return binary
	case dims == 0:
		return name
	default:
		return binary[:dims] + "L" + name + ";"
	}
}

// elementName renames a class that is not public; for a public one, only the parts that may be named after something else.
func (n naming) elementName(name string) string {
	switch {
	case name == "":
		return ""
	case !isPublic(name):
		return n.className(name)
	}
	if isNamedByContent(name) {
		name, suffix := cutHidden(name)
		return name + n.hidden(suffix)
	}
	pkg, class := splitClass(name)
	switch s, ok := asStub(class); {
	case hasHash(pkg):
		return n.className(name)
	case ok:
		return pkg + n.stub(s).String()
	}
	class, suffix := cutHidden(class)
	return pkg + n.nested(class, 'C') + n.hidden(suffix)
}

// splitClass separates the package, with dots or sometimes slashes, from the class.
func splitClass(name string) (pkg, class string) {
	shown, _ := cutHidden(name)
	i := strings.LastIndexAny(shown, "./") + 1
	return name[:i], name[i:]
}

// hiddenSuffix is the suffix of the name of a hidden class: an address, a number or, instead of an address, a hash, which several
// may share.
var hiddenSuffix = javaname.LazyRegexp(`(?:[/.]0x[0-9a-f]+(?:/[0-9]+)?|/[0-9]+)(?:_[0-9]+)?$`)

// stableSuffix is another suffix, $Proxy/s1a2b3c. After a slash it may also be a name, except in a proxy.
var stableSuffix = javaname.LazyRegexp(`(?:\$Proxy[./]|^[^/]+/)(s[0-9a-f]+)(?:_[0-9]+)?$`)

// cutHidden cuts off the suffix of a hidden class.
func cutHidden(name string) (class, suffix string) {
	at := len(name)
	if m := hiddenSuffix().FindStringIndex(name); m != nil {
		at = m[0]
	} else if m := stableSuffix().FindStringSubmatchIndex(name); m != nil {
		at = m[2] - 1
	}
	return name[:at], name[at:]
}

// hashInSuffix is a hash in the suffix of a hidden class.
var hashInSuffix = javaname.LazyRegexp(`^([/.](?:0x)?)([0-9a-f]{32,}|s[0-9a-f]+)(.*)$`)

// hidden renames the suffix of a hidden class, because a hash would confirm a guess.
func (n naming) hidden(suffix string) string {
	m := hashInSuffix().FindStringSubmatch(suffix)
	if m == nil {
		return suffix
	}
	kind := byte('h')
	if m[2][0] == 's' {
		kind = 's'
	}
	return m[1] + n.rename(kind, m[2]) + m[3]
}

// className renames the parts of a class's name, between dots or sometimes slashes.
func (n naming) className(name string) string {
	name, suffix := cutHidden(name)
	var b strings.Builder
	for {
		i := strings.IndexAny(name, "./")
		if i < 0 {
			break
		}
		b.WriteString(n.rename('p', name[:i]))
		b.WriteByte(name[i])
		name = name[i+1:]
	}
	return b.String() + n.nested(name, 'C') + n.hidden(suffix)
}

// methodName renames a method. <init> and <clinit> were not chosen by a programmer.
func (n naming) methodName(name string, ofPublicClass bool) string {
	switch name {
	case "", "<init>", "<clinit>":
		return name
	}
	if s, ok := asStub(name); ok && (ofPublicClass || s.isSure()) {
		return n.stub(s).String()
	}
	if m := mangledStubs().FindStringSubmatch(name); m != nil {
		return m[1] + n.rename('m', m[2]) + m[3]
	}
	return n.nested(name, 'm')
}

// stub renames the target of a stub.
func (n naming) stub(s stub) stub {
	if class, ok := strings.CutSuffix(s.target, constructor); ok && class != "" {
		s.target = n.nested(class, 'C') + constructor
	} else if len(s.hash) < javaname.ShortestHash && n.targets[s.key()].class {
		s.target = n.nested(s.target, 'C')
	} else if s.target != "" {
		s.target = n.rename('m', s.target)
	}
	s.hash = n.rename('h', s.hash)
	return s
}

// compilerGiven are parts of names that compilers generate.
var compilerGiven = javaname.LazyRegexp(`^(|[0-9]+|(?:Lambda)?[0-9]*\+?0x[0-9a-f]+|Lambda|lambda|access|Proxy[0-9]*)$`)

// hashes are parts that differ from build to build, with their possible prefixes and the number that may follow.
var hashes = javaname.LazyRegexp(`^((?:(?:Lambda)?[0-9]*0x)?)([0-9a-f]{32,})(_[0-9]+)?$`)

// nested renames the parts of a name between dollar signs.
func (n naming) nested(name string, kind byte) string {
	parts := strings.Split(name, "$")
	for i, part := range parts {
		switch m := hashes().FindStringSubmatch(part); {
		case m != nil:
			parts[i] = m[1] + n.rename('h', m[2]) + m[3]
		case len(parts) == 1 || !compilerGiven().MatchString(part):
			parts[i] = n.rename(kind, part)
		}
	}
	return strings.Join(parts, "$")
}

// renamed returns a profile with other names.
func renamed(p *iprof.Profile, types, methods []string) *iprof.Profile {
	return iprof.Canonical(p.Renamed(types, methods), false)
}
