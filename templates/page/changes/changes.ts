// Changes since the base: everything that diff reports, first the largest of each kind on one page, then each kind as a separate
// table.

import { withoutFlags } from "../../text/hints";
import { at, brevity, visible } from "../../text/names";
import { brief, count, factor, plural, pointsAlone, pointsRounded, share, signed, unitCount } from "../../text/numbers";
import { linksTo } from "../address/links";
import { Route, routeTo } from "../address/route";
import { breakable, element } from "../dom/dom";
import { Method } from "../profile/method";
import { Profile } from "../profile/profile";
import { ChangeSections, ChangeTable, CopyChange, MethodChange, SiteChange, UnitChange } from "../profile/records";
import { briefMoves, kindsOf, movesText, showParts } from "../sites/changed";
import { linkTo } from "../sites/link";
import { details } from "../sites/sites";
import { Column } from "../table/column";
import { GridPosition } from "../table/grid";
import { Listing, ListView } from "../table/listing";
import { Cell, Head, smallTable } from "../table/smalltable";
import { gridKeys } from "../view/help";
import { Kinds } from "../view/kinds";
import { View } from "../view/view";
import { showHeadline } from "./headline";

type Section = keyof ChangeSections;

const titles: Record<Section, string> = { samples: "Samples", totals: "Totals", calls: "Calls", branches: "Branches", receivers: "Receivers", instanceof: "Type checks", inlining: "Inlining" };

/** One of the things that a section compares. */
const things: Record<Section, string> = { samples: "method", totals: "method", calls: "method", branches: "conditional", receivers: "virtual call", instanceof: "type check", inlining: "unit" };

/** The sections whose rows are methods. */
type MethodSection = "samples" | "totals" | "calls";
const isOfMethods = (s: Section): s is MethodSection => things[s] === "method";

/** What a method's values count. */
const counted = (section: MethodSection, unit: string) => section === "totals" ? `${unit} with callees, once per stack,` : unit;

/** Precedes copies, as in the notes of diff. */
const marks: Record<CopyChange["change"], string> = { same: ".", gone: "-", new: "+", changed: "*" };
const copiesAbout = {
	gone: "inlined copies that only the base has, each with inlined callees", new: "inlined copies that only this profile has, each with inlined callees",
	changed: "inlined copies that are entered more or less often per entry of their caller",
};
/** A share is larger, whether or not its count is. */
const shareWords: Record<string, string> = { more: "larger", fewer: "smaller" };
const pointsAbout = "the change of the share, in percentage points";
const ratioAbout = "new / old, normalized for run length";

/** For the links between the lists. */
const label = "Kinds of changes";

/** Longer numbers are short on the first page, where a name, two counts and two shares have half of the width; the lists of each kind have all digits. */
const longest = 1e7;

/** Rows of a kind on the first page. */
const most = 8, some = 5;

export class Changes implements View {
	readonly keys: [string, string][] = [["Tab", "go from link to link"], ...gridKeys];
	private readonly kinds: Kinds;
	private readonly shown = new Map<Section | "", { list: ListView<never> | null; element: HTMLElement }>();
	private current: Section | "" = "";
	/** Keeps the kinds of code in the links of the first page, which shows all. */
	private link: (kinds: string) => void = () => {};

	constructor(private readonly profile: Profile, private readonly inside: HTMLElement) {
		// A reader who opens changes wants all of them.
		this.kinds = new Kinds(profile, true);
	}

	get input(): HTMLInputElement | null {
		return this.shown.get(this.current)?.list?.input || null;
	}

	get notes(): string[] {
		const of = this.profile.part("diff")!, { caveats, notes } = this.current ? of.sections[this.current]! : of;
		return [...caveats, ...notes].map(withoutFlags);
	}

	show(route: Route): string {
		this.current = sectionsOf(this.profile).find((s) => s === route.name) || "";
		if (!this.shown.has(this.current)) this.make(this.current);
		for (const [of, { element }] of this.shown) element.hidden = of !== this.current;
		const lost = this.shown.get(this.current)!.list?.show(route) || "";
		if (!this.current) this.link(route.parameters.get("k") || "");
		return this.current || !route.name ? lost : `This report has no changes of “${visible(route.name)}”; showing the largest.`;
	}

	get position(): GridPosition | number {
		const { list, element } = this.shown.get(this.current)!;
		return list ? list.grid.position : element.scrollTop;
	}

