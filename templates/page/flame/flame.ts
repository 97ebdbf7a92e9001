// State of the flame view: merging, zoom and search. Its parts show the state; keys, clicks and the address change it here.

import { patternOfName } from "../../pattern/matcher";
import { plural, thousands } from "../../text/numbers";
import { addressOf, goTo } from "../address/fragment";
import { copy, element, soon } from "../dom/dom";
import { onTheme } from "../dom/theme";
import { Direction, neighborOf } from "../picture/neighbor";
import { printable } from "../picture/paper";
import { dragSideways } from "../picture/drag";
import { everything, isAll } from "../picture/layout";
import { followPointer } from "../picture/pointer";
import { rowHeight } from "../picture/picture";
import { pictureName, savePicture } from "../picture/save";
import { Hidden } from "../search/hidden";
import { noSearch } from "../search/search";
import { describe, nameOf, stackOf } from "../stacks/describe";
import { outermost } from "../stacks/filenodes";
import { Node, startOf } from "../stacks/node";
import { Tree } from "../stacks/tree";
import { Actions } from "./actions";
import { Address } from "./address";
import { Details } from "./details";
import { Drawing } from "./drawing";
import { Host } from "./host";
import { listenToKeys } from "./keys";
import { Methods } from "./methods";
import { aboutRange, rangeIn, rangeWithin } from "./range";
import { Scene } from "./scene";
import { FlameSearch } from "./search";
import { kindsText, lostIn, Shown, shownFirst, shownIn, unfolded } from "./shown";
import { Tools } from "./tools";
import { aboutChanges, aboutKinds, aboutNoChange, aboutPicture, aboutRecursion, captionOf } from "./words";

/** Milliseconds without a movement after which it is in the address: browsers accept few changes of that per second. */
const still = 150;
/** The part of the window's height that a shallow picture has at most, and pixels below its rows. */
const mostOfShallow = 0.5, belowRows = 8;
/** How far a key moves, as a part of the shown width. */
const slideStep = 0.25;

const noneSelected = "choose a frame first: click it, or go to it with the arrow keys";

export class Flame implements Actions {
	active = true;
	private readonly tools: Tools;
	private readonly hidden: Hidden;
	private readonly drawing: Drawing;
	private readonly main: HTMLElement;
	private readonly legend: HTMLElement;
	private readonly details: Details;
	private readonly methods: Methods;
	private readonly search: FlameSearch;
	private readonly addresses: Address;
	private shown: Shown;
	private scene!: Scene;
	/** The node that fills the width of its part; the other part has its root. */
	private focus!: Node;
	/** The part of its width that is shown. */
	private range = everything;
	private moving = 0;
	private readonly layRange = soon(() => this.drawing.lay(this.scene, this.focus, this.range, this.shown.icicle, true));
	private current!: Node;

	constructor(readonly tree: Tree, inside: HTMLElement, private readonly host: Host) {
		this.shown = shownFirst(tree);
		this.search = new FlameSearch(tree);
		this.addresses = new Address(host);
		this.tools = new Tools(tree, inside, this, host);
		this.hidden = new Hidden(inside, (hide) => this.change({ hide }));
		const legend = this.legend = element("div", { class: "legend" }, "", inside), main = this.main = element("div", { class: "split" }, "", inside);
		const graph = element("div", { class: "graph" }, "", main);
		this.drawing = new Drawing(tree, graph, legend, host.byKind, (node) => this.zoomTo(node));
		const side = element("aside", {}, "", main);
		this.details = new Details(side, this, host);
		this.methods = new Methods(tree, side, (name) => host.methodPage(name));
		this.methods.chosen = (frame) => this.chooseMethod(frame);
		const { picture } = this.drawing;
		picture.describe = ({ box: { node } }) => describe(node.view, node, this.focus, this.methods.sums);
		followPointer(picture, ({ box: { node } }) => {
			picture.scroller.focus({ preventScroll: true });
			this.zoomTo(node);
			this.mark(node);
		});
		dragSideways(picture.canvas, picture.scroller, {
			range: (from, to) => this.showRange(from / picture.width, to / picture.width, true),
			move: (by) => this.slide(-by / picture.width),
			zoom: (factor, around) => this.widen(factor, around / picture.width),
		});
		listenToKeys(this, this.tools, picture.scroller);
		this.restore();
		onTheme(() => this.recolor());
		printable(picture, graph, () => this.about() + (this.search.search.hits ? "; purple: matches " + this.pattern : ""));
		this.followSize();
	}

