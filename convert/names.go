package convert

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A NameStyle is the amount of detail in the name of a method.
type NameStyle int

// The styles of --names.
const (
	FullNames      NameStyle = iota // java.lang.Thread.sleep
	ShortNames                      // Thread.sleep
	SignatureNames                  // java.lang.Thread.sleep(long)
)

// String returns the user-visible name of the style.
func (s NameStyle) String() string { return words.Enum(s, "NameStyle", "full", "short", "signature") }

// NameOptions choose the names of methods and types. The zero value gives full names, which methods may share.
type NameOptions struct {
	Style     NameStyle
	Normalize bool // replace hashes and addresses that differ from build to build, as javaname.Normalize does

	// Disambiguate disambiguates referenced methods that would have the same name: by their parameters; if that does not suffice,
	// also by the return type; and finally by the id; with Normalize never by the id, which differs from build to build. Regular
	// expressions do not see these additions, see [Names.Matches].
	Disambiguate bool

	// Application matches the application's methods, see [Names.Matches]; what is neither that nor JDK, VM or profiler is library
	// code. Nil: the application is everything except these.
	Application *regexp.Regexp
}

// Names are the display names of a profile's methods and types. They cache the names that were requested, and are safe for concurrent
// use, but for [Names.SetMethod] and [Names.Distinguish].
type Names struct {
	Profile *iprof.Profile
	methods []atomic.Pointer[string]        // by slot; nil until requested
	detail  []NameDetail                    // by slot, with Disambiguate; nil: the style's
	types   []atomic.Pointer[string]        // by slot; nil until requested
	kinds   kindCache                       // by slot
	classes kindCache                       // by slot of a type
	ordered func() []atomic.Pointer[string] // by slot: the texts that order methods with the same name, see compared; nil until requested
	params  func() []atomic.Pointer[string] // by slot: see Params; nil until requested
	lists   sync.Map                        // of parameters: *string by text
	limit   int                             // maximum length of the text of a type and of a list of parameters, in bytes
	Options NameOptions
}

// A NameDetail says how much of a method's signature its name shows.
type NameDetail uint8

const (
	ClassAndName NameDetail = iota // java.lang.Thread.sleep
	WithParams                     // java.lang.Thread.sleep(long)
	WithReturn                     // java.lang.Thread.sleep(long):void
	WithID                         // java.lang.Thread.sleep(long):void #17
)

// NewNames names the methods and types of a profile.
func NewNames(p *iprof.Profile, opts NameOptions) *Names { return NewSharedNames(opts, p)[0] }

// OrDefault returns n or, if it is nil, the names of a profile with the zero NameOptions. So functions that take names accept nil.
func (n *Names) OrDefault(p *iprof.Profile) *Names {
	if n == nil {
		return NewNames(p, NameOptions{})
	}
	return n
}

// NewSharedNames names the methods and types of profiles that are shown together: one Names for each of them, in their order. With
// Disambiguate, methods that have the same name in one of them are disambiguated in all. Next to stacks of other tools, whose names
// may or may not distinguish methods, they are disambiguated unless that reduces the number of methods whose name also occurs in
// these stacks.
func NewSharedNames(opts NameOptions, profiles ...*iprof.Profile) []*Names {
	all := newNames(opts, profiles)
	if opts.Disambiguate && len(all) > 0 {
		disambiguate(all)
		if !apartLikeOthers(all) {
			opts.Disambiguate = false
			return newNames(opts, profiles)
		}
	}
	return all
}

func newNames(opts NameOptions, profiles []*iprof.Profile) []*Names {
	all := make([]*Names, len(profiles))
	for i, p := range profiles {
		all[i] = &Names{
			Profile: p,
			methods: make([]atomic.Pointer[string], p.MethodSlots()),
			types:   make([]atomic.Pointer[string], p.TypeSlots()),
			kinds:   newKindCache(p.MethodSlots()),
			classes: newKindCache(p.TypeSlots()),
			ordered: sync.OnceValue(func() []atomic.Pointer[string] { return make([]atomic.Pointer[string], p.MethodSlots()) }),
			params:  sync.OnceValue(func() []atomic.Pointer[string] { return make([]atomic.Pointer[string], p.MethodSlots()) }),
			limit:   javaname.LengthLimit(p),
			Options: opts,
		}
	}
	return all
}

// Method returns the name of the method in a slot of the profile, such as java.lang.Thread.sleep. It is never empty.
func (n *Names) Method(slot int) string {
	if name := n.methods[slot].Load(); name != nil {
		return *name
	}
	name := n.MethodWith(slot, n.detailOf(slot))
	n.SetMethod(slot, name)
	return name
}

// SetMethod replaces the name of the method in a slot.
func (n *Names) SetMethod(slot int, name string) { n.methods[slot].Store(&name) }

// StyleName returns the name of a method in the style, without the additions of Disambiguate. Those depend on the other methods of
// the profiles, so they must not affect any order.
func (n *Names) StyleName(slot int) string {
	if detail := n.Options.Style.Detail(); n.detailOf(slot) != detail {
		return n.MethodWith(slot, detail)
	}
	return n.Method(slot)
}

