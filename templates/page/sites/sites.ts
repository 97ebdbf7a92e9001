// Places in the bytecode: conditionals, calls, receivers of virtual calls, type checks; and locks, which have no place.

import { at, briefType, to, visible } from "../../text/names";
import { boundShare, count, factor, plural, share, significant, thousands } from "../../text/numbers";
import { Route } from "../address/route";
import { button, choice, element } from "../dom/dom";
import { isCut, Profile, rowsOf } from "../profile/profile";
import { BranchRow, MonitorRow, SiteCall, SiteChange, Successor, TypeRow } from "../profile/records";
import { Column } from "../table/column";
import { GridPosition } from "../table/grid";
import { Listing, ListView } from "../table/listing";
import { smallTable } from "../table/smalltable";
import { gridKeys } from "../view/help";
import { Kinds } from "../view/kinds";
import { View } from "../view/view";
import { callChoices, callColumns, isChosen, missingCalls, restOf, showCall } from "./calls";
import { changedSites, ComparedSites, kindsOf, showParts, siteKey } from "./changed";
import { linkTo } from "./link";
import { showSource, sourceColumn } from "./source";

export type SiteMetric = "calls" | "branches" | "receivers" | "instanceof" | "monitors";

const titles: Record<SiteMetric, string> = { calls: "Calls", branches: "Branches", receivers: "Receivers", instanceof: "Type checks", monitors: "Monitors" };

/** The share of the calls that stayed calls that the application's must have for the list to begin with them alone. */
const worthBeginning = 0.1;

/** A place in the bytecode. */
interface Place {
	id: number;
	/** The name of the method; caller, if it calls another one. */
	method?: string;
	caller?: string;
	bci: number;
	line?: number;
}

const nameAt = (r: Place) => visible(r.method ?? r.caller ?? "");

export class Sites implements View {
	readonly keys = gridKeys;
	private readonly lists = new Map<SiteMetric, { list: ListView<never>; element: HTMLElement }>();
	private current: SiteMetric;

	constructor(private readonly profile: Profile, private readonly kinds: Kinds, private readonly inside: HTMLElement) {
		this.current = Sites.of(profile)[0];
	}

	/** Lists that the profile has. */
	static of(profile: Profile): SiteMetric[] {
		return (["branches", "calls", "receivers", "instanceof", "monitors"] as const).filter((m) => profile.has(m));
	}

	get input(): HTMLInputElement | null {
		return this.lists.get(this.current)?.list.input || null;
	}

	get notes(): string[] {
		const { notes, caveats } = this.profile.part(this.current)!;
		return [...caveats, ...notes, ...this.current === "branches" ? [this.profile.part("places")?.beyond?.note || ""].filter((s) => s) : []];
	}

	show(route: Route): string {
		const all = Sites.of(this.profile), known = all.find((m) => m === route.name);
		this.current = known || all[0];
		if (!this.lists.has(this.current)) this.make(this.current);
		for (const [m, { element }] of this.lists) element.hidden = m !== this.current;
		const lost = this.lists.get(this.current)!.list.show(route);
		return known || !route.name ? lost : `This report has no sites “${visible(route.name)}”: here are ${titles[this.current].toLowerCase()}.`;
	}

	get position(): GridPosition {
		return this.lists.get(this.current)!.list.grid.position;
	}

	set position(position: GridPosition) {
		this.lists.get(this.current)!.list.grid.position = position;
	}

	private make(metric: SiteMetric): void {
		const around = element("div", { class: "view" }, "", this.inside);
		const list = metric === "branches" ? this.branches(around) : metric === "monitors" ? this.monitors(around) : metric === "calls" ? this.calls(around) : this.types(metric, around);
		this.lists.set(metric, { list: list as unknown as ListView<never>, element: around });
		const all = Sites.of(this.profile);
		if (all.length > 1) list.links(all.map((m) => [m, titles[m]]), "Kinds of sites");
		list.finish();
		const missing = metric === "calls" ? missingCalls(this.profile) : "", rest = !isCut(this.profile.part(metric)) ? "" : metric === "calls" ? restOf(this.profile) : "The report contains only the first rows.";
		if (rest || missing) list.limited([rest, missing].filter(Boolean).join(" "));
	}

