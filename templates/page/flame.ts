// The flame view: what is shown of the tree, and what keys, clicks and the address change.

import { addressOf, follow, pathOf, setAddress } from "./address";
import { Colors, untested } from "./colors";
import { describe, nameOf, stackOf } from "./describe";
import { button, choice, copy, element, save } from "./dom";
import { Rows } from "./layout";
import { Node, outermost, Rules, View } from "./merged";
import { Methods } from "./methods";
import { Minimap } from "./minimap";
import { percent, plural, points, thousands } from "./numbers";
import { leastWidth, Part, Picture, rowHeight } from "./picture";
import { Caption, pictureAsPNG, pictureAsSVG } from "./save";
import { matched, mayHang, noSearch, patternOfName, Search, search } from "./search";
import { isDark, onTheme } from "./theme";
import { Tip } from "./tip";
import { Tree } from "./tree";

/** root: from the root; leaves: from the leaves; around: callers above a method, callees below it. */
type Mode = "root" | "leaves" | "around";

interface Shown {
	mode: Mode;
	/** Of the mode around: its method; -1 for none. */
	frame: number;
	recursion: boolean;
	packages: boolean;
	/** A pattern of frames to leave out. */
	hide: string;
	/** By kind. */
	kinds: boolean[];
	palette: number;
	icicle: boolean;
}

/** The page around the view. */
export interface Host {
	/** Adds to a row of controls, before the others. */
	controls(bar: Element): void;
	/** The fragment of an address with these parameters; empty ones are left out. */
	fragment(parameters: Record<string, string>): string;
	/** Those of the address now. */
	parameters(): URLSearchParams;
	/** The fragment of a page about a method, by its name; "": there is none. */
	methodPage(name: string): string;
	/** Adds facts about a method, by its name. */
	about(name: string, inside: Element): void;
	/** Whether the picture starts with a kind of code. */
	starts(kind: string): boolean;
	/** Other kinds of code are shown; "" for those of the start. */
	kindsChanged(names: string): void;
	/** Shows keys and notes; null: the view has a dialog of its own. */
	help: (() => void) | null;
}

/** Keys and their meanings. */
export const flameKeys: [string, string][] = [
	["click, Enter", "zoom into a frame, open a rest; a caller zooms out"], ["Backspace", "zoom out by one frame"], ["Escape", "reset zoom and search"],
	["arrows", "go from frame to frame"], ["/", "search in package.Class.method; name(types) searches in signatures, (?i) ignores case"],
	["n, N", "next, previous match, the widest first"], ["b", "callers above a method, callees below it"], ["v", "merge from the leaves, or from the root"],
	["h", "leave the selected method out"], ["r", "merge frames that call themselves"], ["p", "packages instead of methods"], ["i", "turn upside down"],
	["t", "show or hide the table"], ["c, s, l", "copy name, stack, link"],
];

/** A page of its own. */
export const alone: Host = {
	controls: () => {},
	fragment: (parameters) => {
		const p = new URLSearchParams();
		for (const [k, v] of Object.entries(parameters)) if (v) p.set(k, v);
		return String(p) && "#" + p;
	},
	parameters: () => new URLSearchParams(location.hash.slice(1)),
	methodPage: () => "",
	about: () => {},
	starts: () => true,
	kindsChanged: () => {},
	help: null,
};

/** So few may be less than a reader expects to see. */
const fewRows = 10;

export class Flame {
	/** Whether keys are for it. */
	active = true;
	private readonly picture: Picture;
	private readonly minimap: Minimap;
	private readonly methods: Methods;
	private readonly controls: Controls;
	private readonly details: HTMLElement;
	/** The tree with the values that count: see Tree.without. */
	private counted: Tree;
	private readonly tip = new Tip();
	private readonly legend: HTMLElement;
	private shown: Shown;
	private view!: View;
	private callers: View | null = null;
	private focus!: Node;
	private search: Search = noSearch;
	private matches: Node[] = [];
	/** Methods that match, of kinds that are off. */
	private unseen = 0;
	private current!: Node;
	private currentPart!: Part;

