// A Go expression while it is being parsed.

export class Reader {
	/** The place of the next character. */
	at = 0;
	/** The active flags, such as (?s). */
	flags = "";
	/** (?i) applies to the whole expression: flags of JavaScript do. */
	readonly ignoring: boolean;

	/** isPasted: from a name with parameters, see pastedMark. */
	constructor(readonly source: string, readonly isPasted: boolean) {
		this.ignoring = /^\(\?[msU]*i[imsU]*(?:-[msU]+)?\)(?!.*\(\?\w*-\w*i)/s.test(source);
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

	/** It ignores case only in a part: flags of JavaScript apply to a whole expression. */
	onlyForWhole(): never {
		throw new Error("(?i) is only possible here if it is for the whole pattern");
	}
}
