// Parts of an expression, and the steps that match them (Thompson's construction).

/** Neighbors of a place in a text. */
export const none = 0, lineEnd = 1, wordCharacter = 2, otherCharacter = 3;

/** A condition on a place in a text, by what is before and after it. */
export type Place = (before: number, after: number) => boolean;

/** A step of a match: takes a character, checks a place, or neither. The last step of an expression has none after it. */
export interface Step {
	/** The index of a set of characters; -1: it takes no character. */
	takes: number;
	at: Place | null;
	next: number[];
}

export function tooComplex(): never {
	throw new Error("this pattern is too complex here");
}

/** The steps of an expression. */
export class Steps {
	readonly all: Step[] = [];
	readonly sets: RegExp[] = [];
	private readonly known = new Map<string, number>();

	/** Adds a step, and returns its index. */
	add(next: number[], takes = -1, at: Place | null = null): number {
		if (this.all.length === 20000) tooComplex();
		return this.all.push({ takes, at, next }) - 1;
	}

	/** The index of the characters of a JavaScript class. */
	set(of: string, ignoresCase: boolean): number {
		const key = ignoresCase + of, known = this.known.get(key) ?? this.sets.push(new RegExp(`^(?:${of})$`, ignoresCase ? "iu" : "u")) - 1;
		this.known.set(key, known);
		return known;
	}
}

export interface Part {
	/** Adds its steps before a step, and returns the first. */
	add(steps: Steps, next: number): number;
	/** The product of nested repetitions, of which Go allows 1,000. */
	repetitions: number;
}

const most = (parts: Part[]) => parts.reduce((n, part) => Math.max(n, part.repetitions), 1);

/** A character of a JavaScript class, which ignores case as Go does: by simple folding. */
export const character = (of: string, ignoresCase: boolean): Part => ({ repetitions: 1, add: (steps, next) => steps.add([next], steps.set(of, ignoresCase)) });

export const placeOf = (at: Place): Part => ({ repetitions: 1, add: (steps, next) => steps.add([next], -1, at) });

export function inOrder(parts: Part[]): Part {
	return parts.length === 1 ? parts[0] : {
		repetitions: most(parts),
		add(steps, next) {
			for (let i = parts.length - 1; i >= 0; i--) next = parts[i].add(steps, next);
			return next;
		},
	};
}

export function oneOf(parts: Part[]): Part {
	return parts.length === 1 ? parts[0] : { repetitions: most(parts), add: (steps, next) => steps.add(parts.map((part) => part.add(steps, next))) };
}

/** A part several times; to may be infinite. */
export function repeated(part: Part, from: number, to: number, repetitions: number): Part {
	return {
		repetitions,
		add(steps, next) {
			let first = next, times = 0;
			if (to === Infinity) {
				const again = steps.add([next]), body = part.add(steps, again);
				steps.all[again].next.push(body);
				first = from ? body : again;
				times = 1;
			} else for (let i = from; i < to; i++) first = steps.add([part.add(steps, first), next]);
			for (; times < from; times++) first = part.add(steps, first);
			return first;
		},
	};
}
