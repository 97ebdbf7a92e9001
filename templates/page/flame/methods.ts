// The table of methods beside the picture: only visible rows exist.

import { csv, markdown } from "../../text/copied";
import { AlikeNames, linesApart, onTwoLines, toldApart, TwoLines } from "../../text/alike";
import { Ruler, textFont } from "../../text/labels";
import { otherChange, percent, plural, points, thousands, timeOf, unitCount } from "../../text/numbers";
import { addLines, button, element, soon } from "../dom/dom";
import { rowHeightFor } from "../dom/fingers";
import { drawnToFit } from "../dom/resized";
import { barOf } from "../dom/sharebar";
import { changeInUnit, changeText, changeUnit, selfWord, sharesOfBase } from "../stacks/describe";
import { sumsOf } from "../stacks/sums";
import { Sums, Tree, unknownChange } from "../stacks/tree";
import { isMethodUnknown, methodVerdict, verdictText } from "../stacks/verdict";
import { copyButtons, Format } from "../table/copybuttons";

/** Pixels of a row, and of one with a name on two lines. */
const oneLine = 22, twoLines = 34;
/** Rows whose names are told apart and decide how many lines all have: more would take long, and few readers get there. */
const compared = 1000;
/** The minimum width of a column of numbers, in pixels. */
const minColumn = 62;

type Order = "self" | "self_change" | "total" | "change" | "name";

const heads: Record<Order, string> = { self: "self", self_change: "self ±", total: "total", change: "total ±", name: "method" };
const isChange = (of: Order) => of === "change" || of === "self_change";

/** By frame: self, total once per stack, and in a comparison the differences of both to the base. */
interface Values {
	self: Float64Array;
	self_change: Float64Array;
	total: Float64Array;
	change: Float64Array;
}

function valuesOf(tree: Tree, { self, baseSelf, total, baseTotal }: Sums): Values {
	const scale = tree.header.compared?.scale || 0, rounding = 1e-9;
	const difference = (now: number, base: number) => Math.abs(now - base * scale) < rounding * now ? 0 : now - base * scale;
	const change = (of: "self" | "total", now: Float64Array, base: Float64Array) => now.map((n, f) => isMethodUnknown(tree, f, of) ? 0 : difference(n, base[f])); // unknown ones are last
	return { self, total, self_change: change("self", self, baseSelf), change: change("total", total, baseTotal) };
}

const equal = (a: number[], b: number[]) => a.length === b.length && a.every((f, i) => f === b[i]);

export class Methods {
	readonly element: HTMLElement;
	/** A method was chosen. */
	chosen: (frame: number) => void = () => {};
	/** The rows that are shown. */
	sums: Sums;
	private values: Values;
	/** 1 for methods of a stack that has a value, if all code is shown. */
	private readonly known: Uint8Array;
	private hidden: Uint8Array;
	private readonly columns: Order[];
	private readonly body: HTMLElement;
	private readonly spacer: HTMLElement;
	private readonly summary: HTMLElement;
	private readonly scope: HTMLElement;
	private readonly heads = new Map<Order, HTMLButtonElement>();
	private order: Order;
	private rows: number[] = [];
	/** How the names of these rows are shortened; null: they have up to two lines. */
	private alike: { rows: number[]; room: number; names: AlikeNames | null; first: string[]; lines: TwoLines[] } | null = null;
	/** Whether rows have two lines with this room, because some of the first would be cut on one: the switches do not change it, so that rows keep their height. */
	private two = { room: -1, is: false };
	private current = -1;
	private shown: (frame: number) => boolean = () => true;
	private readonly ruler = new Ruler('12px ' + textFont);
	private readonly small = new Ruler('11px ' + textFont);
	private readonly bold = new Ruler('bold 12px ' + textFont);
	/** Of columns of numbers, in pixels. */
	private widths: number[] = [];
	private readonly draw: () => void;