	set position(position: GridPosition | number) {
		const { list, element } = this.shown.get(this.current)!;
		if (typeof position === "number") element.scrollTop = position;
		else if (list) list.grid.position = position;
	}

	private make(section: Section | ""): void {
		const around = element("div", { class: "view" + (section ? "" : " overview") }, "", this.inside), all = this.profile.part("diff")!.sections;
		if (!section) {
			this.shown.set("", { list: null, element: around });
			this.link = linksTo("changes", this.lists, "", label, element("div", { class: "tools" }, "", around));
			new Largest(this.profile, element("article", {}, "", around)).show();
			return;
		}
		const list = isOfMethods(section) ? this.methods(section, all[section]!, around)
			: section === "inlining" ? this.units(all.inlining!, around) : this.sites(section, all[section]!, around);
		this.shown.set(section, { list: list as unknown as ListView<never>, element: around });
		list.links(this.lists, label);
		list.finish();
		const { notes, caveats, cut } = all[section]!;
		if (!isOfMethods(section) && all[section]!.rows.length) list.limited(section === "inlining" ? "Choose a unit to see its copies." : "Choose a row to see all of its counts.");
		if (isOfMethods(section)) list.limited(`In all, ${count(all[section]!.old_base)} → ${unitCount(all[section]!.base, all[section]!.unit)}.`);
		for (const note of [...caveats, ...notes]) list.limited(visible(note));
		if (cut) list.limited("The report contains only the first rows.");
	}

	private get lists(): [string, string][] {
		return [["", "Largest"], ...sectionsOf(this.profile).map((s): [string, string] => [s, titles[s]])];
	}

	private listOf<R>(section: Section, inside: HTMLElement, of: Omit<Listing<R>, "view" | "label" | "path" | "order">): ListView<R> {
		return new ListView({ ...of, order: { column: "rank", down: false }, view: "changes", path: section, label: titles[section] }, this.kinds, inside);
	}

	private methods(section: MethodSection, table: ChangeTable<MethodChange>, inside: HTMLElement): ListView<MethodChange> {
		const { profile } = this, of = wordsOf(profile), unit = counted(section, table.unit);
		const headed = (title: string) => capital(marked(table, title));
		return this.listOf<MethodChange>(section, inside, {
			noun: "method", rows: table.rows, kind: of.kind, names: of.names,
			columns: [
				{ id: "method", title: "Method", about: "its name", width: 0, words: true, value: of.name, link: of.link, kind: of.kind },
				rankOf(table.rows, "by the change of the share"),
				{ id: "change", title: "Share", about: "larger or smaller than in the base; new, gone: in one profile only", width: 60, words: true, value: (r) => r.change, text: (r) => (shareWords[r.change] ?? r.change) + (r.share_only ? "*" : "") },
				{ id: "old", title: "Old", about: `${unit} in the base`, width: 56, value: (r) => r.old ?? null, text: (r) => r.old === undefined ? "" : bound(r.old_at_least) + count(r.old), spare: true },
				{ id: "new", title: "New", about: `${unit} in this profile`, width: 56, value: (r) => r.new ?? null, text: (r) => r.new === undefined ? "" : bound(r.new_at_least) + count(r.new) },
				{ id: "factor", title: marked(table, "×"), about: ratioAbout, width: 62, value: (r) => r.factor, text: (r) => r.factor === null ? "" : factor(r.factor), spare: true },
				{ id: "old_share", title: headed("old %"), about: "old, as a share of the larger run, normalized for run length", width: 50, value: (r) => r.old_share, text: (r) => share(r.old_share), bar: (r) => r.old_share, spare: true },
				{ id: "new_share", title: headed("new %"), about: "new, as a share of the same", width: 50, value: (r) => r.new_share, text: (r) => share(r.new_share), bar: (r) => r.new_share, spare: true },
				{ id: "points", title: "Points", about: pointsAbout, width: 76, value: (r) => 100 * r.difference, text: (r) => pointsAlone(r.difference), fields: [{ name: "points", value: (r) => pointsRounded(r.difference) }] },
				...section === "calls" ? [] : [{ id: "counts", title: "±", about: `${unit}: new minus old, not normalized for run length`, width: 62, value: moreOf, text: (r: MethodChange) => signed(moreOf(r)), spare: true }],
			],
		});
	}

