package page

import (
	"reflect"
	"sync"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/encode"
	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// A packing holds the parts that are already columns, and the texts that all parts share.
type packing struct {
	mutex   sync.Mutex
	texts   *pagedata.Strings
	methods *encode.Encoder // of the part with the methods, which maps ids to places
	others  *encode.Encoder
	columns map[string]*encode.Columns // by the name of the part
}

// methodsPart is the name of the part with the methods that other parts refer to by id.
const methodsPart = "methods"

// newPacking returns an empty packing for parts that refer to methods by their places in a list of n, given their ids by place.
func newPacking(n int, id func(i int) iprof.MethodID) *packing {
	k := &packing{texts: pagedata.NewStrings(), columns: map[string]*encode.Columns{}}
	k.methods, k.others = encode.New(k.texts, encode.Places{}), encode.New(k.texts, encode.NewPlaces(n, id))
	return k
}

// NewParts returns empty parts for a page about a profile. Each can be packed as soon as it is made, see [Parts.Pack].
func NewParts(p *iprof.Profile) *Parts {
	var ids []iprof.MethodID // as in NewMethods
	for slot, used := range convert.ReferencedMethods(p) {
		if used {
			ids = append(ids, p.MethodIDAt(slot))
		}
	}
	return &Parts{packing: newPacking(len(ids), func(i int) iprof.MethodID { return ids[i] })}
}

// Pack turns a part into columns, which take a fraction of the memory of its rows, and sets the field that the pointer points to, to nil: a
// packed part can only be written. Pack is safe for concurrent use. It does nothing if the parts are not from [NewParts]; writing them then
// packs them.
func (p *Parts) Pack(field any) {
	v := reflect.ValueOf(field).Elem()
	if p.packing == nil || v.IsNil() {
		return
	}
	all := reflect.ValueOf(p).Elem()
	for _, f := range records.Of(all.Type()).Fields {
		if all.FieldByIndex(f.Index).Addr().Interface() == field {
			p.packing.add(f.Name, v)
		}
	}
}

// add turns a part into columns, and sets it to nil.
func (k *packing) add(name string, part reflect.Value) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.columns[name] = k.encoder(name).Collect(part.Interface())
	part.SetZero()
}

// encoder returns the one that writes a part.
func (k *packing) encoder(part string) *encode.Encoder {
	if part == methodsPart {
		return k.methods
	}
	return k.others
}
