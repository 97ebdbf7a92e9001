// The options of a flame view, initially and in addresses.

import { visible } from "../../text/names";
import { search } from "../search/search";
import { Tree } from "../stacks/tree";

/** root: from the root; leaves: leaf first; around: callers above a method, callees below it. */
export type Mode = "root" | "leaves" | "around";

/** How the stacks are merged, and which of them. */
export interface Merging {
	mode: Mode;
	/** In mode around: its method; -1: none. */
	frame: number;
	recursion: boolean;
	packages: boolean;
	/** Many roots are below their packages and classes. */
	grouped: boolean;
	/** A pattern of frames to hide. */
	hide: string;
	/** By kind. */
	kinds: boolean[];
}

export interface Shown extends Merging {
	/** -1: the page chooses it, see coloringOf. */
	palette: number;
	icicle: boolean;
}

/** The initial options. */
export function shownFirst(tree: Tree): Shown {
	const { header, frames } = tree, kinds = header.kinds.map((k) => !k.hidden), some = frames.kind.some((k) => kinds[k]);
	return {
		mode: "root", frame: -1, recursion: false, packages: false, grouped: true, hide: "",
		kinds: kinds.map((on) => on || !some), palette: -1, icicle: header.icicle,
	};
}

/** With nothing merged or left out: kinds that the reader switched on are kept, and so are colors and direction. */
export function unfolded(shown: Shown, first: Shown): Shown {
	return { ...first, kinds: shown.kinds.map((on, k) => on || first.kinds[k]), palette: shown.palette, icicle: shown.icicle };
}

/** Parameters of an address; empty ones mean the initial options. */
export function parametersOf(shown: Shown, tree: Tree): Record<string, string> {
	const first = shownFirst(tree);
	return {
		v: shown.mode === "root" ? "" : shown.mode,
		m: shown.mode === "around" ? tree.frames.names[shown.frame] : "",
		h: shown.hide,
		k: kindsText(shown, tree),
		r: shown.recursion ? "1" : "",
		p: shown.packages ? "1" : "",
		g: shown.grouped ? "" : "0",
		c: shown.palette < 0 ? "" : tree.header.palettes[shown.palette].id,
		i: shown.icicle === first.icicle ? "" : "1",
	};
}

/** For addresses: names of the kinds that are shown; "" for the initial ones. */
export function kindsText({ kinds }: Shown, tree: Tree): string {
	const { header, frames } = tree, first = shownFirst(tree).kinds;
	const used = header.kinds.map((k, i) => ({ name: k.name, i })).filter(({ i }) => frames.kind.includes(i));
	return used.every(({ i }) => kinds[i] === first[i]) ? "" : used.filter(({ i }) => kinds[i]).map((k) => k.name).join(",") || "none";
}

/** The options in an address. */
export function shownIn(p: URLSearchParams, tree: Tree): Shown {
	const first = shownFirst(tree), is = (k: string) => p.get(k) === "1";
	const mode = p.get("v"), frame = tree.frames.names.indexOf(p.get("m") || ""), isMode = mode === "leaves" || mode === "around" && frame >= 0, hide = p.get("h") || "";
	const kinds = p.get("k")?.split(","), palette = tree.header.palettes.findIndex((c) => c.id === p.get("c"));
	return {
		mode: isMode ? mode : "root", frame, recursion: is("r"), packages: is("p"), grouped: p.get("g") !== "0", hide: search(tree, hide).invalid ? "" : hide,
		kinds: kinds ? tree.header.kinds.map((k) => kinds.includes(k.name)) : first.kinds,
		palette, icicle: first.icicle !== is("i"),
	};
}

/** The first part of an address that is not valid here, in words; "": none. */
export function lostIn(p: URLSearchParams, { header, frames }: Tree): string {
	const mode = p.get("v") || "", colors = p.get("c") || "";
	if (mode === "around" && !frames.names.includes(p.get("m") || "")) return "the linked method is not in this profile: this is all of it";
	if (!["", "root", "leaves", "around"].includes(mode)) return `unknown view “${visible(mode)}”; showing the view from the root`;
	return !colors || header.palettes.some((c) => c.id === colors) ? "" : `this picture has no colors “${visible(colors)}”`;
}