	private sites(section: "branches" | "receivers" | "instanceof", table: ChangeTable<SiteChange>, inside: HTMLElement): ListView<SiteChange> {
		const { profile } = this, of = wordsOf(profile), branches = section === "branches";
		const list = this.listOf<SiteChange>(section, inside, {
			noun: branches ? "conditional" : "site", rows: table.rows, kind: of.kind, names: of.names,
			columns: [
				{ id: "method", title: "Place", about: "method and bytecode index", width: 0, words: true, value: (r) => `${of.name(r)} ${at(r.bci)}`, link: (r) => of.link(r, r.bci), kind: of.kind, tail: (r) => " " + at(r.bci), fields: [{ name: "method", value: of.name }, { name: "bci", value: (r) => r.bci }] },
				rankOf(table.rows, branches ? "by executions × change of probability" : "by executions × change of types"),
				{ id: "change", title: "Change", about: branches ? "flipped: another successor is the likeliest" : "kind: the number of types; top type: another is the most frequent", width: 66, words: true, value: (r) => r.change },
				{ id: "old_executions", title: "Old", about: "executions in the base", width: 56, value: (r) => r.old_executions, spare: true },
				{ id: "new_executions", title: "New", about: "executions in this profile", width: 56, value: (r) => r.new_executions },
				{ id: "moved", title: "Moved", about: "the share of the executions that goes elsewhere", width: 40, value: (r) => r.moved, text: (r) => share(r.moved), spare: true },
				{ id: "parts", title: branches ? "Goes to" : "Types", about: "old share to new share, largest change first", width: 0, words: true, value: movesText, parts: briefMoves, spare: true },
			],
		});
		const panel = details(list.body, branches ? "Successors" : "Types");
		list.grid.chosen = (r) => {
			panel.hidden = !r;
			if (!r) return;
			panel.replaceChildren();
			heading(panel, of.name(r), of.link(r, r.bci), " " + at(r.bci));
			if (r.old_kind) element("p", {}, kindsOf(r), panel);
			showParts(r, branches, branches ? "Successors" : "Types", panel);
		};
		return list;
	}

	private units(table: ChangeTable<UnitChange>, inside: HTMLElement): ListView<UnitChange> {
		const { profile } = this, of = wordsOf(profile), root = (r: UnitChange) => r.nodes[0];
		const list = this.listOf<UnitChange>("inlining", inside, {
			noun: "unit", rows: table.rows, kind: (r) => of.kind(root(r)), names: (r) => of.names(root(r)),
			columns: [
				{ id: "unit", title: "Compilation root", about: "its name", width: 0, words: true, value: (r) => of.name(root(r)), link: (r) => of.link(root(r)), kind: (r) => of.kind(root(r)) },
				rankOf(table.rows, "by entries that are new, gone or moved"),
				{ id: "old", title: "Old", about: "entries of the root in the base", width: 56, value: (r) => root(r).old ?? null, spare: true },
				{ id: "new", title: "New", about: "entries of the root in this profile", width: 56, value: (r) => root(r).new ?? null, spare: true },
				{ id: "factor", title: "×", about: ratioAbout + ", of the root's entries", width: 62, value: (r) => root(r).factor, text: (r) => root(r).factor === null ? "" : factor(root(r).factor!), spare: true },
				...(["gone", "new", "changed"] as const).map((change): Column<UnitChange> => ({
					id: "copies_" + change, title: "Copies " + change, about: copiesAbout[change],
					width: 66, value: (r) => copiesWith(r, change), text: (r) => String(copiesWith(r, change) || ""), of: 0,
				})),
			],
		});
		const panel = details(list.body, "Inlined copies");
		list.grid.chosen = (r) => {
			panel.hidden = !r;
			if (!r) return;
			panel.replaceChildren();
			heading(panel, of.name(root(r)), of.link(root(r)), "");
			this.copies(panel, r, of);
		};
		return list;
	}

	// The changed copies, and those on the path to them.
	private copies(inside: HTMLElement, r: UnitChange, of: Words): void {
		const list = element("ul", { class: "copies" }, "", inside);
		for (const n of r.nodes) {
			const item = element("li", { class: n.change }, "", list);
			item.style.setProperty("--depth", String(Math.min(n.depth, 30)));
			element("b", { title: n.change }, marks[n.change], item);
			if (n.bci !== undefined) element("span", { class: "bci" }, " " + at(n.bci), item);
			item.append(" ");
			const href = of.link(n), name = brevity(of.name(n));
			if (href) element("a", { href, title: of.name(n) }, name, item);
			else element("span", { title: of.name(n) }, name, item);
			element("span", { class: "note" }, " " + entriesOf(r.nodes, n), item);
		}
	}
}

