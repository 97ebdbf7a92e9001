	// A pattern as on the command line, see pattern.Compile: (?i) at its beginning ignores case, and what can only be part of a Java
	// name is itself: the dollar signs of nested classes, the brackets of arrays, the plus sign in front of an address, shortened packages, …,
	// parameters at the end.
	const pasted = /^((?:[^\\()[\]{}|*?^+]|\[\]|\+0?[x…]|…\+|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*(?:[^\\()[\]{}|*?^+., ]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})(?:\([A-Z]+\))?)\(((?:[^\\()[\]{}|*?^+]|\[\]|\[…\]?|…\]|\+0?[x…]|…\+|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*)\)(?::(?:[^\\()[\]{}|*?^+ ]|\[\])+)?(?: #[0-9]+)?(?: ?@[0-9]+)?(\$?)$/;
	// The expression, as Go writes it, of a pattern.
	export function expressionOf(pattern) {
		const escaped = (text) => {
			const found = /^\\(?:u[0-9a-f]{4}|U[0-9a-f]{8})/.exec(text)?.[0], code = found && parseInt(found.slice(2), 16);
			if (!found) return;
			const shows = code <= 0x7f || code > 0x10ffff || code >= 0xd800 && code < 0xe000;
			return [shows ? "\\" + found : `(?:${String.fromCodePoint(code)}|\\${found})`, found.length];
		};
		const literal = (text, type) => {
			let source = "";
			for (let i = 0; i < text.length;) {
				const c = text[i];
				if (type && (!i || text[i - 1] === " ") && c !== " " && c !== "…") source += anyPackage;
				const [s, n] = escaped(text.slice(i, i + 10)) || [c === "…" ? ".*" : ".$+[]()".includes(c) ? "\\" + c : c, 1];
				source += s;
				i += n;
			}
			return source;
		};
		// Parameters that are cut with the result, position(in…teBuffer, have no end.
		const open = pattern.indexOf("("), cut = pattern.indexOf("…", open), closed = open < 0 || cut < 0 || pattern.includes(")") ? pattern : pattern.slice(0, cut + 1) + ")";
		const parts = pasted.exec(closed), name = parts ? parts[1] : pattern;
		const initials = /^(?:(?:[a-z_]\.){2,}(?=[\p{L}_$<…])|[a-z_]\.(?=(?:[\p{L}\p{N}_-]+\.)*(?:\p{Lu}|[\p{L}\p{N}_-]*…)|(?:[\p{L}\p{N}_-]+\.){2}[\p{L}_$<]))?(?:F\.(?=.*_constructor_))?/u.exec(name)[0] || "";
		const text = name.slice(initials.length).replace(/^<(?:method )?([0-9]+)>$/, "<unknown method $1>");
		let source = initials && "\\b" + initials.replaceAll(".", anyLetters), inClass = false;
		if (parts) return pastedMark + source + literal(text) + "\\(" + literal(parts[2], true) + "\\)" + parts[3];
		for (let i = 0; i < text.length; i++) {
			const c = text[i], rest = text.slice(i + 1);
			const escape = c === "\\" && !inClass && escaped(text.slice(i, i + 10));
			if (escape) {
				source += escape[0];
				i += escape[1] - 1;
				continue;
			}
			if (c === "\\" && rest) {
				source += c + text[++i];
				continue;
			}
			if (inClass) inClass = c !== "]";
			else if (c === "[" && /^\](?:$|[[)\\,|: ])/.test(rest)) {
				source += "\\[\\]";
				i++;
				continue;
			} else if (c === "[") {
				inClass = true;
				// A bracket that comes first is one of the class.
				const first = /^\^?\]/.exec(rest)?.[0] || "";
				source += c + first;
				i += first.length;
				continue;
			} else if (c === "…") {
				source += ".*";
				continue;
			} else if (c === "$" && /^\.?[$_<…0-9A-Za-z]/.test(rest) || c === "+" && (text[i - 1] === "…" || rest[0] === "…" || /^0[x…]/.test(rest) && /(?:^|[^\\])[0-9A-Za-z]$/.test(text.slice(0, i)))) source += "\\";
			source += c;
		}
		return source;
	}
	const pastedMark = "(?:)", anyPackage = "(?:[^ (]*\\.)?", anyLetters = "[^.]*\\.";
	// Go's classes of ASCII characters, as JavaScript writes them in brackets.
	const classes = {
		d: "0-9", s: "\\t\\n\\f\\r ", w: "0-9A-Z_a-z", alnum: "0-9A-Za-z", alpha: "A-Za-z", ascii: "\\0-\\x7f", blank: "\\t ", cntrl: "\\0-\\x1f\\x7f", digit: "0-9", graph: "!-~",
		lower: "a-z", print: " -~", punct: "!-\\/:-@\\[-`{-~", space: "\\t-\\r ", upper: "A-Z", word: "0-9A-Z_a-z", xdigit: "0-9A-Fa-f",
	};
	// JavaScript's expression for one of Go: https://golang.org/s/re2syntax. It has no groups to keep, and nothing is greedy, as only a match
	// counts. A SyntaxError is one in Go, too; an Error says what JavaScript cannot do. ways is the number of ways to match that
	// JavaScript may try at a place, as it goes back where Go does not; Infinity: those grow with the text.
	function translate(source, isPasted) {
		let at = 0, flags = "";
		const wrong = () => { throw new SyntaxError(source); };
		const take = (re) => {
			re.lastIndex = at;
			const found = re.exec(source);
			if (found) at += found[0].length;
			return found;
		};
		const has = (flag) => flags.includes(flag);
		// A flag of JavaScript is one for all.
		const ignoring = /^\(\?[msU]*i[imsU]*(?:-[msU]+)?\)(?!.*\(\?\w*-\w*i)/s.test(source);
		const escape = (code) => /\w/.test(String.fromCodePoint(code)) ? String.fromCodePoint(code) : `\\u{${code.toString(16)}}`;
		const codeOf = (c) => c.codePointAt(0);
		// Characters from one to another, for brackets.
		const range = (from, to) => {
			const plain = from === to ? escape(from) : escape(from) + "-" + escape(to);
			if (!has("i") || ignoring) return plain;
			if (from === to) {
				const c = String.fromCodePoint(from), all = [c.toLowerCase(), c.toUpperCase(), ...(/s/i.test(c) ? "ſ" : /k/i.test(c) ? "\u212a" : "")];
				return plain + all.filter((v) => v !== c && [...v].length === 1).map((v) => escape(codeOf(v))).join("");
			}
			if (to > 0x7f) throw new Error("(?i) is only possible here if it is for the whole pattern");
			const other = (a, z, by) => Math.max(from, a) <= Math.min(to, z) ? escape(Math.max(from, a) + by) + "-" + escape(Math.min(to, z) + by) : "";
			return plain + other(0x41, 0x5a, 32) + other(0x61, 0x7a, -32);
		};
		const ofClass = (name) => Object.hasOwn(classes, name) ? classes[name] + (has("i") && /^(?:w|a|g|l|pr|u)/.test(name) ? "A-Za-zſ\u212a" : "") : wrong();
		// A class that is written with a backslash; undefined: there is none.
		const escapedClass = () => {
			let found = take(/\\([dsw])/iy);
			if (found) return { set: ofClass(found[1].toLowerCase()), not: /[DSW]/.test(found[1]) };
			found = take(/\\(p)(?:\{(\^?)([^}]*)\}|(\p{L}))/iuy);
			if (!found) return;
			const [text, p, not = "", braced, letter] = found, words = (letter || braced).split(/[-_ ]/).map((w) => w.slice(0, 1).toUpperCase() + w.slice(1).toLowerCase()), name = words.join("_");
			if (has("i") && !ignoring) throw new Error("(?i) is only possible here if it is for the whole pattern");
			const all = /^(?:Any|Assigned)$/.test(name) ? [name] : name === "Ascii" ? ["ASCII"] : name === "Lc" ? ["gc=LC"] : ["gc=" + name, "gc=" + name.toLowerCase()];
			// Short names of scripts have four letters.
			if (words.length < 2 && (name.length !== 4 || /Cham|Kawi|Lisu|Newa|Thai|Toto/.test(name))) all.push("sc=" + name);
			for (const property of all) {
				try {
					new RegExp(`\\p{${property}}`, "u");
					return { set: `\\p{${property}}`, not: (p === "P") !== (not === "^") };
				} catch { /* the next */ }
			}
			throw new Error(text + " is not known here");
		};
		// The code of a character, which may be escaped.
		const character = () => {
			const found = take(/\\(?:x\{([0-9a-f]+)\}|x([0-9a-f]{2})|([1-7][0-7]{1,2}|0[0-7]{0,2})|([afnrtv])|([\0-\x7f]))|[^\\]/iuy) || wrong();
			const [c, long, short, octal, control, other] = found, code = long || short ? parseInt(long || short, 16) : octal ? parseInt(octal, 8) : 0;
			if (long || short || octal) return code <= 0x10ffff ? code : wrong();
			if (control) return [7, 12, 10, 13, 9, 11]["afnrtv".indexOf(control)] || wrong();
			return other && /[0-9A-Za-z]/.test(other) ? wrong() : codeOf(other || c);
		};
		// JavaScript has no class in a class: what is not in one is another alternative.
		const oneOf = (set, nots, not) => {
			if (!nots.length) return `[${not ? "^" : ""}${set}]`;
			const all = [...nots.map((n) => `[^${n}]`), ...set ? [`[${set}]`] : []].join("|");
			return not ? `(?!${all})[^]` : `(?:${all})`;
		};
		const brackets = () => {
			const not = take(/\^/y) !== null, nots = [];
			let set = "";
			for (let first = true; first || source[at] !== "]"; first = false) {
				const posix = take(/\[:(\^?)(.*?):\]/sy), found = posix ? { set: ofClass(posix[2]), not: posix[1] !== "" } : escapedClass();
				if (found) {
					if (found.not) nots.push(found.set);
					else set += found.set;
					continue;
				}
				const from = character(), to = take(/-(?!\])/y) ? character() : from;
				set += from <= to ? range(from, to) : wrong();
			}
			at++;
			return oneOf(set, nots, not);
		};
		const literal = (code) => {
			const set = range(code, code);
			return set === escape(code) ? set : `[${set}]`;
		};
		// Each of the following returns [JavaScript, ways, repetitions]: Go allows 1,000 of these, one in another.
		const atom = () => {
			if (isPasted && source.startsWith(anyPackage, at)) return [source.slice(at, at += anyPackage.length), 1, 1]; // types have no spaces
			const letters = take(/\[\^\.\]\*\\\.(?![*+?{])/y)?.[0];
			if (letters) return [letters, 1, 1]; // up to the next dot
			const quoted = take(/\\Q(.*?)(?:\\E|$)/sy);
			if (quoted) return [Array.from(quoted[1], (c) => literal(codeOf(c))), 1, 1];
			const found = escapedClass();
			if (found) return [`[${found.not ? "^" : ""}${found.set}]`, 1, 1];
			if (take(/\[/y)) return [brackets(), 1, 1];
			const c = source[at], m = has("m"), fixed = { "^": m ? "(?<=^|\n)" : "^", $: m ? "(?=\n|$)" : "$", ".": has("s") ? "[^]" : "[^\n]" }[c];
			if (fixed) {
				at++;
				return [fixed, 1, 1];
			}
			const assertion = take(/\\([AbBz])/y)?.[1];
			if (assertion) return [{ A: "^", z: "$" }[assertion] || "\\" + assertion, 1, 1];
			if (take(/\((?!\?)|\(\?P?<\w+>/y)) return group(flags);
			if (c !== "(") return [literal(character()), 1, 1];
			const [, on, off = "", end] = take(/\(\?([imsU]*)(?:-([imsU]+))?([:)])/y) || wrong();
			const now = [...flags + on].filter((f) => !off.includes(f)).join("");
			if (end === ":") return group(now);
			flags = now;
			return ["", 1, 1];
		};
		const group = (inside) => {
			const outside = flags;
			flags = inside;
			const [js, ways, repeated] = alternatives();
			flags = outside;
			if (source[at++] !== ")") wrong();
			return [`(?:${js})`, ways, repeated];
		};
		const times = /(?:[*+?]|\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\})/y;
		const sequence = () => {
			let js = "", ways = 1, repeated = 1;
			while (at < source.length && source[at] !== "|" && source[at] !== ")") {
				if (take(times)) wrong();
				let [one, tries, inside] = atom();
				if (Array.isArray(one)) {
					js += one.slice(0, -1).join("");
					one = one.at(-1) || "";
				}
				const found = take(times);
				if (found) {
					if (!one) wrong();
					const [q, n, comma, m] = found, from = n ? Number(n) : q === "+" ? 1 : 0, to = m ? Number(m) : q === "?" ? 1 : n && !comma ? from : Infinity;
					const most = to < Infinity ? to : from;
					if (n && (from > 1000 || most > 1000 || from > to)) wrong();
					if (n && (from > 1 || to > 1)) inside *= Math.max(1, most);
					if (inside > 1000) wrong();
					take(/\?/y);
					if (take(times)) wrong();
					one = `(?:${one})${q}`;
					let all = to < Infinity ? 0 : Infinity;
					for (let k = from; k <= most; k++) all += tries ** k;
					tries = all;
				}
				js += one;
				ways *= tries;
				repeated = Math.max(repeated, inside);
			}
			return [js, ways, repeated];
		};
		const alternatives = () => {
			let [js, ways, repeated] = sequence();
			while (take(/\|/y)) {
				const [other, more, inside] = sequence();
				js += "|" + other;
				ways += more;
				repeated = Math.max(repeated, inside);
			}
			return [js, ways, repeated];
		};
		const [js, ways] = alternatives();
		if (at < source.length) wrong();
		return { expression: new RegExp(js, ignoring ? "iu" : "u"), ways };
	}
	// The pattern as JavaScript's, how long it may take, and whether it is about signatures.
	export function compilePattern(pattern) {
		const source = expressionOf(pattern);
		return { ...translate(source, source.startsWith(pastedMark) && !pattern.startsWith(pastedMark)), signatures: source.includes("\\(") };
	}
	// Whether a pattern may take so long that who wrote a link with it may want the page to hang. Up to a hundred ways at each place of a
	// name are nothing to notice: of a|b|c there are three, of (a|b)(c|d)? six, of .* any number.
	export function mayTakeLong(pattern) {
		try {
			return compilePattern(pattern).ways > 100;
		} catch {
			return false; // it is not run
		}
	}
	// Says why a pattern is none.
	export function problemOf(error) {
		return error.constructor === Error ? error.message : "not a regular expression";
	}
