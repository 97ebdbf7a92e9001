// Compilation units as trees, the hottest first: methods inlined into a root, with their types (◇) and branches (◆), and the
// picture of one.

import { copyButtons, Format } from "./copybuttons";
import { csv, markdown } from "./copied";
import { button, element } from "./dom";
import { goTo, setFragment } from "./fragment";
import { Kinds } from "./kinds";
import { Ruler } from "./labels";
import { at, shellQuote, visible } from "./names";
import { brief, count, factor, percent, plural, share } from "./numbers";
import { Profile } from "./profile";
import { Instance, Unit } from "./records";
import type { View } from "./report";
import { Route, routeTo } from "./route";
import { aboutMatcher, Matcher, noMatcher, patternOf, patternOfName, trust } from "./search";
import { Unseen, unseenOf } from "./unseen";
import { goesTo, linkTo, typesOf } from "./sites";
import { nameOfInstance, UnitPicture } from "./unitpicture";
import { moveBy, VirtualRows } from "./virtual";

/** A row of the list: an instance of a unit, or something seen at one of its sites. */
interface Line {
	unit: number;
	/** Place in Unit.instances. */
	instance: number;
	/** A site, or what is left out: its mark and its text. */
	mark: "" | "◇" | "◆" | "…";
	text: string;
	/** It opens the other sites of the instance. */
	more?: boolean;
}

/** Pixels, as in page.css: the room of a row beside its name and the entries, the least room for entries, its triangle, and an indent. */
const besideName = 40 + 4 * 12 + 76 + 2 * 66, besideNarrowName = 20 + 3 * 6 + 2 * 54, entriesWidth = 116, narrowEntriesWidth = 92, twist = 18, indent = 18, narrowIndent = 8;
/** Pixels that a name needs; a note beside it is left out if it has less. */
const leastName = 40;
/** Sites of an instance that are shown first. */
const someSites = 4;
/** Pixels before a note. */
const noteGap = 12;
/** How much wider bold letters are. */
const bold = 1.15;

// In Units.opened: all sites of an instance.
const sitesKey = (unit: number, instance: number) => `${unit}.${instance} sites`;

export class Units implements View {
	readonly input: HTMLInputElement;
	readonly notes: string[];
	readonly keys: [string, string][] = [
		["/", "units with a method: package.Class.method; name(types) matches signatures"], ["↑ ↓, Page, Home, End", "go from row to row"],
		["→", "open an instance, then go into it"], ["←", "close it, then go to its caller"], ["Enter", "open the method"],
	];
	private readonly units: Unit[];
	private readonly update: () => void;
	private readonly scroller: HTMLElement;
	private readonly virtual: VirtualRows;
	private readonly status: HTMLOutputElement;
	private readonly summary: HTMLOutputElement;
	private readonly empty: HTMLElement;
	private unseen: Unseen | null = null;
	private readonly picture: UnitPicture;
	/** Instances whose callees are shown: unit.instance. */
	private readonly opened = new Set<string>();
	private readonly narrow = matchMedia("(max-width: 760px)");
	private ruler: Ruler | null = null;
	/** Pixels for the greatest number of entries. */
	private entries = 0;
	private lines: Line[] = [];
	private active = 0;
	private matcher: Matcher = noMatcher;
	/** Only units with this method; "" for all. */
	private method = "";