	/** page: the fragment of the page about a method, by its name; "": none. */
	constructor(private readonly tree: Tree, inside: Element, private readonly page: (name: string) => string) {
		this.hidden = new Uint8Array(tree.frames.names.length);
		this.sums = tree.sums || sumsOf(tree, this.hidden);
		this.values = valuesOf(tree, this.sums);
		this.known = Uint8Array.from(this.values.total, (value) => Number(value > 0));
		if (tree.base) for (let i = 1; i < tree.frame.length; i++) if (tree.base[i]) this.known[tree.frame[i]] = 1;
		this.columns = tree.base ? ["self_change", "total", "change"] : ["self", "total"];
		this.order = this.columns[0];
		this.element = element("section", { class: tree.base ? "methods compared" : "methods", "aria-label": "Methods" }, "", inside);
		if (sharesOfBase(tree.header)) element("p", { class: "note" }, `Shares of the base, ${tree.header.compared!.counts ? unitCount(tree.header.whole, tree.header.unit) : "normalized for run length"}:`, this.element);
		this.scope = element("p", { class: "note", hidden: "" }, "Shares in all stacks, also those that are not drawn:", this.element);
		const head = element("div", { class: "row head" }, "", this.element);
		const column = (order: Order, text: string, title: string) => {
			this.heads.set(order, button(text, title, () => {
				this.order = order;
				this.sort();
			}, head));
		};
		const titles = {
			self: "", self_change: "", total: "Sort by total: with its callees, once per stack",
			change: `Sort by change: the difference of the total to the base, ${changeUnit(this.tree.header)}`, name: "",
		};
		for (const of of this.columns) column(of, heads[of], titles[of]);
		column("name", heads.name, "Sort by name");
		this.nameSelf();
		this.body = element("div", { class: "body", tabindex: "0", role: "grid", "aria-label": "Methods, as text", "aria-readonly": "true" }, "", this.element);
		this.spacer = element("div", { class: "spacer" }, "", this.body);
		const foot = element("div", { class: "summary" }, "", this.element);
		this.summary = element("span", {}, "", foot);
		copyButtons(element("span", { class: "copy" }, "", foot), "the table", (format) => this.copied(format));
		this.draw = drawnToFit(this.body, () => this.makeRows());
		this.body.addEventListener("scroll", soon(this.draw), { passive: true });
		this.body.addEventListener("keydown", (e) => this.key(e));
	}

	/** Whether the picture has only some of the stacks, while the table has all. */
	set ofAll(is: boolean) {
		this.scope.hidden = !is;
	}

	/** Takes the values of a tree with the same frames, some of which are hidden. */
	count(tree: Tree, hidden: Uint8Array): void {
		if (hidden.every((h, f) => h === this.hidden[f])) return;
		this.hidden = hidden;
		this.sums = sumsOf(tree, hidden);
		this.values = valuesOf(tree, this.sums);
		this.nameSelf();
	}

	// Says in the heading whether self includes more than the method itself.
	private nameSelf(): void {
		const { tree: { header }, hidden } = this, word = selfWord(this.tree, hidden), of = word === "self" ? "self" : word.replace(/ code$/, "");
		const about = `${header.unit} of the method ${word === "self" ? "alone" : word}`;
		for (const [order, text, title] of [["self", of, `Sort by ${of}: ${about}`], ["self_change", of + " ±", `Sort by change: the difference of ${of} to the base, ${changeUnit(header)}; ${about}`]] as const) {
			const head = this.heads.get(order);
			if (!head) continue;
			head.textContent = text;
			head.title = title;
		}
	}

	/** Shows the methods that match a search and the switches. */
	show(hits: Uint8Array | null, shown: (frame: number) => boolean): void {
		this.shown = (f) => (!hits || hits[f] === 1) && shown(f);
		this.sort();
	}

	private sort(): void {
		const { names } = this.tree.frames;
		this.rows = [];
		for (let f = 0; f < names.length; f++) if (this.known[f] && this.shown(f)) this.rows.push(f);
		const byName = (a: number, b: number) => names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : 0;
		const of = this.order === "name" ? null : this.values[this.order], { total } = this.values;
		this.rows.sort((a, b) => (of ? Math.abs(of[b]) - Math.abs(of[a]) || total[b] - total[a] : 0) || byName(a, b));
		for (const [order, head] of this.heads) head.setAttribute("aria-pressed", String(order === this.order));
		this.body.scrollTop = 0;
		this.widen();
		const all = this.rows.length, known = this.known.reduce((n, k) => n + k, 0), { header } = this.tree;
		const { self, baseSelf } = this.sums, counted = header.entries ? this.rows.filter((f) => self[f] || baseSelf?.[f]).length : all;
		this.summary.textContent = `${all === known ? "" : thousands(all) + " of "}${plural(known, "method")} with ${header.entries ? "calls" : timeOf(header.unit) ?? header.unit}${counted === all ? "" : `, ${thousands(counted)} counted`}`;
		this.draw();
	}

