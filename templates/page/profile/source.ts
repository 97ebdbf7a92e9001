// The text of a source file, by line.

import { LineState, Token, tokenize } from "../../text/sourcetokens";
import { SourceFile } from "./records";

export class SourceText {
	private readonly lines = new Map<number, string>();
	private tokensOf: Map<number, Token[]> | null = null;

	/** Ranges of lines that are there, the first and the last of each. */
	readonly ranges: [number, number][] = [];

	constructor(readonly file: SourceFile) {
		for (const { first, text } of file.pieces) {
			const lines = text.split("\n");
			lines.forEach((line, i) => this.lines.set(first + i, line));
			this.ranges.push([first, first + lines.length - 1]);
		}
	}

	/** A line; null: it is not there. */
	line(n: number): string | null {
		return this.lines.get(n) ?? null;
	}

	/** A line as tokens, without some of its indentation. */
	tokens(n: number, indent = 0): Token[] {
		this.tokensOf ||= this.tokenizeAll();
		const [first, ...rest] = this.tokensOf.get(n) || [];
		return first ? [{ ...first, text: first.text.slice(Math.min(indent, first.text.search(/\S|$/))) }, ...rest] : [];
	}

	private tokenizeAll(): Map<number, Token[]> {
		const all = new Map<number, Token[]>();
		for (const [first, last] of this.ranges) {
			let state: LineState = "";
			for (let n = first; n <= last; n++) {
				const { tokens, state: next } = tokenize(this.lines.get(n)!, state, this.file.name);
				all.set(n, tokens);
				state = next;
			}
		}
		return all;
	}

	/** The spaces that all lines of a range begin with. */
	indentOf(first: number, last: number): number {
		let least = Infinity;
		for (let n = first; n <= last; n++) {
			const line = this.lines.get(n);
			if (line) least = Math.min(least, line.search(/\S|$/));
		}
		return least === Infinity ? 0 : least;
	}
}
