// Compilation units as trees, hottest first: methods inlined into a root, with their types (◇) and branches (◆), and the picture of
// one.

import { patternOfName } from "../../pattern/matcher";
import { visible } from "../../text/names";
import { plural } from "../../text/numbers";
import { goTo, setFragment } from "../address/fragment";
import { Route, routeTo } from "../address/route";
import { button, element } from "../dom/dom";
import { Offer } from "../dom/offer";
import { moveBy, VirtualRows } from "../dom/virtual";
import { Method } from "../profile/method";
import { Profile } from "../profile/profile";
import { Units as UnitsPart } from "../profile/records";
import { PatternField } from "../search/field";
import { linkTo } from "../sites/link";
import { copyButtons } from "../table/copybuttons";
import { Kinds } from "../view/kinds";
import { unseenOf } from "../view/unseen";
import { View } from "../view/view";
import { copiedInstances } from "./copy";
import { nameOfMethod, UnitPicture } from "./picture";
import { UnitRows } from "./row";
import { aboutNone, addWider, summaryOf } from "./summary";
import { Line, UnitTree } from "./tree";

/** The headings, each with a tooltip; the first one's is shown as text as well. Units are sorted by one of them. */
const headings: [string, string][] = [
	["Compilation root", "and what is inlined into it"], ["Entries", "in this inlining context"], ["× caller", "calls per entry of its caller"],
	["Of all", "entries of the unit with all that is inlined into it, as a share of all; largest first"], ["Of unit", "inclusive entries, as a share of the unit's"],
];
const orderedBy = "Of all";
/** Of an optimized image: bounds cannot be added up. */
const certain = "entries of the unit with all that is inlined into it, without bounds (≤, ≥), as a share of all such entries; largest first";

/** The reader's position among the units. */
interface UnitsPosition {
	/** Pixels above the first visible row. */
	top: number;
	/** The row that the reader went to. */
	active: number;
	/** Instances. */
	open: string[];
}

export class Units implements View {
	readonly input: HTMLInputElement;
	readonly notes: string[];
	readonly keys: [string, string][] = [
		["/", "units with a method: package.Class.method; name(types) matches signatures"], ["↑ ↓, Page, Home, End", "go from row to row"],
		["→", "open an instance, then go into it"], ["←", "close it, then go to its caller"], ["Enter", "open the method"],
	];
	private readonly tree: UnitTree;
	private readonly update: () => void;
	private readonly scroller: HTMLElement;
	private readonly rows: UnitRows;
	private readonly virtual: VirtualRows;
	private readonly status: HTMLOutputElement;
	private readonly summary: HTMLOutputElement;
	private readonly empty: HTMLElement;
	private readonly picture: UnitPicture;
	private offer: Offer | null = null;
	private lines: Line[] = [];
	private active = 0;
	private readonly field: PatternField;
	/** Only units with this method; null for all. */
	private method: Method | null = null;

	/** Of the instrumented image, or of the optimized one. */
	constructor(private readonly profile: Profile, private readonly kinds: Kinds, inside: HTMLElement, private readonly id: "units" | "optimized" = "units") {
		const { units, notes } = this.part;
		this.tree = new UnitTree(units, (x) => nameOfMethod(profile, x));
		this.notes = notes;
		const tools = element("div", { class: "tools", role: "toolbar", "aria-label": "Units" }, "", inside);
		this.field = new PatternField(tools, "With a method: regexp", "Units with a method, by regular expression", () => this.change(), () => this.scroller.focus());
		this.input = this.field.input;
		this.update = kinds.switches(tools, () => this.change(), (text) => this.status.textContent = text);
		button("Expand all", "Expand all visible units", () => this.openAll(true), tools);
		button("Collapse all", "Collapse all units", () => this.openAll(false), tools);
		const shown = () => this.lines.filter((l) => !l.mark).map((l) => units[l.unit].instances[l.instance]);
		copyButtons(element("span", {}, "", tools), "the instances that are shown", (format) => copiedInstances(profile, shown(), format, this.id === "optimized"), { picked: () => plural(shown().length, "instance"), show: (text) => this.status.textContent = text });
		this.status = element("output", { "aria-live": "polite" }, "", tools);
		const split = element("div", { class: "split" }, "", inside), column = element("div", { class: "column" }, "", split);
		this.scroller = element("div", { class: "grid units", role: "treegrid", tabindex: "0", "aria-label": "Inlining trees" }, "", column);
		this.rows = new UnitRows(profile, this.tree, this.scroller);
		this.virtual = new VirtualRows(this.scroller, headOf(this.scroller, this.id === "optimized"), () => this.rows.height, (i) => this.makeRow(i));
		this.scroller.addEventListener("keydown", (e) => this.key(e));
		this.empty = element("p", { class: "empty", hidden: "" }, "", column);
		this.summary = element("output", { class: "summary" }, "", column);
		this.picture = new UnitPicture(profile, this.id === "optimized", element("aside", { class: "unit", "aria-label": "Picture of the unit" }, "", split));
		this.picture.chosen = (instance) => this.goTo(this.lines[this.active].unit, instance);
		if (units.length) this.tree.open(0);
	}

