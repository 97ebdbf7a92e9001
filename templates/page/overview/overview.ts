// The first view: what is hot, the kinds of code, the content of the profile, and why not to trust it.

import { visible } from "../../text/names";
import { count, percent, plural, share } from "../../text/numbers";
import { routeTo } from "../address/route";
import { changedMost } from "../changes/changes";
import { showHeadline, showLargest } from "../changes/headline";
import { element } from "../dom/dom";
import { aboutHotspots, hotspotOf } from "../methods/places";
import { Profile, rowsOf } from "../profile/profile";
import { ApplicationPart, CodeCounts, Info } from "../profile/records";
import { linkTo } from "../sites/link";
import { Cell, smallTable } from "../table/smalltable";
import { View } from "../view/view";
import { hottestOf, showAnswer } from "./answer";
import { showCaveats, verdict } from "./caveats";
import { showFindings } from "./findings";
import { showChecks } from "./fit";
import { showFlame } from "./flame";
import { showHottestLine } from "./hotline";
import { showLeft } from "./left";
import { showQuality } from "./quality";

/** Keys of Info.code by the label of the kind. */
const kindKeys: Record<string, Exclude<keyof CodeCounts, "metric">> = { application: "application", library: "library", JDK: "jdk", "native-image and VM": "native_image", profiler: "profiler", unknown: "unknown" };

/** Rows of the lists of methods. */
const most = 8, some = 5;

/** Parts of a bar with this share of it have room for their name. */
const labeled = 0.3;

// Whether all counts are in the application's own code.
const allOwn = (m: ApplicationPart) => m.own === m.base;

export class Overview implements View {
	readonly keys: [string, string][] = [["Tab", "go from link to link"]];
	private made = false;

	/** All kinds of code, as in addresses. */
	constructor(private readonly profile: Profile, private readonly kinds: string, private readonly inside: HTMLElement) {}

	show(): void {
		if (this.made) return;
		this.made = true;
		const info = this.profile.part("info")!, page = element("article", {}, "", this.inside);
		const hottest = hottestOf(this.profile, info);
		const compared = this.profile.has("diff");
		if (compared && showHeadline(this.profile, page)) showLargest(this.profile, page);
		showAnswer(this.profile, info, page);
		const sums = element("div", { class: "sums" }, "", page);
		showFlame(this.profile, this.kinds, page);
		const columns = element("div", { class: "columns" }, "", page), left = element("div", {}, "", columns);
		// Two parts, which are below each other, or on large screens columns of their own.
		const others = element("div", { class: "others" }, "", columns), right = element("div", {}, "", others), about = element("div", {}, "", others);
		if (compared) changedMost(this.profile, left);
		if (hottest) showHottestLine(this.profile, hottest, compared ? right : left); // beside the changes, to be on the first screen
		this.hot(info, left);
		if (!left.firstChild) left.remove();
		showFindings(this.profile, right);
		showQuality(this.profile, right);
		showLeft(this.profile, this.kinds, about);
		this.whose(info, about);
		showChecks(this.profile, about);
		verdict(this.profile, showCaveats(this.profile, about), sums);
		this.contents(info, about);
		if (!right.firstChild) right.remove();
	}

	// Application methods first; if there are none, all methods. Where all counts are the application's, one table has both.
	private hot(info: Info, inside: HTMLElement): void {
		const { profile } = this, samples = profile.part("top.samples"), calls = profile.part("top.calls");
		const metrics = info.application.metrics.filter((m) => m.top.rows.length);
		for (const m of metrics.filter((m) => m.metric === "samples" && !(samples && allOwn(m)))) this.application(m, info, inside, most);
		if (samples) this.all(inside, `Hottest ${info.states ? "frames" : "methods"}${metrics.some((m) => m.metric === "samples" && allOwn(m)) ? "" : " of all"}: self ${samples.unit}`, "Self", rowsOf(samples).map((r) => [r.id, r.self, r.self_share]), "self");
		for (const m of metrics.filter((m) => m.metric === "calls")) this.application(m, info, inside, samples ? some : most);
		if (calls && !samples && !metrics.some((m) => m.metric === "calls" && allOwn(m))) this.all(inside, "Most called methods of all", "Entries", rowsOf(calls).map((r) => [r.id, r.entries, r.entries_share]), "entries");
	}

