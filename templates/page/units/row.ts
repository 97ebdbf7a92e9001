// A row of the list of compilation units.

import { AlikeNames, NameInRoom, onTwoLines } from "../../text/alike";
import { Ruler } from "../../text/labels";
import { at } from "../../text/names";
import { count, factor, plural, share } from "../../text/numbers";
import { addLines, element } from "../dom/dom";
import { rowHeightFor } from "../dom/fingers";
import { barOf } from "../dom/sharebar";
import { Method } from "../profile/method";
import { Profile } from "../profile/profile";
import { Instance } from "../profile/records";
import { linkTo } from "../sites/link";
import { aroundName, entriesOf, nameOfInstance, nameOfMethod } from "./picture";
import { Line, UnitTree } from "./tree";

/** Pixels, as in page.css: the room of a row beside its name and the entries, or beside a name above them, the minimum room for entries, its triangle, and an indent. */
const besideName = 40 + 4 * 12 + 68 + 2 * 72, besideNarrowName = 20 + 3 * 6 + 2 * 54, besideSlimName = 20, entriesWidth = 116, narrowEntriesWidth = 92, twist = 18, indent = 18, narrowIndent = 8;
/** Pixels of a row, of one with a name on two lines, and of one with the numbers below the name. */
const oneLine = 22, nameOnTwo = 34, twoLines = 44;
/** Units whose names decide whether all have two lines, and those of them of which also the methods inlined into their roots do. */
const deciding = 500, decidingWhole = 20;
/** Where the picture is, in wide windows: the later ones leave more room for names. */
const places = ["beside", "spacious", "over"];
/** Minimum pixels for a name. */
const minName = 40;
/** Pixels before a note. */
const noteGap = 12;
/** How much wider bold letters are. */
const bold = 1.15;

/** Clicks on a row. */
export interface RowActions {
	activate(): void;
	toggle(): void;
	showSites(): void;
}

export class UnitRows {
	private readonly narrow = matchMedia("(max-width: 760px)");
	/** Numbers are below the names. */
	private readonly slim = matchMedia("(max-width: 480px)");
	private ruler: Ruler | null = null;
	private smaller: Ruler | null = null;
	/** Pixels for the largest number of entries. */
	private entries = 0;
	private lines: Line[] = [];
	/** How the names of the lines are shortened at a width. */
	private alike: { width: number; names: AlikeNames } | null = null;
	/** The units that are listed. */
	private units: number[] = [];
	/** Whether names have two lines at a width of the window, since they would lose part of their classes on one. */
	private two = { width: -1, is: false };

	constructor(private readonly profile: Profile, private readonly tree: UnitTree, private readonly scroller: HTMLElement) {}

	/** Pixels of each row. */
	get height(): number {
		return this.slim.matches ? twoLines : rowHeightFor(this.onTwo ? nameOnTwo : oneLine);
	}

	/** Shows these lines of some units: their names are shortened alike. */
	show(lines: Line[], units: number[]): void {
		this.lines = lines;
		this.alike = null;
		if (units.length === this.units.length && units.every((u, i) => u === this.units[i])) return; // rows keep their height when one is opened
		this.units = units;
		this.two.width = -1;
	}

	// Whether names have two lines. Before they get a second one, the list takes room from the picture beside it, which then is below it.
	private get onTwo(): boolean {
		const split = this.scroller.closest(".split")!, width = split.clientWidth;
		if (this.two.width === width || !width) return this.two.is;
		const { slim, narrow, scroller } = this;
		scroller.classList.remove("two");
		let is = false;
		for (const place of narrow.matches ? ["beside"] : places) {
			split.classList.remove(...places);
			split.classList.add(place);
			if (!(is = !slim.matches && new AlikeNames(this.measured(), this.rootsAndCallees()).cuts)) break;
		}
		scroller.classList.toggle("two", is);
		this.two = { width, is };
		return is;
	}