	private listOf<R>(metric: SiteMetric, inside: HTMLElement, of: Omit<Listing<R>, "view" | "label" | "path">): ListView<R> {
		// A list with none of the application's sites would begin empty.
		const allKinds = of.rows.length > 0 && !of.rows.some((r) => this.kinds.starts(this.profile.kinds[of.kind(r)]));
		return new ListView({ allKinds, all: (rows) => aboutMarks(metric, rows as Partial<Place>[]), ...of, view: "sites", path: metric, label: titles[metric] }, this.kinds, inside);
	}

	private place<R extends Place>(): Column<R> {
		const { profile } = this, name = (r: R) => profile.method(r.id)?.name ?? nameAt(r);
		return {
			id: "method", title: "Place", about: "method, bytecode index (@) and source line (:)", width: 0, words: true, value: (r) => `${name(r)} ${at(r.bci, r.line)}`,
			link: (r) => linkTo(profile, r.id, r.bci), kind: (r) => profile.method(r.id)?.kind ?? 0, tail: (r) => " " + at(r.bci, r.line), shortTail: (r) => " " + at(r.bci),
			fields: [{ name: "method", value: name }, { name: "bci", value: (r) => r.bci }, { name: "line", value: (r) => r.line ?? null }],
		};
	}

	// The order of the command, among the rows that are shown.
	private rank<R>(all: R[]): { column: Column<R>; number: (rows: R[]) => void } {
		const order = new Map(all.map((r, i) => [r, i]));
		let ranks = order;
		return {
			column: { id: "rank", title: "Rank", about: "by executions × entropy (hot and hard to predict)", width: 52, value: (r) => ranks.get(r) ?? null, rises: true, spare: true, drop: 3 },
			number: (rows) => {
				ranks = new Map([...rows].sort((a, b) => order.get(a)! - order.get(b)!).map((r, i) => [r, i + 1]));
			},
		};
	}

	private named = (r: Place) => this.profile.method(r.id) || { plain: nameAt(r), signature: nameAt(r) };
	private kindOf = (r: { id: number }) => this.profile.method(r.id)?.kind ?? 0;

	// With a base: a column, a filter, and the counts of both profiles for the panel.
	private changed<R extends { id: number; bci: number }>(metric: ComparedSites) {
		const all = changedSites(this.profile, metric), of = (r: R): SiteChange | undefined => all?.get(siteKey(r));
		const column: Column<R> = {
			id: "change", title: "Change", about: "since the base; " + (metric === "branches" ? "flipped: another successor is the likeliest" : "kind: the number of types; top type: another is the most frequent"),
			width: 66, words: true, value: (r) => of(r)?.change ?? "", spare: true, drop: 1,
		};
		return {
			of, columns: all?.size ? [column] : [], choices: all?.size ? [["changed", "Changed since the base"] as [string, string]] : [],
			show: (r: R, panel: Element) => {
				const c = of(r);
				if (!c) return;
				if (kindsOf(c)) element("p", {}, kindsOf(c), panel);
				showParts(c, metric === "branches", `Since the base: ${c.change}`, panel);
			},
		};
	}

