package iprof_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The malformed inputs below are whole documents. A ‸ in one is not part of it: it marks the byte that the error has to name,
// where the message says @.

// with returns a small profile of version 1.0.0 with more sections; it is well-formed if they are.
func with(sections string) string {
	return `{"version":"1.0.0",` +
		`"types":[{"id":8,"name":"void"},{"id":9,"name":"java.lang.Object"},{"id":10,"name":"Fib"}],` +
		`"methods":[{"id":1,"name":"main","signature":[10,8]},{"id":2,"name":"fibonacci","signature":[10,8]}],` +
		sections + `}`
}

// types, methods, calls and field are profiles with one odd part.
func types(elements string) string {
	return `{"version":"1.0.0","types":[` + elements + `],"methods":[]}`
}

func methods(elements string) string {
	return `{"version":"1.0.0","types":[{"id":8,"name":"void"}],"methods":[` + elements + `]}`
}

func calls(records string) string { return with(`"callCountProfiles":[` + records + `]`) }

func field(value string) string { return with(`"x":` + value) }

func context(ctx string) string {
	return calls(`{"ctx":"1:0","records":[1]},{"ctx":‸"` + ctx + `","records":[1]}`)
}

func records(section, numbers string) string {
	return with(`"` + section + `":[{"ctx":"1:0","records":` + numbers + `}]`)
}

