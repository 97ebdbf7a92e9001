// The flame view: the tree as it is merged, zoomed and searched. Its parts show that; keys, clicks and the address change it here.

import { asks, notComplete, patternOfName, trust } from "../../pattern/matcher";
import { plural, thousands } from "../../text/numbers";
import { addressOf, fragment, goTo, setFragment } from "../address/fragment";
import { copy, element } from "../dom/dom";
import { Offer } from "../dom/offer";
import { isDark, onTheme } from "../dom/theme";
import { BoxCounts, ChangedBox, changedBoxes, countBoxes } from "../picture/changedboxes";
import { Colors } from "../picture/colors";
import { Rows } from "../picture/layout";
import { meaningsOf, showLegend } from "../picture/legend";
import { Minimap } from "../picture/minimap";
import { Direction, neighborOf } from "../picture/neighbor";
import { Coloring, coloringOf, hasChanges } from "../picture/palettes";
import { printable } from "../picture/paper";
import { leastWidth, Part, Picture, Place, rowHeight } from "../picture/picture";
import { followPointer } from "../picture/pointer";
import { pictureName, savePicture } from "../picture/save";
import { methodsInAnyCase, offerAnyCase } from "../search/anycase";
import { Hidden } from "../search/hidden";
import { Matches } from "../search/matches";
import { hitsOfBoxes, Matched, matched, noSearch, Search, search } from "../search/search";
import { describe, nameOf, stackOf } from "../stacks/describe";
import { outermost } from "../stacks/filenodes";
import { deepestOf, withoutHidden } from "../stacks/hidden";
import { MergedView } from "../stacks/merged";
import { isWithin, Node, Rules, View } from "../stacks/node";
import { follow, pathOf } from "../stacks/path";
import { callsItself } from "../stacks/recursion";
import { Tree } from "../stacks/tree";
import { Actions } from "./actions";
import { Details } from "./details";
import { Host } from "./host";
import { listenToKeys } from "./keys";
import { Methods } from "./methods";
import { kindsText, lostIn, parametersOf, Shown, shownFirst, shownIn, unfolded } from "./shown";
import { Tools } from "./tools";
import { aboutChanges, aboutKinds, aboutMatches, aboutPicture, aboutPlace, captionOf } from "./words";

/** A match that is zoomed to is so wide, in pixels, or as wide as can be. */
const matchWidth = 40;
const noneSelected = "choose a frame first: click it, or go to it with the arrow keys";

export class Flame implements Actions {
	active = true;
	private readonly tools: Tools;
	private readonly picture: Picture;
	private readonly minimap: Minimap;
	private readonly methods: Methods;
	private readonly details: Details;
	private readonly hidden: Hidden;
	private readonly legend: HTMLElement;
	/** The tree with the values that count: see withoutHidden. */
	private counted: Tree;
	private shown: Shown;
	private view!: View;
	/** Above a method, the callees of which are the view. */
	private callers: View | null = null;
	/** The node that fills the width of its part; the other part has its root. */
	private focus!: Node;
	private search: Search = noSearch;
	/** Of all stacks; null: no search. */
	private matched: Matched | null = null;
	private matches: Matches | null = null;
	/** The node that filled the width as matches were looked for: steps zoom in, and out to it. */
	private scope!: Node;
	/** The match that a step has gone to. */
	private reached: Node | null = null;
	/** Methods that match, of kinds that are off. */
	private unseen = 0;
	/** If none match: those that do regardless of case. */
	private anyCase = 0;
	private current!: Node;
	/** The frames that were selected, by the fragments of the addresses: those have the zoom alone. */
	private readonly selections = new Map<string, { path: string; isCaller: boolean }>();
	private changedNow: ChangedBox[] | null = null;
	coloring!: Coloring;