	constructor(private readonly tree: Tree, inside: HTMLElement, private readonly host: Host) {
		const { header } = tree;
		this.counted = tree;
		this.shown = this.initial();
		this.controls = new Controls(tree, inside, this, host);
		this.legend = element("div", { class: "legend" }, "", inside);
		const main = element("div", { class: "split" }, "", inside);
		const graph = element("section", {
			class: "graph", tabindex: "0", role: "application", "aria-roledescription": "flame graph", "aria-label": header.title, "aria-describedby": "details",
		}, "", main);
		this.minimap = new Minimap(graph);
		this.picture = new Picture(graph);
		this.picture.unit = header.unit;
		const side = element("aside", {}, "", main);
		this.details = element("section", { id: "details", class: "details", "aria-live": "polite" }, "", side);
		this.methods = new Methods(tree, side);
		this.listen(graph);
		this.restore();
		onTheme(() => this.recolor());
		new ResizeObserver(() => {
			if (!this.picture.scroller.clientWidth) return; // another view is shown
			this.lay(true);
			this.picture.draw(); // at once: the next frame may come late, and the canvas has its old size until then
		}).observe(this.picture.scroller);
	}

	private initial(): Shown {
		const { header, frames } = this.tree, { host } = this;
		const change = header.palettes[header.palette].id === "change"; // of frames as they were tested: merged ones were not
		const kinds = header.kinds.map((k) => !k.hidden && (change || host.starts(k.name))), some = frames.kind.some((k) => kinds[k]);
		return {
			mode: "root", frame: -1, recursion: false, packages: false, hide: "",
			kinds: kinds.map((on) => on || !some), palette: header.palette, icicle: header.icicle,
		};
	}

	// What is shown.

	get state(): Readonly<Shown> {
		return this.shown;
	}

	/** Changes what is shown; a step can be gone back. */
	change(to: Partial<Shown>, step = true): void {
		const rebuild = Object.keys(to).some((k) => k !== "palette" && k !== "icicle");
		Object.assign(this.shown, to);
		if (to.kinds) this.host.kindsChanged(this.kindsText());
		if (rebuild) this.build();
		this.recolor();
		this.lay(false);
		this.remember(step);
		if (rebuild) this.find(this.search.pattern);
		else this.report();
	}

	/** Shows the code of all kinds. */
	showKinds(): void {
		this.change({ kinds: this.shown.kinds.map(() => true) });
	}

	private rules(): Rules {
		const { frames } = this.tree, { kinds, hide } = this.shown;
		const hits = hide ? search(this.tree, hide).hits : null;
		const hidden = Uint8Array.from(frames.names, (_, f) => !kinds[frames.kind[f]] || hits?.[f] ? 1 : 0);
		return { hidden, recursion: this.shown.recursion, packages: this.shown.packages };
	}

	private build(): void {
		const { shown } = this, rules = this.rules(), tree = this.tree.header.entries && rules.hidden.includes(1) ? this.tree.without(rules.hidden) : this.tree;
		if (shown.frame < 0 && shown.mode === "around") shown.mode = "root";
		this.callers = shown.mode === "around" ? new View(tree, rules, "callers", shown.frame) : null;
		this.view = new View(tree, rules, shown.mode === "leaves" ? "callers" : "callees", shown.mode === "around" ? shown.frame : -1);
		this.focus = this.current = this.view.root;
		this.counted = tree;
		this.methods.count(tree, rules.hidden);
		this.methods.show(this.search.hits, (f) => rules.hidden[f] === 0);
	}

	private recolor(): void {
		const palette = this.tree.header.palettes[this.shown.palette];
		this.picture.colors = new Colors(this.tree, palette, isDark());
		this.legend.replaceChildren();
		for (const [i, group] of palette.groups.entries()) {
			if (!group.label || !this.uses(palette.id, i, palette.groups.length - 1)) continue;
			const entry = element("span", {}, "", this.legend);
			this.picture.colors.paint(element("i", {}, "", entry), i);
			element("span", {}, group.label, entry);
		}
		this.picture.redraw();
	}

