// The flame view: the tree as it is merged, zoomed and searched. Its parts show that; keys, clicks and the address change it here.

import { follow, pathOf } from "./address";
import { Colors } from "./colors";
import { describe, nameOf, stackOf } from "./describe";
import { Details } from "./details";
import { copy, element } from "./dom";
import { Host } from "./flamehost";
import { listenToKeys } from "./flamekeys";
import { kindsText, parametersOf, Shown, shownFirst, shownIn, unfolded } from "./flameshown";
import { Tools } from "./flametools";
import { aboutKinds, aboutMatches, aboutPicture, captionOf } from "./flamewords";
import { addressOf, goTo, setFragment } from "./fragment";
import { Hidden } from "./hidden";
import { Rows } from "./layout";
import { meaningsOf, showLegend } from "./legend";
import { Node, outermost, Rules, View } from "./merged";
import { Methods } from "./methods";
import { Minimap } from "./minimap";
import { Direction, neighborOf } from "./neighbor";
import { thousands } from "./numbers";
import { printable } from "./paper";
import { leastWidth, Part, Picture, Place, rowHeight } from "./picture";
import { followPointer } from "./pointer";
import { savePicture } from "./save";
import { asks, noSearch, patternOfName, Search, search, trust } from "./search";
import { isDark, onTheme } from "./theme";
import { Tree } from "./tree";

