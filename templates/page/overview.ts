// The first view: what is hot, whose code it is, what the profile holds, and why not to trust it.

import { element } from "./dom";
import { visible } from "./names";
import { count, percent, plural, share } from "./numbers";
import { Profile } from "./profile";
import { Info } from "./records";
import type { View } from "./report";
import { routeTo } from "./route";
import { linkTo } from "./sites";
import { Cell, smallTable } from "./smalltable";

/** Keys of Info.code by the label of the kind. */
const kindKeys: Record<string, string> = { application: "application", library: "library", JDK: "jdk", "native-image and VM": "native_image", profiler: "profiler", unknown: "unknown" };

const hottest = 8;

export class Overview implements View {
	readonly keys: [string, string][] = [["Tab", "go from link to link"]];
	private made = false;

	constructor(private readonly profile: Profile, private readonly inside: HTMLElement) {}

	show(): void {
		if (this.made) return;
		this.made = true;
		const info = this.profile.part("info")!, page = element("article", {}, "", this.inside);
		const hot = element("div", { class: "columns" }, "", page), rest = element("div", { class: "columns" }, "", page);
		this.hot(info, hot);
		this.doubts(info, rest);
		this.whose(info, rest);
		this.contents(info, rest);
	}

	// The application's methods first; where it has none, all.
	private hot(info: Info, inside: HTMLElement): void {
		const { profile } = this;
		const unit = (metric: string) => metric === "samples" ? profile.part("top.samples")?.unit || "samples" : "entries";
		for (const m of info.application.metrics) {
			if (!m.top.rows.length) continue;
			const section = element("section", {}, "", inside);
			const own = m.metric === "samples" && m.top.rows.some((r) => r.own !== undefined);
			smallTable(section, m.metric === "samples" ? `Where the application's time goes: ${unit(m.metric)} with the library code it calls` : "What the application calls most: entries, which are not time",
				["Method", m.metric === "samples" ? "With callees" : "Entries", "%", ...(own ? ["Own"] : [])],
				m.top.rows.slice(0, hottest).map((r): Cell[] => [this.named(r.id, r.name), count(r.value), percent(r.value, m.top.total), ...(own ? [count(r.own || 0)] : [])]),
				m.top.rows.map((r) => r.value / (m.top.total || 1)));
			element("p", { class: "note" }, `The application has ${percent(m.value, m.total)} of all ${unit(m.metric)}` + (m.own !== m.value ? `, ${percent(m.own, m.total)} in its own code` : "") +
				`; ${m.counted} of its ${plural(info.application.methods, "method")} ${m.metric === "samples" ? "were on a sampled stack" : "were entered"}.`, section);
		}
		const samples = profile.part("top.samples"), calls = profile.part("top.calls");
		if (samples) {
			const rows = [...samples.rows, ...(samples.outside || [])].slice(0, hottest);
			this.all(inside, `Hottest methods of all: ${samples.unit} of their own`, "Self", rows.map((r) => [r.id, r.self, r.self_share]), "self");
		}
		if (calls && (!samples || !info.application.metrics.some((m) => m.metric === "calls" && m.top.rows.length))) {
			const rows = [...calls.rows, ...(calls.outside || [])].slice(0, hottest);
			this.all(inside, "Most entered methods of all", "Entries", rows.map((r) => [r.id, r.entries || 0, r.entries_share]), "entries");
		}
	}

	private all(inside: HTMLElement, title: string, head: string, rows: [number, number, number | null][], order: string): void {
		const section = element("section", {}, "", inside);
		smallTable(section, title, ["Method", head, "%"], rows.map(([id, value, of]) => [this.named(id, ""), count(value), share(of)]), rows.map(([, , of]) => of));
		const p = element("p", { class: "note" }, "", section);
		element("a", { href: routeTo("methods", "", { k: this.profile.usedKinds().map((k) => this.profile.kinds[k]).join(","), o: "-" + order }) }, "All methods", p);
	}

	private named(id: number | undefined, name: string): Cell {
		const m = this.profile.method(id);
		return m ? { text: m.name, href: linkTo(this.profile, id) } : visible(name);
	}

	private doubts(info: Info, inside: HTMLElement): void {
		if (!info.doubts.length) return;
		const section = element("section", {}, "", inside);
		element("h2", {}, "Doubts", section);
		const list = element("ul", { class: "doubts" }, "", section);
		for (const d of info.doubts) {
			const item = element("li", { class: d.severity }, "", list);
			element("b", {}, d.severity, item);
			item.append(" " + visible(d.text));
			if (d.hint) element("span", { class: "note" }, visible(d.hint), item);
		}
	}

	private whose(info: Info, inside: HTMLElement): void {
		const rows = info.code.filter((c) => c.total > 0);
		if (!rows.length) return;
		const { profile } = this, section = element("section", {}, "", inside);
		element("h2", {}, "Whose code", section);
		const kinds = profile.kinds.map((name, kind) => ({ name, kind, key: kindKeys[name] })).filter(({ key }) => rows.some((r) => Number(r[key]) > 0));
		const bars = element("div", { class: "whose" }, "", section);
		for (const row of rows) {
			element("span", {}, row.metric, bars);
			const parts = kinds.filter(({ key }) => Number(row[key]) > 0);
			const bar = element("span", { class: "stack", role: "img", "aria-label": parts.map(({ name, key }) => `${name} ${percent(Number(row[key]), row.total)}`).join(", ") }, "", bars);
			for (const { name, kind, key } of parts) {
				const part = element("span", { title: `${name}: ${count(Number(row[key]))}, ${percent(Number(row[key]), row.total)}` }, "", bar);
				part.dataset.kind = String(kind);
				part.style.flexGrow = String(Number(row[key]) / row.total);
			}
			const first = parts.find(({ key }) => key === "application");
			element("span", { class: "number" }, first ? percent(Number(row[first.key]), row.total) : "–", bars);
		}
		const legend = element("p", { class: "legend" }, "", section);
		for (const { name, kind } of kinds) {
			const entry = element("span", {}, "", legend);
			element("i", {}, "", entry).dataset.kind = String(kind);
			element("span", {}, name === "application" ? "application (%)" : name, entry);
		}
	}

	private contents(info: Info, inside: HTMLElement): void {
		const section = element("section", {}, "", inside), known = (n: number | null) => n === null ? "absent" : count(n);
		smallTable(section, info.version ? `Records, iprof ${info.version}` : "Records", ["Section", "Records", "Total"],
			info.sections.filter((s) => s.present).map((s) => [s.metric, known(s.records), known(s.total)]));
		const facts = [`${plural(info.methods.referred, "method")} of ${count(info.methods.listed)} listed`];
		if (info.contexts) facts.push(`${plural(info.contexts.contexts, "inlining context")} of ${plural(info.contexts.roots, "compilation root")}`);
		if (info.stacks) facts.push(plural(info.stacks.contexts, "sampled stack"));
		element("p", { class: "note" }, facts.join(" · "), section);
	}
}
