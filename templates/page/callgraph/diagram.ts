// A call graph as it is drawn, wherever it comes from: boxes and lines, with their numbers.

import { Metric } from "../profile/method";

/** A method in a box or on a line. */
export interface Member {
	/** undefined: it is none of the profile's methods. */
	id?: number;
	method: string;
	/** null: unknown. */
	self: number | null;
	total: number | null;
	/** In a box of several: who calls it most, and the share of all of these calls. */
	caller?: { method: string; share: string };
}

/** The color of no change, in the middle of those of changes. */
export const sameStep = 3;

/** How something changed, in a graph of two profiles. */
export interface Change {
	/** In one of them alone. */
	only?: "new" | "gone";
	/** false: a count is missing. */
	compared: boolean;
	/** Significant, and large enough. */
	sure: boolean;
	/** Of this size or larger. */
	atLeast: boolean;
	/** Of the larger run after normalization. */
	share: number;
	before: number;
	/** The difference of the numbers; null: shares are compared. */
	more: number | null;
	/** Which color it has, from much less to much more. */
	step: number;
}

/** A method, or methods that call each other, those with the largest self values first. */
export interface Box {
	/** The same in every graph with this box. */
	key: string;
	of: Member[];
	/** Methods that are not listed. */
	more: number;
	/** Callers without a line, what their calls have of the metric, and the heaviest, with that as total. */
	others?: number;
	other_count?: number;
	most_others?: Member[];
	self: number | null;
	total: number | null;
	/** The graph is about it. */
	focus: boolean;
	/** Its methods call each other, or it is one of these: they are one box, or opened, by this key, which addresses have. "": none. */
	group: string;
	/** In a graph of two profiles: how it changed, the kind of its code if the page does not have the method, with the name before, its rows of numbers and, in full, sentences. */
	change?: Change;
	kind?: number;
	was?: string;
	figures?: string[];
	about?: string[];
}

/** unknown: entries that no call accounts for. */
export type LineKind = "inlined" | "called" | "sampled" | "unknown";

/** Calls from one box to another, directly or by way of methods without a box. */
export interface Line {
	/** -1: unknown callers. */
	from: number;
	to: number;
	kind: LineKind;
	/** null: unknown. */
	share: number | null;
	/** Rows of text. */
	label: string[];
	/** Sentences about it. */
	about: string[];
	via: Member[];
	/** By way of methods that are not listed. */
	through?: boolean;
	/** It is opened by this key, which addresses have; "": it cannot be. */
	key: string;
	/** In a graph of two profiles. */
	change?: Change;
	/** It was part of a line by way of other methods, with this key; "": not. */
	opened: string;
}

/** A box of several methods, or a line by way of others, whose methods have a box each. */
export interface Opened {
	/** Of the box or line. */
	key: string;
	/** What it was before, in words. */
	text: string;
}

export interface Diagram {
	metric: Metric;
	unit: string;
	/** All samples or entries of the profile. */
	base: number;
	boxes: Box[];
	lines: Line[];
	/** What it shows, in a sentence. */
	summary: string;
	/** Its boxes and lines that are opened. */
	opened: Opened[];
}

export const keyOf = ({ id, method }: { id?: number; method: string }) => id === undefined ? method : String(id);

/** How much a box is worth a look: its self value or, in a graph of two profiles, the size of its change. */
export const weightOf = ({ change, self }: Box) => change ? change.sure ? Math.abs(change.share - change.before) : 0 : self ?? 0;