	private get part(): UnitsPart {
		return this.profile.part(this.id === "units" ? "inline" : "optimized")!;
	}

	show(route: Route): string {
		const p = route.parameters, { profile, tree } = this;
		this.kinds.text = p.get("k");
		this.method = profile.find(p.get("m") || "");
		this.field.text = p.get("s") || "";
		this.build(true);
		const root = profile.find(p.get("u") || ""), unit = root ? tree.units.findIndex((u) => u.instances[0].id === root.id) : -1;
		if (unit >= 0 && this.lines.some((l) => l.unit === unit)) {
			tree.open(unit);
			this.goTo(unit, 0);
		}
		if (p.get("m") && !this.method) return `This report has no method “${visible(p.get("m")!)}”: here are all units.`;
		return p.get("u") && unit < 0 ? `This report has no unit “${visible(p.get("u")!)}”.` : "";
	}

	get position(): UnitsPosition {
		const { scroller, active, tree } = this;
		return { top: scroller.scrollTop, active, open: tree.openNow };
	}

	set position({ top, active, open }: UnitsPosition) {
		this.tree.openNow = open;
		this.active = active;
		this.build(false);
		this.scroller.scrollTop = top;
		this.virtual.draw();
	}

	private change(): void {
		this.method = null;
		this.build(true);
		this.remember();
	}

	private remember(): void {
		const { profile, tree, method } = this, unit = this.lines[this.active]?.unit ?? 0, root = this.active ? profile.method(tree.units[unit]?.instances[0].id) : null;
		setFragment(routeTo(this.id, "", {
			m: method ? profile.nameInAddress(method) : "", s: this.field.text, k: this.kinds.text || "", u: root ? profile.nameInAddress(root) : "",
		}), false);
	}

	// The matching units: those with a method that matches, and with visible code.
	private wanted(): number[] {
		const { profile, kinds, method, field } = this, { matcher } = field, all: number[] = [], hidden: number[] = [];
		this.tree.units.forEach((u, i) => {
			const fits = (test: (m: Method) => boolean) => u.instances.some((x) => {
				const m = profile.method(x.id);
				return m !== null && test(m);
			});
			if ((method || field.searches) && !fits((m) => method ? m === method : matcher.matches(m))) return;
			// Inlined callees that are too rare to be listed count, too, as in the command inline.
			if (method || fits((m) => kinds.shown(m.kind)) || profile.kinds.some((_, k) => (u.other_kinds ?? 0) >> k & 1 && kinds.shown(k))) all.push(i);
			else hidden.push(profile.method(u.instances[0].id)?.kind ?? 0);
		});
		this.offer = matcher.invalid ? null : unseenOf(kinds, hidden, "unit", () => this.changeKinds());
		if (!method && !all.length && !hidden.length) this.offer = field.offer("unit", this.tree.units.map((u) => u.instances.flatMap((x) => profile.method(x.id) || [])));
		return all;
	}

	private build(toTop: boolean): void {
		const { profile, method, tree } = this, about = this.field.read(profile.methods);
		this.status.textContent = method ? `units with ${method.name}` : about;
		this.update();
		const wanted = this.wanted();
		if (method && wanted.length) tree.open(wanted[0]);
		this.lines = wanted.flatMap((u) => tree.lines(u));
		this.active = toTop ? 0 : Math.min(this.active, Math.max(0, this.lines.length - 1));
		this.rows.show(this.lines, wanted);
		this.scroller.setAttribute("aria-rowcount", String(this.lines.length + 1));
		this.virtual.show(this.lines.length, toTop);
		this.showPicture();
		this.summarize(wanted);
	}