	private application(m: ApplicationPart, info: Info, inside: HTMLElement, limit: number): void {
		const section = element("section", {}, "", inside), sampled = m.metric === "samples";
		const unit = sampled ? this.profile.part("top.samples")!.unit : "entries", own = sampled && m.top.rows.some((r) => r.own !== undefined), rows = m.top.rows.slice(0, limit);
		const spots = sampled ? aboutHotspots(this.profile, "app") : "";
		smallTable(section, sampled ? `The application's hottest methods: ${unit} including the library code they call` : "The application's most called methods: entries are not time",
			[spots ? { text: "Method", about: spots } : "Method", sampled ? "With library" : "Entries", m.top.total < m.base ? "% of application" : "% of all", ...(own ? ["Own"] : [])],
			rows.map((r): Cell[] => [this.named(r.id, r.name, sampled ? "app" : undefined), count(r.value), percent(r.value, m.top.total), ...(own ? [count(r.own || 0)] : [])]),
			rows.map((r) => r.value / (m.top.total || 1)));
		const left = m.base < m.total ? ", without the profiler's own code" : "", all = info.application.methods;
		const counted = m.counted === all ? "" : `; ${count(m.counted)} of its ${plural(all, "method")} in the profile ${sampled ? "were on a sampled stack" : "have counted entries"}`;
		element("p", { class: "note" }, spots + `The application has ${percent(m.value, m.base)} of all ${unit}${left}` + (m.own !== m.value ? `, ${percent(m.own, m.base)} (${count(m.own)}) in its own code` : "") + counted + ".", section);
	}

	private all(inside: HTMLElement, title: string, head: string, rows: [number, number | null, number | null][], order: string): void {
		const section = element("section", {}, "", inside);
		rows = rows.filter(([, value]) => value !== 0).slice(0, most); // methods that only call others are not hot
		const spots = order === "self" ? aboutHotspots(this.profile, "all") : "";
		smallTable(section, title, [{ text: this.profile.part("info")!.states ? "Frame" : "Method", about: spots }, head, "% of all"], rows.map(([id, value, of]) => [this.named(id, "", order === "self" ? "all" : undefined), value === null ? "n/a" : count(value), share(of)]), rows.map(([, , of]) => of));
		if (spots) element("p", { class: "note" }, spots.trimEnd(), section);
		const { states } = this.profile.part("info")!;
		if (states) element("p", { class: "note" }, states === 1 ? "One frame is a thread, a kind of code (interpreted, compiled, stub) or a state of the VM, not a method." : `${plural(states, "frame")} are threads, kinds of code (interpreted, compiled, stub) or states of the VM, not methods.`, section);
		element("a", { href: routeTo("methods", "", { k: this.profile.usedKinds().map((k) => this.profile.kinds[k]).join(","), o: "-" + order }) }, "All methods", element("p", { class: "note" }, "", section));
	}

	// A method, with the place that has the most samples, self or with library code.
	private named(id: number | undefined, name: string, samples?: "all" | "app"): Cell {
		const m = this.profile.method(id), spot = samples && hotspotOf(this.profile, id, samples);
		return m ? { text: m.name + (this.profile.isState(m) ? " (not a method)" : "") + (spot ? " " + spot.text : ""), href: spot?.href || linkTo(this.profile, id), kind: m.kind } : visible(name);
	}