	// Whether a color of kinds or packages is one of frames that are shown; others always may be.
	private uses(palette: string, group: number, last: number): boolean {
		const { frames } = this.tree, { kinds } = this.shown;
		if (palette === "change" && group === untested) return this.tree.header.compared!.tested && this.merges();
		if (palette === "kind") return frames.kind.includes(group) && kinds[group];
		return palette !== "package" || frames.pack.some((pack, f) => Math.min(pack, last) === group && kinds[frames.kind[f]]);
	}

	// Whether boxes may add up frames.
	private merges(): boolean {
		const { mode, recursion, packages } = this.shown;
		return mode !== "root" || recursion || packages || this.view.rules.hidden.includes(1);
	}

	private parts(): Part[] {
		const { width } = this.picture, least = leastWidth;
		const part = (view: View, focus: Node, up: boolean): Part => ({ view, rows: new Rows(view, focus, width, least), up, more: true });
		if (this.callers) return [part(this.callers, this.callers.root, true), part(this.view, this.focus, false)];
		return [part(this.view, this.focus, !this.shown.icicle)];
	}

	/** Lays out the picture anew. */
	private lay(keepScroll: boolean): void {
		const parts = this.parts();
		this.currentPart = parts[parts.length - 1];
		this.picture.show(parts, keepScroll);
		this.picture.selected = this.current.frame < 0 ? null : this.current;
		this.picture.drawn = () => this.drawMinimap();
		this.controls.update(this.shown);
		this.tellDetails();
	}

	private drawMinimap(): void {
		const { picture } = this, part = this.currentPart;
		const first = part.up ? 0 : Math.max(0, Math.floor((picture.scroller.scrollTop - picture.rowTop(part, 0)) / rowHeight));
		this.minimap.draw(part.view, this.focus, picture.colors, picture.width, first, Math.ceil(picture.scroller.clientHeight / rowHeight), part.rows.rows.length * rowHeight > 1.2 * innerHeight);
	}

	// Zoom and selection.

	zoomTo(node: Node): void {
		this.focus = node;
		this.current = node;
		this.lay(false);
		this.picture.toRow(this.currentPart, node.depth);
		this.remember(true);
		this.report();
	}

	reset(): void {
		const zoomed = this.focus !== this.view.root || this.shown.mode !== "root";
		this.find("");
		this.controls.input.value = "";
		if (this.shown.mode !== "root") this.change({ mode: "root", frame: -1 });
		else if (zoomed) this.zoomTo(this.view.root);
		else {
			this.current = this.view.root;
			this.lay(false);
		}
	}

	private select(node: Node, part: Part): void {
		this.current = node;
		this.currentPart = part;
		this.picture.selected = node;
		this.picture.toRow(part, node.depth);
		this.picture.redraw();
		this.tellDetails();
		if (node.frame >= 0) this.methods.mark(node.frame);
	}

	/** Shows callers and callees of a method. */
	around(frame: number): void {
		if (frame >= 0) this.change({ mode: "around", frame });
	}

	hideFrame(node: Node): void {
		if (node.frame < 0) return;
		const { plain } = this.tree.frames;
		const name = patternOfName(plain[node.frame]);
		this.change({ hide: this.shown.hide ? `${this.shown.hide}|${name}` : name });
	}

	// The nearest box in a direction.
	private neighbor(direction: "in" | "out" | "left" | "right"): void {
		const part = this.currentPart, node = this.current;
		if (direction === "out") {
			if (node.parent) this.select(node.parent, part);
			return;
		}
		if (direction === "in") {
			part.rows.ensure(node.depth + 2);
			const row = part.rows.rows[node.depth + 1] || [];
			const inside = row.filter((b) => b.node.parent === node).sort((a, b) => b.width - a.width)[0];
			if (inside) this.select(inside.node, part);
			return;
		}
		const row = part.rows.rows[node.depth] || [], at = row.findIndex((b) => b.node === node) + (direction === "right" ? 1 : -1);
		if (row[at]) this.select(row[at].node, part);
	}