export class Flame {
	/** Whether keys are for it. */
	active = true;
	readonly tools: Tools;
	private readonly picture: Picture;
	private readonly minimap: Minimap;
	private readonly methods: Methods;
	private readonly details: Details;
	private readonly hidden: Hidden;
	private readonly legend: HTMLElement;
	/** The tree with the values that count: see Tree.without. */
	private counted: Tree;
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
		this.shown = shownFirst(tree, host);
		this.tools = new Tools(tree, inside, this, host);
		this.hidden = new Hidden(inside, (hide) => this.change({ hide }));
		this.legend = element("div", { class: "legend" }, "", inside);
		const main = element("div", { class: "split" }, "", inside);
		const graph = element("section", {
			class: "graph", tabindex: "0", role: "application", "aria-roledescription": "flame graph", "aria-label": header.title, "aria-describedby": "details",
		}, "", main);
		this.minimap = new Minimap(graph);
		this.minimap.chosen = (node) => this.zoomTo(node);
		this.picture = new Picture(graph);
		this.picture.unit = header.unit;
		followPointer(this.picture, {
			describe: ({ part, box }) => describe(part.view, box.node, this.focus),
			chosen: (place) => {
				graph.focus({ preventScroll: true });
				this.clicked(place);
			},
		});
		const side = element("aside", {}, "", main);
		this.details = new Details(side, this, host);
		this.methods = new Methods(tree, side);
		this.methods.chosen = (frame) => this.chooseMethod(frame);
		listenToKeys(this, graph);
		this.restore();
		onTheme(() => this.recolor());
		printable(this.picture, graph, () => this.about() + (this.search.hits ? "; purple: matches " + this.search.pattern : ""));
		new ResizeObserver(() => {
			if (!this.picture.scroller.clientWidth) return; // another view is shown
			this.lay(true);
			this.picture.draw(); // at once: the next frame may come late, and the canvas has its old size until then
		}).observe(this.picture.scroller);
	}

	// What is shown.

	readonly state = (): Readonly<Shown> => this.shown;

	/** Changes what is shown; a step can be gone back. */
	change(to: Partial<Shown>, step = true): void {
		const rebuild = Object.keys(to).some((k) => k !== "palette" && k !== "icicle");
		Object.assign(this.shown, to);
		if (to.kinds) this.host.kindsChanged(kindsText(this.shown, this.tree, this.host));
		if (rebuild) this.build();
		this.recolor();
		this.lay(false);
		this.remember(step);
		if (rebuild) this.find(this.search.pattern);
		else this.report();
	}

	private rules(): Rules {
		const { frames } = this.tree, { kinds, hide, recursion, packages } = this.shown;
		const hits = hide ? search(this.tree, hide).hits : null;
		return { hidden: Uint8Array.from(frames.names, (_, f) => !kinds[frames.kind[f]] || hits?.[f] ? 1 : 0), recursion, packages };
	}

	private build(): void {
		const { shown } = this, rules = this.rules(), tree = this.tree.header.entries && rules.hidden.includes(1) ? this.tree.without(rules.hidden) : this.tree;
		if (shown.frame < 0 && shown.mode === "around") shown.mode = "root";
		this.callers = shown.mode === "around" ? new View(tree, rules, "callers", shown.frame) : null;
		this.view = new View(tree, rules, shown.mode === "leaves" ? "callers" : "callees", shown.mode === "around" ? shown.frame : -1);
		this.focus = this.current = this.view.root;
		this.counted = tree;
		this.hidden.show(shown.hide);
		this.methods.count(tree, rules.hidden);
		this.methods.show(this.search.hits, (f) => rules.hidden[f] === 0);
	}

	private recolor(): void {
		this.picture.colors = new Colors(this.tree, this.tree.header.palettes[this.shown.palette], isDark());
		showLegend(meaningsOf(this.view, this.picture.colors), this.legend);
		this.picture.redraw();
	}

	private parts(): Part[] {
		const { width } = this.picture;
		const part = (view: View, focus: Node, up: boolean): Part => ({ view, rows: new Rows(view, focus, width, leastWidth), up, more: true });
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
		this.tools.update(this.shown);
		this.showDetails();
	}

	private drawMinimap(): void {
		const { picture } = this, part = this.currentPart;
		const first = part.up ? 0 : Math.max(0, Math.floor((picture.scroller.scrollTop - picture.rowTop(part, 0)) / rowHeight));
		this.minimap.draw(part.view, this.focus, picture.colors, picture.width, first, Math.ceil(picture.scroller.clientHeight / rowHeight), part.rows.rows.length * rowHeight > 1.2 * innerHeight);
	}

	private showDetails(): void {
		this.details.show(this.currentPart.view, this.current, this.focus, this.currentPart.view === this.view);
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

	/** Fills the width with the selected frame; callers of a method stay as they are. */
	zoomIn(): void {
		if (this.currentPart.view === this.view) this.zoomTo(this.current);
	}

	zoomOut(): void {
		if (this.focus.parent) this.zoomTo(this.focus.parent);
	}

	/** Clears zoom and search. */
	clear(): void {
		const zoomed = this.focus !== this.view.root;
		this.find("");
		this.tools.input.value = "";
		if (this.shown.mode !== "root") this.change({ mode: "root", frame: -1 });
		else if (zoomed) this.zoomTo(this.view.root);
		else {
			this.current = this.view.root;
			this.lay(false);
			this.remember(false);
		}
	}

	/** Clears all that merges or leaves out, too. */
	reset(): void {
		this.find("");
		this.tools.input.value = "";
		this.change(unfolded(this.shown, shownFirst(this.tree, this.host)));
	}

	/** Whether callees are above their callers. */
	get growsUp(): boolean {
		return this.currentPart.up;
	}

	move(direction: Direction): void {
		const node = neighborOf(this.current, this.currentPart, direction);
		if (node) this.select(node, this.currentPart);
	}

	private select(node: Node, part: Part): void {
		this.current = node;
		this.currentPart = part;
		this.picture.selected = node;
		this.picture.toRow(part, node.depth);
		this.picture.redraw();
		this.showDetails();
		if (node.frame >= 0) this.methods.mark(node.frame);
	}

	private clicked({ part, box: { node } }: Place): void {
		if (part.view !== this.view) return this.select(node, part);
		this.zoomTo(node);
		if (node.frame >= 0) this.methods.mark(node.frame);
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

	/** Shows callers and callees of a method. */
	around(frame: number): void {
		if (frame >= 0) this.change({ mode: "around", frame });
	}

	aroundSelected(): void {
		this.around(this.current.frame);
	}

	/** Leaves out the method of a frame. */
	hide(node: Node): void {
		if (node.frame < 0) return;
		const name = patternOfName(this.tree.frames.plain[node.frame]);
		const hide = this.shown.hide ? `${this.shown.hide}|${name}` : name;
		trust(hide);
		this.change({ hide });
	}

	hideSelected(): void {
		this.hide(this.current);
	}

	/** Opens the page about the selected method, if there is one. */
	openPage(): void {
		const { frame } = this.current, page = frame < 0 ? "" : this.host.methodPage(this.tree.frames.names[frame]);
		if (page) goTo(page);
	}

	async copy(what: "name" | "stack" | "link"): Promise<void> {
		const { view } = this.currentPart;
		const text = what === "name" ? nameOf(view, this.current) : what === "stack" ? stackOf(view, this.current) : addressOf(this.address(this.current));
		this.tools.say(await copy(text) ? `${what} copied` : "the browser does not allow copying");
	}

	saveAs(format: "svg" | "png"): void {
		void savePicture("flame", format, this.picture, captionOf(this.tree, this.view, this.picture.colors, this.search, this.host.subtitle, this.about()));
	}

	// Search.

	get pattern(): string {
		return this.search.pattern;
	}

	/** The search field has a pattern. */
	typed(pattern: string): void {
		trust(pattern);
		this.find(pattern);
		this.remember(false);
	}

	private find(pattern: string): void {
		this.search = search(this.tree, pattern);
		this.picture.hits = this.search.hits;
		this.matches = [];
		this.unseen = 0;
		const { hits } = this.search, { hidden } = this.view.rules;
		if (hits) {
			for (const f of hits.keys()) {
				if (!hidden[f]) continue;
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
		this.methods.show(hits, (f) => hidden[f] === 0);
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

	// Text.

	private report(): void {
		const { pattern, invalid } = this.search, at = this.matches.indexOf(this.current);
		this.tools.marked(invalid !== "", this.matches.length > 0, this.unseen);
		if (!pattern) return this.tools.say(this.kindsOff());
		const text = aboutMatches(this.counted, this.view, this.focus, this.search, this.unseen > 0);
		this.tools.say(text + (at >= 0 ? ` (${at + 1}/${thousands(this.matches.length)} in sight)` : ""));
	}

	private kindsOff(): string {
		return aboutKinds(this.tree, this.counted, this.view.rules.hidden, this.shown);
	}

	private about(): string {
		return aboutPicture(this.tree, this.view, this.focus, this.shown, this.kindsOff());
	}

	// The address.

	private address(node: Node): string {
		const zoom = this.currentPart.view === this.view ? pathOf(this.tree, this.view, node) : "";
		const { v, m, ...others } = parametersOf(this.shown, this.tree, this.host);
		return this.host.fragment({ v, m, z: zoom, s: this.search.pattern, ...others });
	}

	private remember(step: boolean): void {
		setFragment(this.address(this.focus), step);
	}

	/** Shows the view of the address. */
	restore(): void {
		const p = this.host.parameters(), { tree } = this, pattern = p.get("s") || "";
		this.shown = shownIn(p, tree, this.host);
		this.search = noSearch;
		this.build();
		const { node, lost } = follow(tree, this.view, p.get("z") || "");
		this.focus = this.current = node;
		this.recolor();
		this.lay(false);
		this.picture.toRow(this.currentPart, node.depth);
		this.tools.input.value = pattern;
		this.find(asks(pattern) ? "" : pattern);
		if (asks(pattern)) this.tools.say("Enter searches for the link's pattern");
		else if (asks(p.get("h") || "")) this.tools.say("nothing is hidden: the link's pattern might take for ever");
		if (lost) this.tools.say("the linked frame is not in this profile: this is its nearest caller");
	}
}