	private branches(inside: HTMLElement): ListView<BranchRow> {
		const table = this.profile.part("branches")!, rows = rowsOf(table), changed = this.changed<BranchRow>("branches"), rank = this.rank(rows);
		const list = this.listOf<BranchRow>("branches", inside, {
			noun: "conditional", rows, order: { column: "rank", down: false }, shows: rank.number, kind: this.kindOf, names: this.named,
			columns: [
				this.place(), rank.column,
				{ id: "executions", title: "Executions", about: "how often it was executed", width: 104, value: (r) => r.executions, of: table.base },
				{ id: "share", title: "%", heading: "Executions %", about: "executions, as a share of all", width: 50, value: (r) => r.share, text: (r) => share(r.share), bar: (r) => r.share, spare: true },
				{ id: "per_entry", title: "Per entry", about: "executions per entry of its method", width: 76, value: (r) => r.per_entry, text: (r) => r.per_entry === null ? "n/a" : factor(r.per_entry), spare: true, drop: 2 },
				{ id: "entropy", title: "Entropy", about: "entropy in bits: 0 = always the same way, 1 = 50/50", width: 72, value: (r) => r.entropy, text: (r) => significant(r.entropy), drop: 5 },
				...damaged(rows),
				...changed.columns,
				{ id: "successors", title: "Goes to", about: "its successors, the likeliest first", width: 300, value: (r) => goesTo(r), parts: (r) => waysOf(r), between: " ", shares: (r) => byCount(r.successors).map((s) => s.probability ?? 0), words: true, spare: true, drop: 1 },
				barOf<BranchRow>("Goes to", (r) => goesTo(r), (r) => waysOf(r), (r) => byCount(r.successors).map((s) => s.probability ?? 0)),
				...sourceColumn(this.profile, rows, 3),
			],
		});
		const choices: [string, string][] = [["", "All conditionals"], ...changed.choices, ["0.05", "Near even, 45–55%"], ["0.1", "Near even, 40–60%"], ["one", "One-sided"], ["never", "Never taken (in hot methods)"], ["loop", "Loops"]];
		const hot = hotMethods(rows, table.certain ?? table.base);
		list.also = alsoChosen(list, "Which conditionals", choices, (which, r) => !which || (which === "changed" ? changed.of(r) !== undefined : which === "never" ? r.executions > 0 && hot.has(r.id) && r.successors.some((s) => !s.count) :
			which === "one" ? likeliest(r)[0] === r.executions && r.executions > 0 : which === "loop" ? r.successors.some((s) => s.trips !== undefined) : nearEven(r, Number(which))));
		const panel = details(list.body, "Successors");
		list.grid.chosen = (r) => {
			panel.hidden = !r;
			if (!r) return;
			this.heading(panel, r);
			smallTable(panel, "Successors", ["To", "Count", { text: "%", about: "as a share of the executions" }, { text: "Trips", about: "of the way back in a loop, or the one that stays there: jumps back each time the loop is entered; a do-while loop runs once more" }], r.successors.map((s) => [target(r, s), count(s.count), share(s.probability), s.trips ? significant(s.trips) : s.trips === null ? "n/a" : ""]));
			const beyond = beyondEntries(this.profile, r);
			if (beyond) element("p", {}, beyond, panel);
			changed.show(r, panel);
		};
		return list;
	}

	private calls(inside: HTMLElement): ListView<SiteCall> {
		const { profile } = this, rows = rowsOf(profile.part("calls")), stayed = (of: SiteCall[]) => of.reduce((sum, r) => sum + (r.stayed ?? 0), 0);
		// Which hot call stayed a call? Those of the application may all be inlined, and the others in libraries.
		const own = stayed(rows.filter((r) => this.kinds.starts(profile.kinds[this.kindOf(r)]))), allKinds = own < worthBeginning * stayed(rows);
		const list = this.listOf<SiteCall>("calls", inside, {
			allKinds,
			noun: "call", rows, order: { column: "stayed", down: true }, kind: this.kindOf, names: this.named, columns: [this.place(), ...callColumns(profile, rows), ...sourceColumn(profile, rows, 9)],
		});
		list.also = alsoChosen(list, "Which calls", callChoices.filter(([which]) => !which || rows.some((r) => isChosen(which, r))), isChosen);
		const panel = details(list.body, "Call");
		list.grid.chosen = (r) => {
			panel.hidden = !r;
			if (!r) return;
			this.heading(panel, r);
			showCall(profile, r, panel);
		};
		return list;
	}

