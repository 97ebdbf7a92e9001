// The meanings of colors in words, with swatches.

import { factor } from "../../text/numbers";
import { element } from "../dom/dom";
import { View } from "../stacks/node";
import { Header, Palette } from "../stacks/header";
import { selfChanged, Tree } from "../stacks/tree";
import { Colors, same, Swatch, untested } from "./colors";

export interface Meaning {
	label: string;
	swatch: Swatch;
}

/** The meanings of colors that boxes of a view may have. */
export function meaningsOf(view: View, colors: Colors): Meaning[] {
	const { groups } = colors.palette, all: Meaning[] = [];
	let before = ""; // the direction of the last label
	groups.forEach(({ label }, i) => {
		if (!label || !uses(view, colors, i, groups.length - 1)) return;
		const of = colors.palette.id === "change" ? directionOf(groups.map((g) => g.label), i) : "";
		all.push({ label: of && of !== before && !label.startsWith(of) ? of + label : label, swatch: colors.swatch(i) });
		before = of;
	});
	const { header, frames } = view.tree, { rules: { packages }, folds, direction } = view;
	const edges = colors.palette.id === "change" && header.compared!.tested && direction === "callees" && !packages && !folds;
	if (edges && frames.changed.some((is) => is & selfChanged)) all.push({ label: "lower edge: self of the method changed, in all stacks", swatch: colors.edgeSwatch });
	return all;
}

const changesOf = new WeakMap<Tree, Set<number>>();

// The groups of changes that boxes of a tree have.
function changesIn(tree: Tree, palette: Palette): Set<number> {
	let all = changesOf.get(tree);
	if (!all) {
		const colors = new Colors(tree, palette, false);
		changesOf.set(tree, all = new Set());
		for (let i = 1; i < tree.frame.length; i++) all.add(colors.changeAt(i));
	}
	return all;
}

// What the labels of a direction have before the first of them: share down, samples up; "": not of a step.
function directionOf(labels: string[], i: number): string {
	const first = i < same ? 0 : same + 1;
	return i === same || i > 2 * same ? "" : /^\D*/.exec(labels[first])![0];
}

// Whether a color of kinds or packages is used by visible frames; other colors always may be.
function uses({ tree, tree: { frames, header }, rules: { hidden }, merges, root }: View, { palette }: Colors, group: number, last: number): boolean {
	const isShown = (f: number) => !hidden[f] || f === root.frame;
	switch (palette.id) {
		case "change":
			return group === untested ? header.compared!.tested && (merges || changesIn(tree, palette).has(untested)) : merges || changesIn(tree, palette).has(group);
		case "kind":
			return frames.kind.some((kind, f) => kind === group && isShown(f));
		case "package":
			return frames.pack.some((pack, f) => Math.min(pack, last) === group && isShown(f));
		default:
			return true;
	}
}

// Whether colors show changes of shares or of numbers, and by how much the totals differ: of fewer samples, unchanged code has a larger share.
function aboutChange({ compared, unit, entries }: Header): string {
	if (entries) return "colors: change of entries, normalized for run length";
	if (compared!.counts) return `colors: change of the number of ${unit}`;
	const all = compared!.own && compared!.own[0] / compared!.own[1];
	return `colors: change of the share of all ${unit}` + (all && Math.abs(all - 1) >= leastTold ? `, of which there are ${factor(all)} as many as in the base` : "");
}

/** The smallest relative difference of totals that a legend mentions. */
const leastTold = 0.02;

// What the marks of boxes mean that only one of both profiles has, where no color says so.
function marksOf({ total, base }: Tree): string {
	const some = (mark: string, meaning: string, of: (i: number) => boolean) => total.some((_, i) => i > 0 && of(i)) ? [`${mark} ${meaning}`] : [];
	return [...some("−", "only in the base", (i) => !total[i] && base![i] > 0), ...some("+", "only in this profile", (i) => !base![i] && total[i] > 0)].join(", ");
}

/** Shows meanings in an element, replacing others, and in a comparison those of widths, and of all colors or of marks. */
export function showLegend(meanings: Meaning[], inside: Element, tree: Tree | null = null, { id }: Pick<Palette, "id"> = { id: "kind" }): void {
	inside.replaceChildren();
	if (tree?.base) {
		if (id === "change") element("span", {}, aboutChange(tree.header), inside);
		element("span", {}, "width: the larger of both profiles", inside);
		const marks = id === "change" ? "" : marksOf(tree);
		if (marks) element("span", {}, marks, inside);
	}
	for (const { label, swatch: { fill, outline, stripe, edge } } of meanings) {
		const entry = element("span", {}, "", inside), { style } = element("i", {}, "", entry);
		style.background = stripe ? `repeating-linear-gradient(135deg, ${stripe} 0 2px, ${fill} 2px 4px)` : fill;
		if (edge) style.background = `linear-gradient(to top, ${edge} 0 3px, ${fill} 3px)`;
		if (outline) style.boxShadow = `inset 0 0 0 1px ${outline}`;
		element("span", {}, label, entry);
	}
}