	private followSize(): void {
		const { drawing, drawing: { picture } } = this;
		let height = 0;
		new ResizeObserver(() => {
			const { clientWidth, clientHeight } = picture.scroller;
			if (!clientWidth) return; // another view is shown
			const wasInSight = picture.shows(drawing.partOf(this.current), this.current.depth, height);
			this.layNow(true);
			if (wasInSight) drawing.toNode(this.current);
			height = clientHeight;
			picture.draw(); // at once: the next frame may come late, and the canvas has its old size until then
		}).observe(picture.scroller);
		new ResizeObserver(soon(() => this.fitHeight())).observe(this.main); // later, because it changes the height of the picture
	}

	// A shallow picture is as high as its stacks, and has the table below it. A zoom does not change that.
	private fitHeight(): void {
		const { main, scene, drawing } = this, room = mostOfShallow * main.clientHeight;
		if (!room) return; // another view is shown
		const height = rowHeight * (scene.callers ? drawing.rowsOf([scene.callers, scene.view], room / rowHeight) : scene.depth + 1);
		main.classList.toggle("shallow", height <= room);
		drawing.picture.scroller.style.height = height <= room ? height + belowRows + "px" : "";
	}

	// What is shown.

	readonly state = (): Readonly<Shown> => this.shown;

	change(to: Partial<Shown>, step = true): void {
		const rebuild = Object.keys(to).some((k) => k !== "palette" && k !== "icicle");
		this.shown = { ...this.shown, ...to };
		if (to.kinds) this.host.kindsChanged(kindsText(this.shown, this.tree));
		if (rebuild) this.build();
		this.recolor();
		this.lay(false);
		this.remember(step);
		if (rebuild) this.find(this.pattern);
		else this.report();
	}

	// The next search shows the methods.
	private build(): void {
		const { tree, shown } = this, { view, counted, rules: { hidden } } = this.scene = new Scene(tree, shown);
		this.focus = this.current = view.root;
		this.range = everything;
		this.hidden.show(shown.hide);
		this.methods.count(counted, hidden);
	}

	private recolor(): void {
		this.drawing.recolor(this.shown.palette, this.scene, this.methods.sums);
		this.legend.classList.toggle("printed", this.tools.paint(this.drawing.picture.colors) && !aboutNoChange(this.tree)); // the buttons say the same
	}

	// Lays out the picture again.
	private lay(keepScroll: boolean): void {
		this.fitHeight();
		this.layNow(keepScroll);
	}

	private layNow(keepScroll: boolean): void {
		const { drawing, current } = this;
		drawing.lay(this.scene, this.focus, this.range, this.shown.icicle, keepScroll);
		if (!keepScroll && current === this.scene.view.root) drawing.toChange(drawing.partOf(current));
		drawing.picture.selected = current.frame < 0 ? null : current;
		this.tools.update(this.shown, drawing.coloring.palette);
		this.methods.ofAll = this.shown.mode === "around" || this.focus.parent !== null || !isAll(this.range);
		this.showDetails();
	}

	private showDetails(): void {
		const { mode, frame, packages } = this.shown, { changes, coloring: { reason } } = this.drawing;
		this.details.show(this.current, this.focus, { sums: this.methods.sums, changes, reason });
		this.tools.nameAround(mode === "around" ? frame : packages ? -1 : this.current.frame);
	}

	// Zoom and selection.

	zoomTo(node: Node): void {
		if (node.group) return this.showGroup(node);
		this.zoom(this.scene.shared(node));
		this.remember(true);
		this.addresses.select(this.scene, null);
		this.seek();
		this.report();
	}

	private zoom(node: Node): void {
		this.focus = this.current = node;
		this.range = everything;
		this.lay(false);
		this.drawing.toNode(node);
	}

	// A group is not a frame: the width that it has is shown.
	private showGroup(node: Node): void {
		const { root } = node.view, start = startOf(node);
		this.focus = root;
		this.range = everything;
		this.current = node;
		this.seek();
		this.showRange(start / root.weight, (start + node.weight) / root.weight, true);
	}

	// Shows a part of the width; a step adds to the history.
	private showRange(from: number, to: number, step: boolean): void {
		this.range = rangeWithin(this.focus, this.range, from, to);
		if (this.focus.parent) {
			this.focus = this.focus.view.root;
			this.seek();
		}
		if (step) {
			this.lay(true);
			this.remember(true);
			return this.report();
		}
		this.layRange();
		clearTimeout(this.moving);
		this.moving = setTimeout(() => {
			this.lay(true);
			this.remember(false);
			this.report();
		}, still);
	}

