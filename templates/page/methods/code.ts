// The listing of a method: its source lines, or its bytecode, with everything recorded there. Bars are time: shares of the method's
// samples or, without samples, executions.

import { at, visible } from "../../text/names";
import { count, plural, unitCount } from "../../text/numbers";
import { routeTo } from "../address/route";
import { button, element } from "../dom/dom";
import { showTokens } from "../dom/sourceline";
import { Method } from "../profile/method";
import { Profile } from "../profile/profile";
import { CodeLine, CodeRow, CodeSite, MethodCode, Runs } from "../profile/records";
import { SourceText } from "../profile/source";
import { aboutOtherCode, contradiction, otherCode, otherSource } from "./misfit";
import { Column, columnsOf, heatOf, setColumns, showRuns } from "./runs";
import { lineBars, siteBar } from "./sitebars";

const titles: Record<string, string> = {
	"◆": "where the branch went", "◇": "types seen", "→": "callees, × per entry of the method", "!": "inconsistent counts, or calls that did not return",
};

/** Lines of a source before the first instruction, which have the method's head, and after the last. */
const before = 2, after = 1;

/** More lines in a row than these are collapsed if nothing was counted in them, but for some at both ends. */
const mostQuiet = 14, quietEnds = 3;

/** Shows the listing of a method, if the report has it. */
export function showCode(profile: Profile, m: Method, inside: Element): boolean {
	const code = profile.code(m.id);
	if (code) new Listing(profile, m, inside).show(code);
	return code !== null;
}

/** A line that is shown. */
interface ShownLine {
	number: number;
	/** Null: it has no instructions. */
	code: CodeLine | null;
}

class Listing {
	private columns: Column[] = [];
	private source: SourceText | null = null;
	private heat: (runs: Runs) => number = () => 0;
	/** The spaces that all lines begin with. */
	private indent = 0;
	/** By bytecode index: records that contradict the class file, which is then of another version. */
	private readonly misfits: Map<number, string> | null;
	/** A recording has lines instead of bytecode indexes. */
	private readonly recorded: boolean;

	constructor(private readonly profile: Profile, private readonly m: Method, private readonly inside: Element) {
		const misfit = profile.misfit(m.id);
		this.recorded = profile.part("places")?.recorded || false;
		this.misfits = misfit && new Map(misfit.places.map((p) => [p.bci, contradiction(p)]));
	}

	show(code: MethodCode): void {
		const { profile, m } = this, source = this.source = profile.source(code);
		const section = element("section", { class: "code", "aria-label": "Code" }, "", this.inside), heading = element("h3", {}, "", section), line = code.lines[code.hottest]?.line;
		if (source) element("a", { href: routeTo("code", source.file.name, { line: line ? String(line) : "" }), title: source.file.name }, visible(code.file), heading);
		else heading.append(visible(code.file) || "Code");
		this.hottest(code, heading);
		if (profile.has("diff")) element("span", { class: "note" }, "counts of the new profile", heading);
		if (code.other_source) element("p", { class: "note" }, `No text of ${visible(code.file)}: ${otherSource}.`, section);
		const rows = element("div", { class: "listing", role: "region", "aria-label": "Lines" }, "", section);
		rows.classList.toggle("other", this.misfits !== null);
		if (source && !this.recorded) {
			const all = button("Bytecode", "Show the instructions of open lines that have no samples, branches, types or calls", () => showAll(rows, !rows.classList.contains("all")), heading);
			all.classList.add("bytecode");
			all.setAttribute("aria-pressed", "false");
		} else rows.classList.add("all");
		const runs = code.lines.flatMap((l) => [l.runs, ...l.rows.map((r) => r.runs)]).filter((r): r is Runs => r !== null), total = profile.part("code")!.samples ? m.samples?.total || 0 : 0;
		this.heat = heatOf(runs, total);
		const samples = profile.part("top.samples"), base = total && samples ? samples.base : 0;
		this.columns = columnsOf(runs, base);
		setColumns(rows, this.columns);
		this.head(rows);
		if (source) this.lines(code, source, rows);
		else this.instructions(code, rows);
		const by = this.columns.map((c) => c.title);
		element("p", { class: "note" }, (base ? `Total %: samples with all callees, as a share of all ${unitCount(base, visible(samples!.unit))}. Bars: of the method's ${count(total)}. ` : by.includes("runs") ? "Bars: executions. " : "") +
			(by.includes("runs") ? "Executions: ≥ and ≤ are bounds where conditionals are missing; n/a is not 0. Some ≤ are the count if all calls on the way returned: the tooltip says which. " : "The profile does not say how often this code ran. ") +
			(this.recorded ? "Lines are those of the recording, and texts those of the source given, which need not be of the same version. → callees." : "◆ where a branch went, ◇ types seen, → callees, × per entry of the method."), section);
	}

