// The listing of a method: its source lines, or its bytecode, with everything recorded there.

import { at, visible } from "../../text/names";
import { count, plural } from "../../text/numbers";
import { routeTo } from "../address/route";
import { element } from "../dom/dom";
import { Method } from "../profile/method";
import { Profile } from "../profile/profile";
import { CodeLine, CodeRow, CodeSite, MethodCode, Runs } from "../profile/records";

/** Bounds of Runs, see convert/code. */
const exact = 1, unlessThrown = 2, atLeast = 3, atMost = 4;

const titles: Record<string, string> = {
	"◆": "where the branch went", "◇": "types seen", "→": "callees, × per entry of the method", "!": "inconsistent counts, or calls that did not return",
};

/** Shows the listing of a method, if the report has it. */
export function showCode(profile: Profile, m: Method, inside: Element): boolean {
	const code = profile.code(m.id);
	if (code) new Listing(profile, m, inside).show(code);
	return code !== null;
}

/** A column of numbers. */
interface NumberColumn {
	title: "runs" | "self" | "total";
	/** In characters. */
	width: number;
	text(runs: Runs): string;
}

// Executions if some are known, and samples if there are any: as wide as the largest count.
function columnsOf(code: MethodCode, samples: boolean): NumberColumn[] {
	const all = code.lines.flatMap((l) => [l.runs, ...l.rows.map((r) => r.runs)]).filter((r): r is Runs => r !== null);
	const column = (title: NumberColumn["title"], text: NumberColumn["text"]): NumberColumn => ({ title, text, width: Math.max(title.length, ...all.map((r) => text(r).length)) + 1 });
	const columns: NumberColumn[] = [];
	if (all.some((r) => r.count !== null)) columns.push(column("runs", runsOf));
	if (samples) columns.push(column("self", (r) => r.self ? count(r.self) : ""), column("total", (r) => r.total ? count(r.total) : ""));
	return columns;
}

class Listing {
	private columns: NumberColumn[] = [];

	constructor(private readonly profile: Profile, private readonly m: Method, private readonly inside: Element) {}

	show(code: MethodCode): void {
		const section = element("section", { class: "code", "aria-label": "Code" }, "", this.inside);
		this.hottest(code, element("h3", {}, visible(code.file) || "Code", section));
		const rows = element("div", { class: "listing", role: "region", "aria-label": "Lines" }, "", section);
		this.columns = columnsOf(code, this.profile.part("code")!.samples);
		rows.style.setProperty("--columns", this.columns.map((c) => c.width + "ch").join(" "));
		rows.style.setProperty("--wide", this.columns.reduce((sum, c) => sum + c.width, 0) + "ch");
		rows.style.setProperty("--gaps", String(this.columns.length + 2));
		this.head(rows);
		let folded: HTMLElement | null = null;
		code.lines.forEach((line, i) => {
			if (line.cold && !folded) {
				folded = element("details", { class: "cold" }, "", rows);
				let end = i + 1;
				while (end < code.lines.length && code.lines[end].cold) end++;
				element("summary", {}, foldOf(code.lines.slice(i, end)), folded);
			} else if (!line.cold) folded = null;
			this.line(line, folded || rows);
		});
		element("p", { class: "note" }, (this.columns.some((c) => c.title === "runs") ? "Executions: ≥ and ≤ are bounds where conditionals are missing; n/a is not 0. Some counts hold if all calls on the way returned: the tooltip says which. " : "The profile does not say how often this code ran. ") + "◆ where a branch went, ◇ types seen, → callees, × per entry of the method.", section);
	}

	// A link to the hottest place of the hottest line, which may be far below.
	private hottest(code: MethodCode, inside: Element): void {
		const line = code.lines[code.hottest], most = line?.rows.reduce<CodeRow | null>((most, r) => !most || r.runs.total > most.runs.total ? r : most, null), { profile, m } = this;
		if (most) element("a", { class: "note", href: routeTo("method", profile.nameInAddress(m), { at: String(most.bci) }) }, line.line ? `hottest line: ${line.line}` : `hottest: ${at(most.bci)}`, inside);
	}

