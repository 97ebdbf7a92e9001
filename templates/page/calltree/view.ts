// The tab with call trees: each method below its callers, or its callers below it, with its share.

import { patternOfName } from "../../pattern/matcher";
import { AlikeNames, onTwoLines, roomsOfClasses } from "../../text/alike";
import { Ruler } from "../../text/labels";
import { visible } from "../../text/names";
import { count, percent, plural } from "../../text/numbers";
import { goTo, setFragment } from "../address/fragment";
import { readRoute, Route, routeTo } from "../address/route";
import { Crumbs } from "../dom/crumbs";
import { addLines, button, choice, element } from "../dom/dom";
import { rowHeightFor } from "../dom/fingers";
import { foldButton } from "../dom/fold";
import { barOf } from "../dom/sharebar";
import { moveBy, VirtualRows } from "../dom/virtual";
import { Metric } from "../profile/method";
import { Profile } from "../profile/profile";
import { hiddenNames } from "../search/hidden";
import { Matches } from "../search/matches";
import { search } from "../search/search";
import { changeText, changeUnit, nameOf, onlyIn, sharesOfBase } from "../stacks/describe";
import { isChangeUnknown, isUnknown } from "../stacks/verdict";
import { Node } from "../stacks/node";
import { sumsOf } from "../stacks/sums";
import { Tree } from "../stacks/tree";
import { Kinds } from "../view/kinds";
import { View } from "../view/view";
import { Filters, filtersIn, parametersOf, PatternFilter, patternFilters, viewOf } from "./filters";
import { TreeRows } from "./rows";

const rowHeight = 22;
/** As in page.css: pixels before a name, for "new" or "gone", and of a level, with the maximum as a share of the column; the same in narrow windows. */
const beforeName = 18 + 14, only = 32, indent = [10, 0.5], narrowIndent = [5, 0.4];

export class CallTree implements View {
	readonly input: HTMLInputElement;
	readonly keys: [string, string][] = [
		["↑ ↓, Page, Home, End", "go from row to row"], ["→ ←", "open, close, go up"], ["*", "open the heaviest path below the row"], ["f", "only stacks with the method"], ["x", "no stacks with it"],
		["h", "hide it: its callers get its value"], ["r", "merge methods that call themselves"], ["v", "from the leaves: callers below methods"], ["/", "search"], ["n, N", "next, previous match"], ["Enter", "open the method"],
	];
	private readonly metrics: Metric[];
	private metric: Metric;
	private readonly metricChoice: HTMLSelectElement | null = null;
	private readonly ends: HTMLSelectElement;
	private readonly merges: HTMLButtonElement;
	private readonly status: HTMLOutputElement;
	private readonly crumbs: Crumbs;
	private readonly head: HTMLElement;
	private readonly scroller: HTMLElement;
	private readonly virtual: VirtualRows;
	private readonly updateKinds: () => void;
	private readonly narrow = matchMedia("(max-width: 760px)");
	private filters: Filters = { leaves: false, recursion: false, focus: "", ignore: "", hide: "" };
	private rows!: TreeRows;
	/** How the names of these rows are shortened at a width. */
	private alike: { rows: Node[]; width: number; names: AlikeNames } | null = null;
	/** The least room that a row of each class has, of these rows at a width. */
	private classes: { rows: Node[]; width: number; room: (name: string) => number } | null = null;
	private readonly ruler: Ruler;
	private readonly small: Ruler;
	private matches: Matches | null = null;
	private hits: Uint8Array | null = null;
	private active = 0;
	/** The filters of the rows, as text. */
	private made = "";