	constructor(private readonly profile: Profile, private readonly kinds: Kinds, inside: HTMLElement) {
		const part = profile.part("inline")!;
		this.units = part.units;
		const tools = element("div", { class: "tools", role: "toolbar", "aria-label": "Units" }, "", inside);
		const find = element("span", { class: "find" }, "", tools);
		this.input = element("input", { type: "search", placeholder: "With a method: regexp", "aria-label": "Units with a method, by regular expression", spellcheck: "false", autocomplete: "off" }, "", find);
		this.input.addEventListener("input", () => this.confirm());
		this.input.addEventListener("keydown", (e) => this.typed(e));
		this.update = kinds.switches(tools, () => this.change(), (text) => this.status.textContent = text);
		button("Open all", "Show all that is inlined into the units that are shown", () => this.openAll(true), tools);
		button("Close all", "Show the units alone", () => this.openAll(false), tools);
		copyButtons(element("span", {}, "", tools), "the instances that are shown", (format) => this.copied(format), (text) => this.status.textContent = text);
		this.status = element("output", { "aria-live": "polite" }, "", tools);
		const split = element("div", { class: "split" }, "", inside), column = element("div", { class: "column" }, "", split);
		this.scroller = element("div", { class: "grid units", role: "treegrid", tabindex: "0", "aria-label": "Inlining trees" }, "", column);
		const head = element("div", { role: "rowgroup", class: "head" }, "", this.scroller), row = element("div", { class: "line", role: "row" }, "", head);
		for (const [text, title] of [["Compilation root", "and what is inlined into it"], ["Entries", "counted in this very place"], ["× caller", "calls per entry of its caller"], ["Of all", "entries of the unit, as a share of all"], ["Of unit", "entries with all that is inlined below it, as a share of the unit's"]]) {
			const first = text === "Compilation root", cell = element("div", { role: "columnheader", class: first ? "text" : "number", title }, text, row);
			if (first) element("span", { class: "more" }, `, ${title}`, cell);
		}
		this.virtual = new VirtualRows(this.scroller, head, 22, (i) => this.makeRow(i));
		this.scroller.addEventListener("keydown", (e) => this.key(e));
		this.empty = element("p", { class: "empty", hidden: "" }, "", column);
		this.summary = element("output", { class: "summary" }, "", column);
		this.picture = new UnitPicture(profile, element("aside", { class: "unit", "aria-label": "Picture of the unit" }, "", split));
		this.picture.chosen = (instance) => this.goTo(this.lines[this.active].unit, instance);
		if (this.units.length) this.open(0, true);
		this.notes = part.notes;
	}

	show(route: Route): void {
		const p = route.parameters;
		this.kinds.text = p.get("k");
		this.method = p.get("m") || "";
		this.input.value = p.get("s") || "";
		this.build(true);
		const root = this.profile.find(p.get("u") || ""), unit = root ? this.units.findIndex((u) => u.instances[0].id === root.id) : -1;
		if (unit < 0 || !this.lines.some((l) => l.unit === unit)) return;
		this.open(unit, true);
		this.goTo(unit, 0);
	}

	private change(): void {
		this.method = "";
		this.build(true);
		this.remember();
	}

	// The reader wants the pattern.
	private confirm(): void {
		trust(this.input.value);
		this.change();
	}

	private remember(): void {
		const unit = this.lines[this.active]?.unit ?? 0, root = this.active ? this.profile.method(this.units[unit]?.instances[0].id) : null;
		setFragment(routeTo("units", "", { m: this.method, s: this.input.value, k: this.kinds.text || "", u: root ? this.profile.nameInAddress(root) : "" }), false);
	}

	private typed(e: KeyboardEvent): void {
		if (e.key === "Enter" || e.key === "ArrowDown") {
			if (this.matcher.asks) this.confirm();
			this.scroller.focus();
		} else if (e.key === "Escape" && this.input.value) {
			this.input.value = "";
			this.change();
		} else return;
		e.preventDefault();
		e.stopPropagation();
	}

	// The units that are wanted: all with a method that matches, and with code that is shown.
	private wanted(): number[] {
		const { profile, kinds, matcher } = this, only = this.method ? profile.find(this.method) : null;
		const all: number[] = [], hidden: number[] = [];
		this.units.forEach((u, i) => {
			const fits = (test: (m: NonNullable<ReturnType<Profile["method"]>>) => boolean) => u.instances.some((x) => {
				const m = profile.method(x.id);
				return m !== null && test(m);
			});
			if (only ? !fits((m) => m === only) : matcher !== noMatcher && !fits((m) => matcher.matches(m))) return;
			if (only || fits((m) => kinds.shown(m.kind))) all.push(i);
			else hidden.push(profile.method(u.instances[0].id)?.kind ?? 0);
		});
		this.unseen = matcher.invalid || matcher.asks ? null : unseenOf(kinds, hidden, "unit");
		return all;
	}