	// A link to the hottest place of the hottest line, which may be far below.
	private hottest(code: MethodCode, inside: Element): void {
		const line = code.lines[code.hottest], most = line?.rows.reduce<CodeRow | null>((most, r) => !most || r.runs.total > most.runs.total ? r : most, null), { profile, m } = this;
		if (most) element("a", { class: "note", href: routeTo("method", profile.nameInAddress(m), { at: String(most.bci) }) }, line.line ? `hottest line, with all callees: ${line.line}` : `hottest, with all callees: ${at(most.bci)}`, inside);
	}

	private head(inside: Element): void {
		const row = element("div", { class: "place head" }, "", inside);
		element("span", {}, "", row);
		for (const c of this.columns) element("span", { class: "n " + c.title, title: c.about }, c.heading, row);
		element("span", { class: "n" }, "line", row);
		element("span", {}, "", row);
	}

	// In the order of the source, with lines between that have no instructions.
	private lines(code: MethodCode, source: SourceText, inside: Element): void {
		const of = new Map(code.lines.map((l) => [l.line, l])), numbers = code.lines.map((l) => l.line).filter((n) => n > 0), hottest = code.lines[code.hottest];
		const shown: ShownLine[] = [], first = Math.min(...numbers), last = Math.max(...numbers);
		for (let n = Math.max(1, first - before); n <= last + after; n++) if (of.has(n) || source.line(n) !== null) shown.push({ number: n, code: of.get(n) || null });
		this.indent = source.indentOf(first, last);
		const isQuiet = ({ code: l }: ShownLine) => !l?.runs || !l.runs.total && !l.runs.count && !l.rows.some((r) => r.sites);
		for (let i = 0; i < shown.length;) {
			let end = i;
			while (end < shown.length && isQuiet(shown[end])) end++;
			if (end - i > mostQuiet) {
				for (const l of shown.slice(i, i + quietEnds)) this.shownLine(l, false, inside);
				const hidden = shown.slice(i + quietEnds, end - quietEnds), fold = element("details", { class: "cold" }, "", inside);
				element("summary", {}, `${plural(hidden.length, "line")}, ${hidden[0].number}–${hidden[hidden.length - 1].number}`, fold);
				for (const l of hidden) this.shownLine(l, false, fold);
				i = end - quietEnds;
			}
			for (; i < end; i++) this.shownLine(shown[i], false, inside);
			if (i < shown.length) this.shownLine(shown[i], shown[i].code === hottest, inside);
			i++;
		}
		for (const l of code.lines) if (!l.line) for (const r of l.rows) this.row(r, inside);
	}

	private shownLine({ number, code }: ShownLine, open: boolean, inside: Element): void {
		if (code) return this.line(code, open, inside);
		const row = element("div", { class: "place without" }, "", inside);
		element("span", { class: "heat" }, "", row);
		for (const c of this.columns) element("span", { class: c.title }, "", row);
		element("span", { class: "n faint" }, String(number), row);
		showTokens(this.source!.tokens(number, this.indent), element("span", { class: "text" }, "", row));
	}

	// In the order of the bytecode.
	private instructions(code: MethodCode, inside: Element): void {
		let folded: HTMLElement | null = null;
		code.lines.forEach((line, i) => {
			if (line.cold && !folded) {
				folded = element("details", { class: "cold" }, "", inside);
				let end = i + 1;
				while (end < code.lines.length && code.lines[end].cold) end++;
				element("summary", {}, foldOf(code.lines.slice(i, end)), folded);
			} else if (!line.cold) folded = null;
			if (line.line) this.line(line, true, folded || inside);
			else for (const r of line.rows) this.row(r, folded || inside);
		});
	}

