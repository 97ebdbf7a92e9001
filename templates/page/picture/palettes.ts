// The initial colors of the page: the most informative ones for the visible code.

import { percent } from "../../text/numbers";
import { Palette } from "../stacks/header";
import { Sums, Tree } from "../stacks/tree";

/** A palette, as an index, and the reason for it; "": it is the usual one, or the user chose it. */
export interface Coloring {
	palette: number;
	reason: string;
}

const changes = new WeakMap<Tree, boolean>();

/** Whether a comparison has a change to show: a significant one, or any if nothing was tested. */
export function hasChanges(tree: Tree): boolean {
	const { header: { compared }, changed, frames } = tree;
	if (!compared?.tested) return compared !== null;
	let has = changes.get(tree);
	if (has === undefined) changes.set(tree, has = changed!.includes(1) || frames.changed.some((is) => is > 0));
	return has;
}

/** The colors for a tree without hidden frames, given the values that count, by tree and by method: like defaultColor in render/flame/color.go, for the visible code. ByKind: colors of kinds stay the same whatever the reader shows, if there is more than one. */
export function coloringOf(tree: Tree, hidden: Uint8Array, counted: Tree, { self }: Sums, byKind: boolean): Coloring {
	const { header, frames } = tree, { palettes } = header, of = (id: Palette["id"], reason: string) => ({ palette: palettes.findIndex((p) => p.id === id), reason });
	if (hasChanges(tree)) return of("change", "Colors: change.");
	if (header.chosen || header.reverse) return { palette: header.palette, reason: "" };
	if (byKind && new Set(frames.kind).size > 1) return of("kind", "");
	if (palettes[header.palette].id === "inlining") return of("inlining", "Colors: inlining, as these are calls.");
	const kind = most(self, frames.kind, header.most), name = kind && header.kinds[kind.group].name;
	if (!kind || name === "unknown" || name !== "application" && showsApplication(counted, hidden) || most(areasOf(counted, hidden), frames.pack, header.most)) return of("kind", "");
	return of("package", `Colors: package, as ${percent(kind.value, kind.whole)} is ${name}.`);
}

// Whether a box of the application stands out of the code that it calls, which is paler.
function showsApplication({ header, frame, total, frames }: Tree, hidden: Uint8Array): boolean {
	const application = header.kinds.findIndex((k) => k.name === "application");
	const { kind } = frames, least = 0.01 * total[0];
	for (let i = 1; i < total.length; i++) if (total[i] >= least && !hidden[frame[i]] && kind[frame[i]] === application) return true;
	return false;
}

// The group of frames that has more than a share of all values; null: none.
function most(values: Float64Array, groups: ArrayLike<number>, share: number): { group: number; value: number; whole: number } | null {
	const sums = new Map<number, number>(), whole = values.reduce((sum, value) => sum + value, 0);
	values.forEach((value, f) => sums.set(groups[f], (sums.get(groups[f]) || 0) + value));
	for (const [group, value] of sums) if (value > share * whole) return { group, value, whole };
	return null;
}

// By frame: how much of the picture its boxes fill.
function areasOf({ frame, total, frames }: Tree, hidden: Uint8Array): Float64Array {
	const areas = new Float64Array(frames.names.length);
	for (let i = 1; i < frame.length; i++) if (!hidden[frame[i]]) areas[frame[i]] += total[i];
	return areas;
}