	// Makes columns as wide as their numbers.
	private widen(): void {
		const { columns, values, rows, tree: { header } } = this, selfHead = this.ruler.measure(this.heads.get(columns[0])!.textContent!) + 16; // including the edges of the button
		this.widths = columns.map((of, i) => {
			let longest = ""; // digits are equally wide
			if (isChange(of)) for (const f of rows) {
				const text = changeText(header, values[of as keyof Values][f]);
				if (text.length > longest.length) longest = text;
			}
			return Math.max(minColumn, Math.ceil(this.bold.measure(longest)) + 2, i ? 0 : Math.ceil(selfHead));
		});
		this.element.style.setProperty("--numbers", this.widths.map((w) => w + "px").join(" "));
	}

	private rowHeight(): number {
		return rowHeightFor(this.two.is ? twoLines : oneLine);
	}

	// Chooses the lines of names in a width, and how they are shortened.
	private shorten(room: number): NonNullable<Methods["alike"]> {
		const { ruler, small, rows, alike, tree: { frames } } = this;
		if (alike?.room === room && equal(alike.rows, rows)) return alike;
		if (this.two.room !== room) {
			this.two = { room, is: rowHeightFor(oneLine) > twoLines || this.cuts(room) };
			this.element.classList.toggle("two", this.two.is);
		}
		const first = rows.slice(0, compared).map((f) => frames.names[f]);
		if (this.two.is) return this.alike = { rows, room, names: null, first: [], lines: linesApart(ruler, small, first, room, room).map((lines) => this.joined(lines, room)) };
		const names = new AlikeNames(ruler, first.map((name) => [name, room]));
		return this.alike = { rows, room, names, first: toldApart(ruler, first, first.map((name) => names.fit(name, room)), room), lines: [] };
	}

	// On one line, where that has room for the whole class and the method.
	private joined(lines: TwoLines, room: number): TwoLines {
		const whole = lines.of + lines.method;
		return whole.startsWith("…") || this.ruler.measure(whole) > room ? lines : { of: "", method: whole };
	}

	// Whether some class or method would be cut on one line, also to tell it from others.
	private cuts(room: number): boolean {
		const { values: { self }, known, ruler } = this, { names } = this.tree.frames, all = [...names.keys()].filter((f) => known[f]).sort((a, b) => self[b] - self[a] || a - b).slice(0, compared);
		const alike = new AlikeNames(ruler, all.map((f) => [names[f], room])), first = all.slice(0, compared).map((f) => names[f]), fitted = first.map((name) => alike.fit(name, room));
		return alike.cuts || toldApart(ruler, first, fitted, room).some((name, i) => !name.startsWith(fitted[i]));
	}