	constructor(readonly tree: Tree, inside: HTMLElement, private readonly host: Host) {
		const { header } = tree;
		this.counted = tree;
		this.shown = shownFirst(tree, host);
		this.tools = new Tools(tree, inside, this, host);
		this.hidden = new Hidden(inside, (hide) => this.change({ hide }));
		this.legend = element("div", { class: "legend" }, "", inside);
		const main = element("div", { class: "split" }, "", inside);
		const graph = element("div", { class: "graph" }, "", main);
		this.minimap = new Minimap(graph);
		this.minimap.chosen = (node) => this.zoomTo(node);
		this.picture = new Picture(graph, { role: "application", "aria-roledescription": "flame graph", "aria-label": header.title, "aria-describedby": "details" });
		this.picture.unit = header.unit;
		this.picture.describe = ({ box: { node } }) => describe(node.view, node, this.focus, this.methods.sums);
		followPointer(this.picture, (place) => {
			this.picture.scroller.focus({ preventScroll: true });
			this.clicked(place);
		});
		const side = element("aside", {}, "", main);
		this.details = new Details(side, this, host);
		this.methods = new Methods(tree, side, (name) => host.methodPage(name));
		this.methods.chosen = (frame) => this.chooseMethod(frame);
		listenToKeys(this, this.tools, this.picture.scroller);
		this.restore();
		onTheme(() => this.recolor());
		printable(this.picture, graph, () => this.about() + (this.search.hits ? "; purple: matches " + this.search.pattern : ""));
		let height = 0;
		new ResizeObserver(() => {
			const { clientWidth, clientHeight } = this.picture.scroller, { depth } = this.current;
			if (!clientWidth) return; // another view is shown
			const wasInSight = this.picture.shows(this.partOf(this.current), depth, height);
			this.lay(true);
			if (wasInSight) this.picture.toRow(this.partOf(this.current), depth);
			height = clientHeight;
			this.picture.draw(); // at once: the next frame may come late, and the canvas has its old size until then
		}).observe(this.picture.scroller);
	}

	// What is shown.

