// All about one method: its figures, its callers and callees, where it is inlined, its sites.

import { breakable, element } from "./dom";
import { Kinds } from "./kinds";
import { at, brevity, visible } from "./names";
import { count, counted, factor, plural, range, share, significant } from "./numbers";
import { isCut, Method, Profile, rowsOf } from "./profile";
import { Edge } from "./records";
import type { View } from "./report";
import { Route, routeTo } from "./route";
import { goesTo, linkTo, typesOf } from "./sites";
import { patternOfName } from "./search";
import { Cell, smallTable } from "./smalltable";
import { inlinedInto, unitsOf } from "./unitsof";

const beyond = "too few for the limit of this report";

export class MethodPage implements View {
	readonly keys: [string, string][] = [["Tab", "go from link to link"]];

	constructor(private readonly profile: Profile, private readonly kinds: Kinds, private readonly inside: HTMLElement) {}

	show(route: Route): void {
		const { inside, profile } = this, m = profile.find(route.name);
		inside.replaceChildren();
		inside.scrollTop = 0;
		const page = element("article", {}, "", inside);
		if (!m) {
			element("h2", {}, visible(route.name), page);
			element("p", {}, "This method is not in the profile.", page);
			element("a", { href: routeTo("methods", "", { s: brevity(route.name).split(".").pop()!.replace(/[^\w]/g, ".") }) }, "Methods with a similar name", page);
			return;
		}
		const h = element("h2", { class: "title", tabindex: "-1" }, "", page);
		breakable(m.name, h);
		h.dataset.kind = String(m.kind);
		element("p", { class: "sub" }, `${profile.kinds[m.kind]} · ${m.jvm}`, page);
		this.links(m, page);
		this.figures(m, page);
		this.butterfly(m, page);
		this.inlining(m, page);
		this.sites(m, page);
	}

	private links(m: Method, page: HTMLElement): void {
		const { profile, kinds } = this, acts = element("p", { class: "acts" }, "", page), metrics = profile.metrics();
		for (const metric of metrics) {
			if (!(metric === "samples" ? m.samples?.total : m.calls?.entries)) continue;
			element("a", { class: "button", href: routeTo("flame", "", { metric: metric === metrics[0] ? "" : metric, v: "around", m: m.name, k: kinds.textWith(m.kind) }) }, `Flame graph around it: ${metric}`, acts);
		}
		if (unitsOf(profile, m).length) element("a", { class: "button", href: routeTo("units", "", { m: profile.nameInAddress(m) }) }, "Units with it", acts);
	}

	private figures(m: Method, page: HTMLElement): void {
		const list = element("dl", { class: "figures" }, "", page), { profile } = this;
		const add = (term: string, text: string) => {
			element("dt", {}, term, list);
			element("dd", {}, text, list);
		};
		const { samples: s, calls: c } = m, between = (i?: [number, number]) => i ? `, 95%: ${range(i)}` : "";
		if (s) {
			add("Self", `${counted(s.self, profile.part("top.samples")!.unit)}, ${share(s.self_share)}${between(s.self_interval)}`);
			add("Total", `${counted(s.total, profile.part("top.samples")!.unit)}, ${share(s.total_share)}${between(s.total_interval)}`);
		} else if (profile.has("top.samples")) add("Samples", isCut(profile.part("top.samples")) ? beyond : "none");
		if (c) {
			const known = (n: number | null) => n === null ? "n/a" : count(n);
			add("Entries", `${known(c.entries)}, ${share(c.entries_share)} of all: ${known(c.root_calls)} as compilation root, ${known(c.inlined_calls)} inlined, in ${plural(c.contexts, "context")}`);
		} else if (profile.has("top.calls")) add("Entries", isCut(profile.part("top.calls")) ? beyond : "no count");
	}

	// Callers on the left, callees on the right. Counts of different evidence are not added up.
	private butterfly(m: Method, page: HTMLElement): void {
		if (!this.profile.has("graph")) return;
		const { callers, callees, unknown } = this.profile.around(m.id);
		const section = element("section", { class: "butterfly", "aria-label": "Callers and callees" }, "", page);
		const left = element("div", {}, "", section), right = element("div", {}, "", section);
		const some = this.edges(left, "Callers", callers, (e) => ({ id: e.caller_id, name: e.caller }));
		for (const e of unknown) element("p", { class: "note" }, `${e.count === null ? "n/a" : count(e.count)} entries as compilation root, from unknown callers`, left);
		if (!some && !unknown.length) element("p", { class: "note" }, "No callers are known.", left);
		if (!this.edges(right, "Callees", callees, (e) => ({ id: e.callee_id, name: e.callee }))) element("p", { class: "note" }, "No callees are known.", right);
		if (isCut(this.profile.part("graph"))) element("p", { class: "note" }, `This report leaves out the ${plural(this.profile.part("graph")!.left_out!, "weakest call")}: some may be missing here.`, left);
	}