	// Shares are relative to the counts without the profiler's own runtime, as on the rest of this page. It takes time like any
	// other code.
	private whose(info: Info, inside: HTMLElement): void {
		const own = (c: CodeCounts) => c.metric === "samples" ? 0 : c.profiler;
		const rows = info.code.filter((c) => c.total > own(c)).map((c) => ({ ...c, total: c.total - own(c), profiler: c.profiler - own(c) }));
		if (!rows.length || rows.every((c) => c.application === c.total)) return; // the tables say so
		const { profile } = this, section = element("section", {}, "", inside);
		element("h2", {}, "Whose code", section);
		const kinds = profile.kinds.map((name, kind) => ({ name, kind, key: kindKeys[name] })).filter(({ key }) => rows.some((r) => r[key] > 0));
		const bars = element("div", { class: "whose" }, "", section);
		for (const text of ["", "", "application"]) element("span", { class: "number note" }, text, bars);
		for (const row of rows) {
			element("span", {}, row.metric === "samples" ? visible(profile.part("top.samples")!.unit) : row.metric, bars);
			const parts = kinds.filter(({ key }) => row[key] > 0);
			const bar = element("span", { class: "stack", role: "img", "aria-label": parts.map(({ name, key }) => `${name} ${percent(row[key], row.total)}`).join(", ") }, "", bars);
			for (const { name, kind, key } of parts) {
				const value = row[key] / row.total, part = element("span", { title: `${name}: ${count(row[key])}, ${percent(row[key], row.total)}` }, value < labeled ? "" : `${name} ${percent(row[key], row.total)}`, bar);
				part.dataset.kind = String(kind);
				part.style.flexGrow = String(row[key] / row.total);
			}
			const first = parts.find(({ key }) => key === "application");
			element("span", { class: "number" }, first ? percent(row[first.key], row.total) : row.unknown ? "n/a" : "0%", bars);
		}
		const legend = element("p", { class: "legend" }, "", section);
		for (const { name, kind } of kinds) {
			const entry = element("span", {}, "", legend);
			element("i", {}, "", entry).dataset.kind = String(kind);
			element("span", {}, name, entry);
		}
		if (info.code.some(own)) element("p", { class: "note" }, "Without the counts of the profiler's own code: see Caveats.", section);
	}

	private contents(info: Info, inside: HTMLElement): void {
		const section = element("section", {}, "", inside), known = (n: number | null) => n === null ? "absent" : count(n);
		smallTable(section, info.version ? `Records, iprof ${info.version}` : "Records", ["Section", { text: "Records", about: "places in the code, or stacks, with counts" }, { text: "Total", about: "the sum of their counts" }],
			info.sections.filter((s) => s.present).map((s) => [s.unit === s.metric ? s.metric : `${s.metric}: ${visible(s.unit)}`, known(s.records), known(s.total)]));
		const { listed, referred, unlisted } = info.methods, facts: string[] = [];
		if (referred > unlisted) facts.push(`records of ${referred - unlisted === listed ? "" : `${count(referred - unlisted)} of `}the ${plural(listed, info.states ? "frame" : "method")} in its table`);
		if (unlisted) facts.push(`records of ${plural(unlisted, "method")} that its table lacks`);
		if (info.contexts) facts.push(`${plural(info.contexts.contexts, "inlining context")} of ${plural(info.contexts.roots, "compilation root")}`);
		if (info.stacks) facts.push(plural(info.stacks.contexts, "sampled stack") + (info.stacks.contexts < (info.sections.find((s) => s.metric === "samples")?.records ?? 0) ? ", with a record for each place in their last method" : ""));
		const code = this.profile.part("code");
		if (code) facts.push(`code of ${plural(code.methods.length, "method")}`);
		if (facts.length) element("p", { class: "note" }, facts.join(" · "), section);
		if (info.code.some((c) => c.profiler) && this.profile.part("top.calls")?.view !== "machine") element("p", { class: "note" }, "These include the profiler's own runtime; other views and their shares do not.", section);
	}
}