	private build(toTop: boolean): void {
		const matcher = this.matcher = patternOf(this.input.value);
		this.input.toggleAttribute("aria-invalid", false);
		if (matcher.invalid) this.input.setAttribute("aria-invalid", "true");
		const only = this.method && this.profile.find(this.method)?.name;
		this.status.textContent = only ? `units with ${only}` : aboutMatcher(matcher);
		this.update();
		const wanted = this.wanted();
		if (only && wanted.length) this.open(wanted[0], true);
		this.lines = wanted.flatMap((u) => this.linesOf(u, 0));
		this.active = Math.min(this.active, Math.max(0, this.lines.length - 1));
		if (toTop) this.active = 0;
		this.scroller.setAttribute("aria-rowcount", String(this.lines.length + 1));
		this.virtual.show(this.lines.length, toTop);
		this.showPicture();
		const entries = wanted.reduce((sum, u) => sum + (this.units[u].inclusive || 0), 0), { base, left_out, unit_count } = this.profile.part("inline")!;
		const method = this.method && this.profile.find(this.method), searched = this.input.value !== "" && !matcher.invalid && !matcher.asks || Boolean(method);
		const cut = left_out.units > 0 || searched && this.units.some((u) => u.instances.some((x) => x.pruned));
		const some = left_out.units && searched ? `${count(wanted.length)} of the ${count(this.units.length)} here` : unit_count === wanted.length ? plural(unit_count, "unit") : `${count(wanted.length)} of ${plural(unit_count, "unit")}`;
		const rest = left_out.units ? `; the report has ${count(this.units.length)}${searched ? ` of ${plural(unit_count, "unit")}` : ""}, the application's first, the others have ${percent(left_out.inclusive, base)}` : "";
		this.summary.replaceChildren(`${some}, with ${percent(entries, base)} of all entries${rest}`);
		if (this.unseen && searched && wanted.length) this.showMore(this.summary);
		this.empty.hidden = wanted.length > 0;
		this.empty.replaceChildren(wanted.length ? "" : searched ? `None of the ${plural(this.units.length, "unit")} here that are shown has such a method. ` : "The switches above hide all units. ");
		if (!wanted.length && this.unseen) this.showMore(this.empty);
		if (!searched || !cut) return;
		const pattern = method ? patternOfName(method.plain) : this.input.value, inside = wanted.length ? this.summary : this.empty;
		inside.append(wanted.length ? "; " : " ");
		element("code", {}, visible(`iprof-viz inline ${shellQuote(pattern)} ${this.profile.part("input")?.arguments ?? ""}`), inside);
		inside.append(left_out.units ? ` looks in all ${count(unit_count)}` : " has all copies");
	}

	private showMore(inside: Element): void {
		const b = button(this.unseen!.text, "Show the code of these kinds, too", () => {
			this.unseen!.show();
			this.build(true);
			this.remember();
		}, inside);
		b.classList.add("unseen");
	}

	// The rows of an instance and of what is open below it.
	private linesOf(unit: number, instance: number): Line[] {
		const all: Line[] = [{ unit, instance, mark: "", text: "" }], { instances } = this.units[unit];
		if (!this.opened.has(`${unit}.${instance}`)) return all;
		const x = instances[instance], sites: Line[] = [];
		const add = (mark: Line["mark"], text: string) => sites.push({ unit, instance, mark, text });
		for (const t of x.receivers || []) add("◇", `${at(t.bci, t.line)} ${t.kind}: ${typesOf(t)} (${brief(t.executions)})`);
		for (const t of x.instanceof || []) add("◇", `${at(t.bci, t.line)} instanceof, ${t.kind}: ${typesOf(t)} (${brief(t.executions)})`);
		for (const c of x.conditionals || []) add("◆", `${at(c.bci, c.line)} ${goesTo(c.successors)} (${brief(c.executions)})`);
		const some = sites.length <= someSites + 1 || this.opened.has(sitesKey(unit, instance)) ? sites.length : someSites;
		all.push(...sites.slice(0, some));
		if (some < sites.length) all.push({ unit, instance, mark: "…", text: plural(sites.length - some, "more site"), more: true });
		for (const child of this.below(unit, instance)) all.push(...this.linesOf(unit, child));
		if (x.pruned) {
			const { sites, instances, inclusive } = x.pruned;
			all.push({ unit, instance, mark: "…", text: `${count(sites)} more (${plural(instances, "instance")}), ${inclusive === null ? "n/a" : count(inclusive)} entries` });
		}
		return all;
	}

	private below(unit: number, instance: number): number[] {
		const { instances } = this.units[unit], all: number[] = [];
		for (let i = instance + 1; i < instances.length && instances[i].depth > instances[instance].depth; i++) if (instances[i].parent === instance) all.push(i);
		return all;
	}

	private opens(x: Instance, unit: number, instance: number): boolean {
		return Boolean(x.receivers || x.instanceof || x.conditionals || x.pruned) || this.below(unit, instance).length > 0;
	}

	private open(unit: number, all: boolean): void {
		this.units[unit].instances.forEach((_, i) => all || !i ? this.opened.add(`${unit}.${i}`) : undefined);
	}

	private openAll(open: boolean): void {
		if (!open) this.opened.clear();
		else for (const u of this.wanted()) {
			this.open(u, true);
			this.units[u].instances.forEach((_, i) => this.opened.add(sitesKey(u, i)));
		}
		this.build(true);
	}