// The first page.
class Largest {
	private readonly of: Words;

	constructor(private readonly profile: Profile, private readonly inside: HTMLElement) {
		this.of = wordsOf(profile);
	}

	show(): void {
		const { profile, inside } = this, all = profile.part("diff")!;
		showHeadline(profile, inside);
		element("h2", {}, since(profile), inside);
		const [about, leftOut] = comparisonCaveats(profile);
		showCaveats(about, inside);
		const columns = element("div", { class: "columns roomy" }, "", inside), left = element("div", {}, "", columns), right = element("div", {}, "", columns);
		const { samples, totals, calls, branches, receivers, instanceof: checks, inlining } = Object.fromEntries(Object.entries(all.sections).filter(([, t]) => t.groups)) as typeof all.sections;
		if (samples) methodChanges(profile, "samples", samples, left, most);
		if (totals) methodChanges(profile, "totals", totals, calls || inlining || receivers || checks || branches ? left : right, some);
		if (calls) methodChanges(profile, "calls", calls, samples || totals ? right : left, most);
		if (inlining) this.units(inlining, samples || totals ? left : right);
		for (const [section, table] of [["receivers", receivers], ["instanceof", checks], ["branches", branches]] as const) if (table) this.sites(section, table, right);
		for (const e of [left, right]) if (!e.firstChild) e.remove();
		if (!columns.firstChild) columns.remove();
		unchanged(profile, inside);
		showCaveats(leftOut, inside);
		howCompared(profile, inside);
		for (const note of all.notes) breakable(visible(withoutFlags(note)), element("p", { class: "note" }, "", inside));
		const { command } = profile.part("base")!;
		if (!command) return;
		const p = element("p", { class: "note" }, "Also show the smaller differences: ", inside);
		element("code", {}, visible(command), p);
	}

	private sites(section: "branches" | "receivers" | "instanceof", table: ChangeTable<SiteChange>, inside: HTMLElement): void {
		const { of } = this, place = element("section", {}, "", inside);
		if (begin(place, table)) {
			smallTable(place, captionOf(section, table), ["Place", "Executions", "Change"], table.rows.slice(0, some).map((r): Cell[] => {
				const [first] = briefMoves(r), kinds = r.old_kind !== r.new_kind ? kindsOf(r) : "";
				const place = `${of.name(r)} ${at(r.bci)}`, href = of.link(r, r.bci);
				return [href ? { text: place, href } : place, count(r.new_executions), kinds || (first ? first.name + first.value : r.change)];
			}));
		}
		end(place, section, table);
	}

	private units(table: ChangeTable<UnitChange>, inside: HTMLElement): void {
		const { of } = this, place = element("section", {}, "", inside);
		if (begin(place, table)) {
			const heads: Head[] = ["Compilation root", { text: "×", about: ratioAbout + ", of the root's entries" }, { text: "Copies gone", about: copiesAbout.gone }, { text: "Copies new", about: copiesAbout.new }, { text: "Copies changed", about: copiesAbout.changed }];
			smallTable(place, captionOf("inlining", table), heads, table.rows.slice(0, some).map((r): Cell[] => {
				const [root] = r.nodes, href = of.link(root);
				return [href ? { text: of.name(root), href } : of.name(root), root.factor === null ? "" : factor(root.factor), ...(["gone", "new", "changed"] as const).map((c) => String(copiesWith(r, c) || ""))];
			}));
		}
		end(place, "inlining", table);
	}
}

// Before a count without those of some contexts.
const bound = (atLeast?: boolean) => atLeast ? "≥ " : "";

// The change of a count, which a share does not have.
const moreOf = (r: MethodChange) => (r.new ?? 0) - (r.old ?? 0);

/** Those that did not change only as the total did, the largest first; all, if there are no others. */
function largestOf(table: ChangeTable<MethodChange>): MethodChange[] {
	const own = table.rows.filter((r) => !r.share_only);
	return own.length ? own : table.rows;
}