	private summarize(wanted: number[]): void {
		const { profile, method, offer, summary, empty } = this, part = this.part, some = wanted.length > 0, searched = method !== null || this.field.searches;
		summary.replaceChildren(summaryOf(part, wanted, searched, this.id === "optimized" ? "certain entries" : "entries") + (this.id === "optimized" ? ". Sorted by inclusive entries that are certain: ≤ and ≥ are bounds, and not in them" : ""));
		empty.hidden = some;
		empty.replaceChildren(some ? "" : aboutNone(part, searched));
		if (offer && (searched || !some)) button(offer.text, offer.title, offer.action, some ? summary : empty).classList.add("unseen");
		if (searched && this.id === "units") addWider(profile, part, method ? patternOfName(method.plain) : this.field.text, some ? summary : empty);
	}

	// With the method, if there is one.
	private changeKinds(): void {
		this.build(true);
		this.remember();
	}

	private openAll(open: boolean): void {
		if (open) this.tree.openAll(this.wanted());
		else this.tree.closeAll();
		this.build(true);
	}

	private toggle(i: number): void {
		const { unit, instance } = this.lines[i], { tree } = this;
		if (tree.isOpen(unit, instance)) tree.close(unit, instance);
		else tree.open(unit, instance);
		this.active = i;
		this.build(false);
		this.activate(i);
	}

	private showSites(i: number): void {
		const { unit, instance } = this.lines[i];
		this.tree.openSites(unit, instance);
		this.build(false);
		this.activate(i);
	}

	private makeRow(i: number): HTMLElement {
		const { method, field } = this, row = this.rows.row(this.lines[i], (m) => m === method || field.searches && field.matcher.matches(m), {
			activate: () => this.activate(i), toggle: () => this.toggle(i), showSites: () => this.showSites(i),
		});
		row.id = `unit-${i}`;
		row.setAttribute("aria-rowindex", String(i + 2));
		row.classList.toggle("active", i === this.active);
		return row;
	}

	// Expands everything around an instance, and goes to it.
	private goTo(unit: number, instance: number): void {
		this.tree.openTo(unit, instance);
		this.build(false);
		this.activate(this.lines.findIndex((l) => l.unit === unit && l.instance === instance && !l.mark));
	}

	private showPicture(): void {
		const line = this.lines[this.active];
		this.picture.inside.hidden = !line;
		if (line) this.picture.show(this.tree.units[line.unit], line.instance);
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
		const { tree } = this, { unit, instance } = line, x = tree.units[unit].instances[instance], open = tree.isOpen(unit, instance);
		const to = moveBy(e, this.active, this.lines.length, this.virtual.page);
		if (to !== null) this.activate(to);
		else if (line.more && (e.key === "ArrowRight" || e.key === "Enter" || e.key === " ")) this.showSites(this.active);
		else if (e.key === "ArrowRight" && !line.mark) {
			if (!open && tree.opens(unit, instance)) this.toggle(this.active);
			else this.activate(Math.min(this.active + 1, this.lines.length - 1));
		} else if (e.key === "ArrowLeft") {
			if (!line.mark && open) this.toggle(this.active);
			else {
				const up = line.mark ? instance : x.parent;
				const at = this.lines.findIndex((l) => l.unit === unit && l.instance === up && !l.mark);
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

function headOf(inside: HTMLElement, optimized: boolean): HTMLElement {
	const head = element("div", { role: "rowgroup", class: "head" }, "", inside), row = element("div", { class: "line", role: "row" }, "", head);
	headings.forEach(([text, about], i) => {
		const title = optimized && text === orderedBy ? certain : about;
		const cell = element("div", { role: "columnheader", class: i ? "number" : "text", title, ...text === orderedBy ? { "aria-sort": "descending" } : {} }, text, row);
		if (!i) element("span", { class: "more" }, `, ${title}`, cell);
	});
	return head;
}