	constructor(private readonly profile: Profile, private readonly kinds: Kinds, inside: HTMLElement) {
		this.metrics = profile.metrics();
		this.metric = this.metrics[0];
		const tools = element("div", { class: "tools many", role: "toolbar", "aria-label": "Call tree" }, "", inside);
		if (this.metrics.length > 1) this.metricChoice = choice("", "The values: samples are time, calls are not", this.metrics.map((m) => [m, m === "samples" ? "Samples" : "Calls"]), (m) => this.go({ metric: m === this.metrics[0] ? "" : m }), tools);
		const find = element("span", { class: "find" }, "", tools);
		this.input = element("input", { type: "search", placeholder: "Search: regexp", "aria-label": "Search methods by regular expression", spellcheck: "false", autocomplete: "off" }, "", find);
		this.input.addEventListener("input", () => this.typed());
		this.input.addEventListener("keydown", (e) => {
			if (e.key !== "Enter") return;
			e.preventDefault();
			this.step(e.shiftKey ? -1 : 1);
		});
		button("‹", "Previous match (N)", () => this.step(-1), find);
		button("›", "Next match (n)", () => this.step(1), find);
		foldButton(tools, tools).classList.add("narrow");
		this.ends = choice("", "Where rows begin (v)", [["", "From the root"], ["leaves", "From the leaves"]], (v) => this.filter({ leaves: v === "leaves" }), element("span", { class: "folds" }, "", tools));
		this.updateKinds = kinds.switches(tools, () => this.go({ k: this.kindsText }), (text) => this.say(text));
		const more = element("span", { class: "folds" }, "", tools), group = element("span", { class: "group", role: "group", "aria-label": "The selected method" }, "", more);
		button("Focus", "Only stacks with the selected method (f)", () => this.pick("focus"), group);
		button("Ignore", "No stacks with the selected method (x)", () => this.pick("ignore"), group);
		button("Hide", "Hide the selected method: its callers get its value (h)", () => this.pick("hide"), group);
		button("Heaviest path", "Open the heaviest path below the selected row (*)", () => this.openHeaviest(), more);
		this.merges = button("Recursion", "Merge methods that call themselves directly (r)", () => this.filter({ recursion: !this.filters.recursion }), more);
		this.status = element("output", { "aria-live": "polite" }, "", tools);
		this.crumbs = new Crumbs("Filters", inside);
		const column = element("div", { class: "column" }, "", inside);
		this.scroller = element("div", { class: "grid calltree", role: "treegrid", tabindex: "0", "aria-label": "Call tree" }, "", column);
		this.head = element("div", { role: "rowgroup", class: "head" }, "", this.scroller);
		const { fontFamily } = getComputedStyle(this.scroller);
		this.ruler = new Ruler("13px " + fontFamily);
		this.small = new Ruler("11px " + fontFamily);
		this.virtual = new VirtualRows(this.scroller, this.head, () => rowHeightFor(rowHeight), (i) => this.row(i));
		this.scroller.addEventListener("keydown", (e) => this.key(e));
	}

	get notes(): string[] {
		return this.tree.header.notes;
	}

	private get tree(): Tree {
		return this.profile.tree(this.metric);
	}

	show({ parameters: p }: Route): string {
		const { metrics, profile, kinds } = this, wanted = p.get("metric") || "";
		this.metric = metrics.find((m) => m === wanted) || metrics[0];
		kinds.text = p.get("k") || kinds.allText;
		const { filters, lost } = filtersIn(p, this.tree), key = JSON.stringify([this.metric, filters, kinds.names]);
		this.filters = filters;
		this.updateKinds();
		if (this.metricChoice) this.metricChoice.value = this.metric;
		this.ends.value = filters.leaves ? "leaves" : "";
		this.merges.setAttribute("aria-pressed", String(filters.recursion));
		if (key !== this.made) {
			this.made = key;
			this.rows = new TreeRows(viewOf(this.tree, filters, (kind) => {
				const { name, hidden } = this.tree.header.kinds[kind];
				return hidden || !kinds.shown(profile.kinds.indexOf(name));
			}));
			this.active = 0;
			this.showHead();
			this.showCrumbs();
		}
		this.input.value = p.get("s") || "";
		this.find();
		this.draw();
		if (wanted && wanted !== this.metric) return `This report has no ${visible(wanted)} call tree; showing ${this.metric}.`;
		return lost && `The filter “${visible(lost)}” is not valid.`;
	}

	private get kindsText(): string {
		const { kinds } = this, text = kinds.names.join(",");
		return text === kinds.allText ? "" : text || "none";
	}

	// Shows the address with other parameters.
	private go(to: Record<string, string>): void {
		goTo(routeTo("tree", "", { ...Object.fromEntries(readRoute().parameters), ...to }));
	}

	private filter(to: Partial<Filters>): void {
		this.go(parametersOf({ ...this.filters, ...to }));
	}

	// Adds the selected method to a filter.
	private pick(filter: PatternFilter): void {
		const node = this.rows.list[this.active];
		if (!node || node.frame < 0) return;
		const name = patternOfName(this.tree.frames.plain[node.frame]), before = this.filters[filter];
		if (before.split("|").includes(name)) return;
		// A second method to focus on replaces the first: stacks with both would be another filter.
		this.filter({ [filter]: before && filter !== "focus" ? `${before}|${name}` : name });
	}

	private showCrumbs(): void {
		const { filters } = this, crumb = (text: string, without: Partial<Filters>) => ({ text, title: `Remove this filter: ${text}`, remove: () => this.filter(without) });
		this.crumbs.show([
			...patternFilters.flatMap(([filter, , says]) => filters[filter] ? [crumb(`${says} ${hiddenNames(filters[filter]).join(", ")}`, { [filter]: "" })] : []),
			...filters.recursion ? [crumb("methods that call themselves are one row", { recursion: false })] : [],
		]);
	}

