export interface Pattern {
	expression: RegExp;
	/** Whether it is matched against signatures, package.Class.method(types). */
	signatures: boolean;
	/** To match, at a place in a text; Infinity: they grow with the text. */
	ways: number;
}

/** A regular expression as the command line understands it. An error is one that problemOf explains. */
export function compilePattern(pattern: string): Pattern;

/** Why a pattern is none. */
export function problemOf(error: unknown): string;

/** Whether a pattern may take so long that a link must not have it run. */
export function mayTakeLong(pattern: string): boolean;