	private edges(inside: HTMLElement, title: string, all: Edge[], other: (e: Edge) => { id?: number; name?: string }): boolean {
		for (const [evidence, text, heads] of [
			["inlined", "counted where they are inlined", ["Method", "Entries", "× entry"]], ["sampled", "seen on sampled stacks, once a stack", ["Method", "Samples"]],
		] as const) {
			const edges = all.filter((e) => e.evidence === evidence).sort((a, b) => (b.count || 0) - (a.count || 0)), most = Math.max(1, ...edges.map((e) => e.count || 0));
			if (!edges.length) continue;
			smallTable(inside, `${title}, ${text}`, [...heads], edges.map((e) => {
				const { id, name = "" } = other(e), known = this.profile.method(id), href = linkTo(this.profile, id);
				const place = (e.bci === undefined ? "" : " " + at(e.bci)) + (e.through ? " through " + e.through : "");
				const label = (known?.name ?? visible(name)) + place, cells: Cell[] = [href ? { text: label, href } : label, e.count === null ? "n/a" : count(e.count)];
				if (evidence === "inlined") cells.push(e.frequency == null ? "n/a" : factor(e.frequency) + (e.coverage != null && e.coverage < 1 ? ` (cov ${share(e.coverage)})` : ""));
				return cells;
			}), edges.map((e) => (e.count || 0) / most));
		}
		return all.length > 0;
	}

	private inlining(m: Method, page: HTMLElement): void {
		const { profile } = this, inline = profile.part("inline");
		if (!inline) return;
		const all = unitsOf(profile, m), into = all.filter((u) => !u.root || u.copies > 1), own = all.find((u) => u.root);
		if (!all.length) return;
		const section = element("section", { class: "inlining" }, "", page);
		if (into.length) {
			smallTable(section, `Inlined into ${plural(into.length, "unit")}${inline.left_out.units ? " of those in this report" : ""}`, ["Compilation root", "Entries", "Copies"], into.map(({ unit, copies, root, entries }) =>
				[this.named(unit.instances[0]), entries === null ? "n/a" : count(entries), count(root ? copies - 1 : copies)]));
		}
		if (!own) return;
		const { unit: u } = own, right = element("div", {}, "", section);
		if (u.instances.length > 1) {
			smallTable(right, "Inlined into it, where it is the compilation root", ["Method", "Entries", "Copies"], inlinedInto(u).map((x) =>
				[this.named(x), x.entries === null ? "n/a" : count(x.entries), count(x.copies)]));
		}
		const note = element("p", { class: "note" }, u.size === 1 ? "As compilation root nothing is inlined into it." :
			`As compilation root it has ${plural(u.size - 1, "inlined instance")}: ${u.inclusive === null ? "n/a" : count(u.inclusive)} entries together, ${share(u.share)} of all. `, right);
		if (u.size > 1) element("a", { href: routeTo("units", "", { u: profile.nameInAddress(m), k: this.kinds.allText }) }, "Its tree and picture", note);
	}

	private named(x: { id?: number; method: string }): Cell {
		const href = linkTo(this.profile, x.id), text = this.profile.method(x.id)?.name ?? visible(x.method);
		return href ? { text, href } : text;
	}

	private sites(m: Method, page: HTMLElement): void {
		const { profile } = this, all = (view: string) => {
			const p = element("p", { class: "note" }, "", page);
			element("a", { href: routeTo("sites", view, { s: patternOfName(m.plain), k: profile.kinds[m.kind] }) }, "In Sites", p);
		};
		const mine = <R extends { id: number }>(rows: R[]) => rows.filter((r) => r.id === m.id);
		const branches = mine(rowsOf(profile.part("branches")).filter((r) => r.successors)).sort((a, b) => b.executions - a.executions);
		if (branches.length) {
			smallTable(page, "Branches", ["Goes to", "Executions", "Per entry", "Bits"], branches.map((r) =>
				[`${at(r.bci)} ${goesTo(r.successors)}`, count(r.executions), r.per_entry === null ? "n/a" : factor(r.per_entry), significant(r.entropy)]));
			all("branches");
		}
		for (const [part, title] of [["receivers", "Virtual calls"], ["instanceof", "Type checks"]] as const) {
			const rows = mine(rowsOf(profile.part(part)).filter((r) => r.types)).sort((a, b) => b.executions - a.executions);
			if (!rows.length) continue;
			smallTable(page, title, ["Types", "Executions", "Kind"], rows.map((r) => [`${at(r.bci)} ${typesOf(r)}`, count(r.executions), r.kind]));
			all(part);
		}
	}
}
