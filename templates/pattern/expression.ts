// Matches texts in one pass, whatever the expression.

import { lineEnd, none, otherCharacter, Part, Steps, tooComplex, wordCharacter } from "./parts";

/** Characters that all steps treat the same. */
interface Kind {
	index: number;
	/** By set: whether it contains them. */
	within: boolean[];
	/** What they are as neighbors of a place. */
	beside: number;
}

/** Where the text read so far has led. */
interface State {
	/** The steps that may be next, in their order. */
	steps: number[];
	/** What is before the next character. */
	before: number;
	/** By the kind of the next character. */
	next: State[];
}

const stateOf = (steps: number[], before: number): State => ({ steps, before, next: [] });
const matched = stateOf([], none);
const besideOf = (c: string) => c === "" ? none : c === "\n" ? lineEnd : /\w/.test(c) ? wordCharacter : otherCharacter;

/** An expression. Its states are created when a text first leads to them (subset construction). */
export class Expression {
	private readonly steps = new Steps();
	private readonly first: number;
	private readonly last: number;
	/** When a step was last reached. */
	private readonly reached: Uint32Array;
	private rounds = 0;
	private readonly kinds = new Map<string, Kind>();
	private readonly kindOf: Kind[] = [];
	private readonly end: Kind;
	private readonly states = new Map<string, State>();
	private start = stateOf([], none);
	/** The remaining work for new states. */
	private left = 1e7;

	constructor(part: Part) {
		this.last = this.steps.add([]);
		this.first = part.add(this.steps, this.last);
		this.reached = new Uint32Array(2 * this.steps.all.length);
		this.end = this.kind("");
	}

	/** Whether some part of a text matches. */
	test(text: string): boolean {
		let state = this.start;
		for (let i = 0; i < text.length; i++) {
			const code = text.codePointAt(i)!, kind = this.kindOf[code] ??= this.kind(String.fromCodePoint(code));
			if (code > 0xffff) i++;
			state = state.next[kind.index] || this.follow(state, kind);
			if (state === matched) return true;
		}
		return (state.next[this.end.index] || this.follow(state, this.end)) === matched;
	}

	private kind(c: string): Kind {
		const within = this.steps.sets.map((set) => set.test(c)), beside = besideOf(c), key = [beside, ...within].join();
		const kind = this.kinds.get(key) || { index: this.kinds.size, within, beside };
		this.kinds.set(key, kind);
		return kind;
	}

	private follow({ steps, before, next }: State, kind: Kind): State {
		const { steps: { all }, reached, last } = this, round = ++this.rounds, waiting = [this.first, ...steps], after: number[] = [];
		while (waiting.length) {
			const at = waiting.pop()!, step = all[at];
			if (reached[at] === round) continue;
			reached[at] = round;
			if (at === last) return next[kind.index] = matched;
			if (step.takes >= 0) {
				const to = step.next[0];
				if (!kind.within[step.takes] || reached[all.length + to] === round) continue;
				reached[all.length + to] = round;
				after.push(to);
			} else if (!step.at || step.at(before, kind.beside)) {
				for (const to of step.next) if (reached[to] !== round) waiting.push(to);
			}
			if (--this.left < 0) tooComplex();
		}
		return next[kind.index] = this.state(after.sort((a, b) => a - b), kind.beside);
	}

	private state(steps: number[], before: number): State {
		const key = String.fromCharCode(before, ...steps), known = this.states.get(key);
		if (known) return known;
		this.left -= 32;
		if (this.states.size === 5000) { // to limit memory
			this.states.clear();
			this.start = stateOf(this.start.steps, none);
		}
		const state = stateOf(steps, before);
		this.states.set(key, state);
		return state;
	}
}