	private showHead(): void {
		const { header } = this.tree, compared = this.hasBase, [share, all] = sharesOfBase(header) ? ["% of base", "all of the base"] : ["%", "all"], row = element("div", { class: "line", role: "row" }, "");
		const heads: [string, string][] = [
			[this.filters.leaves ? "Method, its callers below it" : "Method, its callees below it", ""], ["Total", `${header.unit} of stacks through the row`], [share, `total, as a share of ${all}`],
			...this.filters.leaves ? [] : [["Self", `${header.unit} of the row alone`], [share, `self, as a share of ${all}`]] as [string, string][], ...compared ? [[header.compared!.counts ? "±" : "Points", `since the base, ${changeUnit(header)}`] as [string, string]] : [],
		];
		heads.forEach(([text, title], i) => element("div", { role: "columnheader", class: i ? "number" : "text", title }, text, row));
		// Narrow windows have the shares alone.
		if (!compared) for (const [i, of] of ["Total ", "Self "].entries()) row.children[2 * i + 2]?.prepend(element("span", { class: "narrow" }, of));
		this.head.replaceChildren(row);
		this.scroller.classList.toggle("compared", compared);
		this.scroller.classList.toggle("leaves", this.filters.leaves);
	}

	private get hasBase(): boolean {
		return this.tree.base !== null && this.tree.header.compared !== null;
	}

	private draw(): void {
		const { list } = this.rows;
		this.active = Math.min(this.active, Math.max(0, list.length - 1));
		this.scroller.setAttribute("aria-rowcount", String(list.length + 1));
		this.virtual.show(list.length, false);
	}

	// A name shortened as those of all rows are.
	private fit(node: Node): string {
		const { list, view } = this.rows, width = this.nameWidth, { ruler } = this;
		if (this.alike?.rows !== list || this.alike.width !== width) this.alike = { rows: list, width, names: new AlikeNames(ruler, list.map((n) => [nameOf(view, n), this.roomFor(n, width)])) };
		const name = nameOf(view, node);
		return this.alike.names.fit(name, this.roomFor(node, width)) || name;
	}

	// The room of the most indented row of a name's class: each class has one spelling, and those that are only in shallow rows lose nothing.
	private roomOfClass(name: string): number {
		const { list, view } = this.rows, width = this.nameWidth;
		if (this.classes?.rows !== list || this.classes.width !== width) this.classes = { rows: list, width, room: roomsOfClasses(list.map((n) => [nameOf(view, n), this.roomFor(n, width)])) };
		return this.classes.room(name);
	}

	private get nameWidth(): number {
		return this.head.querySelector(".text")!.clientWidth;
	}

	// The indent is that of page.css.
	private roomFor(node: Node, width: number): number {
		const [step, most] = this.narrow.matches ? narrowIndent : indent;
		return width - Math.min((node.depth - 1) * step, most * width) - beforeName - (this.onlyIn(node) ? only : 0);
	}

	// "new", "gone", or "".
	private onlyIn(node: Node): string {
		return this.hasBase && !isUnknown(this.rows.view, node) ? onlyIn(node.total, node.base) : "";
	}

	private row(i: number): HTMLElement {
		const { rows, rows: { view, list }, tree: { header, frames } } = this, node = list[i], opens = rows.below(node).length > 0, open = rows.isOpen(node);
		const row = element("div", { class: "line", role: "row", id: `tree-${i}`, "aria-level": String(node.depth), "aria-rowindex": String(i + 2) }), name = element("div", { class: "text", role: "gridcell" }, "", row);
		if (opens) row.setAttribute("aria-expanded", String(open));
		row.classList.toggle("active", i === this.active);
		name.style.setProperty("--depth", String(node.depth - 1));
		element("span", { class: "twist", "aria-hidden": "true" }, opens ? open ? "▾" : "▸" : "", name).addEventListener("click", (e) => {
			e.stopPropagation();
			this.toggle(i);
		});
		if (this.onlyIn(node)) element("span", { class: "only" }, this.onlyIn(node) + " ", name);
		const full = nameOf(view, node), method = this.profile.find(frames.names[node.frame]), kind = this.profile.kinds.indexOf(header.kinds[frames.kind[node.frame]].name);
		const label = method ? element("a", { href: routeTo("method", this.profile.nameInAddress(method)), tabindex: "-1", "data-kind": String(kind), class: "text" }, "", name) : element("span", { "data-kind": String(kind), class: "text" }, "", name);
		const room = this.roomFor(node, this.nameWidth);
		if (rowHeightFor(rowHeight) > 40) addLines(onTwoLines(this.ruler, this.small, full, Math.min(this.roomOfClass(full), room), room), element("span", {}, "", label));
		else label.append(this.fit(node));
		if (this.hits?.[node.frame]) label.classList.add("match");
		name.title = full;
		const number = (value: string, share = 0) => {
			const cell = element("div", { class: "number", role: "gridcell" }, value, row);
			if (!share) return;
			cell.classList.add("bar");
			cell.style.setProperty("--share", barOf(share));
		};
		number(count(node.total));
		number(percent(node.total, header.whole), header.whole && node.total / header.whole);
		if (!this.filters.leaves) { // among callers, it would be the stacks that begin there
			const self = view.self(node);
			number(self || !header.entries ? count(self) : "");
			number(self || !header.entries ? percent(self, header.whole) : "", header.whole && self / header.whole);
		}
		if (this.hasBase) number(isChangeUnknown(view, node) ? "n/a" : changeText(header, node.total - node.base * header.compared!.scale));
		row.addEventListener("click", (e) => {
			if ((e.target as Element).closest("a") || getSelection()?.type === "Range") return;
			this.activate(i);
		});
		row.addEventListener("dblclick", () => this.toggle(i));
		return row;
	}

