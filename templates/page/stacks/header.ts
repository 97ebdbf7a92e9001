// What Go says about a tree of stacks and its picture, see render/flame/pageheader.go.

export interface Header {
	title: string;
	subtitle: string;
	unit: string;
	/** Values are only about the last frame of a stack, as entries of a method are: without the frame they do not count. */
	entries: boolean;
	/** The word for the self value of a frame: "self", or that it includes library code. */
	self: string;
	about: string[];
	/** The same for a picture from the leaves; from the root, if the tree is leaf first. */
	leaves: string[];
	notes: string[];
	icicle: boolean;
	reverse: boolean;
	byName: boolean;
	theme: "auto" | "light" | "dark";
	frames: number;
	nodes: number;
	/** Frames are written as callees of frames. */
	callees: boolean;
	/** Values need more than 53 bits. */
	big: boolean;
	/** The total that shares are relative to, including what filters left out. */
	whole: number;
	kinds: Label[];
	/** The widest packages; frames have their number, or the next one. */
	packages: string[];
	palettes: Palette[];
	/** Index in palettes: the one for a tree that is not compared, and whether the user chose it. See paletteOf. */
	palette: number;
	chosen: boolean;
	/** The share above which one color would fill nearly the whole picture. */
	most: number;
	roles: boolean;
	compared: Compared | null;
}

export interface Label {
	name: string;
	hidden: boolean;
}

export interface Compared {
	/** Factor from a value of the base to one of this profile. */
	scale: number;
	/** Whether differences were tested: otherwise each is a change. */
	tested: boolean;
	/** The verdict on values that did not change. */
	alike: string;
	/** The total that shares of the base are relative to, in its own units. */
	whole: number;
	/** Ratios to the base from which on there is a next color. */
	rises: number[];
	falls: number[];
	/** Colors and points show changes of numbers of samples, not of shares. */
	counts: boolean;
	/** The totals of this profile and of the base; null: values are not samples. */
	own: [number, number] | null;
	/** Whose total this profile's shares are relative to: "all", its own, or that of the base, the larger one. */
	of: string;
}

/** A meaning of colors. */
export interface Palette {
	id: "kind" | "package" | "name" | "inlining" | "change";
	label: string;
	groups: ColorGroup[];
}

/** Colors with one meaning: shades distinguish classes. */
export interface ColorGroup {
	label: string;
	light: string[];
	dark: string[];
}

