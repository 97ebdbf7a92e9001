// Patterns as the command line understands them.

import { Expression } from "./expression";
import { parse } from "./parse";
import { tooComplex } from "./parts";
import { expressionOf } from "./pasted";

export interface Pattern {
	expression: Expression;
	/** Whether it is matched against signatures, package.Class.method(types). */
	signatures: boolean;
}

/** A pattern as the command line understands it. problemOf explains its errors, and those of matching. */
export function compilePattern(pattern: string): Pattern {
	if (pattern.length > 20000) tooComplex();
	const source = expressionOf(pattern);
	return { expression: new Expression(parse(source)), signatures: source.includes("\\(") };
}

/** Why a pattern is invalid. */
export const problemOf = (error: unknown) => error instanceof Error && error.constructor === Error ? error.message : "not a regular expression";