var malformed = []struct{ name, in, want string }{
	// Places with odd keys, and objects without any.
	{"key with a blank", calls(`{"ctx":"1:0","records":[5],"a b":[1,‸}]}`), `callCountProfiles[0]."a b" (byte @): expected a value, found "}"`},
	{"key with quotes", with(`"a\"":[1,‸}]}`), `"a\"" (byte @): expected a value, found "}"`},
	{"record without keys", calls(`‸{}`), `callCountProfiles[0] (byte @): a record without "ctx"`},

	// Other files.
	{"empty", ``, `byte 0: not an iprof: it is empty`},
	{"blank", "\n\n‸", `byte @: not an iprof: it contains only whitespace`},
	{"byte order mark alone", "\ufeff‸", `byte @: not an iprof: it contains only whitespace`},
	{"Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
		`byte 0: not an iprof: it is a Git LFS pointer; the file itself was not fetched`},
	{"HTML page", "\n‸<!DOCTYPE html><html><body>404</body></html>", `byte @: not an iprof: it looks like an HTML or XML page`},
	{"class file", "\xca\xfe\xba\xbe\x00\x00\x00\x37", `byte 0: not an iprof: it is a Java class file`},
	{"jar", "PK\x03\x04\x14\x00", `byte 0: not an iprof: it is a zip or jar file`},
	{"tar archive", "app.iprof" + strings.Repeat("\x00", 248) + "ustar\x0000", `byte 0: not an iprof: it is a tar archive`},
	{"gzipped tar archive", zipped("app.iprof" + strings.Repeat("\x00", 248) + "ustar  \x00"), `byte 0: not an iprof: it is a tar archive`},
	{"the image itself", "\x7fELF\x02\x01\x01", `byte 0: not an iprof: it is an executable`},
	{"zstd", "\x28\xb5\x2f\xfd\x04", `byte 0: not an iprof: it is zstd-compressed; decompress it first`},
	{"flight recording", "FLR\x00\x00\x02", `byte 0: not an iprof: it is a JDK Flight Recorder recording`},
	{"UTF-16", "\xff\xfe{\x00\"\x00", `byte 0: not an iprof: it is UTF-16 text`},
	{"gzipped twice", zipped(zipped(with(`"x":1`))), `byte 0: not an iprof: it is gzipped twice`},
	{"folded stacks", "main;fib 12\n", `byte 0: not an iprof: expected '{', found "main;fib"`},
	{"pprof", "\n\x04\x08\x01\x10\x02", `byte 1: not an iprof: expected '{', found "\x04\b\x01\x10\x02"`},

	// The kind of the document.
	{"null", `null`, `byte 0: expected '{', found "null"`},
	{"array", `[` + with(`"x":1`) + `]`, `byte 0: expected '{', found "["`},
	{"string", `"iprof"`, `byte 0: expected '{', found the string "iprof"`},
	{"number", `17`, `byte 0: expected '{', found "17"`},
	{"nothing in it", `{}‸`, `byte @: not an iprof: it has no "version", no "types", no "methods"`},
	{"other JSON", `{"name":"shop","dependencies":{}}‸`, `byte @: not an iprof: it has no "version", no "types", no "methods"`},
	{"nothing but a version", `{"version":"1.0.0"}‸`, `byte @: no "types", no "methods"`},
	{"no version", `{"types":[],"methods":[]}‸`, `byte @: no "version"`},
	{"no types", `{"version":"1.0.0","methods":[]}‸`, `byte @: no "types"`},
	{"no methods", `{"version":"1.0.0","types":[]}‸`, `byte @: no "methods"`},
	{"second document", with(`"x":1`) + "\n‸" + with(`"x":1`), `byte @: "{" after the end of the profile`},
	{"second brace", with(`"x":1`) + `‸}`, `byte @: "}" after the end of the profile`},
	{"text after", with(`"x":1`) + "‸\x00\x00", `byte @: "\x00\x00" after the end of the profile`},

	// Versions.
	{"version 2", `{"version":‸"2.0.0","types":[],"methods":[]}`,
		`version (byte @): unsupported version: "2.0.0"; supported are 0.x and 1.x`},
	{"version 10", `{"version":‸"10.1.0-rc1","types":[],"methods":[]}`,
		`version (byte @): unsupported version: "10.1.0-rc1"; supported are 0.x and 1.x`},
	{"version as a number", `{"version":‸1.0,"types":[],"methods":[]}`, `version (byte @): expected a string, found "1.0"`},
	{"empty version", `{"version":‸"","types":[],"methods":[]}`, `version (byte @): "" is not MAJOR.MINOR.PATCH`},
	{"version of two numbers", `{"version": ‸"1.0","types":[],"methods":[]}`, `version (byte @): "1.0" is not MAJOR.MINOR.PATCH`},
	{"version with a leading zero", `{"version":‸"01.1.0","types":[],"methods":[]}`, `version (byte @): "01.1.0" is not MAJOR.MINOR.PATCH`},
	{"patch with a leading zero", `{"version":‸"1.0.00","types":[],"methods":[]}`, `version (byte @): "1.0.00" is not MAJOR.MINOR.PATCH`},
	{"version with other dots", `{"version":‸"1x0y0","types":[],"methods":[]}`, `version (byte @): "1x0y0" is not MAJOR.MINOR.PATCH`},
	{"version with a v", `{"version":‸"v1.0.0","types":[],"methods":[]}`, `version (byte @): "v1.0.0" is not MAJOR.MINOR.PATCH`},
	{"version with an escape sequence", `{"version":‸"1.0.0-\u001b[31m","types":[],"methods":[]}`,
		`version (byte @): "1.0.0-\x1b[31m" is not MAJOR.MINOR.PATCH`},
	{"huge version", `{"version":‸"1.99999999999999999999.0","types":[],"methods":[]}`,
		`version (byte @): "1.99999999999999999999.0": a version number does not fit in 31 bits`},

	// Punctuation.
	{"no comma between elements", types(`{"id":8,"name":"void"} ‸{"id":9,"name":"int"}`), `types[0] (byte @): expected ',' or ']', found "{"`},
	{"no comma between fields", types(`{"id":8 ‸"name":"void"}`), `types[0] (byte @): expected ',' or '}', found the string "name"`},
	{"comma before ]", types(`{"id":8,"name":"void"},‸`), `types[1] (byte @): expected an object, found "]"`},
	{"comma before }", types(`{"id":8,"name":"void",‸}`), `types[0] (byte @): expected a key, found "}"`},
	{"comma at the end of the document", with(`"x":1,‸`), `byte @: expected a key, found "}"`},
	{"two commas", types(`{"id":8,"name":"void"},‸,{"id":9,"name":"int"}`), `types[1] (byte @): expected an object, found ","`},
	{"no colon", types(`{"id" ‸8,"name":"void"}`), `types[0] (byte @): expected ':', found "8"`},
	{"no colon after a section", `{"version"‸,"1.0.0"}`, `version (byte @): expected ':', found ","`},
	{"no value", `{"version":‸,"types":[],"methods":[]}`, `version (byte @): expected a string, found ","`},
	{"single quotes", `{‸'version':'1.0.0','types':[],'methods':[]}`, `byte @: expected a key, found "'version'"`},
	{"key without quotes", `{‸version:"1.0.0",types:[],methods:[]}`, `byte @: expected a key, found "version"`},
	{"comment", `{‸// made by hand` + "\n" + `"version":"1.0.0"}`, `byte @: expected a key, found "//"`},
	{"closed by the wrong bracket", types(`{"id":8,"name":"void"‸]`), `types[0] (byte @): expected ',' or '}', found "]"`},

	// Strings.
	{"raw newline", types("{\"id\":8,\"name\":\"vo‸\nid\"}"), `types[0].name (byte @): control character '\n' in a string`},
	{"raw NUL", types("{\"id\":8,\"name\":\"vo‸\x00id\"}"), `types[0].name (byte @): control character '\x00' in a string`},
	{"control character in a key", types("{\"i‸\td\":8,\"name\":\"void\"}"), `types[0] (byte @): control character '\t' in a string`},
	{"unknown escape", types(`{"id":8,"name":"a‸\x41"}`), `types[0].name (byte @): "\\x" is not an escape`},
	{"escape with other digits", types(`{"id":8,"name":"‸\u12G4"}`), `types[0].name (byte @): "\\u12G4" is not an escape`},
	{"escape too short", types(`{"id":8,"name":"‸\u12"}`), `types[0].name (byte @): "\\u12\"}" is not an escape`},
	{"escape that another one ends", types(`{"id":8,"name":"‸\u12\\4"}`), `types[0].name (byte @): "\\u12\\\\" is not an escape`},
	{"Latin-1", types("{\"id\":8,\"name\":\"Caf‸\xe9Shop\"}"), `types[0].name (byte @): invalid UTF-8 in "Caf\xe9Shop"`},
	{"Latin-1 after an escape", types("{\"id\":8,\"name\":\"é\\tCaf‸\xe9Shop\"}"), `types[0].name (byte @): invalid UTF-8 in "Caf\xe9Shop"`},
	{"Latin-1 before an escape", types("{\"id\":8,\"name\":\"Caf‸\xe9\\tShop\"}"), `types[0].name (byte @): invalid UTF-8 in "Caf\xe9"`},
	{"a byte that only continues a character", types("{\"id\":8,\"name\":\"‸\x80\"}"), `types[0].name (byte @): invalid UTF-8 in "\x80"`},
	{"overlong UTF-8", types("{\"id\":8,\"name\":\"a‸\xc0\xafb\"}"), `types[0].name (byte @): invalid UTF-8 in "a\xc0\xafb"`},
	{"surrogate in UTF-8", types("{\"id\":8,\"name\":\"‸\xed\xa0\x80\"}"), `types[0].name (byte @): invalid UTF-8 in "\xed\xa0\x80"`},
	{"beyond Unicode", types("{\"id\":8,\"name\":\"‸\xf4\x90\x80\x80\"}"), `types[0].name (byte @): invalid UTF-8 in "\xf4\x90\x80\x80"`},
	{"half a character", types("{\"id\":8,\"name\":\"€‸\xe2\x82\"}"), `types[0].name (byte @): invalid UTF-8 in "€\xe2\x82"`},
	{"invalid UTF-8 in a key", types("{\"id\":8,\"n‸\xffme\":\"void\"}"), `types[0] (byte @): invalid UTF-8 in "n\xffme"`},
	{"invalid UTF-8 in a context", calls("{\"ctx\":\"1:0‸\xff\",\"records\":[1]}"), `callCountProfiles[0].ctx (byte @): invalid UTF-8 in "1:0\xff"`},
	{"invalid UTF-8 in a skipped field", field("[\"‸\xff\"]"), `x (byte @): invalid UTF-8 in "\xff"`},

	// Skipped fields are checked as well.
	{"capital True", field(`‸True`), `x (byte @): expected a value, found "True"`},
	{"nul", field(`[‸nul]`), `x (byte @): expected a value, found "nul"`},
	{"NaN", field(`‸NaN`), `x (byte @): expected a value, found "NaN"`},
	{"leading zero", field(`{"a":‸01}`), `x (byte @): "01" is not a number`},
	{"nothing after the point", field(`‸1.`), `x (byte @): "1." is not a number`},
	{"nothing before the point", field(`‸.5`), `x (byte @): expected a value, found ".5"`},
	{"no exponent", field(`‸1e+`), `x (byte @): "1e+" is not a number`},
	{"minus alone", field(`‸-`), `x (byte @): "-" is not a number`},
	{"plus", field(`‸+1`), `x (byte @): expected a value, found "+1"`},
	{"hexadecimal", field(`0‸x1f`), `byte @: expected ',' or '}', found "x1f"`},
	{"no colon in a skipped field", field(`{"a" ‸}`), `x (byte @): expected ':', found "}"`},
	{"no key in a skipped field", field(`{"a":1,‸2:3}`), `x (byte @): expected a key, found "2"`},
	{"wrong bracket in a skipped field", field(`[1,2‸}`), `x (byte @): expected ',' or ']', found "}"`},
	{"nested too deep", field(strings.Repeat("[", 15) + "‸[" + strings.Repeat("]", 16)), `x (byte @): nested deeper than 16`},
	{"nested too deep in a record", calls(`{"ctx":"1:0","records":[1],"x":` + strings.Repeat(`{"a":`, 13) + "‸[" + "]" + strings.Repeat("}", 14)),
		`callCountProfiles[0].x (byte @): nested deeper than 16`},
	{"nested and never closed", field(strings.Repeat("[", 15) + "‸" + strings.Repeat("[", 100000)), `x (byte @): nested deeper than 16`},
	{"field with an odd name", with(`"a.\u001b[0m b":‸+`), `"a.\x1b[0m b" (byte @): expected a value, found "+"`},

	// Twice the same.
	{"second section", with(`"callCountProfiles":[],‸"callCountProfiles":[]`), `byte @: a second "callCountProfiles"`},
	{"second types", with(`‸"types":[]`), `byte @: a second "types"`},
	{"second version", with(`‸"version":"1.0.0"`), `byte @: a second "version"`},
	{"second section written with escapes", with(`"samplingProfiles":[],‸"sampling\u0050rofiles":[]`), `byte @: a second "samplingProfiles"`},
	{"section by two names", with(`"callCountProfiles":[],‸"hotnessPoints":[]`), `byte @: "hotnessPoints" duplicates "callCountProfiles"`},
	{"conditionals by two names", with(`"conditionalPoints":[],‸"conditionalProfiles":[]`),
		`byte @: "conditionalProfiles" duplicates "conditionalPoints"`},
	{"receivers by two names", with(`"invokePoints":[],‸"virtualInvokeProfiles":[]`),
		`byte @: "virtualInvokeProfiles" duplicates "invokePoints"`},
	{"monitors by two names", with(`"monitorsProfile":{"records":[]},‸"monitorProfiles":[]`),
		`byte @: "monitorProfiles" duplicates "monitorsProfile"`},
	{"unknown section twice", with(`"new":1,‸"new":2`), `byte @: a second "new"`},
	{"section twice around many unknown ones", with(`"callCountProfiles":[],` + fields(200) + `,‸"callCountProfiles":[]`), `byte @: a second "callCountProfiles"`},
	{"too many sections", with(fields(997) + `,‸"new":1`), `byte @: more than 1000 keys in an object`},
	{"too many keys", calls(`{"ctx":"1:0","records":[1],` + fields(998) + `,‸"new":1}`), `callCountProfiles[0] (byte @): more than 1000 keys in an object`},
	{"key twice", types(`{"id":8,"name":"void",‸"id":9}`), `types[0] (byte @): a second "id"`},
	{"key twice around many unknown ones", calls(`{"ctx":"1:0","records":[1],` + fields(200) + `,‸"records":[2]}`),
		`callCountProfiles[0] (byte @): a second "records"`},
	{"unknown key twice", types(`{"id":8,"name":"void","new":9,‸"new":9}`), `types[0] (byte @): a second "new"`},
	{"name by two keys", types(`{"id":8,"name":"void",‸"typeName":"void"}`), `types[0] (byte @): "typeName" duplicates "name"`},
	{"method name by two keys", methods(`{"id":8,"methodName":"main",‸"name":"main"}`), `methods[0] (byte @): "name" duplicates "methodName"`},
	{"context by two keys", calls(`{"ctx":"1:0",‸"methodBciList":"1:0","records":[1]}`),
		`callCountProfiles[0] (byte @): "methodBciList" duplicates "ctx"`},
	{"type twice", types(`{"id":8,"name":"void"},‸{"id":8,"name":"int"}`), `types[1] (byte @): type 8 is listed twice`},
	{"far type twice", types(`{"id":2147483647,"name":"void"},‸{"id":2147483647,"name":"void"}`), `types[1] (byte @): type 2147483647 is listed twice`},
	{"far method twice", methods(`{"id":2147483647,"name":"a","signature":[8,8]}, ‸{"id":2147483647,"name":"b","signature":[8,8]}`), `methods[1] (byte @): method 2147483647 is listed twice`},
	{"type id with letters", types(`{"id":‸8z,"name":"void"}`), `types[0].id (byte @): "8z" is not an integer`},
	{"type id with capitals", types(`{"id":‸8A,"name":"void"}`), `types[0].id (byte @): "8A" is not an integer`},
	{"method twice", methods(`{"id":1,"name":"a","signature":[8,8]}, ‸{"id":1,"name":"b","signature":[8,8]}`), `methods[1] (byte @): method 1 is listed twice`},

	// Types.
	{"types as an object", `{"version":"1.0.0","types":‸{},"methods":[]}`, `types (byte @): expected an array, found "{"`},
	{"types as a string", `{"version":"1.0.0","types":‸"","methods":[]}`, `types (byte @): expected an array, found the string ""`},
	{"types as null", `{"version":"1.0.0","types":‸null,"methods":[]}`, `types (byte @): expected an array, found "null"`},
	{"type as a number", types(`‸9`), `types[0] (byte @): expected an object, found "9"`},
	{"type as null", types(`{"id":8,"name":"void"},‸null`), `types[1] (byte @): expected an object, found "null"`},
	{"nothing in a type", types(`‸{}`), `types[0] (byte @): a type without "id"`},
	{"type without a name", types(`‸{"id":8}`), `types[0] (byte @): a type without "name"`},
	{"type id as a string", types(`{"id":‸"8","name":"void"}`), `types[0].id (byte @): expected a type id, found the string "8"`},
	{"type id as a boolean", types(`{"id":‸true,"name":"void"}`), `types[0].id (byte @): expected a type id, found "true"`},
	{"type id with a point", types(`{"id":‸8.0,"name":"void"}`), `types[0].id (byte @): "8.0" is not an integer`},
	{"type id with an exponent", types(`{"id":‸1e3,"name":"void"}`), `types[0].id (byte @): "1e3" is not an integer`},
	{"negative type id", types(`{"id":‸-2,"name":"void"}`), `types[0].id (byte @): -2 is negative`},
	{"placeholder with a name", types(`‸{"id":-1,"name":"void"}`), `types[0] (byte @): type id -1 is negative`},
	{"type id of 32 bits", types(`{"id":‸2147483648,"name":"void"}`), `types[0].id (byte @): 2147483648 does not fit in 31 bits`},
	{"type name as null", types(`{"id":8,"name":‸null}`), `types[0].name (byte @): expected a string, found "null"`},
	{"type name as an array", types(`{"id":8,"name":‸["void"]}`), `types[0].name (byte @): expected a string, found "["`},

	// Methods.
	{"method without a signature", methods(`‸{"id":1,"name":"main"}`), `methods[0] (byte @): a method without "signature"`},
	{"method without an id", methods(`‸{"name":"main","signature":[8,8]}`), `methods[0] (byte @): a method without "id"`},
	{"method id with a leading zero", methods(`{"id":‸01,"name":"main","signature":[8,8]}`), `methods[0].id (byte @): "01": leading zeros are not allowed`},
	{"empty signature", methods(`{"id":1,"name":"main","signature":‸[]}`), `methods[0].signature (byte @): expected a declaring type and a return type, found 0 ids`},
	{"signature of one", methods(`{"id":1,"signature": ‸[8],"name":"main"}`), `methods[0].signature (byte @): expected a declaring type and a return type, found 1 ids`},
	{"signature as text", methods(`{"id":1,"name":"main","signature":‸"()V"}`), `methods[0].signature (byte @): expected an array, found the string "()V"`},
	{"text in a signature", methods(`{"id":1,"name":"main","signature":[8,‸"void"]}`), `methods[0].signature[1] (byte @): expected a type id, found the string "void"`},
	{"negative type in a signature", methods(`{"id":1,"name":"main","signature":[8,8,‸-1]}`), `methods[0].signature[2] (byte @): -1 is negative`},
	{"hole in a signature", methods(`{"id":1,"name":"main","signature":[8,‸,8]}`), `methods[0].signature[1] (byte @): expected a type id, found ","`},

	// Contexts.
	{"empty context", context(``), `callCountProfiles[1].ctx (byte @): frame 0: "" is not METHOD:BCI`},
	{"no BCI", context(`1`), `callCountProfiles[1].ctx (byte @): frame 0: "1" is not METHOD:BCI`},
	{"nothing after the colon", context(`2:0<1:`), `callCountProfiles[1].ctx (byte @): frame 1: "1:" is not METHOD:BCI`},
	{"nothing before the colon", context(`2:0<:1`), `callCountProfiles[1].ctx (byte @): frame 1: ":1" is not METHOD:BCI`},
	{"x for a colon", context(`2:0<1666x5`), `callCountProfiles[1].ctx (byte @): frame 1: "1666x5" is not METHOD:BCI`},
	{"begins with <", context(`<2:0`), `callCountProfiles[1].ctx (byte @): frame 0: "" is not METHOD:BCI`},
	{"ends with <", context(`2:0<`), `callCountProfiles[1].ctx (byte @): frame 1: "" is not METHOD:BCI`},
	{"two <", context(`2:0<<1:3`), `callCountProfiles[1].ctx (byte @): frame 1: "" is not METHOD:BCI`},
	{"> for <", context(`2:0>1:3`), `callCountProfiles[1].ctx (byte @): frame 0: "2:0>1:3" is not METHOD:BCI`},
	{"semicolon for <", context(`2:0;1:3`), `callCountProfiles[1].ctx (byte @): frame 0: "2:0;1:3" is not METHOD:BCI`},
	{"comma for <", context(`2:0,1:3`), `callCountProfiles[1].ctx (byte @): frame 0: "2:0,1:3" is not METHOD:BCI`},
	{"< for a comma in 0.2.0", with(`"hotnessPoints":[{"methodBciList":‸"2:0<1:3","records":[1]}]`),
		`hotnessPoints[0].methodBciList (byte @): frame 0: "2:0<1:3" is not METHOD:BCI`},
	{"two colons", context(`2:0:3<1:3`), `callCountProfiles[1].ctx (byte @): frame 0: "2:0:3" is not METHOD:BCI`},
	{"space", context(`2:0< 1:3`), `callCountProfiles[1].ctx (byte @): frame 1: " 1:3" is not METHOD:BCI`},
	{"escaped newline", context(`2:0\n`), `callCountProfiles[1].ctx (byte @): frame 0: "2:0\n" is not METHOD:BCI`},
	{"plus before a BCI", context(`2:+0`), `callCountProfiles[1].ctx (byte @): frame 0: "2:+0" is not METHOD:BCI`},
	{"two minus", context(`2:--1`), `callCountProfiles[1].ctx (byte @): frame 0: "2:--1" is not METHOD:BCI`},
	{"minus alone in a BCI", context(`2:-<1:0`), `callCountProfiles[1].ctx (byte @): frame 0: "2:-" is not METHOD:BCI`},
	{"negative method", context(`-1:0`), `callCountProfiles[1].ctx (byte @): frame 0: "-1:0" is not METHOD:BCI`},
	{"underscore", context(`19_547:0`), `callCountProfiles[1].ctx (byte @): frame 0: "19_547:0" is not METHOD:BCI`},
	{"other digits", context(`٢:0`), `callCountProfiles[1].ctx (byte @): frame 0: "٢:0" is not METHOD:BCI`},
	{"BCI with a point", context(`2:1.5`), `callCountProfiles[1].ctx (byte @): frame 0: "2:1.5" is not METHOD:BCI`},
	{"method id of 32 bits", context(`2147483648:0`), `callCountProfiles[1].ctx (byte @): frame 0: "2147483648:0": the method id does not fit in 31 bits`},
	{"method id of 65 bits", context(`2:0<36893488147419103233:0`), `callCountProfiles[1].ctx (byte @): frame 1: "36893488147419103233:0": the method id does not fit in 31 bits`},
	{"BCI too large", context(`2:65536`), `callCountProfiles[1].ctx (byte @): frame 0: "2:65536": the BCI is outside of -32768 to 65535`},
	{"BCI too small", context(`2:-32769`), `callCountProfiles[1].ctx (byte @): frame 0: "2:-32769": the BCI is outside of -32768 to 65535`},
	{"BCI of 65 bits", context(`2:18446744073709551616`), `callCountProfiles[1].ctx (byte @): frame 0: "2:18446744073709551616": the BCI is outside of -32768 to 65535`},
	{"long nonsense", context(strings.Repeat("deep", 20)),
		`callCountProfiles[1].ctx (byte @): frame 0: "deepdeepdeepdeepdeepdeepdeepdeepdeepdeep"… is not METHOD:BCI`},
	{"too many frames", context(strings.Repeat("1:0<", 1<<20) + "1:0"), `callCountProfiles[1].ctx (byte @): more than 1048576 frames`},
	{"context as a number", calls(`{"ctx":‸1,"records":[1]}`), `callCountProfiles[0].ctx (byte @): expected a string, found "1"`},
	{"context as null", calls(`{"ctx":‸null,"records":[1]}`), `callCountProfiles[0].ctx (byte @): expected a string, found "null"`},

	// Records.
	{"section as null", with(`"samplingProfiles":‸null`), `samplingProfiles (byte @): expected an array, found "null"`},
	{"section as an object", with(`"monitorProfiles":‸{"records":[]}`), `monitorProfiles (byte @): expected an array, found "{"`},
	{"record as a number", calls(`{"ctx":"1:0","records":[1]}, ‸5`), `callCountProfiles[1] (byte @): expected an object, found "5"`},
	{"record without a context", calls(`‸{"records":[1]}`), `callCountProfiles[0] (byte @): a record without "ctx"`},
	{"record without records", calls(`‸{"ctx":"1:0"}`), `callCountProfiles[0] (byte @): a record without "records"`},
	{"records as a number", calls(`{"ctx":"1:0","records":‸1}`), `callCountProfiles[0].records (byte @): expected an array, found "1"`},
	{"records as null", calls(`{"ctx":"1:0","records":‸null}`), `callCountProfiles[0].records (byte @): expected an array, found "null"`},
	{"no call count", records("callCountProfiles", `‸[]`), `callCountProfiles[0].records (byte @): expected 1 number, found 0`},
	{"two call counts", records("callCountProfiles", `‸[1,2]`), `callCountProfiles[0].records (byte @): expected 1 number, found 2`},
	{"no sample", records("samplingProfiles", `‸[ ]`), `samplingProfiles[0].records (byte @): expected 1 number, found 0`},
	{"half a successor", records("conditionalProfiles", `‸[20,0,10,53]`), `conditionalProfiles[0].records (byte @): expected 3 numbers for each successor, found 4`},
	{"half a receiver", records("virtualInvokeProfiles", `‸[9,4,10]`), `virtualInvokeProfiles[0].records (byte @): expected 2 numbers for each type, found 3`},
	{"half an instanceof", records("instanceofProfiles", `‸[9]`), `instanceofProfiles[0].records (byte @): expected 2 numbers for each type, found 1`},
	{"half a monitor", records("monitorProfiles", `‸[9,4,10]`), `monitorProfiles[0].records (byte @): expected 2 numbers for each type, found 3`},
	{"half a monitor in 0.2.0", with(`"monitorsProfile":{"records":‸[9]}`), `monitorsProfile.records (byte @): expected 2 numbers for each type, found 1`},
	{"negative count", records("callCountProfiles", `[‸-5]`), `callCountProfiles[0].records[0] (byte @): count -5 is negative`},
	{"negative branch count", records("conditionalProfiles", `[20,0,10, 53,1,‸-1]`), `conditionalProfiles[0].records[5] (byte @): count -1 is negative`},
	{"negative receiver count", records("virtualInvokeProfiles", `[9,‸-4]`), `virtualInvokeProfiles[0].records[1] (byte @): count -4 is negative`},
	{"negative monitor in 0.2.0", with(`"monitorsProfile":{"records":[9,‸-4]}`), `monitorsProfile.records[1] (byte @): count -4 is negative`},
	{"count with a point", records("callCountProfiles", `[‸5.0]`), `callCountProfiles[0].records[0] (byte @): "5.0" is not an integer`},
	{"count with an exponent", records("callCountProfiles", `[‸1e400]`), `callCountProfiles[0].records[0] (byte @): "1e400" is not an integer`},
	{"long count with a point", records("callCountProfiles", `[‸1234567890123456789012345.5]`), `callCountProfiles[0].records[0] (byte @): "1234567890123456789012345.5" is not an integer`},
	{"count in hexadecimal", records("callCountProfiles", `[‸0x1f]`), `callCountProfiles[0].records[0] (byte @): "0x1f" is not an integer`},
	{"count with a leading zero", records("callCountProfiles", `[‸007]`), `callCountProfiles[0].records[0] (byte @): "007": leading zeros are not allowed`},
	{"count as text", records("callCountProfiles", `[‸"5"]`), `callCountProfiles[0].records[0] (byte @): expected a number, found the string "5"`},
	{"count as a boolean", records("callCountProfiles", `[‸true]`), `callCountProfiles[0].records[0] (byte @): expected a number, found "true"`},
	{"count as null", records("callCountProfiles", `[‸null]`), `callCountProfiles[0].records[0] (byte @): expected a number, found "null"`},
	{"count as NaN", records("callCountProfiles", `[‸NaN]`), `callCountProfiles[0].records[0] (byte @): expected a number, found "NaN"`},
	{"count with a plus", records("callCountProfiles", `[‸+5]`), `callCountProfiles[0].records[0] (byte @): expected a number, found "+5"`},
	{"count that is a minus", records("callCountProfiles", `[‸-]`), `callCountProfiles[0].records[0] (byte @): expected a number, found "-"`},
	{"count in an array of its own", records("callCountProfiles", `[‸[5]]`), `callCountProfiles[0].records[0] (byte @): expected a number, found "["`},
	{"comma after a count", records("callCountProfiles", `[5,‸]`), `callCountProfiles[0].records[1] (byte @): expected a number, found "]"`},
	{"no comma between counts", records("conditionalProfiles", `[20 ‸0 10]`), `conditionalProfiles[0].records[0] (byte @): expected ',' or ']', found "0"`},
	{"count of 2^63", records("callCountProfiles", `[‸9223372036854775808]`),
		`callCountProfiles[0].records[0] (byte @): "9223372036854775808" does not fit in 63 bits`},
	{"count of 200,000 digits", records("callCountProfiles", `[‸`+strings.Repeat("9", 200000)+`]`),
		`callCountProfiles[0].records[0] (byte @): "9999999999999999999999999999999999999999"… does not fit in 63 bits`},
	{"target too large", records("conditionalProfiles", `[20,0,10,‸65536,1,1]`), `conditionalProfiles[0].records[3] (byte @): target 65536 is outside of -32768 to 65535`},
	{"target too small", records("conditionalProfiles", `[‸-32769,0,10]`), `conditionalProfiles[0].records[0] (byte @): target -32769 is outside of -32768 to 65535`},
	{"negative index", records("conditionalProfiles", `[20,‸-1,10]`), `conditionalProfiles[0].records[1] (byte @): index -1 is negative`},
	{"index of 32 bits", records("conditionalProfiles", `[20,‸2147483648,10]`), `conditionalProfiles[0].records[1] (byte @): index 2147483648 does not fit in 31 bits`},
	{"negative type", records("virtualInvokeProfiles", `[‸-1,5]`), `virtualInvokeProfiles[0].records[0] (byte @): type id -1 is negative`},
	{"type of 32 bits", records("monitorProfiles", `[9,1,‸2147483648,5]`), `monitorProfiles[0].records[2] (byte @): type id 2147483648 does not fit in 31 bits`},
	{"call counts beyond 2^63-1", calls(`{"ctx":"1:0","records":[9223372036854775807]},{"ctx":"2:0","records":[‸1]}`),
		`callCountProfiles[1].records[0] (byte @): count 1 takes the sum of callCountProfiles past 2^63-1`},
	{"successors beyond 2^63-1", records("conditionalProfiles", `[20,0,9223372036854775807,53,1,‸1]`),
		`conditionalProfiles[0].records[5] (byte @): count 1 takes the sum of conditionalProfiles past 2^63-1`},
	{"call counts of 0.2.0 beyond 2^63-1", with(`"hotnessPoints":[{"methodBciList":"1:0","records":[9000000000000000000]},{"methodBciList":"2:0","records":[‸900000000000000000]}]`),
		`hotnessPoints[1].records[0] (byte @): count 900000000000000000 takes the sum of hotnessPoints past 2^63-1`},

	// Truncated.
	{"cut in a key", `{"version":"1.0.0","ty‸`, `byte @: unexpected end of file, expected the end of a string`},
	{"cut after a key", `{"version"‸`, `version (byte @): unexpected end of file, expected ':'`},
	{"cut in a name", `{"version":"1.0.0","types":[{"id":8,"name":"vo‸`, `types[0].name (byte @): unexpected end of file, expected the end of a string`},
	{"cut in an escape", `{"version":"1.0.0","types":[{"id":8,"name":"\u00‸`, `types[0].name (byte @): unexpected end of file, expected the rest of an escape`},
	{"cut in a surrogate pair", `{"version":"1.0.0","types":[{"id":8,"name":"\ud83d\u‸`, `types[0].name (byte @): unexpected end of file, expected the rest of an escape`},
	{"cut in a number", `{"version":"1.0.0","types":[{"id":8‸`, `types[0].id (byte @): unexpected end of file, expected the rest of a number`},
	{"cut in a literal", `{"x":tr‸`, `x (byte @): unexpected end of file, expected a value`},
	{"cut between elements", `{"version":"1.0.0","types":[{"id":8,"name":"void"},‸`, `types[1] (byte @): unexpected end of file, expected an object`},
	{"cut in a context", `{"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"2:0<1‸`, `callCountProfiles[1].ctx (byte @): unexpected end of file, expected the end of a string`},
	{"cut in a count", `{"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"2:0","records":[12‸`, `callCountProfiles[1].records[0] (byte @): unexpected end of file, expected the rest of a number`},
	{"cut after a minus", `{"callCountProfiles":[{"ctx":"1:0","records":[-‸`, `callCountProfiles[0].records[0] (byte @): unexpected end of file, expected a number`},
	{"cut after the last section", `{"version":"1.0.0","types":[],"methods":[]‸`, `byte @: unexpected end of file, expected ',' or '}'`},

	// gzip. Offsets are those of the decompressed document.
	{"gzip header damaged", "\x1f\x8b\x07\x00\x00\x00\x00\x00\x00\x00", `byte 0: the gzip header is damaged`},
	{"gzip header cut", "\x1f\x8b\x08\x00", `byte 0: unexpected end of file`},
	{"gzip of nothing", zipped(""), `byte 0: not an iprof: it is empty`},
}