	private makeRows(): void {
		const { tree, rows, body } = this, whole = tree.header.whole, room = body.clientWidth - 20 - this.widths.reduce((sum, w) => sum + w + 6, 0);
		const { names, first: firstNames, lines: firstLines } = this.shorten(room), rowHeight = this.rowHeight();
		this.spacer.style.height = rows.length * rowHeight + "px";
		const first = Math.max(0, Math.floor(body.scrollTop / rowHeight) - 4);
		const last = Math.min(rows.length, first + Math.ceil(body.clientHeight / rowHeight) + 8);
		const lines: HTMLElement[] = [];
		for (let i = first; i < last; i++) {
			const f = rows[i], name = tree.frames.names[f];
			const row = element("div", { class: "row", role: "row", "aria-selected": String(f === this.current), title: name + (name.includes("(") ? "" : tree.frames.params[f]) });
			row.style.transform = `translateY(${i * rowHeight}px)`;
			for (const of of this.columns) {
				const value = this.values[of as keyof Values][f];
				if (this.isUnknown(of, f)) {
					element("span", { class: "share unsure", role: "gridcell", title: verdictText(tree, unknownChange) }, "n/a", row);
					continue;
				}
				if (isChange(of)) {
					const verdict = tree.header.compared!.tested ? methodVerdict(tree, this.sums, f, of === "change" ? "total" : "self") : null;
					const cell = element("span", { class: "share", role: "gridcell", title: changeInUnit(tree.header, value) + (verdict === null ? "" : ", " + verdictText(tree, verdict)) + this.otherChange(f, of) }, changeText(tree.header, value), row);
					if (verdict !== null) cell.classList.add(verdict === 1 ? "sure" : "unsure");
					continue;
				}
				const cell = element("span", { class: "share", role: "gridcell", title: value || !tree.header.entries ? unitCount(value, tree.header.unit) : "no counted entries" }, value ? percent(value, whole) : "", row);
				cell.style.setProperty("--share", barOf(whole && value / whole));
			}
			const cell = element("span", { class: "name", role: "gridcell" }, "", row), page = this.page(name), inside = page ? element("a", { href: page, tabindex: "-1" }, "", cell) : cell;
			if (names) inside.append(firstNames[i] ?? names.fit(name, room));
			else addLines(firstLines[i] ?? this.joined(onTwoLines(this.ruler, this.small, name, room, room), room), inside);
			row.addEventListener("click", (e) => (e.target as Element).closest("a") || this.choose(i));
			lines.push(row);
		}
		this.spacer.replaceChildren(...lines);
	}

	private isUnknown(of: Order, f: number): boolean {
		return isChange(of) && isMethodUnknown(this.tree, f, of === "change" ? "total" : "self");
	}

	// The change of samples that a column does not show.
	private otherChange(f: number, of: Order): string {
		const { header: { unit, compared } } = this.tree, { self, baseSelf, total, baseTotal } = this.sums;
		return of === "change" ? otherChange(total[f], baseTotal[f], unit, compared!.own, compared!.counts) : otherChange(self[f], baseSelf[f], unit, compared!.own, compared!.counts);
	}

	private copied(format: Format): string {
		const { tree: { frames, header }, values, rows } = this;
		const name: Record<Order, string> = { self: "self", self_change: "self_points", total: "total", change: "total_points", name: "method" };
		const number = (c: Order, f: number) => this.isUnknown(c, f) ? null : isChange(c) ? header.whole ? 100 * values[c as keyof Values][f] / header.whole : 0 : Math.round(values[c as keyof Values][f]);
		// Changes of numbers of samples, beside those of points.
		const { self, baseSelf, total, baseTotal } = this.sums, counted = header.compared?.own ? [(f: number) => self[f] - baseSelf[f], (f: number) => total[f] - baseTotal[f]] : [];
		if (format === "csv") return csv(["method", ...this.columns.map((c) => name[c]), ...counted.length ? ["self_change", "total_change"] : []], rows.map((f) => [frames.names[f], ...this.columns.map((c) => number(c, f)), ...counted.map((c) => c(f))]));
		const text = (c: Order, f: number) => this.isUnknown(c, f) ? "n/a" : isChange(c) ? points(values[c as keyof Values][f], header.whole) : `${thousands(values[c as keyof Values][f])} (${percent(values[c as keyof Values][f], header.whole)})`;
		return markdown(["Method", ...this.columns.map((c) => heads[c])], rows.map((f) => [frames.names[f], ...this.columns.map((c) => text(c, f))]), [false, ...this.columns.map(() => true)]);
	}

	private choose(i: number): void {
		const f = this.rows[i];
		if (f === undefined) return;
		this.current = f;
		this.draw();
		this.chosen(f);
	}

	/** Marks a method. */
	mark(frame: number): void {
		if (frame === this.current) return;
		this.current = frame;
		this.draw();
	}

	private key(e: KeyboardEvent): void {
		const at = this.rows.indexOf(this.current);
		const to = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: this.rows.length - 1, PageDown: at + 20, PageUp: Math.max(0, at - 20) }[e.key];
		if (to === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
		e.preventDefault();
		e.stopPropagation();
		const i = Math.min(to, this.rows.length - 1), rowHeight = this.rowHeight(), y = i * rowHeight;
		if (y < this.body.scrollTop) this.body.scrollTop = y;
		else if (y + rowHeight > this.body.scrollTop + this.body.clientHeight) this.body.scrollTop = y + rowHeight - this.body.clientHeight;
		this.choose(i);
	}
}
