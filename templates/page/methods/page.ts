// All about one method: its numbers, its callers and callees, where it is inlined, its sites.

import { patternOfName } from "../../pattern/matcher";
import { at, brevity, visible } from "../../text/names";
import { count, factor, plural, points, range, share, significant, unitCount } from "../../text/numbers";
import { Route, routeTo } from "../address/route";
import { changesOf } from "../changes/changes";
import { breakable, element } from "../dom/dom";
import { entriesOf, inlinedOf } from "../profile/entries";
import { Before, Method, Metric } from "../profile/method";
import { isCut, Profile, rowsOf } from "../profile/profile";
import { Interval } from "../profile/records";
import { aboutInlining, Copies, inlinedInto, rootsOf, unitsOf } from "../profile/unitsof";
import { linkTo } from "../sites/link";
import { beyondEntries, goesTo, typesOf } from "../sites/sites";
import { Cell, smallTable } from "../table/smalltable";
import { Kinds } from "../view/kinds";
import { View } from "../view/view";
import { showCalls } from "./calls";
import { reveal, showCode } from "./code";
import { showMisfit } from "./misfit";
import { callersInShort } from "./near";
import { showCommands, showPlaces } from "./places";

const beyond = "below this report's limit";

/** The minimum share of the height that a sticky title leaves to the rest. */
const minBelowTitle = 0.8;

const between = (i?: Interval) => i ? `, 95%: ${range(i)}` : "";
const entriesIn = ({ entries, partly }: Copies) => entries === null ? "n/a" : (partly ? "≥ " : "") + count(entries);
const known = (n: number | null) => n === null ? "n/a" : count(n);

/** Whether only the base has records of a method. */
const isGone = (m: Method) => !m.samples && !m.calls && Boolean(m.before?.samples || m.before?.calls);

export class MethodPage implements View {
	readonly keys: [string, string][] = [["Tab", "go from link to link"]];

	private readonly sizes = new ResizeObserver(() => this.keepTitle());

	constructor(private readonly profile: Profile, private readonly kinds: Kinds, private readonly inside: HTMLElement) {}

	// The title is sticky if enough space remains.
	private keepTitle(): void {
		const { inside } = this, title = inside.querySelector<HTMLElement>(".title");
		if (!title) return;
		const { offsetHeight: height } = title;
		title.classList.toggle("stays", height <= (1 - minBelowTitle) * inside.clientHeight);
		inside.style.setProperty("--title", height + "px"); // for places that links lead to
	}

	show(route: Route): string {
		const { inside, profile } = this, m = profile.find(route.name);
		this.sizes.disconnect();
		inside.replaceChildren();
		inside.scrollTop = 0;
		const page = element("article", {}, "", inside);
		if (!m) {
			element("h2", {}, visible(route.name), page);
			element("p", {}, "This method is not in the profile.", page);
			if (profile.metrics().length) element("a", { href: routeTo("methods", "", { s: brevity(route.name).split(".").pop()!.replace(/[^\w]/g, ".") }) }, "Methods with a similar name", page);
			return "";
		}
		const h = element("h2", { class: "title", tabindex: "-1" }, "", page);
		breakable(m.name, h);
		h.dataset.kind = String(m.kind);
		element("p", { class: "sub" }, `${profile.kinds[m.kind]} · ${m.jvm}`, page);
		this.links(m, page);
		callersInShort(profile, m, page, () => {
			const heading = page.querySelector<HTMLElement>(".butterfly")!;
			heading.scrollIntoView();
			heading.focus({ preventScroll: true });
		});
		this.numbers(m, page);
		if (profile.has("diff")) changesOf(profile, m, page);
		showMisfit(profile, m, page);
		const shown = showCode(profile, m, page) || showPlaces(profile, m, page);
		showCalls(profile, m, page);
		this.inlining(m, page);
		this.sites(m, page);
		if (!shown) showCommands(profile, m, page);
		for (const e of [inside, h]) this.sizes.observe(e);
		this.keepTitle();
		const target = route.parameters.get("at") || "", known = target && profile.showsPlace(m.id, Number(target));
		reveal(page, known ? target : "");
		return known || !target ? "" : `This report has no bytecode index ${visible(target)} of the method.`;
	}

