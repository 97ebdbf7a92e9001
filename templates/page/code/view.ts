// Source files with the heat of their lines: a list of files, and one of them as a whole.

import { visible } from "../../text/names";
import { count, percent, plural, unitCount } from "../../text/numbers";
import { Route, routeTo } from "../address/route";
import { element } from "../dom/dom";
import { showTokens } from "../dom/sourceline";
import { aboutOtherCode, otherCode, otherSource } from "../methods/misfit";
import { runsOf } from "../methods/runs";
import { lineBars } from "../methods/sitebars";
import { Method } from "../profile/method";
import { isApplication, Profile } from "../profile/profile";
import { linkTo } from "../sites/link";
import { View } from "../view/view";
import { CodeFile, filesOf, LineFacts } from "./files";

/** The heads of the shares of lines in a file, and their meaning: as "With library" and "Self" in Methods. */
const shareHeads = { application: "with library %", other: "self %" };
const aboutShare = { application: "samples in the line's own code and in the library code that it calls", other: "samples in the line's own code" };

/** Files of another version whose names are shown. */
const mostOthers = 5;

export class CodeView implements View {
	readonly keys: [string, string][] = [["n, p", "next and previous hot line"]];

	private readonly files: CodeFile[];
	private readonly list: HTMLElement;
	private readonly main: HTMLElement;
	private shown: CodeFile | null = null;
	/** All samples of the profile; 0: there are none in the code, and bars are executions. */
	private readonly base: number;
	private readonly unit: string;

	constructor(private readonly profile: Profile, inside: HTMLElement) {
		this.files = filesOf(profile);
		const samples = profile.part("top.samples");
		this.base = samples && this.files.some((f) => f.samples) ? samples.base : 0;
		this.unit = samples?.unit || "samples";
		const split = element("div", { class: "split" }, "", inside);
		this.list = element("nav", { class: "files", "aria-label": "Files" }, "", split);
		this.main = element("div", { class: "file", tabindex: "0", role: "region", "aria-label": "Source" }, "", split);
		this.main.addEventListener("keydown", (e) => this.key(e));
		this.showList();
	}

	show(route: Route): string {
		const known = this.files.find((f) => visible(f.source.file.name) === visible(route.name)), file = known || this.files[0], line = Number(route.parameters.get("line")) || file.hottest;
		if (this.shown !== file) this.showFile(file);
		const marked = this.mark(line);
		if (route.name && !known) return `This report has no source file “${visible(route.name)}”; showing ${visible(file.source.file.name)}.`;
		return marked || !route.parameters.get("line") ? "" : `This report does not have line ${visible(route.parameters.get("line")!)} of the file.`;
	}

	private showList(): void {
		const most = Math.max(...this.files.map((f) => f.samples), 1), list = element("ol", {}, "", this.list);
		for (const f of this.files) {
			const { name } = f.source.file, end = name.lastIndexOf("/") + 1, link = element("a", { href: routeTo("code", name), title: visible(name) }, "", element("li", {}, "", list));
			element("span", {}, visible(name.slice(end)), link);
			if (this.base) element("span", { class: "n" }, f.samples ? percent(f.samples, this.base) : "", link);
			element("small", {}, visible(name.slice(0, end)), link);
			if ([...f.lines.values()].some((l) => this.isOther(l))) element("b", { class: "othercode", title: "counts of another version of the code" }, otherCode, link.firstElementChild!);
			if (this.base) element("span", { class: "heat" }, "", link).style.setProperty("--heat", String(f.samples / most));
		}
		const others = this.profile.otherSources();
		if (others.length) element("p", { class: "note" }, `Without ${others.slice(0, mostOthers).map(visible).join(", ")}${others.length > mostOthers ? ` and ${count(others.length - mostOthers)} more` : ""}: ${otherSource}.`, this.list);
		if (list.querySelector(".othercode")) element("p", { class: "note" }, `${otherCode}: counts of another version of the code.`, this.list);
		element("p", { class: "note" }, "Bars beside the text: where a branch or switch went, or the types of a call; the tooltip has the shares.", this.list);
		if (this.base) element("p", { class: "note" }, `With library %: ${aboutShare.application}; in files of other code, self %: ${aboutShare.other}. Shares are of all ${unitCount(this.base, visible(this.unit))}. The page of a method has total %, with all callees, the application's as well.`, this.list);
	}