func fields(n int) string {
	var f []string
	for i := range n {
		f = append(f, fmt.Sprintf(`"field%d":%d`, i, i))
	}
	return strings.Join(f, ",")
}

func zipped(members ...string) string {
	var b bytes.Buffer
	for _, m := range members {
		z := gzip.NewWriter(&b)
		io.WriteString(z, m)
		z.Close()
	}
	return b.String()
}

// unmark takes the ‸ out of in and puts its place into want.
func unmark(t *testing.T, in, want string) (string, string) {
	t.Helper()
	before, after, marked := strings.Cut(in, "‸")
	if marked != strings.Contains(want, "@") || strings.Contains(after, "‸") {
		t.Fatal("the input has a ‸ where the message has no @, or the other way round")
	}
	return before + after, strings.Replace(want, "@", strconv.Itoa(len(before)), 1)
}

func TestMalformed(t *testing.T) {
	names := map[string]bool{}
	for _, tt := range malformed {
		if names[tt.name] {
			t.Errorf("two cases called %q", tt.name)
		}
		names[tt.name] = true
		t.Run(tt.name, func(t *testing.T) {
			in, want := unmark(t, tt.in, tt.want)
			p, err := iprof.Parse(strings.NewReader(in), iprof.Options{})
			if err == nil || p != nil {
				t.Fatalf("no error, want\n%s", want)
			}
			if got := err.Error(); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			var at *iprof.SyntaxError
			if !errors.As(err, &at) {
				t.Errorf("%T is no SyntaxError", err)
			}
			if len(in) > 1<<20 {
				return
			}
			for how, r := range map[string]io.Reader{
				"a byte at a time":           iotest.OneByteReader(strings.NewReader(in)),
				"with the end's error early": iotest.DataErrReader(strings.NewReader(in)),
				"gzipped":                    strings.NewReader(zipped(in)),
			} {
				if how == "gzipped" && strings.HasPrefix(in, "\x1f\x8b") {
					continue
				}
				if _, err := iprof.Parse(r, iprof.Options{}); err == nil || err.Error() != want {
					t.Errorf("%s: %v\nwant %s", how, err, want)
				}
			}
		})
	}
}

