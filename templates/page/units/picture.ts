// The picture of a compilation unit: the root on top, below each instance the methods inlined into it, as wide as their inclusive
// entries.

import { at, visible, withoutHash } from "../../text/names";
import { count, factor, plural, share, unitCount } from "../../text/numbers";
import { breakable, button, element } from "../dom/dom";
import { drawnToFit } from "../dom/resized";
import { isDark, onTheme } from "../dom/theme";
import { Colors } from "../picture/colors";
import { Rows } from "../picture/layout";
import { meaningsOf, showLegend } from "../picture/legend";
import { printable } from "../picture/paper";
import { minWidth, Part, Picture } from "../picture/picture";
import { followPointer } from "../picture/pointer";
import { pictureName, savePicture } from "../picture/save";
import { Profile } from "../profile/profile";
import { Instance, Unit } from "../profile/records";
import { aboutInlining } from "../profile/unitsof";
import { ColorGroup, Header } from "../stacks/header";
import { MergedView } from "../stacks/merged";
import { Node } from "../stacks/node";
import { Frames, Tree } from "../stacks/tree";

const unit = "entries";
/** The color of instances that the report leaves out, like that of other rests. */
const leftOut: ColorGroup = { label: "", light: ["#eceef0"], dark: ["#2f333a"] };

export class UnitPicture {
	/** An instance was clicked, by its index in Unit.instances. */
	chosen: (instance: number) => void = () => {};
	private readonly title: HTMLElement;
	private readonly picture: Picture;
	private readonly lay: () => void;
	private readonly legend: HTMLElement;
	private shown: Unit | null = null;
	private tree: Tree | null = null;
	private selected = -1;

	constructor(private readonly profile: Profile, optimized: boolean, readonly inside: HTMLElement) {
		const head = element("div", { class: "unithead" }, "", inside);
		this.title = element("h2", {}, "", head);
		button("SVG ↓", "Save the picture as SVG", () => this.saveAs("svg"), head);
		button("PNG ↓", "Save the picture as PNG", () => this.saveAs("png"), head);
		element("p", { class: "note" }, "Widths are inclusive method entries (with inlined callees)" + (optimized ? " that are certain." : ". " + aboutInlining), inside);
		this.legend = element("div", { class: "legend" }, "", inside);
		const graph = element("div", { class: "graph" }, "", inside);
		this.picture = new Picture(graph, { role: "img" });
		this.picture.describe = ({ box }) => this.describe(box.node);
		followPointer(this.picture, ({ box }) => {
			const i = this.instanceOf(box.node);
			if (i >= 0) this.chosen(i);
		});
		printable(this.picture, graph, () => "");
		this.lay = drawnToFit(this.picture.scroller, () => this.layNow());
		onTheme(this.lay);
	}

	/** Shows a unit, and which of its instances is selected. */
	show(of: Unit, instance: number): void {
		if (of !== this.shown) {
			this.shown = of;
			this.tree = treeOfUnit(this.profile, of);
			this.title.replaceChildren();
			breakable(withoutHash(this.nameOf(0)), this.title);
			this.title.title = this.nameOf(0);
			this.picture.scroller.setAttribute("aria-label", `Picture of the unit ${this.nameOf(0)}: the tree has the same as text`);
			this.selected = instance;
			this.lay();
		} else if (instance !== this.selected) {
			this.selected = instance;
			this.select();
			this.picture.redraw();
		}
	}

	private layNow(): void {
		const { picture, tree } = this;
		if (!tree || !picture.scroller.clientWidth) return;
		picture.colors = new Colors(tree, tree.header.palettes[0], isDark());
		const view = new MergedView(tree, { hidden: new Uint8Array(tree.frames.names.length), recursion: false, packages: false }, "callees", 0);
		const part: Part = { view, rows: new Rows(view, view.root, picture.width, minWidth), up: false, more: true };
		showLegend(meaningsOf(view, picture.colors), this.legend);
		picture.show([part], false);
		this.select();
		picture.draw(); // at once: the canvas has its old size until then
	}

	private select(): void {
		const { picture } = this, [part] = picture.parts;
		picture.selected = null;
		part.rows.rows.forEach((row, depth) => {
			for (const { node } of row) {
				if (node.frame !== this.selected) continue;
				picture.selected = node;
				picture.toRow(part, depth);
			}
		});
	}

	private nameOf(instance: number): string {
		return nameOfInstance(this.profile, this.shown!.instances[instance]);
	}