	// Text.

	private tellDetails(): void {
		const node = this.current, { view } = this.currentPart, lines = describe(view, node, this.focus);
		this.details.replaceChildren();
		element("h2", {}, lines[0], this.details);
		const list = element("ul", {}, "", this.details);
		for (const line of lines.slice(1)) element("li", {}, line, list);
		if (node.frame < 0) for (const about of this.tree.header.about) element("li", {}, about, list);
		if (node.frame < 0) return;
		const acts = element("div", { class: "acts" }, "", this.details);
		const page = view.rules.packages ? "" : this.pageOf(node.frame);
		if (page) element("a", { href: page, class: "button", title: "All about the method (m)" }, "Method", acts);
		if (!view.rules.packages) button("Callers and callees", "Callers above it, callees below it, in all stacks (b)", () => this.around(node.frame), acts);
		button("Zoom", "Fill the width with it (Enter)", () => this.zoomTo(node), acts).disabled = this.callers !== null && view === this.callers;
		button("Hide", `Leave it out${this.tree.header.entries ? "" : ": its callers get its value"} (h)`, () => this.hideFrame(node), acts);
		button("Copy name", "Copy its name (c)", () => this.copy("name"), acts);
		button("Copy stack", "Copy its stack (s)", () => this.copy("stack"), acts);
		if (!view.rules.packages) this.host.about(this.tree.frames.names[node.frame], this.details);
	}

	private pageOf(frame: number): string {
		return frame < 0 ? "" : this.host.methodPage(this.tree.frames.names[frame]);
	}

	private openPage(): void {
		const page = this.pageOf(this.current.frame);
		if (page) location.hash = page;
	}

	async copy(what: "name" | "stack" | "link"): Promise<void> {
		const { view } = this.currentPart;
		const text = what === "name" ? nameOf(view, this.current) : what === "stack" ? stackOf(view, this.current) : addressOf(this.address(this.current));
		this.controls.say(await copy(text) ? `${what} copied` : "the browser does not allow copying");
	}

	saveAs(format: "svg" | "png"): void {
		const as = format === "svg" ? pictureAsSVG : pictureAsPNG;
		void as(this.picture, this.caption()).then((blob) => blob && save("flame." + format, blob));
	}

	// Above a saved picture: the profile, the view and its zoom.
	private caption(): Caption {
		const { shown, focus, view, tree: { header, frames } } = this, profile = document.title.replace(/^Flame – /, "");
		const parts = [shown.mode === "root" ? "from the root" : shown.mode === "leaves" ? "from the leaves" : "around " + frames.names[shown.frame]];
		if (focus !== view.root) parts.unshift(`zoomed into ${nameOf(view, focus)}: ${percent(focus.total, header.whole)}; its callers are pale and not to scale`);
		if (this.search.hits) parts.push("search: " + this.search.pattern);
		const hidden = this.aboutHidden();
		return { title: header.title.includes(profile) ? header.title : `${profile}: ${header.title}`, note: [...parts, ...hidden ? [hidden] : []].join("; ") };
	}

	// Search.

	find(pattern: string): void {
		this.search = search(this.tree, pattern);
		this.picture.hits = this.search.hits;
		this.matches = [];
		this.unseen = 0;
		const { hits } = this.search, rules = this.view.rules;
		if (hits) {
			for (const f of hits.keys()) {
				if (!rules.hidden[f]) continue;
				this.unseen += hits[f] * Number(!this.shown.kinds[this.tree.frames.kind[f]]);
				hits[f] = 0;
			}
			for (const part of this.picture.parts) {
				part.rows.rows.forEach((row, r) => {
					if (r > 0) for (const box of row) if (box.node.frame >= 0 && hits[box.node.frame]) this.matches.push(box.node);
				});
			}
			this.matches.sort((a, b) => b.weight - a.weight);
		}
		this.methods.show(hits, (f) => rules.hidden[f] === 0);
		this.picture.redraw();
		this.report();
	}

