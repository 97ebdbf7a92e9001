// Patterns over names, as in the command line, and which of them wait for the reader.

import { compilePattern, mayTakeLong, problemOf } from "./pattern";

/** The beginning of a pattern that is being typed. */
export const notComplete = "incomplete pattern";

// Endings that complete patterns: of groups, classes, escapes, and flags.
const endings = () => ["", "]", "a]", "\\", ":", "P<n>"].flatMap((end) => ["", ")", "))", ")))"].map((close) => end + close)).slice(1);

/** Why a pattern is invalid, given the error of compilePattern; or notComplete. */
export function whyInvalid(pattern: string, error: unknown): string {
	for (const end of endings()) {
		try {
			compilePattern(pattern + end);
			return notComplete;
		} catch { /* the next */ }
	}
	return problemOf(error);
}

/** A pattern over names that are not frames of a tree. */
export interface Matcher {
	matches(names: { plain: string; signature: string }): boolean;
	/** Why it is invalid, or notComplete; "": it is valid. */
	invalid: string;
	/** It waits for the reader. */
	asks: boolean;
}

export const noMatcher: Matcher = { matches: () => true, invalid: "", asks: false };

/** The pattern for exactly one name, package.Class.method. */
export const patternOfName = (name: string) => "^" + name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") + "$";

// Patterns that the reader has typed, or has confirmed if they come from a link: these run again, even after going back.
const own = new Set<string>();

/** The reader confirms a pattern. */
export function trust(pattern: string): void {
	own.add(pattern);
}

/** Whether a pattern must wait for the reader: the author of a link may want the page to hang. */
export const asks = (pattern: string) => !own.has(pattern) && mayTakeLong(pattern);

/** The message of a table about its pattern. */
export const aboutMatcher = ({ invalid, asks }: Matcher) => asks ? "Enter filters by the link's pattern" : invalid;

export function patternOf(pattern: string): Matcher {
	if (!pattern) return noMatcher;
	if (asks(pattern)) return { ...noMatcher, asks: true };
	try {
		const { expression, signatures } = compilePattern(pattern);
		return { ...noMatcher, matches: (n) => expression.test(signatures ? n.signature : n.plain) };
	} catch (error) {
		return { ...noMatcher, invalid: whyInvalid(pattern, error) };
	}
}