	/** -1: several. */
	private instanceOf(node: Node): number {
		return !node.restOf && node.frame >= 0 && node.frame < this.shown!.instances.length ? node.frame : -1;
	}

	private describe(node: Node): string[] {
		const i = this.instanceOf(node), of = this.shown!;
		if (i < 0) return [node.restOf ? "instances too narrow to draw" : this.tree!.frames.names[node.frame], unitCount(node.total, unit)];
		const x = of.instances[i], lines = [(x.bci === null ? "" : at(x.bci) + " ") + this.nameOf(i), `${x.entries === null ? `${entriesOf(x)} ${unit}` : unitCount(x.entries, unit)} here`];
		if (x.frequency !== null) lines.push(`${factor(x.frequency)} per entry of its caller`);
		lines.push(`${x.inclusive === null ? "n/a" : count(x.inclusive)} inclusive: ${share(i ? x.share : of.share)} of ${i ? "the unit" : "all entries"}`);
		return lines;
	}

	private saveAs(format: "svg" | "png"): void {
		const { picture, profile } = this, note = `${profile.subtitle || profile.title}; compilation unit: widths are inclusive method entries (with inlined callees)`;
		void savePicture(pictureName(profile.subtitle, "unit", this.nameOf(0).replace(/\(.*/s, "").split(".").slice(-2).join(".")), format, picture, { title: this.nameOf(0), note, colors: "Colors by kind:", meanings: meaningsOf(picture.parts[0].view, picture.colors) });
	}
}

/** The entries of an instance, or their bound. */
export function entriesOf(x: Instance): string {
	if (x.entries !== null) return count(x.entries);
	return x.most != null ? `≤ ${count(x.most)}` : x.least != null ? `≥ ${count(x.least)}` : "n/a";
}

/** The name of a method that the profile may not have. */
export const nameOfMethod = (profile: Profile, x: { id?: number; method: string }) => profile.method(x.id)?.name ?? visible(x.method);

/** The name of an instance, with the number of frames that it stands for. */
export function nameOfInstance(profile: Profile, x: Instance): string {
	return aroundName(x).join(nameOfMethod(profile, x));
}

/** The text before and after the name of an instance. */
export function aroundName(x: Instance): [string, string] {
	return [x.new ? "+ " : "", x.hidden_frames ? ` ${plural(x.hidden_frames, "frame")}` : ""];
}

// A tree whose frames are instances, so that none are merged; those that the report leaves out come last.
function treeOfUnit(profile: Profile, of: Unit): Tree {
	const { instances } = of, frame: number[] = [-1], parent: number[] = [-1], depth: number[] = [0], total: number[] = [instances[0].inclusive || 0], names: string[] = [], kind: number[] = [];
	const nodes: number[] = [];
	for (const x of instances) {
		names.push(nameOfInstance(profile, x));
		kind.push(profile.method(x.id)?.kind ?? x.kind ?? 0);
	}
	const add = (f: number, up: number, value: number) => {
		frame.push(f);
		parent.push(up);
		depth.push(depth[up] + 1);
		total.push(value);
		return frame.length - 1;
	};
	instances.forEach((x, i) => {
		nodes.push(add(i, x.parent === null ? 0 : nodes[x.parent], x.inclusive || 0));
		if (!x.pruned) return;
		names.push(`${plural(x.pruned.instances, "instance")} left out`);
		kind.push(profile.colors.length);
		add(names.length - 1, nodes[i], x.pruned.inclusive || 0);
	});
	const n = frame.length, end = new Int32Array(n);
	for (let i = n - 1; i >= 0; i--) {
		end[i] ||= i + 1;
		if (i) end[parent[i]] = Math.max(end[parent[i]], end[i]);
	}
	const none = names.map(() => ""), zero = new Uint8Array(names.length);
	const frames: Frames = { names, plain: names, params: none, kind: Uint8Array.from(kind), pack: new Int32Array(names.length), shade: zero, hue: zero, was: none, changed: zero };
	const header = {
		title: "", unit, byName: false, whole: total[0], compared: null, packages: [""], kinds: [],
		palettes: [{ id: "kind", label: "by kind", groups: [...profile.colors, leftOut] }], palette: 0,
	} as unknown as Header;
	const values = Float64Array.from(total);
	return {
		header, frames, frame: Int32Array.from(frame), parent: Int32Array.from(parent), end, depth: Int32Array.from(depth), total: values, weight: values,
		leaf: new Int32Array(0), self: new Float64Array(0), exact: null, base: null, baseSelf: null, changed: null, role: null, sums: null, deepest: Math.max(...depth), ordered: true,
	};
}