	/** Moves along the width, by a part of what is shown: to the right, if positive. */
	private slide(by: number): void {
		if (this.focus.parent || !isAll(this.range)) this.showRange(by, 1 + by, false);
	}

	slideBy(steps: number): void {
		this.slide(steps * slideStep);
	}

	widen(factor: number, around = 0.5): void {
		this.showRange(around - around / factor, around + (1 - around) / factor, false);
	}

	// Shows the whole width, if a node is not in the shown range.
	private bringIntoRange(node: Node): void {
		if (this.drawing.inRange(node)) return;
		this.range = everything;
		this.lay(true);
		this.remember(false);
	}

	zoomIn(): void {
		this.zoomTo(this.current);
	}

	zoomOut(): void {
		if (!isAll(this.range)) this.zoomTo(this.focus);
		else if (this.focus.parent) this.zoomTo(this.focus.parent);
	}

	clear(): void {
		const zoomed = this.focus.parent !== null || !isAll(this.range);
		this.findNothing();
		if (this.shown.mode !== "root") this.change({ mode: "root", frame: -1 });
		else if (zoomed) this.zoomTo(this.scene.view.root);
		else {
			this.current = this.scene.view.root;
			this.addresses.select(this.scene, null);
			this.lay(false);
			this.remember(false);
		}
	}

	reset(): void {
		this.findNothing();
		this.change(unfolded(this.shown, shownFirst(this.tree)));
	}

	get growsUp(): boolean {
		return this.drawing.partOf(this.current).up;
	}

	move(direction: Direction): void {
		const { drawing, current, scene: { view, callers } } = this, crosses = callers && current === view.root && direction === "out";
		const node = crosses ? neighborOf(callers.root, drawing.partOf(callers.root), "in") : neighborOf(current, drawing.partOf(current), direction);
		if (node) this.select(this.scene.shared(node));
	}

	private select(node: Node): void {
		const { picture } = this.drawing;
		this.current = node;
		this.addresses.select(this.scene, node);
		picture.selected = node;
		this.drawing.toNode(node);
		picture.redraw();
		this.showDetails();
		this.mark(node);
	}

	// Marks the method of a frame.
	private mark({ frame }: Node): void {
		if (frame >= 0) this.methods.mark(frame);
	}

	goTo(node: Node): void {
		this.bringIntoRange(node);
		this.select(node);
		this.report();
	}

	// Goes to the widest box of a method, or shows where it is.
	private chooseMethod(frame: number): void {
		if (this.shown.mode === "around") return this.around(frame);
		const { drawing } = this, changed = drawing.changes?.all.find(({ node }) => node.frame === frame);
		if (changed) return this.goTo(changed.node);
		const find = () => drawing.widest(frame, drawing.partOf(this.current));
		let widest = find();
		if (!widest && !isAll(this.range)) {
			this.range = everything;
			this.lay(true);
			this.remember(false);
			widest = find();
		}
		if (widest) return this.select(widest);
		if (outermost(this.tree, (f) => f === frame).length) this.around(frame);
	}

	around(frame: number): void {
		if (frame >= 0) this.change({ mode: "around", frame });
	}

	aroundSelected(): void {
		if (this.current.frame < 0) this.tools.say(noneSelected);
		else this.around(this.current.frame);
	}

	hide(node: Node): void {
		if (node.frame < 0) return this.tools.say(noneSelected);
		const finds = () => this.search.search.hits?.includes(1), found = finds(), name = patternOfName(this.tree.frames.plain[node.frame]);
		const hide = this.shown.hide ? `${this.shown.hide}|${name}` : name;
		this.change({ hide });
		if (!found || finds() || this.search.unseen) return;
		this.findNothing(); // every match is hidden: nothing is left to find
		this.remember(false);
	}

	hideSelected(): void {
		this.hide(this.current);
	}

	openPage(): void {
		const { frame } = this.current;
		if (frame < 0) return this.tools.say(noneSelected);
		const page = this.host.methodPage(this.tree.frames.names[frame]);
		if (page) goTo(page);
	}

	async copy(what: "name" | "stack" | "link"): Promise<void> {
		const { current } = this;
		const text = what === "name" ? nameOf(current.view, current) : what === "stack" ? stackOf(current.view, current) : addressOf(this.addresses.of(this.scene, this.shown, this.pattern, isAll(this.range) ? { zoom: current, range: everything } : { zoom: this.focus, range: this.range }));
		this.tools.say(await copy(text) ? `${what} copied` : "the browser blocked clipboard access");
	}