	private head(inside: Element): void {
		const row = element("div", { class: "place head" }, "", inside);
		element("span", {}, "", row);
		for (const text of [...this.columns.map((c) => c.title), "line"]) element("span", { class: "n" }, text, row);
		element("span", {}, "", row);
	}

	private line(line: CodeLine, inside: Element): void {
		if (!line.line && !line.text) {
			for (const r of line.rows) this.row(r, inside);
			return;
		}
		const group = element("details", { class: "source" }, "", inside);
		group.open = line.open;
		const head = element("span", { class: "place" }, "", element("summary", {}, "", group));
		if (line.line) group.dataset.line = String(line.line);
		this.cells(head, line.runs!, line.line ? String(line.line) : "");
		element("span", { class: "text" }, visible(line.text || ""), head);
		for (const r of line.rows) this.row(r, group);
	}

	private row(r: CodeRow, inside: Element): void {
		const row = element("div", { class: "place", "data-bci": String(r.bci) }, "", inside);
		this.cells(row, r.runs, "");
		const text = element("span", { class: "text" }, "", row);
		element("span", { class: "bci" }, r.bci < 0 ? "" : String(r.bci), text);
		text.append(visible(r.text));
		for (const s of r.sites || []) this.site(s, inside);
	}

	private cells(row: Element, runs: Runs, line: string): void {
		const { count: known, bound, heat } = runs;
		element("span", { class: "heat" }, "", row).style.setProperty("--heat", String(heat / 8));
		for (const c of this.columns) {
			const cell = element("span", { class: "n" }, c.text(runs), row);
			if (c.title !== "runs") continue;
			if (!known || bound !== exact && bound !== unlessThrown) cell.classList.add("faint");
			cell.title = bound === exact ? "counted" : bound === unlessThrown ? "if all calls on the way returned: an upper bound" : bound === atLeast ? "at least" : bound === atMost ? "at most" : "unknown";
		}
		element("span", { class: "n faint" }, line, row);
	}

	private site(s: CodeSite, inside: Element): void {
		const p = element("p", { class: "at", title: titles[s.mark] || "" }, "", inside);
		if (s.mark === "!") p.classList.add("warn");
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
	}
}

// The size of a collapsed part, as shown when it is expanded: 12 lines, 140–153, where little or nothing was counted.
function foldOf(lines: CodeLine[]): string {
	const numbers = lines.map((l) => l.line).filter((n) => n > 0), low = Math.min(...numbers), high = Math.max(...numbers);
	const size = numbers.length ? `${plural(numbers.length, "line")}, ${low === high ? low : low + "–" + high}` : plural(lines.reduce((n, l) => n + l.rows.length, 0), "instruction");
	return size + ": little or nothing counted";
}

/** Marks the rows of a place, and shows it in the code or, without code, in tables. The page scrolls no further than necessary. */
export function reveal(inside: Element, bci: string): void {
	const rows = <E extends HTMLElement>(selector: string) => [...inside.querySelectorAll<E>(selector)];
	if (bci) for (const more of rows(".more[data-places]")) if (more.dataset.places!.split(" ").includes(bci)) more.click();
	const all = rows("[data-bci]").filter((row) => row.dataset.bci === bci), inCode = all.filter((row) => row.closest(".listing, .places")), targets = inCode.length ? inCode : all;
	for (const row of rows(".target")) row.classList.remove("target");
	for (const row of targets) {
		row.classList.add("target");
		for (let e: Element | null = row.closest("details"); e; e = e.parentElement!.closest("details")) (e as HTMLDetailsElement).open = true;
	}
	for (const row of targets.reverse()) row.scrollIntoView({ block: "nearest" });
}

/** 8,345, ≥ 8,345 or n/a. */
export function runsOf({ count: n, bound }: Runs): string {
	if (n === null) return "n/a";
	return (bound === atLeast ? "≥ " : bound === atMost ? "≤ " : "") + count(n);
}