	private toggle(i: number): void {
		const node = this.rows.list[i];
		if (!this.rows.below(node).length) return;
		this.rows.toggle(node);
		this.draw();
		this.activate(i);
	}

	private activate(i: number): void {
		if (i < 0 || i >= this.rows.list.length) return;
		this.active = i;
		this.virtual.reveal(i);
		this.virtual.draw();
		this.scroller.setAttribute("aria-activedescendant", `tree-${i}`);
	}

	private goToNode(node: Node): void {
		this.rows.openTo(node);
		this.draw();
		this.activate(this.rows.list.indexOf(node));
	}

	private openHeaviest(): void {
		const node = this.rows.list[this.active];
		if (node) this.goToNode(this.rows.openHeaviest(node));
	}

	private say(text: string): void {
		this.status.textContent = text;
	}

	private typed(): void {
		setFragment(routeTo("tree", "", { ...Object.fromEntries(readRoute().parameters), s: this.input.value }), false);
		this.find();
		this.virtual.draw();
	}

	private find(): void {
		const { rows: { view }, input } = this, { tree, rules: { hidden } } = view, { hits, invalid } = search(tree, input.value);
		this.hits = hits && hits.map((hit, f) => hidden[f] ? 0 : hit);
		this.matches = this.hits && new Matches([view.root], this.hits, sumsOf(tree, hidden).nodes);
		if (invalid) input.setAttribute("aria-invalid", "true");
		else input.removeAttribute("aria-invalid");
		const { total } = view.root, { whole, compared } = tree.header, all = compared?.counts ? compared.own![0] : whole; // shares in the rows may be of the base's total
		const shown = total === all ? "" : `${percent(total, all)} of all are shown`;
		const found = this.hits?.reduce((sum, hit) => sum + hit, 0);
		this.say(invalid || [found === undefined ? "" : found ? `${plural(found, "method")} matched` : "no match", shown].filter(Boolean).join("; "));
	}

	private step(by: number): void {
		const match = this.matches?.step(by), { view } = this.rows;
		if (match) this.goToNode(view.inSubtree(match, view.root));
	}

	private key(e: KeyboardEvent): void {
		if (e.target !== this.scroller || e.altKey || e.ctrlKey || e.metaKey) return;
		const { rows, active } = this, node = rows.list[active], to = moveBy(e, active, rows.list.length, this.virtual.page), open = node && rows.isOpen(node);
		const actions: Record<string, () => void> = {
			"*": () => this.openHeaviest(), f: () => this.pick("focus"), x: () => this.pick("ignore"), h: () => this.pick("hide"), r: () => this.filter({ recursion: !this.filters.recursion }),
			v: () => this.filter({ leaves: !this.filters.leaves }), n: () => this.step(1), N: () => this.step(-1), " ": () => this.toggle(active),
			ArrowRight: () => open || !rows.below(node).length ? this.activate(active + 1) : this.toggle(active),
			ArrowLeft: () => open ? this.toggle(active) : node.parent && this.activate(rows.list.indexOf(node.parent)),
			Enter: () => {
				const method = this.profile.find(this.tree.frames.names[node.frame]);
				if (method) goTo(routeTo("method", this.profile.nameInAddress(method)));
			},
		};
		if (!node) return;
		if (to !== null) this.activate(to);
		else if (actions[e.key]) actions[e.key]();
		else return;
		e.preventDefault();
		e.stopPropagation();
	}
}
