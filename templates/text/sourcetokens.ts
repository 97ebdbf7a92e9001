// The words of source code, for colors: of Java, and of languages that are written alike.

export type TokenKind = "" | "keyword" | "string" | "comment" | "number" | "annotation";

export interface Token {
	text: string;
	kind: TokenKind;
}

/** The place of a line: in a comment, in a text block, or in neither. */
export type LineState = "" | "comment" | "block";

const keywords: Record<string, Set<string>> = {
	java: words("abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for goto if implements import instanceof int interface long native new null package permits private protected public record return sealed short static strictfp super switch synchronized this throw throws transient true try var void volatile while yield"),
	kt: words("abstract as break by catch class companion const constructor continue data do else enum false final finally for fun if import in inline interface internal is lateinit null object open operator override package private protected public return sealed super suspend this throw true try typealias val var when while"),
	scala: words("abstract case catch class def do else enum extends false final finally for forSome given if implicit import lazy match new null object override package private protected return sealed super then this throw trait true try type using val var while with yield"),
};

function words(list: string): Set<string> {
	return new Set(list.split(" "));
}

const token = /\/\/.*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|"""|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|@[\p{L}_$][\p{L}\p{N}_$.]*|(?<![\p{L}\p{N}_$])\d[\p{L}\p{N}_.]*|[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Splits a line, which begins in a state, into tokens. It returns the state of the next line. Files in other languages have no colors. */
export function tokenize(line: string, state: LineState, file: string): { tokens: Token[]; state: LineState } {
	const known = keywords[file.split(".").pop()!], tokens: Token[] = [];
	if (!known) return { tokens: [{ text: line, kind: "" }], state: "" };
	let done = 0;
	const add = (end: number, kind: TokenKind) => {
		if (end > done) tokens.push({ text: line.slice(done, end), kind });
		done = end;
	};
	// Adds the text up to a mark, or the rest of the line.
	const until = (mark: string, from: number, kind: TokenKind, of: LineState) => {
		const end = line.indexOf(mark, from);
		add(end < 0 ? line.length : end + mark.length, kind);
		state = end < 0 ? of : "";
	};
	if (state) state === "comment" ? until("*/", 0, "comment", state) : until('"""', 0, "string", state);
	if (state) return { tokens, state };
	token.lastIndex = done;
	for (let m = token.exec(line); m; m = token.exec(line)) {
		const [text] = m, begin = text[0];
		add(m.index, "");
		if (text === '"""') until(text, m.index + 3, "string", "block");
		else if (text.startsWith("/*")) until("*/", m.index + 2, "comment", "comment");
		else add(m.index + text.length, begin === "/" ? "comment" : begin === '"' || begin === "'" ? "string" : begin === "@" ? text === "@interface" ? "keyword" : "annotation" : /\d/.test(begin) ? "number" : known.has(text) ? "keyword" : "");
		if (state) break;
		token.lastIndex = done;
	}
	add(line.length, "");
	return { tokens, state };
}