	private showFile(file: CodeFile): void {
		this.shown = file;
		const { source, lines, hottest } = file, { name, length } = source.file, whole = source.ranges.length === 1 && source.ranges[0][1] - source.ranges[0][0] + 1 >= length;
		this.list.querySelectorAll("a").forEach((a, i) => this.files[i] === file ? a.setAttribute("aria-current", "true") : a.removeAttribute("aria-current"));
		this.main.replaceChildren();
		this.main.scrollTop = 0;
		const heading = element("h2", { tabindex: "-1" }, visible(name), this.main);
		if (hottest) element("a", { class: "note", href: routeTo("code", name, { line: String(hottest) }) }, `hottest line: ${hottest}`, heading);
		this.misfits(file);
		const listing = element("div", { class: "listing" }, "", this.main), hot = this.heatOf(file);
		const runs = [...lines.values()].map((l) => l.runs ? runsOf(l.runs).length : 0), share = shareHeads[this.isOfApplication(file) ? "application" : "other"], widths = [...this.base ? [share.length + "ch"] : [], ...runs.some((n) => n) ? [Math.max(4, ...runs) + 1 + "ch"] : []];
		listing.style.setProperty("--columns", widths.join(" "));
		listing.style.setProperty("--few-columns", this.base ? "9ch" : widths.join(" "));
		listing.classList.toggle("bytime", this.base > 0);
		const head = element("div", { class: "place head" }, "", listing);
		element("span", {}, "", head);
		if (this.base) {
			element("span", { class: "n", title: `${share === shareHeads.application ? aboutShare.application : aboutShare.other}, as a share of all ${visible(this.unit)}` }, share, head);
		}
		if (runs.some((n) => n)) element("span", { class: "n runs", title: "executions; of several methods on a line, the most" }, "runs", head);
		element("span", { class: "n" }, "line", head);
		element("span", {}, "", head);
		let last = 0;
		const begins = this.beginsOther(file);
		for (const [from, to] of source.ranges) {
			if (from > last + 1) element("p", { class: "note gap" }, `${plural(from - last - 1, "line")} without listed methods`, listing);
			for (let n = from; n <= to; n++) {
				for (const m of begins.get(n) || []) element("p", { class: "note gap othernote" }, `${otherCode} ${visible(m.name)}: ${aboutOtherCode}`, listing);
				this.line(file, n, lines.get(n), hot, runs.some((n) => n > 0), listing);
			}
			last = to;
		}
		if (last < length) element("p", { class: "note gap" }, `${plural(length - last, "line")} without listed methods`, listing);
		if (!whole) element("p", { class: "note" }, "The file is large: the report has its listed methods only.", this.main);
	}

	private isOfApplication({ lines }: CodeFile): boolean {
		return [...lines.values()].some((l) => l.of.some(({ method }) => isApplication(this.profile.kinds[method.kind])));
	}

	// Whether counts at a line are of another version of the code.
	private isOther({ of }: LineFacts): boolean {
		return of.some(({ method }) => this.profile.misfit(method.id));
	}

	// The methods with such counts, by their first line.
	private beginsOther({ lines }: CodeFile): Map<number, Method[]> {
		const first = new Map<Method, number>(), begins = new Map<number, Method[]>();
		for (const [n, { of }] of lines) for (const { method } of of) if (this.profile.misfit(method.id)) first.set(method, Math.min(n, first.get(method) ?? n));
		for (const [method, n] of first) begins.set(n, [...begins.get(n) || [], method]);
		return begins;
	}