/** The methods that changed most. */
function methodChanges(profile: Profile, section: MethodSection, table: ChangeTable<MethodChange>, inside: Element, limit: number): void {
	const of = wordsOf(profile), place = element("section", {}, "", inside), number = (n: number) => n < longest ? count(n) : brief(n), known = (n: number | undefined, of: number, atLeast?: boolean) => n === undefined ? "–" : `${bound(atLeast)}${number(n)} · ${share(of)}`, unit = counted(section, table.unit);
	if (begin(place, table)) {
		const rows = largestOf(table).slice(0, limit);
		const heads: Head[] = ["Method", { text: "Points", about: pointsAbout }, { text: `Old · ${marked(table, "%", "old %")}`, about: `${unit} in the base, and as a share of the larger run, normalized for run length` }, { text: `New · ${marked(table, "%", "new %")}`, about: `${unit} in this profile, and as a share of the same` }, { text: marked(table, "×"), about: `${ratioAbout}: of the shares` }, ...section === "calls" ? [] : [{ text: "±", about: `${unit}: new minus old, not normalized for run length` }]];
		const total: Cell[] = ["Total", "", number(table.old_base), number(table.base), "", ...section === "calls" ? [] : [signed(table.base - table.old_base)]];
		smallTable(place, captionOf(section, table), heads, rows.map((r): Cell[] => {
			const href = of.link(r), text = of.name(r);
			return [href ? { text, href } : text, pointsAlone(r.difference), known(r.old, r.old_share, r.old_at_least), known(r.new, r.new_share, r.new_at_least), r.factor === null ? r.change : factor(r.factor), ...section === "calls" ? [] : [signed(moreOf(r))]];
		}).concat([total]), rows.map((r) => r.difference / Math.abs(rows[0].difference))).classList.add("changed");
		for (const note of table.notes.filter((n) => /^\S.{0,8}\*: /.test(n))) element("p", { class: "note mark" }, visible(note), place);
	}
	end(place, section, table);
}

/** For the first view of a report: the methods that changed most. Changes has the rest, and how it was found. */
export function changedMost(profile: Profile, inside: Element): void {
	const { samples, totals, calls } = profile.part("diff")!.sections, limit = 5, [about, leftOut] = comparisonCaveats(profile), href = routeTo("changes");
	element("a", { href }, since(profile), element("h2", {}, "", inside));
	const show = (some: string[]) => {
		if (!some.length) return;
		const list = element("ul", { class: "caveats" }, "", inside), item = element("li", { class: "caution" }, some.length === 1 ? visible(some[0]) : "", list);
		if (some.length > 1) element("a", { href }, `${some.length} caveats about the comparison`, item);
	};
	show(about);
	if (samples?.rows.length) methodChanges(profile, "samples", samples, inside, limit);
	else if (totals?.rows.length) methodChanges(profile, "totals", totals, inside, limit);
	else if (calls?.rows.length) methodChanges(profile, "calls", calls, inside, limit);
	show(leftOut);
}

/** Everything that changed in one method. */
export function changesOf(profile: Profile, m: Method, inside: Element): void {
	const { sections } = profile.part("diff")!, mine = <R extends { id?: number; old_id?: number }>(rows: R[] = []) => rows.filter((r) => profile.changed(r) === m);
	for (const section of ["branches", "receivers", "instanceof"] as const) {
		const rows = mine(sections[section]?.rows);
		if (rows.length) {
			smallTable(inside, `${titles[section]} that changed`, ["Old share to new share", "Old", "New", "Change"], rows.map((r) =>
				[`${at(r.bci)} ${movesText(r)}`, count(r.old_executions), count(r.new_executions), r.old_kind !== r.new_kind ? kindsOf(r) : r.change]), undefined, rows.map((r) => r.bci));
		}
	}
	const of = wordsOf(profile), units = sections.inlining?.rows || [];
	const named = (n: Row): Cell => of.link(n) ? { text: of.name(n), href: of.link(n) } : of.name(n);
	const where = (n: CopyChange) => n.change + (n.bci === undefined ? "" : " " + at(n.bci));
	const inIt = units.filter((r) => profile.changed(r.nodes[0]) === m).flatMap(({ nodes }) => nodes.slice(1).filter((n) => n.change !== "same").map((n) => ({ nodes, n })));
	if (inIt.length) smallTable(inside, "Inlined into it: copies that changed", ["Method", "Change", "Entries"], inIt.map(({ nodes, n }) => [named(n), where(n), entriesOf(nodes, n)]));
	const copies = units.flatMap((r) => r.nodes.slice(1).filter((n) => n.change !== "same" && profile.changed(n) === m).map((n) => ({ nodes: r.nodes, n })));
	if (copies.length) smallTable(inside, "Copies of it that changed", ["Compilation root", "Change", "Entries"], copies.map(({ nodes, n }) => [named(nodes[0]), where(n), entriesOf(nodes, n)]));
}