	readonly state = (): Readonly<Shown> => this.shown;

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
		const { shown } = this, rules = this.rules(), tree = this.tree.header.entries && rules.hidden.includes(1) ? withoutHidden(this.tree, rules.hidden) : this.tree;
		if (shown.frame < 0 && shown.mode === "around") shown.mode = "root";
		this.callers = shown.mode === "around" ? new MergedView(tree, rules, "callers", shown.frame) : null;
		this.view = new MergedView(tree, rules, shown.mode === "leaves" ? "callers" : "callees", shown.mode === "around" ? shown.frame : -1);
		this.focus = this.current = this.view.root;
		this.counted = tree;
		this.hidden.show(shown.hide);
		this.methods.count(tree, rules.hidden);
		this.methods.show(this.search.hits, (f) => rules.hidden[f] === 0);
	}

	private recolor(): void {
		const { palette } = this.shown;
		this.coloring = palette < 0 ? coloringOf(this.tree, this.view.rules.hidden, this.counted, this.methods.sums) : { palette, reason: "" };
		this.picture.colors = new Colors(this.tree, this.tree.header.palettes[this.coloring.palette], isDark());
		showLegend(meaningsOf(this.view, this.picture.colors), this.legend);
		if (this.unchanged) element("span", {}, this.unchanged, this.legend);
		this.picture.redraw();
	}

	private parts(): Part[] {
		const { width } = this.picture;
		const part = (view: View, up: boolean): Part => ({ view, rows: new Rows(view, this.focusOf(view), width, leastWidth), up, more: true });
		return this.callers ? [part(this.callers, true), part(this.view, false)] : [part(this.view, !this.shown.icicle)];
	}

	private focusOf(view: View): Node {
		return this.focus.view === view ? this.focus : view.root;
	}

	private partOf(node: Node): Part {
		return this.picture.parts.find((p) => p.view === node.view)!;
	}

	// The method between its callers and its callees is one box: that of the callees.
	private shared(node: Node): Node {
		return node === this.callers?.root ? this.view.root : node;
	}

	/** Lays out the picture anew. */
	private lay(keepScroll: boolean): void {
		this.picture.show(this.parts(), keepScroll);
		this.changedNow = null;
		if (!keepScroll && this.current === this.view.root) this.toChange();
		this.picture.selected = this.current.frame < 0 ? null : this.current;
		this.picture.drawn = () => this.drawMinimap();
		this.tools.update(this.shown, this.coloring.palette);
		this.showDetails();
	}

	get changed(): ChangedBox[] | null {
		const { header } = this.tree;
		if (!header.compared?.tested || header.palettes[this.coloring.palette].id !== "change") return null;
		return this.changedNow ||= this.picture.parts.flatMap((part, _, all) => changedBoxes(part, all.length > 1 && part.up));
	}

	boxes(changed: ChangedBox[]): BoxCounts {
		return countBoxes(this.picture.parts, changed);
	}

	// Whoever compares looks for changes: the greatest one is in sight if none is.
	private toChange(): void {
		const all = this.changed || [], part = this.partOf(this.current);
		if (all.length && !all.some(({ node }) => this.picture.shows(part, node.depth))) this.picture.toRow(part, all[0].node.depth);
	}

	private drawMinimap(): void {
		const { picture } = this, part = this.partOf(this.focus);
		const first = part.up ? 0 : Math.max(0, Math.floor((picture.scroller.scrollTop - picture.rowTop(part, 0)) / rowHeight));
		this.minimap.draw(part.view, this.focus, picture.colors, picture.width, first, Math.ceil(picture.scroller.clientHeight / rowHeight), part.rows.rows.length * rowHeight > 1.2 * innerHeight);
	}

	private showDetails(): void {
		const { mode, frame, packages } = this.shown;
		this.details.show(this.current, this.focus, this.methods.sums);
		this.tools.nameAround(mode === "around" ? frame : packages ? -1 : this.current.frame);
	}

	// Zoom and selection.

	zoomTo(node: Node): void {
		this.focus = this.current = this.shared(node);
		this.lay(false);
		this.picture.toRow(this.partOf(this.focus), this.focus.depth);
		this.remember(true);
		this.selections.delete(fragment());
		this.seek();
		this.report();
	}

	zoomIn(): void {
		this.zoomTo(this.current);
	}

	zoomOut(): void {
		if (this.focus.parent) this.zoomTo(this.focus.parent);
	}

	clear(): void {
		const zoomed = this.focus.parent !== null;
		this.find("");
		this.tools.input.value = "";
		if (this.shown.mode !== "root") this.change({ mode: "root", frame: -1 });
		else if (zoomed) this.zoomTo(this.view.root);
		else {
			this.current = this.view.root;
			this.selections.delete(fragment());
			this.lay(false);
			this.remember(false);
		}
	}

	reset(): void {
		this.find("");
		this.tools.input.value = "";
		this.change(unfolded(this.shown, shownFirst(this.tree, this.host)));
	}

	get growsUp(): boolean {
		return this.partOf(this.current).up;
	}

	move(direction: Direction): void {
		const { callers, current } = this, crosses = callers && current === this.view.root && direction === "out";
		const node = crosses ? neighborOf(callers.root, this.partOf(callers.root), "in") : neighborOf(current, this.partOf(current), direction);
		if (node) this.select(this.shared(node));
	}

	private select(node: Node): void {
		this.current = node;
		this.selections.set(fragment(), { path: pathOf(this.tree, node.view, node), isCaller: node.view === this.callers });
		this.picture.selected = node;
		this.picture.toRow(this.partOf(node), node.depth);
		this.picture.redraw();
		this.showDetails();
		if (node.frame >= 0) this.methods.mark(node.frame);
	}

	private clicked({ box: { node } }: Place): void {
		this.zoomTo(node);
		if (node.frame >= 0) this.methods.mark(node.frame);
	}

	// Goes to the widest box of a method, or shows where it is.
	private chooseMethod(frame: number): void {
		if (this.shown.mode === "around") return this.around(frame);
		const changed = this.changed?.find(({ node }) => node.frame === frame);
		if (changed) return this.goTo(changed.node);
		let best: Node | null = null;
		for (const row of this.partOf(this.current).rows.rows) {
			for (const { node } of row) if (node.frame === frame && (!best || node.weight > best.weight)) best = node;
		}
		if (best) return this.select(best);
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
		const searched = this.search.hits?.includes(1), name = patternOfName(this.tree.frames.plain[node.frame]);
		const hide = this.shown.hide ? `${this.shown.hide}|${name}` : name;
		trust(hide);
		this.change({ hide });
		if (!searched || this.search.hits!.includes(1) || this.unseen) return;
		this.tools.input.value = ""; // all that was searched for is hidden: nothing is left to find
		this.find("");
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
		const text = what === "name" ? nameOf(current.view, current) : what === "stack" ? stackOf(current.view, current) : addressOf(this.address(current));
		this.tools.say(await copy(text) ? `${what} copied` : "the browser does not allow copying");
	}

	async saveAs(format: "svg" | "png"): Promise<void> {
		const left = await savePicture(pictureName(this.host.subtitle || this.tree.header.subtitle, "flame", this.tree.header.entries ? "calls" : "", this.shown.mode === "root" ? "" : this.shown.mode), format, this.picture, captionOf(this.tree, this.view, this.picture.colors, this.search, this.host.subtitle, this.about()));
		if (left) this.tools.say("saved " + left);
	}

	// Search.

	get pattern(): string {
		return this.search.pattern;
	}

	typed(pattern: string): void {
		trust(pattern);
		if (this.focus !== this.scope) this.zoomBack();
		this.find(pattern);
		this.remember(false);
	}

	private find(pattern: string): void {
		this.search = search(this.tree, pattern);
		this.unseen = 0;
		const { hits } = this.search, { hidden, packages } = this.view.rules;
		this.anyCase = hits && !hits.includes(1) ? methodsInAnyCase(this.tree, pattern) : 0;
		if (hits) {
			for (const f of hits.keys()) {
				if (!hidden[f]) continue;
				this.unseen += hits[f] * Number(!this.shown.kinds[this.tree.frames.kind[f]]);
				hits[f] = 0;
			}
		}
		this.matched = hits && matched(this.counted, hits);
		this.picture.hits = hits && packages ? hitsOfBoxes(this.tree, hits) : hits;
		this.methods.show(hits, (f) => hidden[f] === 0);
		this.picture.redraw();
		this.seek();
		this.report();
	}

	// Looks for matches below the frame that fills the width.
	private seek(): void {
		const { hits, parts } = this.picture;
		this.scope = this.focus;
		this.matches = hits && new Matches(parts.map((p) => p.rows.focus), hits, this.methods.sums.nodes);
		this.reached = null;
	}

	step(by: number): void {
		if (!this.search.pattern) return this.stepToChange(by);
		const match = this.matches?.step(by);
		if (!match) return;
		const { view } = match, frame = this.frameFor(match), focus = frame === this.scope ? frame : view.inTree(frame);
		const node = this.reached = view.inSubtree(match, focus.view === view ? focus : view.root);
		if (focus !== this.focus) {
			this.focus = focus;
			this.current = node;
			this.lay(false);
			this.remember(false);
		}
		this.goTo(node);
	}

	private stepToChange(by: number): void {
		const all = (this.changed || []).map(({ node }) => node);
		if (!all.length) return;
		const at = all.indexOf(this.current), to = at < 0 ? by > 0 ? 0 : all.length - 1 : at + by;
		this.goTo(all[(to + all.length) % all.length]);
	}

	goTo(node: Node): void {
		this.select(node);
		this.report();
	}

	// Shows the picture that the reader had before steps zoomed in.
	private zoomBack(): void {
		this.focus = this.current = this.scope;
		this.lay(false);
		this.picture.toRow(this.partOf(this.focus), this.focus.depth);
	}

	// The node that fills the width when a match is shown: that of the reader, or the farthest one in which it can be seen well.
	private frameFor(node: Node): Node {
		const { width } = this.picture, from = this.scope.view === node.view ? this.scope : node.view.root;
		if (isWithin(from, node) || isWithin(node, from) && node.weight / from.weight * width > leastWidth) return this.scope;
		let focus = node;
		while (focus.parent && node.weight / focus.parent.weight * width >= matchWidth) focus = focus.parent;
		return focus;
	}

	// Text.

	private report(): void {
		const { pattern, invalid } = this.search, { matches } = this, some = matches !== null && matches.some;
		this.tools.marked(invalid !== "" && invalid !== notComplete, pattern ? some : (this.changed || []).length > 0);
		this.tools.offer(this.offer());
		if (!pattern) return this.tools.say([this.changed && aboutChanges(this.changed, this.boxes(this.changed), this.current), this.kindsOff(), this.notMerged()].filter(Boolean).join("; "));
		const text = aboutMatches(this.counted, this.focus, this.search, this.matched, this.unseen > 0), reached = this.current === this.reached;
		this.tools.say(text + (some ? aboutPlace(matches, reached, reached ? this.focus !== this.scope : !this.picture.showsMatches()) : ""));
	}

	private offer(): Offer | null {
		const { unseen, anyCase } = this;
		if (unseen) return { text: `${plural(unseen, "method")} in hidden kinds: show`, title: "Show the code of all kinds", action: () => this.change({ kinds: this.shown.kinds.map(() => true) }) };
		return offerAnyCase(anyCase, "method", this.search.pattern, (pattern) => {
			this.tools.input.value = pattern;
			this.typed(pattern);
		});
	}

	private notMerged(): string {
		return this.shown.recursion && !callsItself(this.tree, this.view.rules.hidden) ? "no frame calls itself directly: there is nothing to merge" : "";
	}

	private kindsOff(): string {
		return aboutKinds(this.tree, this.counted, this.view.rules.hidden, this.shown);
	}

	private about(): string {
		return [aboutPicture(this.tree, this.focus, this.shown, this.kindsOff()), this.unchanged].filter(Boolean).join("; ");
	}

	// Of a comparison: that all is the same.
	private get unchanged(): string {
		return this.tree.header.compared && !hasChanges(this.tree) ? "no change beyond chance in any box" : "";
	}

	get notes(): string[] {
		const { header } = this.tree, { mode } = this.shown, deep = this.depthOf(this.view.rules), all = this.tree.deepest;
		return [deep === all ? `${plural(all, "frame")} deep.` : `${plural(deep, "frame")} deep as shown, ${thousands(all)} with all code.`, ...mode === "leaves" ? header.leaves : header.about];
	}

	private depthOf({ hidden, recursion, packages }: Rules): number {
		return deepestOf(this.counted, hidden, recursion || packages ? (f) => this.view.key(f) : undefined);
	}

	// The address.

	private address(node: Node): string {
		const path = pathOf(this.tree, node.view, node), [z, u] = node.view === this.callers ? ["", path] : [path, ""];
		const { v, m, ...others } = parametersOf(this.shown, this.tree, this.host);
		return this.host.fragment({ v, m, z, u, s: this.search.pattern, ...others });
	}

	private remember(step: boolean): void {
		setFragment(this.address(this.focus), step);
	}

	// Selects the frame that the reader had selected at this address.
	private reselect(): void {
		const left = this.selections.get(fragment());
		if (!left) return;
		const { node, lost } = follow(this.tree, left.isCaller && this.callers ? this.callers : this.view, left.path);
		if (!lost) this.select(this.shared(node));
	}

	/** Shows the view of the address. */
	restore(): void {
		const p = this.host.parameters(), { tree } = this, pattern = p.get("s") || "";
		this.shown = shownIn(p, tree, this.host);
		this.search = noSearch;
		this.build();
		const up = this.callers && p.get("u"), { node, lost } = up ? follow(tree, this.callers!, up) : follow(tree, this.view, p.get("z") || "");
		this.focus = this.current = this.shared(node);
		this.recolor();
		this.lay(false);
		if (this.focus !== this.view.root) this.picture.toRow(this.partOf(this.focus), this.focus.depth);
		this.reselect();
		this.tools.input.value = pattern;
		this.find(asks(pattern) ? "" : pattern);
		if (asks(pattern)) this.tools.say("Enter searches for the link's pattern");
		else if (asks(p.get("h") || "")) this.tools.say("nothing is hidden: the link's pattern might take for ever");
		const missing = lostIn(p, tree) || lost && "the linked frame is not in this profile: this is its nearest caller";
		if (missing) this.tools.say(missing);
	}
}
