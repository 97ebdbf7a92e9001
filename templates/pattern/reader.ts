// An expression of Go while it is read.

export class Reader {
	/** The place of the next character. */
	at = 0;
	/** Those that are on here, such as (?s). */
	flags = "";
	/** (?i) is for the whole expression: a flag of JavaScript is one for all. */
	readonly ignoring: boolean;

	/** isPasted: of a name with parameters, see pastedMark. */
	constructor(readonly source: string, readonly isPasted: boolean) {
		this.ignoring = /^\(\?[msU]*i[imsU]*(?:-[msU]+)?\)(?!.*\(\?\w*-\w*i)/s.test(source);
	}

	/** What a sticky expression finds at this place, and is then behind it. */
	take(re: RegExp): RegExpExecArray | null {
		re.lastIndex = this.at;
		const found = re.exec(this.source);
		if (found) this.at += found[0].length;
		return found;
	}

	has(flag: string): boolean {
		return this.flags.includes(flag);
	}

	/** It is not an expression in Go either. */
	wrong(): never {
		throw new SyntaxError(this.source);
	}

	/** It ignores case in a part: the flags of JavaScript are for a whole expression. */
	onlyForWhole(): never {
		throw new Error("(?i) is only possible here if it is for the whole pattern");
	}
}