	private *rootsAndCallees(): Iterable<NameInRoom> {
		for (const [i, u] of this.units.slice(0, deciding).entries()) {
			const { instances } = this.tree.units[u];
			for (const x of i < decidingWhole ? instances.filter((x) => x.depth < 2) : instances.slice(0, 1)) yield [nameOfMethod(this.profile, x), this.roomFor(x)];
		}
	}

	/** Makes the row of a line; wanted says which methods are marked. */
	row(line: Line, wanted: (m: Method) => boolean, actions: RowActions): HTMLElement {
		const x = this.tree.units[line.unit].instances[line.instance], depth = x.depth + (line.mark ? 1 : 0);
		const row = element("div", { class: "line", role: "row", "aria-level": String(depth + 1) }), name = element("div", { role: "gridcell", class: "text" }, "", row);
		name.style.setProperty("--depth", String(depth));
		if (line.mark) this.site(line, row, name, actions);
		else this.instance(line, x, row, name, wanted, actions);
		return row;
	}

	private site(line: Line, row: HTMLElement, name: HTMLElement, actions: RowActions): void {
		row.classList.add("site");
		element("span", { class: "mark" }, line.mark, name);
		name.append(" " + line.text);
		name.title = line.whole ?? line.text;
		name.setAttribute("aria-colspan", "5");
		row.addEventListener("click", () => line.more ? actions.showSites() : actions.activate());
		if (line.more) row.classList.add("opens");
	}

	private instance(line: Line, x: Instance, row: HTMLElement, name: HTMLElement, wanted: (m: Method) => boolean, actions: RowActions): void {
		if (!line.instance) row.classList.add("root");
		const opens = this.tree.opens(line.unit, line.instance);
		this.twist(line, opens, row, name, actions);
		this.place(line, x, name);
		const { profile } = this, m = profile.method(x.id), text = nameOfInstance(profile, x);
		if (m) name.dataset.kind = String(m.kind);
		name.title = m?.name ?? text;
		const words = this.note(line, x, opens), { of, name: shown, note } = this.fit(x, words), href = linkTo(profile, x.id), only = this.onTwo ? "" : shown;
		const label = href ? element("a", { href, tabindex: "-1" }, only, name) : element("span", {}, only, name);
		if (this.onTwo) addLines({ of, method: shown }, label);
		if (m && wanted(m)) label.classList.add("match");
		if (note) element("span", { class: "note" }, note, name);
		else if (words) name.title += " ·" + words;
		this.numbers(line, x, row);
		row.addEventListener("click", (e) => {
			if ((e.target as Element).closest("a") || getSelection()?.type === "Range") return;
			actions.activate();
		});
		row.addEventListener("dblclick", () => opens && actions.toggle());
	}

	private twist(line: Line, opens: boolean, row: HTMLElement, name: HTMLElement, actions: RowActions): void {
		if (!opens) {
			element("span", { class: "twist" }, "", name);
			return;
		}
		const open = this.tree.isOpen(line.unit, line.instance);
		row.setAttribute("aria-expanded", String(open));
		element("span", { class: "twist", "aria-hidden": "true" }, open ? "▾" : "▸", name).addEventListener("click", (e) => {
			e.stopPropagation();
			actions.toggle();
		});
	}

	// Where it is called, with a link if the report has that code.
	private place(line: Line, x: Instance, name: HTMLElement): void {
		if (x.bci === null) return;
		const { profile } = this, place = element("span", { class: "bci" }, "", name);
		const caller = x.parent === null ? undefined : this.tree.units[line.unit].instances[x.parent].id;
		const href = caller !== undefined && profile.code(caller) ? linkTo(profile, caller, x.bci) : "";
		if (href) element("a", { href, tabindex: "-1", title: "The line of the call" }, at(x.bci, x.line), place);
		else place.append(at(x.bci, x.line));
		place.append(" ");
	}

	// For a root its number of instances, for a collapsed instance its number of sites.
	private note(line: Line, x: Instance, opens: boolean): string {
		const { size } = this.tree.units[line.unit];
		if (!line.instance) return size > 1 ? ` ${plural(size, "instance")}` : "";
		if (!opens || this.tree.isOpen(line.unit, line.instance)) return "";
		const types = (x.receivers?.length || 0) + (x.instanceof?.length || 0), branches = x.conditionals?.length || 0, calls = x.calls?.length || 0;
		return (types ? ` ◇${types}` : "") + (branches ? ` ◆${branches}` : "") + (calls ? ` →${calls}` : "");
	}

