package javaname

import "strings"

// OfSymbol returns the name of the method that a symbol of a native image stands for; false: it is no such symbol. Where the image has symbols
// of debug information, tools of Linux print them as if Java were C++: a class with its package, ::, the method and, if they print these,
// parameters, with a * after the names of classes. A constructor has the name of its class, and before the class may be its loader.
//
//	app.Shop::read                      app.Shop.read
//	app.Shop::read(java.lang.String*)   app.Shop.read(java.lang.String)
//	app.Shop$Cart::Shop$Cart()          app.Shop$Cart.<init>()
//	loader_12::app.Shop::read           app.Shop.read
//
// Symbols of C++ and Rust have no dots in the names of classes. A class without a package is known by its parameters alone.
func OfSymbol(symbol string) (string, bool) {
	head, params := symbol, ""
	if open := strings.IndexByte(symbol, '('); open >= 0 {
		if !strings.HasSuffix(symbol, ")") {
			return "", false
		}
		head, params = symbol[:open], symbol[open:]
	}
	if head == "" || strings.ContainsAny(head, " \t<>~&*,;[]") {
		return "", false
	}
	at := strings.LastIndex(head, "::")
	if at <= 0 || at+2 == len(head) {
		return "", false
	}
	class, method := head[:at], head[at+2:]
	class = class[strings.LastIndexByte(class, ':')+1:] // without the loader
	if class == "" || strings.ContainsAny(method, ".:") || !strings.Contains(class, ".") && !strings.Contains(params, ".") {
		return "", false
	}
	if method == WithoutPackage(class) {
		method = "<init>"
	}
	if params == "" {
		return class + "." + method, true
	}
	list := strings.Split(strings.TrimSuffix(params[1:], ")"), ", ")
	for i, p := range list {
		p = p[strings.LastIndexByte(p, ':')+1:]
		if class := strings.TrimSuffix(p, "*"); !strings.HasSuffix(class, "*") { // char** is of C
			p = class
		}
		list[i] = p
	}
	return class + "." + method + "(" + strings.Join(list, ", ") + ")", true
}