	/** Goes to the next match in sight, the widest first. */
	step(by: number): void {
		if (!this.matches.length) return;
		const at = this.matches.indexOf(this.current), to = at < 0 ? by > 0 ? 0 : this.matches.length - 1 : at + by;
		const node = this.matches[(to + this.matches.length) % this.matches.length];
		const part = this.picture.parts.find((p) => p.rows.boxOf(node)) || this.currentPart;
		this.select(node, part);
		this.report();
	}

	private report(): void {
		const { counted: tree, search: { pattern, hits, invalid } } = this, { header } = tree;
		this.controls.marked(invalid, this.matches.length > 0, this.unseen);
		if (!pattern) return this.controls.say(this.aboutHidden());
		if (invalid) return this.controls.say("not a regular expression");
		const frames = hits!.reduce((sum, hit) => sum + hit, 0);
		if (!frames) return this.controls.say(this.unseen ? "no match in the code that is shown" : "no match");
		const sum = matched(tree, hits!, tree.total);
		let text = `${plural(frames, "method")} matched: ${percent(sum, header.whole)}`;
		if (header.compared && tree.base) {
			const base = matched(tree, hits!, tree.base) * header.compared.scale;
			text += ` (base ${percent(base, header.compared.whole)}, ${points(sum - base, header.whole)})`;
		}
		if (this.focus !== this.view.root && this.view.direction === "callees" && this.focus.nodes.length === 1) {
			text += `, ${percent(this.ofFocus(hits!), this.focus.total)} of zoom`;
		}
		const at = this.matches.indexOf(this.current);
		this.controls.say(text + (at >= 0 ? ` (${at + 1}/${thousands(this.matches.length)} in sight)` : ""));
	}

	private aboutHidden(): string {
		const { header, frames } = this.tree, { hide, kinds } = this.shown, all: string[] = [];
		const off = header.kinds.filter((_, i) => !kinds[i] && frames.kind.includes(i)).map((k) => k.name);
		if (off.length) {
			const deep = this.counted.deepestOf(this.view.rules.hidden), few = deep < fewRows && deep * 2 < this.tree.deepest;
			all.push(`${few ? `${deep} of ${plural(this.tree.deepest, "row")}: ` : ""}${off.join(", ")} code ${header.entries ? "is left out" : "counts for its callers"}${few ? "; switch it on to see it" : ""}`);
		}
		if (hide) all.push("hidden: " + hide);
		return all.join("; ");
	}

	// The value of stacks in the zoomed frame that match.
	private ofFocus(hits: Uint8Array): number {
		for (let n: Node | null = this.focus; n; n = n.parent) if (n.frame >= 0 && hits[n.frame]) return this.focus.total;
		return matched(this.counted, hits, this.counted.total, this.focus.nodes[0]);
	}

	// The address.

	private address(node: Node): string {
		const { shown, tree } = this, start = this.initial();
		return this.host.fragment({
			v: shown.mode === "root" ? "" : shown.mode,
			m: shown.mode === "around" ? tree.frames.names[shown.frame] : "",
			z: this.currentPart.view === this.view ? pathOf(tree, this.view, node) : "",
			s: this.search.pattern,
			h: shown.hide,
			k: this.kindsText(),
			r: shown.recursion ? "1" : "",
			p: shown.packages ? "1" : "",
			c: shown.palette === start.palette ? "" : tree.header.palettes[shown.palette].id,
			i: shown.icicle === start.icicle ? "" : "1",
		});
	}

	/** For addresses: names of the kinds that are shown; "" for those of the start. */
	private kindsText(): string {
		const { header, frames } = this.tree, { kinds } = this.shown, start = this.initial().kinds;
		const used = header.kinds.map((k, i) => ({ name: k.name, i })).filter(({ i }) => frames.kind.includes(i));
		return used.every(({ i }) => kinds[i] === start[i]) ? "" : used.filter(({ i }) => kinds[i]).map((k) => k.name).join(",") || "none";
	}