	private links(m: Method, page: HTMLElement): void {
		const { profile, kinds } = this, acts = element("p", { class: "acts" }, "", page), metrics = profile.metrics();
		for (const metric of metrics) {
			if (!(metric === "samples" ? m.samples?.total || m.before?.samples?.total : m.calls?.entries || m.before?.calls?.entries)) continue;
			element("a", { class: "button", href: routeTo("flame", "", { metric: metric === metrics[0] ? "" : metric, v: "around", m: m.name, k: kinds.textWith(m.kind) }) }, `Flame graph around it: ${metric}`, acts);
		}
		if ((profile.has("ways") || profile.has("changed.graphs")) && (m.samples || m.calls)) element("a", { class: "button", href: routeTo("callgraph", "", { metric: m.samples || metrics[0] === "calls" ? "" : "calls", m: profile.nameInAddress(m) }) }, "Call graph around it", acts);
		if (unitsOf(profile, m).length) element("a", { class: "button", href: routeTo("units", "", { m: profile.nameInAddress(m) }) }, "Units with it", acts);
	}

	private numbers(m: Method, page: HTMLElement): void {
		const { profile } = this;
		if (m.before) return this.compared(m, m.before, page);
		const list = element("dl", { class: "numbers" }, "", page);
		const add = (term: string, text: string) => {
			element("dt", {}, term, list);
			element("dd", {}, text, list);
		};
		const { samples: s, calls: c } = m;
		if (s) {
			const { unit } = profile.part("top.samples")!;
			add("Self", `${unitCount(s.self, unit)}, ${share(s.self_share)}${between(s.self_interval)}`);
			add("Total", `${unitCount(s.total, unit)}, ${share(s.total_share)}${between(s.total_interval)}`);
		} else if (profile.has("top.samples")) add("Samples", isCut(profile.part("top.samples")) ? beyond : "none");
		if (c) {
			add("Entries", (c.entries === null ? "n/a: they were not counted" : `${entriesOf(c)}, ${share(c.entries_share)} of all: ${known(c.root_calls)} as compilation root, ${inlinedOf(c, "n/a")} inlined`) +
				(c.contexts ? `, in ${plural(c.contexts, "inlining context")}` + (c.uncounted ? `; not counted in ${count(c.uncounted)} more` : "") : ""));
		} else if (profile.has("top.calls")) add("Entries", isCut(profile.part("top.calls")) ? beyond : "no count");
	}

	// The numbers of both profiles, side by side.
	private compared(m: Method, { was, isNew, samples, calls, changes }: Before, page: HTMLElement): void {
		const { profile } = this, rows: Cell[][] = [];
		const change = (metric: Metric) => {
			const c = changes[metric];
			if (!c) return "";
			return `${points(c.difference)}${c.now && c.old ? ", " + factor(c.factor!) : ""}${c.sure ? "" : ", not significant"}`;
		};
		// No row: the profile has none, or it is below the limit of a report.
		const add = <R>(part: "top.samples" | "top.calls", title: string, old: R | null, now: R | null, text: (row: R) => string, changed: string) => {
			const cell = (row: R | null, of: "top.samples" | "top.calls" | "base.top.samples" | "base.top.calls") => row ? text(row) : isCut(profile.part(of)) ? "n/a" : "–";
			if (old || now) rows.push([title, cell(old, `base.${part}`), cell(now, part), changed]);
		};
		const unit = profile.part("top.samples")?.unit || "samples";
		add("top.samples", `Self, ${unit}`, samples, m.samples, (s) => `${count(s.self)}, ${share(s.self_share)}${between(s.self_interval)}`, change("samples"));
		add("top.samples", `Total, ${unit}`, samples, m.samples, (s) => `${count(s.total)}, ${share(s.total_share)}${between(s.total_interval)}`, "");
		// The old share is diff's: normalized for run length, like the change.
		add("top.calls", "Entries", calls, m.calls, (c) => `${entriesOf(c, "n/a")}, ${share(c === calls && changes.calls ? changes.calls.old_share : c.entries_share)}`, change("calls"));
		add("top.calls", "As compilation root", calls, m.calls, (c) => known(c.root_calls), "");
		add("top.calls", "Inlined", calls, m.calls, (c) => inlinedOf(c, "n/a"), "");
		add("top.calls", "Contexts", calls, m.calls, (c) => count(c.contexts), "");
		if (was) element("p", {}, `In the base it is ${was}.`, page);
		if (isNew) this.namesakes(m, element("p", {}, "New: not in the base.", page), (b) => isGone(b), "only the base has");
		if (isGone(m)) this.namesakes(m, element("p", {}, "Gone: only in the base.", page), (b) => b.before!.isNew, "only this profile has");
		if (rows.length) smallTable(page, "Numbers of both profiles; shares of entries and changes are normalized for run length", ["Value", "Old", "New", "Change"], rows).classList.add("compared");
	}

