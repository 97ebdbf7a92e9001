// A Go expression while it is being parsed.

export class Reader {
	/** The place of the next character. */
	at = 0;
	/** The active flags, such as (?s). */
	flags = "";
	/** The number of open groups. */
	depth = 0;
	/** Where the last named class ends: none begins after it. */
	readonly lastNamed: number;

	constructor(readonly source: string) {
		this.lastNamed = source.lastIndexOf(":]");
	}

	/** Consumes and returns what a sticky expression finds at this place. */
	take(re: RegExp): RegExpExecArray | null {
		re.lastIndex = this.at;
		const found = re.exec(this.source);
		if (found) this.at += found[0].length;
		return found;
	}

	has(flag: string): boolean {
		return this.flags.includes(flag);
	}

	/** It is not valid in Go either. */
	wrong(): never {
		throw new SyntaxError(this.source);
	}
}