// PlainName returns package, class and name of a method in any style: java.lang.Thread.sleep. For a method without a signature,
// that is its entire name.
func (n *Names) PlainName(slot int) string {
	m, ok := n.Profile.MethodHeadAt(slot)
	switch {
	case !ok || m.Declaring == iprof.NoType:
		return n.fullMethod(slot)
	case n.Options.Style != ShortNames && n.detailOf(slot) == ClassAndName:
		return n.Method(slot)
	case n.Options.Style != ShortNames:
		return n.MethodWith(slot, ClassAndName)
	case n.Options.Normalize:
		return n.FullType(m.Declaring) + "." + javaname.Normalize(javaname.EscapeHalves(m.Name))
	}
	return n.FullType(m.Declaring) + "." + javaname.EscapeHalves(m.Name)
}

// PlainNameEndsIn reports whether [Names.PlainName] has a suffix. It builds that string of few methods only.
func (n *Names) PlainNameEndsIn(slot int, suffix string) bool {
	m, ok := n.Profile.MethodHeadAt(slot)
	if !ok || m.Declaring == iprof.NoType || n.Options.Normalize {
		return strings.HasSuffix(n.PlainName(slot), suffix)
	}
	name := javaname.EscapeHalves(m.Name)
	if class, ok := strings.CutSuffix(suffix, name); ok {
		return strings.HasSuffix(n.FullType(m.Declaring)+".", class)
	}
	return strings.HasSuffix(name, suffix)
}

// Signature returns the plain name of a method with its parameters: java.lang.Thread.sleep(long).
func (n *Names) Signature(slot int) string { return n.PlainName(slot) + n.Params(slot) }

// Params returns the parameters of a method with their parentheses: (java.lang.String, int). It is empty for a method without a
// signature. Methods with the same parameters share the string.
func (n *Names) Params(slot int) string {
	kept := &n.params()[slot]
	if text := kept.Load(); text != nil {
		return *text
	}
	m, ok := n.Profile.MethodAt(slot)
	switch {
	case !ok || m.Declaring == iprof.NoType:
		return ""
	case len(m.Params) == 0: // as of a third of methods
		return "()"
	}
	b := javaname.AppendParams([]byte{'('}, m.Params, ", ", n.limit, func(b []byte, t iprof.TypeID) []byte { return append(b, n.FullType(t)...) })
	text := string(append(b, ')'))
	one, _ := n.lists.LoadOrStore(text, &text)
	kept.Store(one.(*string))
	return *one.(*string)
}

// detailOf returns the detail of the style, or the one that disambiguate has found necessary.
func (n *Names) detailOf(slot int) NameDetail {
	if n.detail != nil {
		return n.detail[slot]
	}
	return n.Options.Style.Detail()
}

// Detail returns the minimum detail of names in this style.
func (s NameStyle) Detail() NameDetail {
	if s == SignatureNames {
		return WithParams
	}
	return ClassAndName
}

// MethodWith returns the name of a method with the given detail.
func (n *Names) MethodWith(slot int, detail NameDetail) string {
	class, name, ok := n.parts(slot)
	switch {
	case !ok && detail > n.Options.Style.Detail(): // of one without a signature nothing is known but its full name
		return n.fullMethod(slot)
	case !ok:
		return name
	}
	if detail == ClassAndName {
		return class + "." + name
	}
	m, _ := n.Profile.MethodAt(slot)
	b := make([]byte, 0, len(class)+len(name)+32)
	b = append(b, class...)
	b = append(b, '.')
	b = append(b, name...)
	b = append(b, '(')
	b = javaname.AppendParams(b, m.Params, ", ", n.limit, func(b []byte, t iprof.TypeID) []byte { return append(b, n.Type(t)...) })
	b = append(b, ')')
	if detail >= WithReturn {
		b = append(b, ':')
		b = append(b, n.Type(m.Return)...)
	}
	if detail >= WithID {
		b = append(b, " #"...)
		b = strconv.AppendInt(b, int64(m.ID), 10)
	}
	return string(b)
}

// compared returns the name of a method with all that its signature has. A sort compares each of many overloads with many others, so it is
// kept.
func (n *Names) compared(slot int32) string {
	kept := &n.ordered()[slot]
	if text := kept.Load(); text != nil {
		return *text
	}
	text := n.MethodWith(int(slot), WithReturn)
	kept.Store(&text)
	return text
}

// parts returns the parts of a method's name. It returns false, and only a name, if the file does not list the method or has no
// signature for it.
func (n *Names) parts(slot int) (class, name string, ok bool) {
	m, ok := n.Profile.MethodHeadAt(slot)
	switch {
	case !ok:
		return "", UnknownMethodName(m.ID), false
	case m.Declaring == iprof.NoType:
		name = n.fullMethod(slot)
		if n.Options.Style == ShortNames {
			if f, ok := javaname.ParseFrame(name); ok {
				name = f.Short()
			}
		}
		return "", name, false
	}
	class, name = n.Type(m.Declaring), javaname.EscapeHalves(m.Name)
	if n.Options.Normalize {
		name = javaname.Normalize(name)
	}
	return class, name, true
}