	private remember(step: boolean): void {
		setAddress(this.address(this.focus), step);
	}

	/** Shows the view of the address. */
	restore(): void {
		const p = this.host.parameters(), { tree } = this, start = this.initial();
		const is = (k: string) => p.get(k) === "1";
		const mode = p.get("v"), frame = tree.frames.names.indexOf(p.get("m") || "");
		const kinds = p.get("k")?.split(","), palette = tree.header.palettes.findIndex((c) => c.id === p.get("c"));
		this.shown = {
			mode: mode === "leaves" || mode === "around" ? mode : "root", frame, recursion: is("r"), packages: is("p"), hide: p.get("h") || "",
			kinds: kinds ? tree.header.kinds.map((k) => kinds.includes(k.name)) : start.kinds,
			palette: palette < 0 ? start.palette : palette, icicle: start.icicle !== is("i"),
		};
		const pattern = p.get("s") || "";
		if (mayHang(this.shown.hide)) this.shown.hide = "";
		this.search = noSearch;
		this.build();
		const { node, lost } = follow(tree, this.view, p.get("z") || "");
		this.focus = this.current = node;
		this.recolor();
		this.lay(false);
		this.picture.toRow(this.currentPart, node.depth);
		this.controls.input.value = pattern;
		this.find(pattern !== this.search.pattern && mayHang(pattern) ? "" : pattern);
		if (mayHang(pattern)) this.controls.say("Enter searches for the link's pattern");
		if (lost) this.controls.say("the linked frame is not in this profile: this is its nearest caller");
	}

	// Events.

	private listen(graph: HTMLElement): void {
		const { picture } = this, { canvas } = picture;
		this.minimap.chosen = (node) => this.zoomTo(node);
		this.methods.chosen = (frame) => this.chooseMethod(frame);
		canvas.addEventListener("mousemove", (e) => {
			const at = picture.at(e.clientX, e.clientY);
			canvas.style.cursor = at ? "pointer" : "default";
			if (picture.pointed !== (at?.box.node || null)) {
				picture.pointed = at?.box.node || null;
				picture.redraw();
			}
			if (at) this.tip.show(describe(at.part.view, at.box.node, this.focus), picture.windowTop(at), e.clientX, at.part.up);
			else this.tip.hide();
		});
		canvas.addEventListener("mouseleave", () => {
			this.tip.hide();
			picture.pointed = null;
			picture.redraw();
		});
		canvas.addEventListener("click", (e) => {
			const at = picture.at(e.clientX, e.clientY);
			if (!at) return;
			this.tip.hide();
			graph.focus({ preventScroll: true });
			if (at.part.view !== this.view) return this.select(at.box.node, at.part);
			this.zoomTo(at.box.node);
			if (at.box.node.frame >= 0) this.methods.mark(at.box.node.frame);
		});
		addEventListener("keydown", (e) => this.active && this.key(e, graph));
	}

	// Goes to the widest box of a method, or shows where it is.
	private chooseMethod(frame: number): void {
		if (this.shown.mode === "around") return this.around(frame);
		let best: Node | null = null;
		for (const row of this.currentPart.rows.rows) {
			for (const { node } of row) if (node.frame === frame && (!best || node.weight > best.weight)) best = node;
		}
		if (best) return this.select(best, this.currentPart);
		if (outermost(this.tree, (f) => f === frame).length) this.around(frame);
	}