	private numbers(line: Line, x: Instance, row: HTMLElement): void {
		const cell = (text: string, title: string) => element("div", { role: "gridcell", class: "number", title }, text, row), unit = this.tree.units[line.unit];
		const known = (n: number | null) => n === null ? "n/a" : count(n);
		cell(entriesOf(x), x.most != null ? "at most: the copies of a method share its counts" : x.new ? "entries; the instrumented image did not inline it here" : "entries in this inlining context");
		cell(x.frequency === null ? "" : factor(x.frequency), "calls per entry of its caller");
		const part = line.instance ? x.share : unit.share;
		const ofAll = cell(line.instance ? "" : share(part), line.instance ? "" : `of all entries: ${known(unit.inclusive)} in the unit`);
		const ofUnit = cell(line.instance ? share(part) : "", line.instance ? `of the unit's entries: ${known(x.inclusive)} inclusive` : "");
		if (!part) return;
		const last = line.instance ? ofUnit : ofAll;
		last.classList.add("bar");
		last.style.setProperty("--share", barOf(part));
	}

	// A name shortened as all are, or its class and its method, and a note if there is room beside it.
	private fit(x: Instance, words: string): { of: string; name: string; note: string } {
		const ruler = this.measured(), width = this.scroller.clientWidth, [before, after] = aroundName(x), room = this.roomFor(x), name = nameOfMethod(this.profile, x);
		const noteIn = (used: number) => words && room - used - (ruler.measure(words) + noteGap) / (x.parent === null ? bold : 1) >= 0 ? words : "";
		if (this.onTwo) {
			const { of, method } = onTwoLines(ruler, this.small, name, room * (x.parent === null ? bold : 1), room), shown = before + method + after;
			return { of, name: shown, note: noteIn(Math.max(ruler.measure(shown), this.small.measure(of))) };
		}
		if (this.alike?.width !== width) this.alike = { width, names: new AlikeNames(ruler, this.names()) };
		const shown = before + (this.alike.names.fit(name, room) || name) + after;
		return { of: "", name: shown, note: noteIn(ruler.measure(shown)) };
	}

	private get small(): Ruler {
		return this.smaller ||= new Ruler("11px " + getComputedStyle(this.scroller).fontFamily);
	}

	private *names(): Iterable<NameInRoom> {
		for (const { unit, instance, mark } of this.lines) {
			if (mark) continue;
			const x = this.tree.units[unit].instances[instance];
			yield [nameOfMethod(this.profile, x), this.roomFor(x)];
		}
	}

	// In pixels of the ruler, whose letters are not bold.
	private roomFor(x: Instance): number {
		const ruler = this.measured(), narrow = this.narrow.matches, place = x.bci === null ? "" : at(x.bci, x.line) + " ";
		const beside = this.slim.matches ? besideSlimName : narrow ? besideNarrowName + Math.max(narrowEntriesWidth, this.entries) : besideName + Math.max(entriesWidth, this.entries);
		const room = Math.max(minName, (this.scroller.clientWidth - beside - twist - x.depth * (narrow ? narrowIndent : indent) - ruler.measure(place)) / (x.parent === null ? bold : 1));
		return room - ruler.measure(aroundName(x).join(""));
	}

	// The font is known once the list is in the page.
	private measured(): Ruler {
		if (this.ruler) return this.ruler;
		this.ruler = new Ruler("13px " + getComputedStyle(this.scroller).fontFamily);
		let most = 0;
		for (const u of this.tree.units) for (const x of u.instances) most = Math.max(most, x.entries || 10 * (x.most || 0));
		this.entries = Math.ceil(this.ruler.measure(count(most))) + 4;
		this.scroller.style.setProperty("--entries", this.entries + "px");
		return this.ruler;
	}
}