const narrow = matchMedia("(max-width: 760px)");

/** The kinds of records that both profiles have. */
const sectionsOf = (profile: Profile) => (Object.keys(titles) as Section[]).filter((s) => profile.part("diff")!.sections[s]);

/** The kinds, which follow the number of differences and precede the number in the application. Where all are of samples, the title says so. */
function since(profile: Profile): string {
	const title = visible(withoutFlags(profile.part("diff")!.title.split("; ")[0])), totals = profile.part("diff")!.sections.totals?.groups;
	const alone = title.includes(" changed share"), kinds = alone ? totals && `${count(totals)} with callees` : kindsChanged(profile);
	const of = profile.part("diff")!.headline ? "" : `Since ${visible(profile.part("base")!.name) || "the base"}: `;
	return of + `${kinds ? title.replace(/, |$/, (s) => alone ? ` (${kinds})${s}` : `: ${kinds}${s && "; "}`) : title}${!kinds && totals ? `, but the totals of ${plural(totals, "method")} changed` : ""}`;
}

// How long the runs were, and how reliable changes are.
function howCompared(profile: Profile, inside: Element): void {
	const all = profile.part("diff")!, { samples, calls } = all.sections;
	if (!Object.values(all.sections).some((t) => t.groups)) return;
	const lengths = [calls && lengthByCalls(calls), samples && `${factor(samples.length_ratio!)} by its ${samples.unit}`].filter((s) => s);
	// For readers without a mouse to hover over headings.
	element("p", { class: "note" }, (lengths.length ? `Length of the new run, as a multiple of the old one: ${lengths.join(", ")}. Normalized for that, × is new / old, and points are the change of the share. ` : "") + (samples || calls ? "Points of a method compare its self counts in all stacks, in Totals those with callees; points of a box in Flame compare one path, with its callees. " : "") + capital(profile.part("base")!.chance) + ".", inside);
}

/** How long the new run was: by most methods if all calls together, of which the headline has the number, make it longer or shorter. */
function lengthByCalls({ length_ratio, base, old_base }: ChangeTable<MethodChange>): string {
	const length = factor(length_ratio!), all = factor(base / old_base);
	return length === all ? `${length} by its calls` : `${length} by the calls of most methods (${all} by all calls, of which a single method may make many)`;
}

// Caveats about the comparison, each once: what is wrong with all of it, which is said above the tables, and what they leave out, below them.
function comparisonCaveats(profile: Profile): [about: string[], leftOut: string[]] {
	const of = profile.part("diff")!, all = [...new Set([...profile.part("base")!.caveats, ...of.caveats, ...Object.values(of.sections).flatMap((t) => t.caveats)])], isLeftOut = (c: string) => c.startsWith("not compared");
	return [all.filter((c) => !isLeftOut(c)), all.filter(isLeftOut)];
}

// On a phone, several would fill the first screen: they are folded.
function showCaveats(caveats: string[], inside: Element): void {
	if (!caveats.length) return;
	const fold = caveats.length > 1 ? element("details", narrow.matches ? {} : { open: "" }, "", inside) : inside;
	if (fold !== inside) element("summary", { class: "note" }, `${caveats.length} caveats about the comparison`, fold);
	const list = element("ul", { class: "caveats" }, "", fold);
	for (const text of caveats) breakable(visible(text), element("li", { class: "caution" }, "", list));
}

// The kinds that have all changes.
function kindsChanged(profile: Profile): string {
	const { sections } = profile.part("diff")!, kinds: string[] = [];
	for (const s of sectionsOf(profile)) {
		if (s === "totals") continue; // of the same samples
		const n = sections[s]!.groups, counted = s === "calls" && sections.samples?.groups ? count(n) : plural(n, things[s]), { totals } = sections;
		if (n) kinds.push(things[s] !== "method" ? counted : `${counted} by ${s === "samples" && totals ? "self " : ""}${s}` + (s === "samples" && totals?.groups ? ` (${count(totals.groups)} with callees)` : ""));
	}
	return kinds.join(", ");
}