	private key(e: KeyboardEvent, graph: HTMLElement): void {
		if (e.ctrlKey || e.metaKey || e.altKey || e.key !== "?" && document.querySelector("dialog[open]")) return;
		const target = e.target as HTMLElement;
		if (target === this.controls.input) return this.typed(e);
		if (target.closest("input, select, textarea")) return;
		const down = this.currentPart.up ? "out" : "in", up = this.currentPart.up ? "in" : "out";
		const moves: Record<string, () => void> = {
			ArrowDown: () => this.neighbor(down),
			ArrowUp: () => this.neighbor(up),
			ArrowLeft: () => this.neighbor("left"),
			ArrowRight: () => this.neighbor("right"),
			Enter: () => this.currentPart.view === this.view && this.zoomTo(this.current),
			" ": () => this.currentPart.view === this.view && this.zoomTo(this.current),
		};
		const actions: Record<string, () => void> = {
			Escape: () => this.reset(),
			Backspace: () => this.focus.parent && this.zoomTo(this.focus.parent),
			"/": () => this.controls.input.focus(),
			n: () => this.step(1),
			N: () => this.step(-1),
			i: () => this.change({ icicle: !this.shown.icicle }, false),
			r: () => this.change({ recursion: !this.shown.recursion }),
			p: () => this.change({ packages: !this.shown.packages }),
			v: () => this.change({ mode: this.shown.mode === "leaves" ? "root" : "leaves", frame: -1 }),
			b: () => this.around(this.current.frame),
			m: () => this.openPage(),
			h: () => this.hideFrame(this.current),
			c: () => void this.copy("name"),
			s: () => void this.copy("stack"),
			l: () => void this.copy("link"),
			t: () => this.controls.toggleTable(),
			"?": () => this.controls.help(),
		};
		const action = actions[e.key] || target === graph && moves[e.key] || target === document.body && moves[e.key];
		if (!action) return;
		e.preventDefault();
		action();
	}

	private typed(e: KeyboardEvent): void {
		const { input } = this.controls;
		if (e.key === "Enter" && this.search.pattern !== input.value) {
			this.find(input.value);
			this.remember(false);
		} else if (e.key === "Enter") this.step(e.shiftKey ? -1 : 1);
		else if (e.key === "Escape") {
			e.preventDefault();
			if (!input.value) return input.blur();
			input.value = "";
			this.find("");
			this.remember(false);
		}
	}
	/** The search field changed. */
	typedText(): void {
		this.find(this.controls.input.value);
		this.remember(false);
	}
}

/** The row of controls. */
class Controls {
	readonly input: HTMLInputElement;
	private readonly status: HTMLOutputElement;
	private readonly previous: HTMLButtonElement;
	private readonly next: HTMLButtonElement;
	private readonly mode: HTMLSelectElement;
	private readonly palette: HTMLSelectElement;
	private readonly pressed: [HTMLButtonElement, (s: Readonly<Shown>) => boolean][] = [];
	private readonly around: HTMLOptionElement;
	private readonly dialog: HTMLDialogElement | null;
	private readonly unhide: HTMLButtonElement;
	private readonly unseen: HTMLButtonElement;

