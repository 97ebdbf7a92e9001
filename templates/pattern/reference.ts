// Names of methods as other tools write them: java/util/HashMap.get, HashMap#get, HashMap::get, and with the descriptor of the JVM.

const endsPart = /[0-9A-Za-z\u0080-\uffff_$>)\]}*+]/, beginsPart = /[A-Za-z\u0080-\uffff_$<.([\\]/;

/** The expression of a separator at a place in a pattern, which matches a dot as well, and its length; see separator of pattern/reference.go. */
export function separator(text: string, at: number): [source: string, length: number] | null {
	const c = text[at];
	if (c !== "/" && c !== "#" && c !== ":" || !at || !endsPart.test(text[at - 1])) return null;
	if (c !== ":") return beginsPart.test(text[at + 1] || "") ? [`[${c}.]`, 1] : null;
	return text[at + 1] === ":" && beginsPart.test(text[at + 2] || "") && !/\(\?[imsU-]*$/.test(text.slice(Math.max(0, at - 11), at)) ? ["(?:::|\\.)", 2] : null;
}

const descriptor = /^([^\\()|*?^{}]+)\(((?:\[*(?:[BCDFIJSZ]|L[^;()]+;))*)\)\[*(?:[BCDFIJSZV]|L[^;()]+;)(\$?)$/;
const primitives: Record<string, string> = { B: "byte", C: "char", D: "double", F: "float", I: "int", J: "long", S: "short", Z: "boolean" };

const traceElement = /^(?:at )?(?:[A-Za-z0-9_.@-]*\/){0,2}([^\\()|*?^{} ]+)\((?:[A-Za-z0-9_.@-]+\/)?(?:[A-Za-z0-9_$-]+\.(?:java|kt|scala|groovy|clj)(?::[0-9]+)?|Native Method|Unknown Source)\)$/;

// A method with a place in its bytecode, Tally.find@29, and what calls prints for a callee that is not known.
const placed = /^([^\\()|*?^{}]*[^\\()|*?^{} ]) ?@[0-9]+$/, implementation = /^<any ([^<>|]+)>$/;

/**
 * A method with parameters as outputs write them, given a name with a descriptor, java/util/HashMap.get:(Ljava/lang/Object;)Ljava/lang/Object;, a
 * frame of jfr, a line of a stack trace or a method with a place; other patterns unchanged. See plainReference of pattern/reference.go.
 */
export function plainReference(pattern: string): string {
	const name = traceElement.exec(pattern), flight = /\)[ \t]+line: [0-9]+$/.exec(pattern);
	if (name) return name[1] + "$";
	if (flight) return pattern.slice(0, flight.index + 1);
	const method = placed.exec(pattern) || implementation.exec(pattern);
	if (method) return method[1];
	const parts = descriptor.exec(pattern);
	if (!parts) return pattern;
	const types = Array.from(parts[2].matchAll(/(\[*)(?:([BCDFIJSZ])|L([^;]+);)/g), ([, arrays, primitive, name]) => (primitives[primitive] || name.replaceAll("/", ".")) + "[]".repeat(arrays.length));
	return parts[1].replace(/:$/, "").replaceAll("\"", "") + "(" + types.join(", ") + ")" + parts[3];
}