// The kinds without a change, on one line: most have nothing else to say.
function unchanged(profile: Profile, inside: Element): void {
	const { sections } = profile.part("diff")!, names = sectionsOf(profile).filter((s) => !sections[s]!.groups).map((s) => {
		const { within_noise: quiet, only_old: gone, only_new: fresh } = sections[s]!, more: string[] = [];
		if (quiet) more.push(`smaller differences: ${count(quiet)}`);
		if (gone || fresh) more.push(`${plural(gone || fresh, things[s])} ran only in ${gone ? "old" : "new"}${gone && fresh ? `, ${count(fresh)} in new` : ""}`);
		return (isOfMethods(s) ? "shares of " : "") + titles[s].toLowerCase() + (more.length ? ` (${more.join("; ")})` : "");
	});
	if (names.length) element("p", {}, `No change: ${names.join(", ")}.`, inside);
}

// Whether there is a table to show.
function begin(inside: Element, table: ChangeTable<unknown>): boolean {
	if (table.rows.length) return true;
	element("p", {}, visible(table.title), inside);
	return false;
}

/** A heading with an asterisk if a note, as diff has it, says what is special about the column: these are not the shares of that run alone. */
const marked = (table: ChangeTable<unknown>, text: string, heading = text) => table.notes.some((n) => n.startsWith(heading + "*: ")) ? text + "*" : text;

// Where the others are.
function end(inside: Element, section: Section, table: ChangeTable<unknown>): void {
	if (table.groups) element("a", { href: routeTo("changes", section) }, table.groups > some ? `All ${plural(table.groups, "change")}` : "Details", element("p", { class: "note" }, "", inside));
}

// Samples: 12 methods changed, by change of their share.
function captionOf(section: Section, table: ChangeTable<unknown>): string {
	return `${titles[section]}: ${plural(table.groups, things[section])} changed, by ${table.order}`;
}

const capital = (s: string) => s.slice(0, 1).toUpperCase() + s.slice(1);

/** The names of rows. */
interface Words {
	name(r: Row): string;
	link(r: Row, bci?: number): string;
	kind(r: Row): number;
	names(r: Row): { plain: string; signature: string };
}
type Row = { id?: number; old_id?: number; method: string };

function wordsOf(profile: Profile): Words {
	return {
		name: (r) => profile.changed(r)?.name ?? visible(r.method),
		link: (r, bci) => linkTo(profile, profile.changed(r)?.id, bci),
		kind: (r) => profile.changed(r)?.kind ?? 0,
		names: (r) => profile.changed(r) || { plain: r.method, signature: r.method },
	};
}

// The order of the command.
function rankOf<R>(rows: R[], about: string): Column<R> {
	const ranks = new Map(rows.map((r, i) => [r, i + 1]));
	return { id: "rank", title: "Rank", about, width: 46, value: (r) => ranks.get(r)!, rises: true, spare: true };
}

const copiesWith = (r: UnitChange, change: CopyChange["change"]) => r.nodes.filter((n) => n.change === change).length;

function entriesOf(nodes: CopyChange[], n: CopyChange): string {
	const known = (x: number | null | undefined) => x === undefined ? "–" : x === null ? "n/a" : count(x);
	return `${ratesOf(nodes, n)}${known(n.old)} to ${known(n.new)}${n.copies && n.copies > 1 ? `, ${plural(n.copies, "copy").replace("copys", "copies")}` : ""}`;
}

// Entries of a changed copy per entry of its innermost caller that has any in both profiles.
function ratesOf(nodes: CopyChange[], n: CopyChange): string {
	if (n.change !== "changed" || typeof n.old !== "number" || typeof n.new !== "number") return "";
	let depth = n.depth;
	for (let i = nodes.indexOf(n) - 1; i >= 0; i--) {
		const caller = nodes[i];
		if (caller.depth >= depth) continue;
		depth = caller.depth;
		if (caller.old && caller.new) return `${factor(n.old / caller.old)} to ${factor(n.new / caller.new)} per entry of ${depth === n.depth - 1 ? "its caller" : "a caller"}, `;
	}
	return "";
}

function heading(panel: HTMLElement, name: string, href: string, tail: string): void {
	const h = element("h2", {}, "", panel);
	if (href) element("a", { href }, name, h);
	else h.textContent = name;
	h.append(tail);
}