	constructor(private readonly tree: Tree, inside: Element, flame: Flame, private readonly host: Host) {
		const { header } = tree;
		const bar = element("div", { class: "tools many", role: "toolbar", "aria-label": "Flame graph" }, "", inside);
		host.controls(bar);
		const find = element("span", { class: "find" }, "", bar);
		this.input = element("input", { type: "search", placeholder: "Search: regexp", "aria-label": "Search methods by regular expression", spellcheck: "false", autocomplete: "off" }, "", find);
		this.input.addEventListener("input", () => flame.typedText());
		this.previous = button("‹", "Previous match (N)", () => flame.step(-1), find);
		this.next = button("›", "Next match (n)", () => flame.step(1), find);
		this.unseen = button("Show", "Show the code of all kinds", () => flame.showKinds(), bar);
		this.unseen.hidden = true;

		this.mode = choice("", "What is merged (v: from the leaves, b: around a method)", [["root", "From the root"], ["leaves", "From the leaves"], ["around", "Around a method"]],
			(v) => v === "around" ? undefined : flame.change({ mode: v as Mode, frame: -1 }), bar);
		this.around = this.mode.options[2];
		this.palette = choice("", "The meaning of colors", header.palettes.map((p, i) => [String(i), `Colors ${p.label}`]), (v) => flame.change({ palette: Number(v) }, false), bar);
		const toggle = (text: string, title: string, is: (s: Readonly<Shown>) => boolean, action: () => void) => this.pressed.push([button(text, title, action, bar), is]);
		toggle("Recursion", "Merge frames that call themselves (r)", (s) => s.recursion, () => flame.change({ recursion: !flame.state.recursion }));
		toggle("Packages", "Packages instead of methods (p)", (s) => s.packages, () => flame.change({ packages: !flame.state.packages }));
		const kinds = header.kinds.map((kind, i) => ({ kind, i })).filter(({ i }) => tree.frames.kind.includes(i));
		if (kinds.length > 1) {
			const group = element("span", { class: "kinds", role: "group", "aria-label": "Show code of" }, "", bar);
			for (const { kind, i } of kinds) {
				this.pressed.push([button(kind.name, `Show ${kind.name} frames; without them their value is ${header.entries ? "left out" : "their callers'"}`, () => {
					flame.change({ kinds: flame.state.kinds.map((on, k) => k === i ? !on : on) });
				}, group), (s) => s.kinds[i]]);
			}
		}
		this.unhide = button("Show hidden", "Show the methods that were left out", () => flame.change({ hide: "" }), bar);
		button("Flip", "Turn upside down (i)", () => flame.change({ icicle: !flame.state.icicle }, false), bar);
		button("Reset", "Reset zoom and search (Escape)", () => flame.reset(), bar);
		const out = element("span", {}, "", bar);
		button("SVG ↓", "Save the view as SVG", () => flame.saveAs("svg"), out);
		button("PNG ↓", "Save the view as PNG", () => flame.saveAs("png"), out);
		button("Link", "Copy a link to the view (l)", () => void flame.copy("link"), out);
		button("Table", "Show or hide the table of methods (t)", () => this.toggleTable(), out);
		button("?", "Keys and notes (?)", () => this.help(), out);
		this.status = element("output", { "aria-live": "polite" }, "", bar);
		this.dialog = host.help ? null : this.makeHelp(inside);
	}

	say(text: string): void {
		this.status.textContent = text;
		this.status.title = text;
	}

	marked(invalid: boolean, some: boolean, unseen: number): void {
		if (invalid) this.input.setAttribute("aria-invalid", "true");
		else this.input.removeAttribute("aria-invalid");
		this.previous.disabled = this.next.disabled = !some;
		this.unseen.hidden = !unseen;
		this.unseen.textContent = `${plural(unseen, "method")} in hidden kinds: show`;
	}

	update(shown: Readonly<Shown>): void {
		this.mode.value = shown.mode;
		this.around.disabled = shown.frame < 0;
		this.around.textContent = shown.frame < 0 ? "Around a method" : "Around " + this.tree.frames.names[shown.frame].split("(")[0].split(".").slice(-2).join(".");
		this.palette.value = String(shown.palette);
		this.unhide.hidden = !shown.hide;
		for (const [b, is] of this.pressed) b.setAttribute("aria-pressed", String(is(shown)));
	}

	toggleTable(): void {
		document.body.classList.toggle("wide");
	}

	help(): void {
		if (!this.dialog) this.host.help!();
		else if (this.dialog.open) this.dialog.close();
		else this.dialog.showModal();
	}

	private makeHelp(inside: Element): HTMLDialogElement {
		const { header } = this.tree, dialog = element("dialog", { "aria-label": "Keys and notes" }, "", inside);
		element("h2", {}, "Keys", dialog);
		const keys = element("dl", {}, "", dialog);
		for (const [key, text] of flameKeys) {
			element("dt", {}, key, keys);
			element("dd", {}, text, keys);
		}
		if (header.about.length + header.notes.length) {
			element("h2", {}, "About this picture", dialog);
			for (const note of [...header.about, ...header.notes]) element("p", {}, note, dialog);
		}
		button("Close", "Close (Escape)", () => dialog.close(), dialog);
		return dialog;
	}
}
