// The meanings of colors in words, with swatches.

import { element } from "../dom/dom";
import { View } from "../stacks/node";
import { selfChanged } from "../stacks/tree";
import { Colors, Swatch, untested } from "./colors";

export interface Meaning {
	label: string;
	swatch: Swatch;
}

/** The meanings of colors that boxes of a view may have. */
export function meaningsOf(view: View, colors: Colors): Meaning[] {
	const { groups } = colors.palette, all: Meaning[] = [];
	groups.forEach(({ label }, i) => {
		if (label && uses(view, colors, i, groups.length - 1)) all.push({ label, swatch: colors.swatch(i) });
	});
	const { header, frames } = view.tree, { rules: { packages }, folds, direction } = view;
	const edges = colors.palette.id === "change" && header.compared!.tested && direction === "callees" && !packages && !folds;
	if (edges && frames.changed.some((is) => is & selfChanged)) all.push({ label: "lower edge: self of the method changed, in all stacks", swatch: colors.edgeSwatch });
	return all;
}

// Whether a color of kinds or packages is used by visible frames; other colors always may be.
function uses({ tree: { frames, header }, rules: { hidden }, merges, root }: View, { palette }: Colors, group: number, last: number): boolean {
	const isShown = (f: number) => !hidden[f] || f === root.frame;
	switch (palette.id) {
		case "change":
			return group !== untested || header.compared!.tested && merges;
		case "kind":
			return frames.kind.some((kind, f) => kind === group && isShown(f));
		case "package":
			return frames.pack.some((pack, f) => Math.min(pack, last) === group && isShown(f));
		default:
			return true;
	}
}

/** Shows meanings in an element, replacing others, and in a comparison that of widths. */
export function showLegend(meanings: Meaning[], inside: Element, compared = false): void {
	inside.replaceChildren();
	if (compared) element("span", {}, "width: the larger of both profiles", inside);
	for (const { label, swatch: { fill, outline, stripe, edge } } of meanings) {
		const entry = element("span", {}, "", inside), { style } = element("i", {}, "", entry);
		style.background = stripe ? `repeating-linear-gradient(135deg, ${stripe} 0 2px, ${fill} 2px 4px)` : fill;
		if (edge) style.background = `linear-gradient(to top, ${edge} 0 3px, ${fill} 3px)`;
		if (outline) style.boxShadow = `inset 0 0 0 1px ${outline}`;
		element("span", {}, label, entry);
	}
}
