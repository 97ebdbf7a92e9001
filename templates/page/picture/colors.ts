// The colors of boxes. Their meanings and values come from Go, where a test computes contrasts.

import { Palette } from "../stacks/header";
import { Node, View } from "../stacks/node";
import { notTested, roleInlined, roleRoot, Tree, unknownChange } from "../stacks/tree";
import { isUnknown, selfHasChanged, verdictOf } from "../stacks/verdict";

/** Indexes of the groups of Palette "inlining", as in render/flame/pageheader.go. */
const compiled = 0, inlined = 1, both = 2, neither = 3;
/** Indexes of the groups of Palette "change": seven steps from much less to much more, and these. */
export const same = 3;
const muchLess = 0, onlyNew = 7, gone = 8, goneNoise = 9;
export const untested = 10;

/** Colors of a box. */
export interface Swatch {
	fill: string;
	/** Of its outline; "": none. */
	outline: string;
	/** On the fill; "": none. */
	stripe: string;
	/** Of its lower edge; "": like the fill. */
	edge: string;
}

export class Colors {
	constructor(private readonly tree: Tree, readonly palette: Palette, readonly dark: boolean) {}

	/** Of a box. */
	of(view: View, node: Node): string {
		if (node.restOf) return this.dark ? "#2f333a" : "#eceef0";
		if (node.group) return this.dark ? "#3a3e46" : "#e4e6e9";
		const { palette, tree } = this, ofAll = node.frame < 0, { compared } = tree.header;
		if (ofAll && !(palette.id === "change" && compared!.counts && node.total === tree.total[0])) return this.dark ? "#484d57" : "#d7dade";
		const group = palette.groups[ofAll ? this.changeAt(0) : this.groupOf(view, node)];
		const all = this.dark ? group.dark : group.light;
		return all[ofAll ? 0 : this.shadeOf(node.frame) % all.length];
	}

	get text(): string {
		return this.dark ? "#eceef1" : "#1b1d21";
	}
	get match(): string {
		return this.dark ? "#d9a8ff" : "#6a1bb1";
	}
	get matchText(): string {
		return this.dark ? "#16181c" : "#fff";
	}
	/** Of swatches, as page.css has it: some fills are like the page. */
	get rim(): string {
		return this.dark ? "#9097a1" : "#6f757f";
	}
	get page(): string {
		return this.dark ? "#17191e" : "#fff";
	}

	/** Removed code is white with stripes. */
	get stripe(): string {
		return this.dark ? "#4a4698" : "#9c9eec";
	}
	/** Outlines of new code. */
	get outline(): string {
		return this.dark ? "#f3a58f" : "#7a1c08";
	}

	/** The look of boxes of a group. */
	swatch(group: number): Swatch {
		const { light, dark } = this.palette.groups[group], change = this.palette.id === "change";
		if (change && group === gone) return { fill: this.page, outline: "", stripe: this.stripe, edge: "" };
		return { fill: (this.dark ? dark : light)[0], outline: change && group === onlyNew ? this.outline : "", stripe: "", edge: "" };
	}
	/** The look of boxes whose methods have a changed self. */
	get edgeSwatch(): Swatch {
		const of = (group: number) => this.palette.groups[group][this.dark ? "dark" : "light"][0];
		return { fill: of(same), outline: "", stripe: "", edge: of(onlyNew) };
	}

	/** The color of the lower edge of a box: the change of its method's self, if that was tested. "": none. */
	edge(view: View, node: Node): string {
		if (this.palette.id !== "change" || !this.tree.header.compared!.tested || node.restOf || !selfHasChanged(view, node)) return "";
		const { self, baseSelf } = this.tree.sums!, { frame } = node;
		const group = this.palette.groups[self[frame] ? this.changeGroup(self[frame], baseSelf[frame]) : muchLess];
		return (this.dark ? group.dark : group.light)[0];
	}
	/** The look of boxes that match a search. */
	get matchSwatch(): Swatch {
		return { fill: this.match, outline: "", stripe: "", edge: "" };
	}

	/** Whether a box is outlined: only in this profile. */
	isNew(view: View, node: Node): boolean {
		return this.palette.id === "change" && node.frame >= 0 && this.groupOf(view, node) === onlyNew;
	}
	/** Whether a box is hatched: only in the base. */
	isGone(view: View, node: Node): boolean {
		return this.palette.id === "change" && node.frame >= 0 && node.total === 0 && !isUnknown(view, node);
	}

	private shadeOf(frame: number): number {
		return this.palette.id === "name" ? 0 : this.tree.frames.shade[frame];
	}

	private groupOf(view: View, node: Node): number {
		const { frames } = this.tree;
		switch (this.palette.id) {
			case "kind":
				return frames.kind[node.frame];
			case "package":
				return frames.pack[node.frame] < this.palette.groups.length - 1 ? frames.pack[node.frame] : this.palette.groups.length - 1;
			case "name":
				return frames.hue[node.frame];
			case "inlining": {
				let role = 0;
				if (this.tree.role) for (const n of node.nodes) role |= this.tree.role[n];
				return role === roleRoot ? compiled : role === roleInlined ? inlined : role ? both : neither;
			}
			case "change":
				return this.changeOf(view, node);
		}
	}

	private changeOf(view: View, node: Node): number {
		if (this.tree.header.compared!.tested) {
			const change = verdictOf(view, node);
			if (change === notTested || change === unknownChange) return untested;
			if (!change) return node.total === 0 ? goneNoise : same;
		}
		return this.changeGroup(node.total, node.base);
	}

	/** The group of a node's change. */
	changeAt(i: number): number {
		const { total, base, changed, header } = this.tree;
		if (header.compared!.tested && changed![i] === unknownChange) return untested;
		if (header.compared!.tested && changed![i] !== 1) return total[i] === 0 ? goneNoise : same;
		return this.changeGroup(total[i], base![i]);
	}

	private changeGroup(total: number, base: number): number {
		const compared = this.tree.header.compared!;
		if (total === 0) return gone;
		if (base === 0) return onlyNew;
		const ratio = total / (base * compared.scale);
		let step = 0;
		compared.rises.forEach((rise, i) => {
			if (ratio >= rise) step = i + 1;
			if (ratio <= compared.falls[i]) step = -i - 1;
		});
		return same + step;
	}
}