	// Says which methods of a file have counts of another version of the code, and which are gone from it.
	private misfits({ lines }: CodeFile): void {
		const { profile, main } = this, here = new Set([...lines.values()].flatMap((l) => l.of.map((o) => o.method))), classes = new Set([...here].map(classOf));
		const changed = [...here].filter((m) => profile.misfit(m.id)), gone = profile.methods.filter((m) => profile.misfit(m.id)?.verdict === "gone" && classes.has(classOf(m)));
		if (!changed.length && !gone.length) return;
		const section = element("section", { class: "misfit", role: "note" }, "", main), name = (all: Method[], inside: Element) => all.forEach((m, i) => {
			if (i) inside.append(", ");
			element("a", { href: linkTo(profile, m.id) }, m.name, inside);
		});
		if (changed.length) {
			const p = element("p", {}, "", section);
			element("b", {}, `${otherCode} Another version of the code. `, p);
			p.append("The profile does not fit the class files of these methods, so counts at their lines, which are hatched, are of other code: ");
			name(changed, p);
			p.append(".");
		}
		if (gone.length) {
			const p = element("p", {}, "Not in this code, and so without lines: ", section);
			name(gone, p);
			p.append(".");
		}
	}

	// The length of a line's bar: its samples or, without any in the code, its executions, beside the most in the file.
	private heatOf({ lines }: CodeFile): (of: LineFacts) => number {
		const value = this.base ? (l: LineFacts) => l.samples : (l: LineFacts) => l.runs?.count || 0, most = Math.max(...[...lines.values()].map(value), 1);
		return (l) => value(l) / most;
	}

	private line({ source }: CodeFile, n: number, facts: LineFacts | undefined, hot: (of: LineFacts) => number, runs: boolean, inside: Element): void {
		const row = element("div", { class: facts ? "place" : "place without", "data-line": String(n) }, "", inside), heat = element("span", { class: "heat" }, "", row);
		if (facts) heat.style.setProperty("--heat", String(hot(facts)));
		if (facts && this.isOther(facts)) {
			row.classList.add("other");
			heat.title = aboutOtherCode;
		}
		if (this.base) element("span", { class: "n", title: facts?.samples ? unitCount(facts.samples, visible(this.unit)) : "" }, facts?.samples ? percent(facts.samples, this.base) : "", row);
		if (runs) element("span", { class: "n faint runs" }, facts?.runs ? runsOf(facts.runs) : "", row);
		const number = element("span", { class: "n faint" }, "", row), text = element("span", { class: "text" }, "", row);
		const [first] = facts?.of || [], href = first && linkTo(this.profile, first.method.id, first.line.rows.find((r) => r.bci >= 0)?.bci);
		if (href) element("a", { href, title: facts!.of.map(({ method, line }) => method.name + (line.runs?.total ? `: ${count(line.runs.total)} with callees` : "")).join("\n") }, String(n), number);
		else number.append(String(n));
		showTokens(source.tokens(n), text);
		if (facts) lineBars(facts.of.map(({ line }) => line), text);
	}

	// Marks a line in the middle of the window. False: it is not there.
	private mark(n: number): boolean {
		for (const row of this.main.querySelectorAll(".target")) row.classList.remove("target");
		const row = this.main.querySelector<HTMLElement>(`[data-line="${n}"]`);
		row?.classList.add("target");
		row?.scrollIntoView({ block: "center" });
		return row !== null;
	}

	private key(e: KeyboardEvent): void {
		if (e.key !== "n" && e.key !== "p" || e.ctrlKey || e.metaKey || e.altKey || !this.shown) return;
		e.preventDefault();
		e.stopPropagation();
		const hot = this.heatOf(this.shown), lines = [...this.shown.lines].filter(([, l]) => hot(l) > 0).sort(([a, x], [b, y]) => hot(y) - hot(x) || a - b).map(([n]) => n);
		const at = lines.indexOf(Number(this.main.querySelector<HTMLElement>(".target")?.dataset.line)), to = lines[at + (e.key === "n" ? 1 : -1)];
		if (to !== undefined) this.mark(to);
	}
}

const classOf = (m: Method) => m.plain.slice(0, m.plain.lastIndexOf("."));
