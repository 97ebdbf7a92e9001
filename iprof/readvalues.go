package iprof

import (
	"errors"
	"fmt"
)

// array reads an array. each reads one element; ps.elem is its index.
func (ps *parser) array(each func() error) error {
	if err := ps.take('[', "an array"); err != nil {
		return err
	}
	if c, _ := ps.next(); c == ']' {
		ps.pos++
		return nil
	}
	for ps.elem = 0; ; ps.elem++ {
		if err := each(); err != nil {
			return err
		}
		if ps.buf[ps.pos] == ',' { // as in every compact file
			ps.pos++
			continue
		}
		more, err := ps.more(']')
		if err != nil {
			return err
		}
		if !more {
			ps.elem = -1
			return nil
		}
	}
}

// maxKeys is the maximum number of keys of an object. All are in memory, because no key may occur twice. The format needs 11.
const maxKeys = 1000

var errKeys = fmt.Errorf("more than %d keys in an object", maxKeys)

// object reads an element that is an object. each reads the value of a key, or returns errUnknown: then object skips the
// value. ps.field is the key as in the file. The key old of dialect 0.2.0 is called now in later versions; each gets now
// for both. No key may occur twice.
func (ps *parser) object(old, now string, each func(key string) error) error {
	if err := ps.take('{', "an object"); err != nil {
		return err
	}
	if c, _ := ps.next(); c == '}' {
		ps.pos++
		return nil
	}
	var keys [8]string
	seen := keys[:0]
	for more := true; more; {
		ps.next()
		start := ps.offset()
		if _, err := ps.str("a key"); err != nil {
			return err
		}
		field := known(ps.text)
		for _, k := range seen {
			if k == field || k == old && field == now || k == now && field == old {
				return &placed{start, repeats(field, k)}
			}
		}
		if len(seen) == maxKeys {
			return &placed{start, errKeys}
		}
		seen = append(seen, field)
		if err := ps.take(':', "':'"); err != nil {
			return err
		}
		ps.field = field
		key := field
		if key == old {
			key = now
		}
		err := each(key)
		if err == errUnknown {
			ps.warnUnknown()
			err = ps.skip(ps.depth())
		}
		if err != nil {
			return err
		}
		ps.field = ""
		if more, err = ps.more('}'); err != nil {
			return err
		}
	}
	return nil
}

var errUnknown = errors.New("unknown key")

// depth returns the number of arrays and objects around the value of a field.
func (ps *parser) depth() int {
	if ps.elem < 0 {
		return 2 // {"monitorsProfile":{
	}
	return 3
}

// known returns a key as a string, without an allocation for the keys of the format.
func known(key []byte) string {
	switch string(key) {
	case "id":
		return "id"
	case "name":
		return "name"
	case "typeName":
		return "typeName"
	case "methodName":
		return "methodName"
	case "signature":
		return "signature"
	case "ctx":
		return "ctx"
	case "methodBciList":
		return "methodBciList"
	case "records":
		return "records"
	}
	return string(key)
}

// integers reads an array of integers. one reads an element; ps.sub is its index.
func (ps *parser) integers(one func() error) error {
	if err := ps.take('[', "an array"); err != nil {
		return err
	}
	if c, _ := ps.next(); c == ']' {
		ps.pos++
		return nil
	}
	for ps.sub = 0; ; ps.sub++ {
		if err := one(); err != nil {
			return err
		}
		more, err := ps.more(']')
		if err != nil {
			return err
		}
		if !more {
			ps.sub = -1
			return nil
		}
	}
}