	private toggle(i: number): void {
		const { unit, instance } = this.lines[i], key = `${unit}.${instance}`;
		if (!this.opened.delete(key)) {
			if (instance) this.opened.add(key);
			else this.open(unit, true);
		}
		this.active = i;
		this.build(false);
		this.activate(i);
	}

	private showSites(i: number): void {
		const { unit, instance } = this.lines[i];
		this.opened.add(sitesKey(unit, instance));
		this.build(false);
		this.activate(i);
	}

	private makeRow(i: number): HTMLElement {
		const { profile } = this, line = this.lines[i], unit = this.units[line.unit], x = unit.instances[line.instance], depth = x.depth + (line.mark ? 1 : 0);
		const row = element("div", { class: "line", role: "row", id: `unit-${i}`, "aria-rowindex": String(i + 2), "aria-level": String(depth + 1) });
		if (i === this.active) row.classList.add("active");
		const name = element("div", { role: "gridcell", class: "text" }, "", row);
		name.style.setProperty("--depth", String(depth));
		if (line.mark) {
			row.classList.add("site");
			element("span", { class: "mark" }, line.mark, name);
			name.append(" " + line.text);
			name.title = line.text;
			name.setAttribute("aria-colspan", "5");
			row.addEventListener("click", () => line.more ? this.showSites(i) : this.activate(i));
			if (line.more) row.classList.add("opens");
			return row;
		}
		if (!line.instance) row.classList.add("root");
		const opens = this.opens(x, line.unit, line.instance), open = this.opened.has(`${line.unit}.${line.instance}`);
		if (opens) {
			row.setAttribute("aria-expanded", String(open));
			const twist = element("span", { class: "twist", "aria-hidden": "true" }, open ? "▾" : "▸", name);
			twist.addEventListener("click", (e) => {
				e.stopPropagation();
				this.toggle(i);
			});
		} else element("span", { class: "twist" }, "", name);
		if (x.bci !== null) {
			const place = element("span", { class: "bci" }, "", name), caller = x.parent === null ? undefined : unit.instances[x.parent].id;
			const href = caller !== undefined && profile.code(caller) ? linkTo(profile, caller, x.bci) : "";
			if (href) element("a", { href, tabindex: "-1", title: "The line of the call" }, at(x.bci, x.line), place);
			else place.append(at(x.bci, x.line));
			place.append(" ");
		}
		const m = profile.method(x.id), href = linkTo(profile, x.id), text = nameOfInstance(profile, x);
		if (m) name.dataset.kind = String(m.kind);
		name.title = m?.name ?? text;
		const words = !line.instance && unit.size > 1 ? ` ${plural(unit.size, "instance")}` : line.instance && !open && opens ? this.hint(x) : "";
		const { name: shown, note } = this.fit(text, depth, !line.instance, x.bci === null ? "" : at(x.bci, x.line) + " ", words);
		const label = href ? element("a", { href, tabindex: "-1" }, shown, name) : element("span", {}, shown, name);
		if (m && (this.matcher !== noMatcher && !this.matcher.invalid && !this.matcher.asks && this.matcher.matches(m) || this.method && profile.find(this.method) === m)) label.classList.add("match");
		if (note) element("span", { class: "note" }, note, name);
		else if (words) name.title += " ·" + words;
		const cell = (text: string, title: string) => element("div", { role: "gridcell", class: "number", title }, text, row);
		cell(x.entries === null ? "n/a" : count(x.entries), "entries in this very place");
		cell(x.frequency === null ? "" : factor(x.frequency), "calls per entry of its caller");
		const part = line.instance ? x.share : unit.share;
		const ofAll = cell(line.instance ? "" : share(part), line.instance ? "" : `of all entries: ${unit.inclusive === null ? "n/a" : count(unit.inclusive)} in the unit`);
		const ofUnit = cell(line.instance ? share(part) : "", line.instance ? `of the unit's entries: ${x.inclusive === null ? "n/a" : count(x.inclusive)} with all inlined below` : "");
		if (part) {
			const last = line.instance ? ofUnit : ofAll;
			last.classList.add("bar");
			last.style.setProperty("--share", String(part));
		}
		row.addEventListener("click", (e) => {
			if ((e.target as Element).closest("a") || getSelection()?.type === "Range") return;
			this.activate(i);
		});
		row.addEventListener("dblclick", () => opens && this.toggle(i));
		return row;
	}

