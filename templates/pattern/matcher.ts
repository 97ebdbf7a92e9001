// Patterns over names, as in the command line.

import { compilePattern, problemOf } from "./pattern";

/** The beginning of a pattern that is being typed. */
export const notComplete = "incomplete pattern";

// Endings that complete patterns: of groups, classes, escapes, and flags.
const endings = () => ["", "]", "a]", "\\", ":", "P<n>"].flatMap((end) => ["", ")", "))", ")))"].map((close) => end + close)).slice(1);

/** Why a pattern is invalid, given the error of compilePattern; or notComplete. */
export function whyInvalid(pattern: string, error: unknown): string {
	const typed = error instanceof SyntaxError && pattern.length < 1000;
	for (const end of typed ? endings() : []) {
		try {
			compilePattern(pattern + end);
			return notComplete;
		} catch { /* the next */ }
	}
	return problemOf(error);
}

export interface Names {
	plain: string;
	signature: string;
}

/** A pattern over names that are not frames of a tree. */
export interface Matcher {
	matches(names: Names): boolean;
	/** Why it is invalid, or notComplete; "": it is valid. */
	invalid: string;
}

export const noMatcher: Matcher = { matches: () => true, invalid: "" };

/** The pattern for exactly one name, package.Class.method. */
export const patternOfName = (name: string) => "^" + name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") + "$";

/** A pattern over these names. */
export function patternOf(pattern: string, names: Names[]): Matcher {
	if (!pattern) return noMatcher;
	try {
		const { expression, signatures } = compilePattern(pattern), matched = new Set<string>();
		const textOf = ({ plain, signature }: Names) => signatures ? signature : plain;
		for (const text of names.map(textOf)) if (expression.test(text)) matched.add(text);
		return { matches: (n) => matched.has(textOf(n)), invalid: "" };
	} catch (error) {
		return { ...noMatcher, invalid: whyInvalid(pattern, error) };
	}
}
