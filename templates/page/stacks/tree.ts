// The stacks of a profile, merged from the root, as in the file. Nothing here changes after reading.

import { Header } from "./header";

/** The frames, by number. */
export interface Frames {
	names: string[];
	/** package.Class.method, which patterns match. */
	plain: string[];
	/** Parameters with parentheses. */
	params: string[];
	kind: Uint8Array;
	/** Number of the package in Header.packages. */
	pack: Int32Array;
	/** Which of three shades, by class. */
	shade: Uint8Array;
	/** Which of the colors for names. */
	hue: Uint8Array;
	/** In a comparison, the old name. */
	was: string[];
	/** In a comparison that was tested, a set: see selfChanged. */
	changed: Uint8Array;
}

/** In Frames.changed: self, and the total once per stack, differ significantly, over all stacks. */
export const selfChanged = 1, totalChanged = 2;
/** Likewise: the value is not compared, as a part of it is unknown in one of the profiles. */
export const selfUnknown = 4, totalUnknown = 8;

/** In Tree.changed. */
export const notTested = 2;
/** Likewise: it is not compared, as a part of the value is unknown in one of the profiles. */
export const unknownChange = 3;

/** Roles of nodes, a set: see stacks.Role. */
export const roleRoot = 1, roleInlined = 2;

/** By frame: self, and the total once per stack; the base's, unscaled, are 0 without a comparison. */
export interface Sums {
	self: Float64Array;
	baseSelf: Float64Array;
	total: Float64Array;
	baseTotal: Float64Array;
	/** How many nodes have a value. */
	nodes: Int32Array;
}

/**
 * The tree in preorder: node 0 is all stacks, the subtree of node i is i to end[i], its first child is i + 1, and the next
 * sibling of a child c is end[c].
 */
export interface Tree {
	readonly header: Header;
	readonly frames: Frames;
	readonly frame: Int32Array;
	readonly parent: Int32Array;
	readonly end: Int32Array;
	readonly depth: Int32Array;
	readonly total: Float64Array;
	/** Nodes in which stacks end, ascending, and their values. */
	readonly leaf: Int32Array;
	readonly self: Float64Array;
	readonly exact: BigUint64Array | null;
	/** In a comparison: values of the base, unscaled, by node and by leaf. */
	readonly base: Float64Array | null;
	readonly baseSelf: Float64Array | null;
	/** In a comparison: what widths are proportional to. Otherwise the totals. */
	readonly weight: Float64Array;
	/** In a comparison: 1 for a significant difference, notTested for an untested value. */
	readonly changed: Uint8Array | null;
	readonly role: Uint8Array | null;
	/** In a comparison: the values of methods that were tested. */
	readonly sums: Sums | null;
	readonly deepest: number;
	/** Siblings are by descending weight. */
	readonly ordered: boolean;
}