	// A name in the room that there is, and a note if it fits: the method stays longest.
	private fit(name: string, depth: number, root: boolean, place: string, words: string): { name: string; note: string } {
		const ruler = this.measured(), narrow = this.narrow.matches;
		const beside = narrow ? besideNarrowName + Math.max(narrowEntriesWidth, this.entries) : besideName + Math.max(entriesWidth, this.entries);
		const all = this.scroller.clientWidth - beside - twist - depth * (narrow ? narrowIndent : indent) - ruler.measure(place);
		const least = root ? leastName * bold : leastName, note = words && all - ruler.measure(words) - noteGap >= least ? words : "";
		const room = Math.max(least, all - (note && ruler.measure(note) + noteGap || 0));
		return { name: ruler.fit(name, root ? room / bold : room) || name, note };
	}

	// The font is known once the list is in the page.
	private measured(): Ruler {
		if (this.ruler) return this.ruler;
		this.ruler = new Ruler("13px " + getComputedStyle(this.scroller).fontFamily);
		let most = 0;
		for (const u of this.units) for (const x of u.instances) most = Math.max(most, x.entries || 0);
		this.entries = Math.ceil(this.ruler.measure(count(most))) + 4;
		this.scroller.style.setProperty("--entries", this.entries + "px");
		return this.ruler;
	}

	private copied(format: Format): string {
		const shown = this.lines.filter((l) => !l.mark).map((l) => this.units[l.unit].instances[l.instance]);
		if (format === "csv") {
			return csv(["depth", "bci", "method", "entries", "frequency", "inclusive", "share"], shown.map((x) =>
				[x.depth, x.bci, nameOfInstance(this.profile, x), x.entries, x.frequency, x.inclusive, x.share]));
		}
		const known = (n: number | null) => n === null ? "n/a" : count(n);
		return markdown(["Level", "Method", "Entries", "× caller", "Inclusive", "Of its unit"], shown.map((x) =>
			[String(x.depth), (x.bci === null ? "" : at(x.bci) + " ") + nameOfInstance(this.profile, x), known(x.entries), x.frequency === null ? "" : factor(x.frequency), known(x.inclusive), share(x.share)]),
			[true, false, true, true, true, true]);
	}

	private hint(x: Instance): string {
		const types = (x.receivers?.length || 0) + (x.instanceof?.length || 0), branches = x.conditionals?.length || 0;
		return (types ? ` ◇${types}` : "") + (branches ? ` ◆${branches}` : "");
	}

	// Opens what an instance is in, and goes to it.
	private goTo(unit: number, instance: number): void {
		const { instances } = this.units[unit];
		for (let i: number | null = instances[instance].parent; i !== null; i = instances[i].parent) this.opened.add(`${unit}.${i}`);
		this.build(false);
		this.activate(this.lines.findIndex((l) => l.unit === unit && l.instance === instance && !l.mark));
	}

	private showPicture(): void {
		const line = this.lines[this.active];
		this.picture.inside.hidden = !line;
		if (line) this.picture.show(this.units[line.unit], line.instance);
	}

	private activate(i: number): void {
		this.active = i;
		this.remember();
		this.showPicture();
		this.virtual.reveal(i);
		this.virtual.draw();
		this.scroller.setAttribute("aria-activedescendant", `unit-${i}`);
	}

	private key(e: KeyboardEvent): void {
		if (e.target !== this.scroller || e.altKey || e.ctrlKey || e.metaKey) return;
		const line = this.lines[this.active];
		if (!line) return;
		const to = moveBy(e, this.active, this.lines.length, this.virtual.page), key = `${line.unit}.${line.instance}`, x = this.units[line.unit].instances[line.instance];
		if (to !== null) this.activate(to);
		else if (line.more && (e.key === "ArrowRight" || e.key === "Enter" || e.key === " ")) this.showSites(this.active);
		else if (e.key === "ArrowRight" && !line.mark) {
			if (!this.opened.has(key) && this.opens(x, line.unit, line.instance)) this.toggle(this.active);
			else this.activate(Math.min(this.active + 1, this.lines.length - 1));
		} else if (e.key === "ArrowLeft") {
			if (!line.mark && this.opened.has(key)) this.toggle(this.active);
			else {
				const up = line.mark ? line.instance : x.parent;
				const at = this.lines.findIndex((l) => l.unit === line.unit && l.instance === up && !l.mark);
				if (at >= 0) this.activate(at);
			}
		} else if (e.key === " " && !line.mark) this.toggle(this.active);
		else if (e.key === "Enter") {
			const href = linkTo(this.profile, x.id);
			if (href) goTo(href);
		} else return;
		e.preventDefault();
		e.stopPropagation();
	}
}