	private types(metric: "receivers" | "instanceof", inside: HTMLElement): ListView<TypeRow> {
		const table = this.profile.part(metric)!, rows = rowsOf(table), changed = this.changed<TypeRow>(metric), rank = this.rank(rows);
		const list = this.listOf<TypeRow>(metric, inside, {
			noun: "site", rows, order: { column: "rank", down: false }, shows: rank.number, kind: this.kindOf, names: this.named,
			columns: [
				this.place(), rank.column,
				{ id: "executions", title: "Executions", about: "how often it was executed; ≥ where the profiler may not have kept all types", width: 104, value: (r) => r.executions, text: executionsOf, of: table.base },
				{ id: "executions_share", title: "%", heading: "Executions %", about: "executions, as a share of all", width: 50, value: (r) => r.executions_share, text: (r) => share(r.executions_share), bar: (r) => r.executions_share, spare: true },
				{ id: "kind", title: "Kind", about: "by the number of types: 1, 2, 3 to 7, 8 and more; unknown: the profile lists none of them", width: 96, value: (r) => r.kind === "unknown" ? null : r.types.length, text: (r) => r.kind + (r.saturated ? "+" : ""), fields: [{ name: "kind", value: (r) => r.kind }], spare: true },
				...damaged(rows),
				{ id: "entropy", title: "Entropy", about: "entropy in bits: 0 = always the same type, 1 = 50/50 between two types; 2 to the power of it is the effective number of types", width: 72, value: (r) => r.entropy, text: (r) => r.entropy === null ? "n/a" : significant(r.entropy), spare: true, drop: 2 },
				...changed.columns,
				{ id: "types", title: "Types", about: "the most frequent first", width: 0, value: (r) => typesOf(r), parts: briefTypes, between: " | ", shares: (r) => r.types.map((t) => t.share ?? 0), words: true, spare: true, drop: 4 },
				{ ...barOf<TypeRow>("Types", typesOf, briefTypes, (r) => r.types.map((t) => t.share ?? 0)), mark: markOfTypes, ...rows.some((r) => r.saturated) ? { width: 100 } : {} },
				...sourceColumn(this.profile, rows, 9),
			],
		});
		const state = { which: "" };
		const counted = (["megamorphic", "polymorphic", "bimorphic", "monomorphic", "unknown"] as const).map((k) => [k, table[`${k}_sites`]] as const).filter(([, n]) => n), choices: [string, string][] = [["", "All sites"], ...changed.choices, ...counted.map(([k]): [string, string] => [k, k])];
		const group = element("span", { class: "which", role: "group", "aria-label": "Which sites" }, "", list.tools), buttons = new Map<string, HTMLButtonElement>();
		const choose = (which: string) => {
			state.which = buttons.has(which) ? which : "";
			for (const [v, b] of buttons) b.setAttribute("aria-pressed", String(v === state.which));
		};
		const abouts: Record<string, string> = { "": "Sites of all kinds", changed: "Sites that changed", ...Object.fromEntries(counted.map(([k, n]) => [k, aboutKind(k, n)])) };
		for (const [v, text] of choices) {
			const b = button(text, abouts[v], () => {
				choose(v);
				list.apply();
			}, group);
			b.dataset.which = v;
			buttons.set(v, b);
		}
		choose("");
		const is = (which: string, r: TypeRow) => !which || (which === "changed" ? changed.of(r) !== undefined : r.kind === which);
		list.also = {
			wanted: (r) => is(state.which, r),
			parameters: () => ({ only: state.which }),
			restore: (p) => choose(p.get("only") || ""),
			count: (of) => {
				for (const [which, text] of choices.slice(1)) {
					const n = thousands(of((r) => is(which, r)));
					buttons.get(which)!.textContent = which === "changed" ? `${text}: ${n}` : `${n} ${text}`;
				}
			},
		};
		const panel = details(list.body, "Types");
		list.grid.chosen = (r) => {
			panel.hidden = !r;
			if (!r) return;
			this.heading(panel, r);
			smallTable(panel, "Types", ["Type", "Count", { text: "%", about: "as a share of the executions" }], r.types.map((t) => [visible(t.type), count(t.count), shareOfTypes(r, t.share)]));
			if (r.saturated) element("p", {}, "The profiler keeps 8 types at most: there may have been more.", panel);
			changed.show(r, panel);
			if (r.callees?.length) {
				element("h3", {}, "Calls", panel);
				const calls = element("ul", {}, "", panel);
				for (const c of r.callees) {
					const item = element("li", {}, "", calls), link = linkTo(this.profile, c.id);
					if (link) element("a", { href: link }, this.profile.method(c.id)!.name, item);
					else item.textContent = visible(c.method);
				}
			}
		};
		return list;
	}