	// Links to methods with its class and name: overloads, of which one may replace another.
	private namesakes(m: Method, inside: Element, of: (other: Method) => boolean, whose: string): void {
		this.profile.methods.filter((x) => x !== m && x.plain === m.plain && of(x)).forEach((x, i) => {
			inside.append(i ? ", " : ` With the same name ${whose}: `);
			element("a", { href: linkTo(this.profile, x.id) }, x.name, inside);
		});
	}

	private inlining(m: Method, page: HTMLElement): void {
		const { profile } = this, inline = profile.part("inline");
		if (!inline) {
			if (profile.part("info")!.version) element("p", { class: "note" }, "The profile has no method entries: nothing is known of inlining.", page);
			return;
		}
		const all = unitsOf(profile, m), into = all.filter((u) => u.copies), own = all.find((u) => u.root);
		if (!all.length) return;
		const section = element("section", { class: "inlining" }, "", page);
		element("p", { class: "note" }, aboutInlining, page);
		if (into.length) {
			smallTable(section, `Inlined into ${plural(into.length, "compilation unit")}${inline.left_out.units ? " of those in this report" : ""}`, ["Compilation root", "Entries", "Copies"], rootsOf(into).map((x) =>
				[x.units > 1 ? `${visible(x.method)} in ${count(x.units)} units` : this.named(x), entriesIn(x), count(x.copies)]));
		}
		if (!own) return;
		const { unit: u } = own, right = element("div", {}, "", section);
		if (u.instances.length > 1) {
			smallTable(right, "Inlined into it, where it is the compilation root", ["Method", "Entries", "Copies"], inlinedInto(u).map((x) =>
				[this.named(x), entriesIn(x), count(x.copies)]));
		}
		const copies = u.size - 1, note = element("p", { class: "note" }, copies ?
			`With the ${copies === 1 ? "one copy of a method" : `${count(copies)} copies of methods`} inlined into it, this compilation unit has ${u.inclusive === null ? "n/a entries" : unitCount(u.inclusive, "entries")}, ${share(u.share)} of all. ` :
			"Nothing is inlined into it where it is the compilation root.", right);
		if (copies) element("a", { href: routeTo("units", "", { u: profile.nameInAddress(m), k: this.kinds.allText }) }, "Its tree and picture", note);
	}

	private named(x: { id?: number; method: string }): Cell {
		const href = linkTo(this.profile, x.id), text = this.profile.method(x.id)?.name ?? visible(x.method);
		return href ? { text, href } : text;
	}

	// A site, with a link to its line if the report has the code.
	private place(m: Method, r: { bci: number; line?: number | null }, rest: string): Cell {
		const text = `${at(r.bci, r.line)} ${rest}`;
		return this.profile.code(m.id) ? { text, href: linkTo(this.profile, m.id, r.bci) } : text;
	}

	private sites(m: Method, page: HTMLElement): void {
		const { profile } = this, all = (view: string) => {
			const p = element("p", { class: "note" }, "", page);
			element("a", { href: routeTo("sites", view, { s: patternOfName(m.plain), k: profile.kinds[m.kind] }) }, "In Sites", p);
		};
		const mine = <R extends { id: number }>(rows: R[]) => rows.filter((r) => r.id === m.id);
		const branches = mine(rowsOf(profile.part("branches"))).sort((a, b) => b.executions - a.executions);
		if (branches.length) {
			smallTable(page, "Branches", ["Goes to", "Executions", "Per entry", { text: "Entropy", about: "entropy in bits: 0 = always the same way, 1 = 50/50" }], branches.map((r) =>
				[this.place(m, r, goesTo(r)), count(r.executions), r.per_entry === null ? "n/a" : factor(r.per_entry), significant(r.entropy)]), undefined, branches.map((r) => r.bci));
			for (const why of branches.map((r) => beyondEntries(profile, r))) if (why) element("p", { class: "note" }, why, page);
			all("branches");
		}
		for (const [part, title] of [["receivers", "Virtual calls"], ["instanceof", "Type checks"]] as const) {
			const rows = mine(rowsOf(profile.part(part))).sort((a, b) => b.executions - a.executions);
			if (!rows.length) continue;
			smallTable(page, title, ["Types", "Executions", "Kind"], rows.map((r) => [this.place(m, r, typesOf(r)), (r.saturated ? "≥ " : "") + count(r.executions), r.kind]), undefined, rows.map((r) => r.bci));
			all(part);
		}
	}
}
