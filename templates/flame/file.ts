// The file: JSON in the metadata element, written by render/flame/svgdata.go. It has columns of frames in preorder, siblings in the order
// of the picture. A negative name is a rest: minus the number of frames that the file does not have.

import { compilePattern } from "../pattern/pattern";
import { digits } from "../text/steps";

/** The JSON. Columns are coded: see numbers and texts. */
export interface Data {
	unit: string;
	/** Of the boxes in the file, in pixels. */
	width: number;
	top: number;
	minWidth: number;
	/** Whether it ignores the width of the window. */
	fixed?: boolean;
	/** Narrower pictures have two or more rows of controls. */
	oneRow: number;
	twoRows: number;
	icicle: boolean;
	byName?: boolean;
	names: string;
	prefixes?: string;
	prefix?: string;
	keep?: string;
	params?: string;
	param?: string;
	/** Where methods begin, such as Parser.java:118. */
	places?: string;
	frames: string;
	/** By name, where names determine it: indexes in classes. */
	kinds?: string;
	classes: string[];
	/** In a comparison: widths of frames, and the factor from units of the base to units of the profile. */
	weight?: number[];
	scale?: number;
	/** The totals of both profiles, if these are samples; counts: colors show the change of their number, not of the share. */
	own?: [number, number];
	counts?: boolean;
	/** If differences were tested: frames whose difference is significant although they have the color of no change. */
	changed?: string;
	unknown?: string;
	/** If differences were tested: the verdict on values that did not change. */
	alike?: string;
	/** The total that shares are relative to, if it is not the first frame's; and what filters charged to others. */
	whole?: number;
	/** In a comparison: the same for shares in the base, in its own units. */
	baseWhole?: number;
	/** Whose total shares are relative to, if it is not this profile's. */
	of?: string;
	/** Values are entries of the last frame of a stack, or in a reversed picture of the first one: without that frame they do not count. */
	entries?: "first" | "last";
	/** The word for the self value of a frame, if that is more than "self": it includes library code. */
	self?: string;
	moved?: number;
	sub: string;
	about: string[];
	legend: [string, string][];
	notes?: string[];
}

/** Columns of frames. Pictures have 100,000 frames and more. */
export interface Frames {
	depth: Int32Array;
	/** Index of the name, or minus the number of frames in a rest. */
	name: Int32Array;
	total: Float64Array;
	/** A class of the style sheet: its index in kinds. */
	kind: Uint16Array;
	/** Widths; without a comparison totals. */
	weight: Float64Array;
	/** In a comparison: values of the base. */
	counted: Float64Array;
}

/** The classes of the style sheet. */
export const kinds: string[] = [];
/** The end of the class of frames that are not compared, as a part of their value is unknown. */
export const unknown = " na";
/** The number of a class. */
export function kindOf(name: string): number {
	const at = kinds.indexOf(name);
	return at < 0 ? kinds.push(name) - 1 : at;
}

const digitAt = new Uint8Array(128);
for (let i = 0; i < 64; i++) digitAt[digits.charCodeAt(i)] = i;

/** Digits of five bits, lowest first; the sixth bit says that more follow. */
export function numbers(code: string): Float64Array {
	const all = new Float64Array(code.length);
	let count = 0;
	for (let i = 0; i < code.length;) {
		let n = 0, unit = 1, d: number;
		do {
			d = digitAt[code.charCodeAt(i++)];
			n += (d & 31) * unit;
			unit *= 32;
		} while (d & 32);
		all[count++] = n;
	}
	return all.slice(0, count);
}

/** A digit says how many characters are shared with the previous line. */
export function texts(coded: string): string[] {
	let before = "";
	return coded.split("\n").map((s) => before = before.slice(0, digitAt[s.charCodeAt(0)]) + s.slice(1));
}

/** Names, by index: as shown, and as patterns match them. */
export class Names {
	readonly shown: string[];
	private readonly prefixes: string[] | null = null;
	private readonly prefix: ArrayLike<number> = [];
	private readonly keep: ArrayLike<number> = [];
	private readonly params: string[] | null = null;
	private readonly param: ArrayLike<number> = [];

	constructor(data: Data) {
		this.shown = texts(data.names);
		if (data.prefixes) {
			this.prefixes = texts(data.prefixes);
			this.prefix = numbers(data.prefix!);
			this.keep = numbers(data.keep!);
		}
		if (data.params) {
			this.params = texts(data.params);
			this.param = numbers(data.param!);
		}
	}

	/** package.Class.method. */
	plain(n: number): string {
		return !this.prefixes || !this.keep[n] ? this.shown[n] : this.prefixes[this.prefix[n]] + this.shown[n].slice(0, this.keep[n] - 1);
	}
	/** The names that a pattern matches; throws if it is invalid. */
	matching(pattern: string): boolean[] {
		const { expression, signatures } = compilePattern(pattern);
		return this.shown.map((_, n) => n > 0 && expression.test(signatures ? this.signature(n) : this.plain(n)));
	}
	/** With parameters. */
	signature(n: number): string {
		return this.plain(n) + (this.params ? this.params[this.param[n]] : "");
	}
}

export function readFrames(data: Data): Frames {
	const code = numbers(data.frames), ofName = data.kinds && numbers(data.kinds), compared = data.scale !== undefined;
	const classes = data.classes.map(kindOf), root = kindOf("t"), rest = kindOf("r");
	const n = code.length / (3 + Number(!ofName) + Number(compared)), total = new Float64Array(n);
	const frames: Frames = {
		depth: new Int32Array(n), name: new Int32Array(n), total, kind: new Uint16Array(n),
		weight: data.weight ? Float64Array.from(data.weight) : total, counted: new Float64Array(compared ? n : 0),
	};
	for (let i = 0, at = 0, depth = -1; i < n; i++) {
		depth += 1 - code[at++];
		const coded = code[at++], name = coded % 2 ? -(coded - 1) / 2 : coded / 2;
		frames.depth[i] = depth;
		frames.name[i] = name;
		total[i] = code[at++];
		frames.kind[i] = !ofName ? classes[code[at++]] : !name && !depth ? root : name < 0 ? rest : classes[ofName[name]];
		if (compared) frames.counted[i] = code[at++];
	}
	for (const [of, suffix] of [[data.changed, " sure"], [data.unknown, unknown]] as const) {
		let at = 0;
		for (const n of numbers(of || "")) frames.kind[at += n] = kindOf(kinds[frames.kind[at]] + suffix);
	}
	return frames;
}
