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
	/** If differences were tested: frames whose difference is significant although they have the color of no change. */
	changed?: string;
	/** If differences were tested: the verdict on values that did not change. */
	alike?: string;
	/** The total that shares are relative to, if it is not the first frame's; and what filters charged to others. */
	whole?: number;
	/** In a comparison: the same for shares in the base, in its own units. */
	baseWhole?: number;
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

/** Columns of frames. */
export interface Frames {
	depth: number[];
	/** Index of the name, or minus the number of frames in a rest. */
	name: number[];
	total: number[];
	/** A class of the style sheet. */
	kind: string[];
	/** Widths; without a comparison totals. */
	weight: number[];
	/** In a comparison: values of the base. */
	counted: number[];
}

const digitAt = new Uint8Array(128);
for (let i = 0; i < 64; i++) digitAt[digits.charCodeAt(i)] = i;

/** Digits of five bits, lowest first; the sixth bit says that more follow. */
export function numbers(code: string): number[] {
	const all: number[] = [];
	for (let i = 0; i < code.length;) {
		let n = 0, unit = 1, d: number;
		do {
			d = digitAt[code.charCodeAt(i++)];
			n += (d & 31) * unit;
			unit *= 32;
		} while (d & 32);
		all.push(n);
	}
	return all;
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
	private readonly prefix: number[] = [];
	private readonly keep: number[] = [];
	private readonly params: string[] | null = null;
	private readonly param: number[] = [];

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
	const code = numbers(data.frames), kinds = data.kinds && numbers(data.kinds);
	const frames: Frames = { depth: [], name: [], total: [], kind: [], weight: data.weight || [], counted: [] };
	for (let i = 0, depth = -1; i < code.length;) {
		depth += 1 - code[i++];
		const name = code[i++], n = name % 2 ? -(name - 1) / 2 : name / 2, total = code[i++];
		frames.depth.push(depth);
		frames.name.push(n);
		frames.total.push(total);
		frames.kind.push(!kinds ? data.classes[code[i++]] : !n && !depth ? "t" : n < 0 ? "r" : data.classes[kinds[n]]);
		if (data.scale !== undefined) frames.counted.push(code[i++]);
		else frames.weight.push(total);
	}
	let at = 0;
	for (const n of numbers(data.changed || "")) frames.kind[at += n] += " sure";
	return frames;
}
