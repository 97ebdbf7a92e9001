// All methods with samples or calls.

import { count, percent, pointsAlone, pointsRounded, range, share, timeOf } from "../../text/numbers";
import { Route, routeTo } from "../address/route";
import { entriesOf, inlinedOf } from "../profile/entries";
import { hasRecords, Method, Metric } from "../profile/method";
import { isCut, Profile } from "../profile/profile";
import { branchText, callText, likeliestShare, worstOf } from "../profile/worst";
import { matched } from "../search/search";
import { bounds, Column } from "../table/column";
import { GridPosition } from "../table/grid";
import { ListView } from "../table/listing";
import { gridKeys } from "../view/help";
import { Kinds } from "../view/kinds";
import { View } from "../view/view";

export class MethodList implements View {
	readonly keys = gridKeys;
	readonly input: HTMLInputElement;
	readonly notes: string[];
	private readonly list: ListView<Method>;

	constructor(profile: Profile, kinds: Kinds, inside: HTMLElement) {
		const columns: Column<Method>[] = [{
			id: "method", title: "Method", about: "its name", width: 0, words: true, value: (m) => m.name, link: (m) => routeTo("method", profile.nameInAddress(m)), kind: (m) => m.kind,
		}];
		const samples = profile.part("top.samples"), calls = profile.part("top.calls"), compared = profile.has("base");
		if (samples) {
			columns.push(
				{ id: "self", title: "Self", about: `${samples.unit} in the method itself`, width: 68, value: (m) => m.samples?.self ?? null, of: samples.base, spare: compared }, // narrow windows have its change instead, unless rows are sorted by it
				{ id: "self_share", title: "%", heading: "Self %", about: "self, as a share of all", width: 50, value: (m) => m.samples?.self_share ?? null, text: (m) => m.samples ? share(m.samples.self_share) : "", bar: (m) => m.samples?.self_share ?? null, spare: compared },
				{ id: "self_interval", title: "95%", heading: "Self 95%", about: "95% confidence interval of the self share", width: 68, value: (m) => m.samples?.self_interval?.high ?? null, text: (m) => m.samples?.self_interval ? range(m.samples.self_interval) : "", fields: bounds("self_interval", (m) => m.samples?.self_interval), spare: true, drop: 3 },
				...compared ? changeColumns("samples", `${samples.unit} in the method itself`, "self") : [],
				...profile.has("app.samples") ? [withLibrary(samples.unit)] : [],
				{ id: "total", title: "Total", about: `${samples.unit} with the method on the stack (once per stack)`, width: 68, value: (m) => m.samples?.total ?? null, spare: true },
				{ id: "total_share", title: "%", heading: "Total %", about: "total, as a share of all", width: 50, value: (m) => m.samples?.total_share ?? null, text: (m) => m.samples ? share(m.samples.total_share) : "", bar: (m) => m.samples?.total_share ?? null, spare: compared },
				{ id: "total_interval", title: "95%", heading: "Total 95%", about: "95% confidence interval of the total share", width: 68, value: (m) => m.samples?.total_interval?.high ?? null, text: (m) => m.samples?.total_interval ? range(m.samples.total_interval) : "", fields: bounds("total_interval", (m) => m.samples?.total_interval), spare: true, drop: 6 },
			);
		}
		if (calls) {
			columns.push(
				{ id: "entries", title: "Entries", about: "method entries, which are not time", width: 104, value: (m) => m.calls?.entries ?? null, text: (m) => entriesOf(m.calls), of: calls.base, spare: samples !== null },
				{ id: "entries_share", title: "%", heading: "Entries %", about: "entries, as a share of all", width: 50, value: (m) => m.calls?.entries_share ?? null, text: (m) => m.calls ? share(m.calls.entries_share) : "", bar: (m) => m.calls?.entries_share ?? null, spare: samples !== null },
				...compared && profile.has("base.top.calls") ? changeColumns("calls", "entries", "entries") : [],
				{ id: "root_calls", title: "As root", about: "entries as compilation root (not inlined; caller unknown)", width: 104, value: (m) => m.calls?.root_calls ?? null, of: 0, spare: true, drop: 4 },
				{ id: "inlined_calls", title: "Inlined", about: "entries of inlined copies", width: 104, value: (m) => m.calls?.inlined_calls ?? null, text: (m) => inlinedOf(m.calls), of: 0, spare: true, drop: 2 },
				{ id: "contexts", title: "Contexts", about: "inlining contexts with a record", width: 64, value: (m) => m.calls?.contexts ?? null, spare: true, drop: 5,
					fields: [{ name: "contexts", value: (m) => m.calls?.contexts ?? null }, { name: "uncounted", value: (m) => m.calls ? m.calls.uncounted ?? 0 : null }] }, // entries of such methods are a lower bound
			);
		}
		if (profile.has("optimized")) columns.push({ id: "copies", title: "Copies", about: "copies in the optimized image: its own unit, and where it is inlined; 0: it is not compiled", width: 64, value: (m) => m.copies ?? null, spare: true, drop: 5 });
		const worst = worstOf(profile), branchOf = (m: Method) => worst.get(m.id)?.branch || null, callOf = (m: Method) => worst.get(m.id)?.call || null;
		if (profile.has("branches")) {
			columns.push({
				id: "worst_branch", title: "Worst branch", about: "of its conditionals the one with the most executions × entropy, in bits: the share of its likeliest successor", width: 92, spare: true, drop: 1,
				value: (m) => { const r = branchOf(m); return r && r.executions * r.entropy; }, text: (m) => { const r = branchOf(m); return r ? branchText(r) : ""; },
				fields: [
					{ name: "worst_branch_bci", value: (m) => branchOf(m)?.bci ?? null },
					{ name: "worst_branch_probability", value: (m) => { const r = branchOf(m); return r && likeliestShare(r); } },
				],
			});
		}
		if (profile.has("receivers")) {
			columns.push({
				id: "most_receivers", title: "Receiver types", about: "at the virtual call that has the most; @ is its bytecode index", width: 104, spare: true, drop: 1,
				value: (m) => callOf(m)?.types.length ?? null, text: (m) => { const r = callOf(m); return r ? callText(r) : ""; },
				fields: [{ name: "receiver_types_bci", value: (m) => callOf(m)?.bci ?? null }, { name: "receiver_types", value: (m) => callOf(m)?.types.length ?? null }],
			});
		}
		this.list = new ListView({
			view: "methods", label: "Methods", noun: "method", all: (rows) => `with ${[samples && (timeOf(samples.unit) ?? samples.unit), calls && "calls"].filter((s) => s).join(" or ")}${withEntries(rows)}${compared ? " · ≈ not significant" : ""}`, columns, rows: profile.methods.filter(hasRecords),
			order: { column: samples ? "self" : "entries", down: true }, ...profile.has("app.samples") ? { orderOfApplication: { column: "with_library", down: true } } : {}, kind: (m) => m.kind, names: (m) => m,
		}, kinds, inside);
		this.list.grid.together = (rows) => samples ? [onStack(profile, rows, samples.base)] : [];
		this.list.finish();
		this.input = this.list.input;
		if (isCut(samples) || isCut(calls)) this.list.limited("The report has the first methods by samples and by entries alone: empty cells may be values below the limit.");
		this.notes = [...new Set([samples, calls].flatMap((t) => t ? [...t.caveats, ...t.notes] : []))];
	}