	private monitors(inside: HTMLElement): ListView<MonitorRow> {
		const table = this.profile.part("monitors")!, kindOf = (r: MonitorRow) => this.profile.typeKind(r.id);
		return this.listOf<MonitorRow>("monitors", inside, {
			noun: "type", rows: rowsOf(table), order: { column: "count", down: true }, kind: kindOf, names: (r) => ({ plain: r.type, signature: r.type }),
			columns: [
				{ id: "type", title: "Type of the lock", about: "its name", width: 0, words: true, value: (r) => visible(r.type), kind: kindOf },
				{ id: "count", title: "Lock acquisitions", about: "contended or not", width: 130, value: (r) => r.count, of: table.base },
				{ id: "share", title: "%", heading: "Locks %", about: "as a share of all", width: 50, value: (r) => r.share, text: (r) => share(r.share), bar: (r) => r.share },
			],
		});
	}

	private heading(panel: HTMLElement, r: Place): void {
		panel.replaceChildren();
		const h = element("h2", {}, "", panel), link = linkTo(this.profile, r.id, r.bci), name = this.profile.method(r.id)?.name ?? nameAt(r);
		if (link) element("a", { href: link }, name, h);
		else h.textContent = name;
		h.append(" " + at(r.bci, r.line));
		showSource(this.profile, r, panel);
	}
}

// The marks of places, below their table.
function aboutMarks(metric: SiteMetric, rows: Partial<Place>[]): string {
	if (metric === "monitors" || !rows.length) return "";
	return `· @ bytecode index${rows.some((r) => r.line) ? ", : source line" : ""}${metric === "branches" ? ", → where it goes, ↺ back in a loop" : ""}`;
}

// A list of choices, each with the number of its rows.
function alsoChosen<R>(list: ListView<R>, label: string, choices: [string, string][], is: (which: string, r: R) => boolean): ListView<R>["also"] {
	let which = "";
	const select = choice("", label, choices, (v) => {
		which = v;
		list.apply();
	}, list.tools);
	return {
		wanted: (r) => is(which, r),
		parameters: () => ({ only: which }),
		restore: (p) => {
			select.value = p.get("only") || "";
			if (select.selectedIndex < 0) select.value = ""; // it has no such choice
			which = select.value;
		},
		count: (of) => choices.forEach(([v, text], i) => {
			if (v) select.options[i].text = `${text}: ${thousands(of((r) => is(v, r)))}`;
		}),
	};
}

// Instead of a text, where it would have no room: the parts have their names alone.
const barOf = <R>(title: string, text: (r: R) => string, parts: Column<R>["parts"], shares: (r: R) => number[]): Column<R> =>
	({ id: "bar", title, about: "the shares as a bar, the largest first and in numbers", width: 87, value: text, parts, between: " ", shares, words: true, slim: true, fields: [] });

// A mark of sites whose counts are damaged.
function damaged<R extends { counts?: "damaged" }>(rows: R[]): Column<R>[] {
	if (!rows.some((r) => r.counts)) return [];
	return [{ id: "counts", title: "Counts", about: "damaged: they look like two 32-bit numbers read as one, and the executions mean nothing", width: 76, words: true, value: (r) => r.counts || "" }];
}