// fullMethod returns the name of a method without a signature; its profile does not say more about it.
func (n *Names) fullMethod(slot int) string {
	m, ok := n.Profile.MethodHeadAt(slot)
	switch {
	case !ok:
		return UnknownMethodName(m.ID)
	case n.Options.Normalize:
		return javaname.EscapeRow(javaname.Normalize(m.Name))
	}
	return javaname.EscapeRow(m.Name)
}

// Type returns the name of a type as Java writes it: java.lang.String[]. It is never empty. Names that are designed to fill the
// memory are truncated: see [JVMSignature].
func (n *Names) Type(id iprof.TypeID) string {
	slot, ok := n.Profile.FindTypeSlot(id)
	if !ok {
		return UnknownTypeName(id)
	}
	if name := n.types[slot].Load(); name != nil {
		return *name
	}
	name := UnknownTypeName(id)
	if t, ok := n.Profile.TypeAt(slot); ok {
		name = n.typeName(t)
	}
	n.types[slot].Store(&name)
	return name
}

// FullType returns the name of a type with its package in any style.
func (n *Names) FullType(id iprof.TypeID) string {
	if n.Options.Style != ShortNames {
		return n.Type(id)
	}
	t, ok := n.Profile.Type(id)
	if !ok {
		return UnknownTypeName(id)
	}
	return n.fullType(t)
}

func (n *Names) fullType(t iprof.Type) string {
	if t.Name == "" {
		return "<unnamed type " + strconv.Itoa(int(t.ID)) + ">"
	}
	return n.fullClass(t.Name)
}

func (n *Names) fullClass(binary string) string {
	name := javaname.Type(javaname.EscapeHalves(binary))
	if n.Options.Normalize {
		name = javaname.Normalize(name)
	}
	return javaname.Shorten(javaname.EscapeBracketed(name), n.limit)
}

func (n *Names) typeName(t iprof.Type) string { return n.inStyle(n.fullType(t)) }

// OfCode returns the name of a method, in the style, from the names in a class file, which the profile need not have: the binary name of
// its class, its name, and the binary names of its parameters, which only some styles need. Without a class it is the method's name alone.
func (n *Names) OfCode(class, method string, params []string) string {
	name := javaname.EscapeHalves(method)
	if n.Options.Normalize {
		name = javaname.Normalize(name)
	}
	if name = javaname.Shorten(javaname.EscapeRow(name), n.limit); class != "" {
		name = n.Class(class) + "." + name
	}
	if n.Options.Style.Detail() == ClassAndName {
		return name
	}
	b := append([]byte(name), '(')
	b = javaname.AppendParams(b, params, ", ", n.limit, func(b []byte, param string) []byte { return append(b, n.Class(param)...) })
	return string(append(b, ')'))
}

// Class returns the name of a class, or of another type, in the style, from its binary name; the profile need not have it.
func (n *Names) Class(binary string) string { return n.inStyle(n.fullClass(binary)) }

// inStyle returns the name of a type in the style.
func (n *Names) inStyle(full string) string {
	if n.Options.Style != ShortNames {
		return full
	}
	if short := javaname.WithoutPackage(full); short != full {
		return javaname.EscapeBracketed(short)
	}
	return full
}

// ReferencedMethods reports, by slot, which methods contexts or stacks of a profile refer to.
func ReferencedMethods(p *iprof.Profile) []bool {
	used := make([]bool, p.MethodSlots())
	for _, t := range []*iprof.Tree{p.Contexts, p.Stacks} {
		for _, node := range t.All() {
			used[p.MethodSlot(node.Method)] = true
		}
	}
	return used
}

// Matches reports whether a pattern matches the method in a slot. Regardless of the style, it is matched against the full plain
// name, java.lang.Thread.sleep; or, if the pattern contains \(, against the signature, java.lang.Thread.sleep(long). So the same
// pattern means the same methods everywhere, and a name that is printed in any style finds its method; see [pattern.Compile].
func (n *Names) Matches(re *regexp.Regexp, slot int) bool {
	return re.MatchString(n.MatchedName(re, slot))
}

// MatchedName returns the name of a method that a pattern is matched against, see [Names.Matches].
func (n *Names) MatchedName(re *regexp.Regexp, slot int) string {
	if pattern.AboutParameters(re.String()) {
		return n.Signature(slot)
	}
	return n.PlainName(slot)
}

// ForPattern returns the names that a pattern is matched against, in any style, for methods that the profile does not have.
func (n *Names) ForPattern(re *regexp.Regexp) *Names {
	style := FullNames
	if pattern.AboutParameters(re.String()) {
		style = SignatureNames
	}
	return NewNames(n.Profile, NameOptions{Style: style, Normalize: n.Options.Normalize})
}