// Errors can be distinguished without their text.
func TestErrorKinds(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		kind     error
	}{
		{"truncated", `{"version":"1.0.0","types":[`, iprof.ErrTruncated},
		{"version", `{"version":"3.0.0","types":[],"methods":[]}`, iprof.ErrVersion},
		{"other file", `<html>`, iprof.ErrNotIprof},
		{"too large", with(`"x":[` + strings.Repeat(" ", 1000) + `]`), iprof.ErrTooLarge},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := iprof.Parse(strings.NewReader(tt.in), iprof.Options{MaxInput: 1000})
			for _, kind := range []error{iprof.ErrTruncated, iprof.ErrVersion, iprof.ErrNotIprof, iprof.ErrTooLarge} {
				if errors.Is(err, kind) != (kind == tt.kind) {
					t.Errorf("errors.Is(%q, %q) is %v", err, kind, kind != tt.kind)
				}
			}
		})
	}
}

// For a profile cut at any place, the rest is an error that says so, at the end.
func TestTruncatedAnywhere(t *testing.T) {
	whole := with(`"callCountProfiles":[{"ctx":"1:0","records":[12]},{"ctx":"2:0<1:3","records":[ 7 ]}],` +
		`"conditionalProfiles":[{"ctx":"2:11<1:3","records":[20,0,10,53,1,1],"\u0061\ud83d\ude00":[-1.5e+3,true,{"a":null}]}],` +
		`"samplingProfiles":[]`)
	if _, err := iprof.Parse(strings.NewReader(whole), iprof.Options{}); err != nil {
		t.Fatal(err)
	}
	for n := 1; n < len(whole); n++ {
		for _, r := range []io.Reader{
			strings.NewReader(whole[:n]),
			strings.NewReader(zipped(whole[:n])),
			iotest.OneByteReader(strings.NewReader(whole[:n])),
		} {
			_, err := iprof.Parse(r, iprof.Options{})
			var at *iprof.SyntaxError
			if !errors.As(err, &at) || !errors.Is(err, iprof.ErrTruncated) || at.Offset != int64(n) {
				t.Fatalf("after %d bytes, %q: %v", n, whole[max(0, n-10):n], err)
			}
		}
	}

	whole = zipped(whole[:200], whole[200:])
	for n := 2; n < len(whole); n++ {
		_, err := iprof.Parse(strings.NewReader(whole[:n]), iprof.Options{})
		if !errors.Is(err, iprof.ErrTruncated) {
			t.Fatalf("after %d bytes of gzip: %v", n, err)
		}
	}
}