	private line(line: CodeLine, open: boolean, inside: Element): void {
		const group = element("details", { class: "source" }, "", inside);
		group.open = open;
		const head = element("span", { class: "place" }, "", element("summary", {}, "", group));
		group.dataset.line = String(line.line);
		this.cells(head, line.runs!, String(line.line));
		const text = element("span", { class: "text" }, "", head);
		if (this.source) showTokens(this.source.tokens(line.line, this.indent), text);
		if (this.recorded) return this.sampledLine(line, group);
		lineBars([line], text);
		if (line.rows.some((r) => this.misfits?.has(r.bci))) element("b", { class: "othercode", title: "a record here contradicts the class file" }, otherCode, text);
		const isLoud = (r: CodeRow) => Boolean(r.sites || r.runs.total || this.misfits?.has(r.bci)), some = line.rows.some(isLoud);
		for (const r of line.rows) this.row(r, group, some && !isLoud(r));
	}

	// The line is the place itself.
	private sampledLine({ line, rows }: CodeLine, group: HTMLElement): void {
		group.dataset.bci = String(line);
		for (const r of rows) for (const s of r.sites || []) this.site(s, group);
		group.classList.toggle("bare", !rows.some((r) => r.sites));
	}

	private row(r: CodeRow, inside: Element, quiet = false): void {
		const row = element("div", { class: quiet ? "place quiet" : "place", "data-bci": String(r.bci) }, "", inside);
		this.cells(row, r.runs, "");
		const text = element("span", { class: "text" }, "", row);
		element("span", { class: "bci" }, r.bci < 0 ? "" : String(r.bci), text);
		text.append(visible(r.text));
		const misfit = this.misfits?.get(r.bci);
		if (misfit) this.site({ mark: otherCode, head: misfit }, inside);
		for (const s of r.sites || []) this.site(s, inside);
	}

	private cells(row: Element, runs: Runs, line: string): void {
		const heat = element("span", this.misfits ? { class: "heat", title: aboutOtherCode } : { class: "heat" }, "", row);
		heat.style.setProperty("--heat", String(this.heat(runs)));
		showRuns(row, this.columns, runs);
		element("span", { class: "n faint" }, line, row);
	}

	private site(s: CodeSite, inside: Element): void {
		const p = element("p", { class: "at", title: titles[s.mark] || "" }, "", inside);
		if (s.mark === "!" || s.mark === otherCode) p.classList.add("warn");
		element("i", {}, s.mark + " ", p);
		p.append(visible(s.head || ""));
		(s.parts || []).forEach((part, i) => {
			if (i) p.append(s.sep || "");
			const callee = part.id === undefined ? null : this.profile.method(part.id), { profile, m } = this;
			const href = callee ? routeTo("method", profile.nameInAddress(callee)) : part.to === undefined ? "" : routeTo("method", profile.nameInAddress(m), { at: String(part.to) });
			if (href) element("a", { href }, visible(part.name), p);
			else p.append(visible(part.name));
			if (part.share) element("b", {}, " " + part.share, p);
		});
		p.append(visible(s.tail || ""));
		siteBar(s, "", p);
	}
}

// The size of a collapsed part, as shown when it is expanded: 12 lines, 140–153, where little or nothing was counted.
function foldOf(lines: CodeLine[]): string {
	const numbers = lines.map((l) => l.line).filter((n) => n > 0), low = Math.min(...numbers), high = Math.max(...numbers);
	const size = numbers.length ? `${plural(numbers.length, "line")}, ${low === high ? low : low + "–" + high}` : plural(lines.reduce((n, l) => n + l.rows.length, 0), "instruction");
	return size + ": little or nothing counted";
}

// Shows all instructions of a listing, or those with records.
function showAll(listing: Element, all: boolean): void {
	listing.classList.toggle("all", all);
	listing.closest(".code")!.querySelector(".bytecode")?.setAttribute("aria-pressed", String(all));
}

/** Marks the rows of a place, and shows it in the code or, without code, in tables. The page scrolls no further than necessary. */
export function reveal(inside: Element, bci: string): void {
	const rows = <E extends HTMLElement>(selector: string) => [...inside.querySelectorAll<E>(selector)];
	if (bci) for (const more of rows(".more[data-places]")) if (more.dataset.places!.split(" ").includes(bci)) more.click();
	const all = rows("[data-bci]").filter((row) => row.dataset.bci === bci), inCode = all.filter((row) => row.closest(".listing, .places")), targets = inCode.length ? inCode : all;
	for (const row of rows(".target")) row.classList.remove("target");
	for (const row of targets) {
		row.classList.add("target");
		if (row.classList.contains("quiet")) showAll(row.closest(".listing")!, true);
		for (let e: Element | null = row.closest("details"); e; e = e.parentElement!.closest("details")) (e as HTMLDetailsElement).open = true;
	}
	for (const row of targets.reverse()) row.scrollIntoView({ block: "nearest" });
}
