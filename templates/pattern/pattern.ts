// Patterns as the command line understands them, as regular expressions.

import { expressionOf, pastedMark } from "./pasted";
import { translate } from "./translate";

export interface Pattern {
	expression: RegExp;
	/** Whether it is matched against signatures, package.Class.method(types). */
	signatures: boolean;
	/** For matching, at a place in a text; Infinity: it grows with the text. */
	ways: number;
}

/** A regular expression as the command line understands it. problemOf explains its errors. */
export function compilePattern(pattern: string): Pattern {
	const source = expressionOf(pattern);
	return { ...translate(source, source.startsWith(pastedMark) && !pattern.startsWith(pastedMark)), signatures: source.includes("\\(") };
}

/**
 * Whether a pattern may take so long that the author of a link may have meant to hang the page. Up to a hundred ways at each place of a
 * name are not noticeable: a|b|c has three, (a|b)(c|d)? six, .* any number.
 */
export function mayTakeLong(pattern: string): boolean {
	try {
		return compilePattern(pattern).ways > 100;
	} catch {
		return false; // it is not run
	}
}

/** Why a pattern is invalid. */
export const problemOf = (error: unknown) => error instanceof Error && error.constructor === Error ? error.message : "not a regular expression";