	async saveAs(format: "svg" | "png"): Promise<void> {
		const { tree: { header }, host: { subtitle }, drawing: { picture }, shown: { mode } } = this;
		const name = pictureName(subtitle || header.subtitle, "flame", header.entries ? "calls" : "", mode === "root" ? "" : mode);
		const left = await savePicture(name, format, picture, captionOf(this.scene, picture.colors, this.search.search, subtitle, this.about()));
		if (left) this.tools.say("saved " + left);
	}

	// Search.

	get pattern(): string {
		return this.search.pattern;
	}

	typed(pattern: string): void {
		if (this.focus !== this.search.scope) this.zoom(this.search.scope); // steps zoomed in
		this.find(pattern);
		this.remember(false);
	}

	private find(pattern: string): void {
		const { search, scene, drawing: { picture } } = this, { hidden } = scene.rules;
		picture.hits = search.find(pattern, scene);
		this.methods.show(search.search.hits, (f) => hidden[f] === 0);
		picture.redraw();
		this.seek();
		this.report();
	}

	private findNothing(): void {
		this.tools.input.value = "";
		this.find("");
	}

	private seek(): void {
		this.search.seek(this.focus, this.drawing.picture, this.methods.sums);
	}

	step(by: number): void {
		if (!this.pattern) return this.stepToChange(by);
		const found = this.search.step(by, this.drawing.picture.width);
		if (!found) return;
		const { match, focus } = found;
		if (focus !== this.focus) {
			this.focus = focus;
			this.range = everything;
			this.current = match;
			this.lay(false);
			this.remember(false);
		}
		this.goTo(match);
	}

	private stepToChange(by: number): void {
		const all = (this.drawing.changes?.all || []).map(({ node }) => node);
		if (!all.length) return;
		const at = all.indexOf(this.current), to = at < 0 ? by > 0 ? 0 : all.length - 1 : at + by;
		this.goTo(all[(to + all.length) % all.length]);
	}

	// Text.

	private report(): void {
		const { tools, search, scene, current } = this, { picture, changes } = this.drawing;
		tools.marked(search.invalid, this.pattern ? search.some : changes !== null && changes.all.length > 0);
		tools.offer(search.offer(() => this.change({ kinds: this.shown.kinds.map(() => true) }), (pattern) => {
			tools.input.value = pattern;
			this.typed(pattern);
		}));
		if (this.pattern) tools.say(search.about(scene.counted, this.focus, current, picture));
		else tools.say([aboutRange(this.range), changes && aboutChanges(changes, current), aboutKinds(scene), aboutRecursion(scene)].filter(Boolean).join("; "));
	}

	private about(): string {
		return [aboutPicture(this.scene, this.focus), aboutNoChange(this.tree)].filter(Boolean).join("; ");
	}

	get notes(): string[] {
		const { header, deepest } = this.tree, { depth } = this.scene;
		return [depth === deepest ? `${plural(deepest, "frame")} deep.` : `${plural(depth, "frame")} deep as shown, ${thousands(deepest)} with all code.`, ...this.shown.mode === "leaves" ? header.leaves : header.about];
	}

	// The address.

	private remember(step: boolean): void {
		this.addresses.remember(this.scene, this.shown, this.pattern, { zoom: this.focus, range: this.range }, step);
	}

	/** Shows the view of the address. */
	restore(): void {
		const p = this.host.parameters(), { tree, search } = this, of = (name: string) => p.get(name) || "", pattern = of("s");
		this.shown = shownIn(p, tree);
		search.search = noSearch;
		this.build();
		const { node, lost } = this.scene.nodeAt({ z: of("z"), u: of("u") });
		this.focus = this.current = node;
		this.range = rangeIn(of("w")) || everything;
		this.recolor();
		this.lay(false);
		if (node !== this.scene.view.root) this.drawing.toNode(node);
		const selected = this.addresses.selected(this.scene);
		if (selected) this.select(selected);
		this.tools.input.value = pattern;
		this.find(pattern);
		if (of("h") && !this.shown.hide) this.tools.say("hidden methods not restored: the link's pattern is invalid or too complex");
		const missing = lostIn(p, tree) || !rangeIn(of("w")) && "the link's range of the width is invalid: all of it is shown" || lost && "the linked frame is not in this profile: this is its nearest caller";
		if (missing) this.tools.say(missing);
	}
}