function aboutKind(kind: string, n: number): string {
	const types = { monomorphic: "one type", bimorphic: "two types", polymorphic: "three to seven types", megamorphic: "eight types, the most that the profiler keeps, or more", unknown: "types that the profile does not list" }[kind];
	return `Those with ${types}: ${plural(n, "site")} in all code`;
}

/** A panel beside a table, about the selected row. */
export function details(inside: HTMLElement, label: string): HTMLElement {
	return element("aside", { class: "site", "aria-label": label, "aria-live": "polite", hidden: "", tabindex: "0" }, "", inside);
}

/** Why a conditional ran a little more often than its method was entered; "": it did not, or much more often. */
export function beyondEntries(profile: Profile, r: { id: number; bci: number }): string {
	const beyond = profile.part("places")?.beyond;
	return beyond?.places.some((p) => p.id === r.id && p.bci === r.bci) ? `${at(r.bci)} ${beyond.one}.` : "";
}

type Branch = { bci: number; successors: Successor[] };
const goesBack = (r: Branch, s: Successor) => s.target_bci >= 0 && s.target_bci <= r.bci;
const target = (r: Branch, s: Successor) => (goesBack(r, s) ? "↺ " : "→ ") + at(s.target_bci);

// Counts by target, largest first: successors with the same target are merged.
function likeliest(r: { successors: Successor[] }): number[] {
	const byTarget = new Map<number | string, number>();
	r.successors.forEach((s, i) => {
		const key = s.target_bci < 0 ? "index " + i : s.target_bci;
		byTarget.set(key, (byTarget.get(key) || 0) + s.count);
	});
	return [...byTarget.values()].sort((a, b) => b - a);
}

/** As in branches --near-even: the two most likely targets are this close to a half. */
export function nearEven(r: { executions: number; successors: Successor[] }, within: number): boolean {
	const [first = 0, second = 0] = likeliest(r), even = r.executions * 0.5, off = r.executions * within;
	return r.executions > 0 && first <= even + off && second >= even - off;
}

// Methods with a thousandth of all executions but damaged ones, as in branches --never: rank.HotMethod.
function hotMethods(rows: BranchRow[], certain: number): Set<number> {
	const executions = new Map<number, number>();
	for (const r of rows) if (!r.counts) executions.set(r.id, (executions.get(r.id) || 0) + r.executions);
	return new Set([...executions].filter(([, n]) => n >= 0.001 * certain).map(([id]) => id));
}

const byCount = (successors: Successor[]) => [...successors].sort((a, b) => b.count - a.count);

/** →42 87.7% →47 12.3%, most likely first. */
export function goesTo(r: Branch): string {
	return waysOf(r).map(({ name, value }) => name + value).join(" ");
}

const waysOf = (r: Branch) => byCount(r.successors).map((s) => ({ name: `${goesBack(r, s) ? "↺" : "→"}${to(s.target_bci)}`, value: " " + share(s.probability) }));

interface SeenTypes {
	types: { type: string; share: number | null }[];
	saturated: boolean;
}

/** A 66.7% | B 33.3%, most frequent first. */
export const typesOf = (r: SeenTypes) => r.types.map((t) => `${visible(t.type)} ${shareOfTypes(r, t.share)}`).join(" | ");

// Types without their packages, and their shares.
const briefTypes = (r: SeenTypes) => r.types.map((t) => ({ name: briefType(t.type), value: " " + shareOfTypes(r, t.share) }));

/** The same without packages. */
export const briefTypesOf = (r: SeenTypes) => briefTypes(r).map(({ name, value }) => name + value).join(" | ");

// Executions with types beyond those that the profiler keeps are not recorded.
const executionsOf = (r: TypeRow) => (r.saturated ? "≥ " : "") + count(r.executions);
const markOfTypes = (r: { saturated: boolean }) => r.saturated ? "≤ " : "";
const shareOfTypes = (r: { saturated: boolean }, of: number | null) => boundShare(of !== null ? markOfTypes(r) : "", share(of));