	show(route: Route): string {
		return this.list.show(route);
	}

	get position(): GridPosition {
		return this.list.grid.position;
	}

	set position(position: GridPosition) {
		this.list.grid.position = position;
	}
}

// Others are callers of counted methods, or have only branches or types.
const withEntries = (rows: Method[]) => rows.some((m) => m.calls?.entries === null) ? `, ${count(rows.filter((m) => (m.calls?.entries ?? null) !== null).length)} counted` : "";

// Totals of methods overlap: a stack with several of them counts once.
function onStack(profile: Profile, rows: ReadonlySet<Method>, base: number): string {
	const tree = profile.tree("samples"), names = new Set(Array.from(rows, (m) => m.name));
	const total = matched(tree, Uint8Array.from(tree.frames.names, (name) => names.has(name) ? 1 : 0)).total;
	return `any of them on the stack ${count(total)} (${percent(total, base)})`;
}

// In the order in which the summary ranks application methods.
const withLibrary = (unit: string): Column<Method> => ({
	id: "with_library", title: "With library", about: `${unit} in an application method, including the library code it calls`, width: 64, value: (m) => m.withLibrary?.self ?? null, bar: (m) => m.withLibrary?.self_share ?? null, spare: true,
});

const signed = (n: number) => n < 0 ? "−" + count(-n) : n ? "+" + count(n) : "±0";

const capital = (s: string) => s.slice(0, 1).toUpperCase() + s.slice(1);

// The numbers of a method in the base, and the change of its share.
function changeColumns(metric: Metric, about: string, id: string): Column<Method>[] {
	const old = (m: Method) => m.before?.changes[metric]?.old ?? null, difference = (m: Method) => m.before?.changes[metric]?.difference ?? null;
	const more = (m: Method) => { const c = m.before?.changes[metric]; return c ? c.now - c.old : null; };
	// Those of entries are beside them; longer titles would leave names no room in a window of 1280 pixels.
	const titled = (long: string, short: string) => ({ title: metric === "calls" ? short : long, heading: long });
	return [
		{ id: "base_" + id, ...titled("Base " + id, "Base"), about: `${about}, in the base`, width: 68, value: old, text: (m) => old(m) === null ? "" : count(old(m)!), spare: true },
		{ id: id + "_difference", ...titled(capital(id) + " ±", "±"), about: `${about}: more or fewer than in the base, not normalized`, width: 58, value: more, text: (m) => more(m) === null ? "" : signed(more(m)!), of: 0, spare: true, ...metric === "calls" ? { drop: 7 } : {} },
		{
			id: id + "_points", ...titled(capital(id) + " points", "Points"), about: `change of the share of ${about}, in percentage points, normalized for run length; ≈: not significant`, width: 66, value: (m) => difference(m) === null ? null : 100 * difference(m)!,
			fields: [{ name: id + "_points", value: (m) => difference(m) === null ? null : pointsRounded(difference(m)!) }], text: (m) => difference(m) === null ? "" : m.before?.changes[metric]?.sure ? pointsAlone(difference(m)!) : "≈", spare: metric === "calls",
		},
	];
}