func TestMalformedGzip(t *testing.T) {
	text := with(`"callCountProfiles":[{"ctx":"1:0","records":[12]}]`)
	end := fmt.Sprintf("byte %d: ", len(text))
	whole := zipped(text)
	change := func(i int) string { // one byte, counted from the end
		b := []byte(whole)
		b[len(b)-i] ^= 0x40
		return string(b)
	}
	for _, tt := range []struct{ name, in, want string }{
		{"checksum", change(8), end + "the gzip checksum is wrong: the file is damaged"},
		{"length", change(4), end + "the gzip checksum is wrong: the file is damaged"},
		{"no checksum", whole[:len(whole)-8], end + "unexpected end of file"},
		{"half a checksum", whole[:len(whole)-5], end + "unexpected end of file"},
		{"text after", whole + "#!/bin/sh and so on", end + "the data after the gzip data is not gzip"},
		{"a line end after", whole + "\n", end + "the data after the gzip data is not gzip"},
		{"half a magic after", whole + "\x1f", end + "unexpected end of file"},
		{"zeros after", whole + strings.Repeat("\x00", 512), end + "the data after the gzip data is not gzip"},
		{"plain text after", whole + text, end + "the data after the gzip data is not gzip"},
		{"second document", whole + whole, end + `"{" after the end of the profile`},
		{"second member cut", whole + zipped(" ")[:10], end + "unexpected end of file"},
		{"second member damaged", whole + zipped(strings.Repeat(" ", 1000))[:10] + "\xff\xff\xff\xff", end + "the gzip data is damaged"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := iprof.Parse(strings.NewReader(tt.in), iprof.Options{})
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// TestDamageInText: if the checksum is wrong, that is the error, and not that the text does not parse.
func TestDamageInText(t *testing.T) {
	text := with(`"callCountProfiles":[{"ctx":"1:0","records":["2"]}]`)
	at := fmt.Sprintf("callCountProfiles[0].records[0] (byte %d): ", strings.Index(text, `"2"`))
	whole := zipped(text)
	cut := whole[:len(whole)-8] // without checksum and length
	for _, tt := range []struct{ name, in, want string }{
		{"sound", whole, at + `expected a number, found the string "2"`},
		{"wrong checksum", cut + "12345678", at + "the gzip checksum is wrong: the file is damaged"},
		{"no checksum", cut, at + `expected a number, found the string "2"`},
	} {
		if _, err := iprof.Parse(strings.NewReader(tt.in), iprof.Options{}); err == nil || err.Error() != tt.want {
			t.Errorf("%s:\ngot  %v\nwant %s", tt.name, err, tt.want)
		}
	}
}

func TestMaxInput(t *testing.T) {
	text := with(`"callCountProfiles":[{"ctx":"1:0","records":[12]}]`) + "\n"
	n := int64(len(text))
	for _, in := range []string{text, zipped(text)} {
		for _, most := range []int64{n, n + 1, 0, -1, math.MaxInt64, math.MinInt64} {
			if _, err := iprof.Parse(strings.NewReader(in), iprof.Options{MaxInput: most}); err != nil {
				t.Errorf("MaxInput %d: %v", most, err)
			}
		}
		for _, tt := range []struct {
			most int64
			want string
		}{
			{n - 1, fmt.Sprintf("byte %d: the input is larger than allowed (%d bytes)", n-1, n-1)},
			{20, "byte 20: the input is larger than allowed (20 bytes)"},
			{1, "byte 1: the input is larger than allowed (1 bytes)"},
		} {
			_, err := iprof.Parse(strings.NewReader(in), iprof.Options{MaxInput: tt.most})
			if err == nil || err.Error() != tt.want || !errors.Is(err, iprof.ErrTooLarge) {
				t.Errorf("MaxInput %d of %d: %v", tt.most, n, err)
			}
		}
	}
}

// A string that never ends is not kept to its end.
func TestEndlessString(t *testing.T) {
	testtier.Sequential(t)
	in := io.MultiReader(strings.NewReader(`{"version":"`), endless('x'))
	_, err := iprof.Parse(in, iprof.Options{MaxInput: -1})
	if err == nil || !strings.HasSuffix(err.Error(), "): a string of more than 41943040 bytes") {
		t.Error(err)
	}
}

type endless byte

func (c endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(c)
	}
	return len(b), nil
}

// Errors of the reader are returned unchanged.
func TestReaderFails(t *testing.T) {
	text := with(`"callCountProfiles":[{"ctx":"1:0","records":[12]}]`)
	for _, in := range []string{text, zipped(text)} {
		for _, failure := range []error{os.ErrDeadlineExceeded, io.ErrUnexpectedEOF} {
			for n := range in {
				r := io.MultiReader(strings.NewReader(in[:n]), iotest.ErrReader(failure))
				if _, err := iprof.Parse(r, iprof.Options{}); err != failure {
					t.Fatalf("%v, not %q after %d bytes", err, failure, n)
				}
			}
		}
	}
	if _, err := iprof.Parse(noProgress{}, iprof.Options{}); err != io.ErrNoProgress {
		t.Errorf("a reader that gives nothing: %v", err)
	}
}

// A reader may give nothing 99 times in a row, as package bufio allows.
func TestSlowReader(t *testing.T) {
	text := with(`"callCountProfiles":[{"ctx":"1:0","records":[12]}]`)
	for empty, want := range map[int]error{0: nil, 99: nil, 100: io.ErrNoProgress} {
		if _, err := iprof.Parse(&slow{text, empty, empty}, iprof.Options{}); err != want {
			t.Errorf("%d times nothing: %v", empty, err)
		}
	}
}

// A slow reader gives a quarter of its text, and before each nothing so many times.
type slow struct {
	text        string
	empty, left int
}

func (r *slow) Read(b []byte) (int, error) {
	if r.left > 0 {
		r.left--
		return 0, nil
	}
	if r.text == "" {
		return 0, io.EOF
	}
	n := copy(b, r.text[:(len(r.text)+3)/4])
	r.text, r.left = r.text[n:], r.empty
	return n, nil
}

type noProgress struct{}

func (noProgress) Read([]byte) (int, error) { return 0, nil }

// No goroutine of Parse goes on afterwards, whether it succeeds or fails.
func TestNoGoroutineLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	whole := with(`"callCountProfiles":[` + strings.Repeat(`{"ctx":"2:0<1:3","records":[7]},`, 20000) + `{"ctx":"1:0","records":[1]}]`)
	for range 20 {
		for _, in := range []string{whole, whole[:len(whole)/2], `[`} {
			iprof.Parse(strings.NewReader(in), iprof.Options{})
			iprof.Parse(strings.NewReader(zipped(in)), iprof.Options{})
		}
	}
	for i := 0; runtime.NumGoroutine() > before; i++ {
		if i == 10_000 {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(10 * time.Millisecond) // they may still be on their way out
	}
}
