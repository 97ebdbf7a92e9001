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

// A packing holds the parts that were taken apart, as columns, and the texts that all parts share.
type packing struct {
	mutex   sync.Mutex
	texts   *pagedata.Strings
	methods *encode.Encoder // of the part with the methods, which maps ids to places
	others  *encode.Encoder
	columns map[string]*encode.Columns // by the name of the part
}

// methodsPart is the name of the part with the methods that other parts refer to by id.
const methodsPart = "methods"

// newPacking prepares for parts that refer to n methods, by their places in the list, given the id of each.
func newPacking(n int, id func(i int) iprof.MethodID) *packing {
	k := &packing{texts: pagedata.NewStrings(2 * n), columns: map[string]*encode.Columns{}} // each has a name and a signature, and these are most strings
	k.methods, k.others = encode.New(k.texts, encode.Places{}), encode.New(k.texts, encode.NewPlaces(n, id))
	return k
}

// NewParts returns the parts of a page about a profile, without any, to be packed as they are made.
func NewParts(p *iprof.Profile) *Parts {
	var ids []iprof.MethodID // as in NewMethods
	for slot, used := range convert.ReferencedMethods(p) {
		if used {
			ids = append(ids, p.MethodIDAt(slot))
		}
	}
	return &Parts{packing: newPacking(len(ids), func(i int) iprof.MethodID { return ids[i] })}
}

// Pack replaces a part, given a pointer to its field, by columns: its rows take several times the memory. It is then written, and nothing
// else can be done with it. Parts may be packed at the same time; those that are not from [NewParts] are when they are written.
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

// add takes apart a part.
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
