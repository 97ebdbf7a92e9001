// The panel beside a graph: about the selected box or line, or about all.

import { visible } from "../../text/names";
import { count, percent, plural, pointsAlone, signed, unitCount } from "../../text/numbers";
import { routeTo } from "../address/route";
import { breakable, button, element } from "../dom/dom";
import { aboutMethod } from "../methods/about";
import { Profile } from "../profile/profile";
import { Box, Diagram, Line, Member, weightOf } from "./diagram";
import { endOf, isInferred, nameOf } from "./drawing";
import { listNames } from "./text";
import { linesOf } from "./walk";

/** What a reader can do from the panel. */
export interface Acts {
	focus(id: number): void;
	hotPath(box: number): void;
	select(box: number): void;
	toggle(key: string): void;
}

/** Methods or lines in a list, before the rest is summed up. */
const most = 12;

export class Details {
	constructor(private readonly profile: Profile, private readonly inside: HTMLElement, private readonly acts: Acts) {}

	showAll(diagram: Diagram, about: string[]): void {
		this.inside.replaceChildren();
		const panel = this.panel("Call graph");
		element("p", { class: "note" }, diagram.summary + ".", panel);
		for (const text of about) element("p", { class: "note" }, visible(text), panel);
		const ranked = diagram.boxes.map((box, i) => ({ box, i })).filter(({ box }) => weightOf(box)).sort((a, b) => weightOf(b.box) - weightOf(a.box));
		this.ranked(diagram.boxes[0]?.change ? diagram.boxes[0].change.more === null ? "Largest changes, in points" : "Largest changes" : "Hottest in the graph", ranked.map(({ box, i }) => ({
			name: nameOf(box), number: box.change ? box.change.more !== null ? signed(box.change.more) : pointsAlone(box.change.share - box.change.before) : percent(box.self!, diagram.base), act: () => this.acts.select(i),
		})), panel);
	}

	showBox(diagram: Diagram, i: number): void {
		this.inside.replaceChildren();
		const box = diagram.boxes[i], panel = this.panel(""), head = panel.querySelector("h2")!, several = box.of.length + box.more > 1, method = several ? null : this.profile.method(box.of[0].id);
		if (method) breakable(visible(method.name), element("a", { href: routeTo("method", this.profile.nameInAddress(method)) }, "", head));
		else breakable(visible(nameOf(box)), head);
		const list = element("ul", {}, "", panel);
		for (const text of numbersOf(box, diagram)) element("li", {}, text, list);
		const acts = element("div", { class: "acts" }, "", panel);
		if (method) {
			element("a", { href: routeTo("method", this.profile.nameInAddress(method)), class: "button", title: "Method details (Enter)" }, "Method", acts);
			if (box.change?.only !== "gone") button("Callers and callees", "The graph around it (f)", () => this.acts.focus(method.id), acts);
		}
		button("Hot path", "Its heaviest callers and callees (h)", () => this.acts.hotPath(i), acts);
		if (box.group) button(several ? "Open" : "Close the group", several ? "Its methods as boxes (o)" : "Methods that call each other as one box (o)", () => this.acts.toggle(box.group), acts);
		if (several) this.members(diagram, box.of, box.more, panel);
		for (const side of ["callers", "callees"] as const) this.lines(diagram, i, side, panel);
		const { others = 0, most_others = [] } = box;
		this.ranked("Callers without a line", most_others.map(({ id, method, total }) => ({ name: method, number: percent(total!, diagram.base), act: this.profile.method(id) ? () => this.acts.focus(id!) : undefined })), panel, others - most_others.length, "more caller");
		if (method) aboutMethod(this.profile, method, panel);
	}

	showLine(diagram: Diagram, line: Line): void {
		this.inside.replaceChildren();
		const panel = this.panel(""), head = panel.querySelector("h2")!;
		breakable(`${visible(endOf(diagram.boxes, line.from))} → ${visible(nameOf(diagram.boxes[line.to]))}`, head);
		const list = element("ul", {}, "", panel);
		for (const text of line.change ? line.about : [line.share === null ? "no count of this call" : `${percent(line.share, 1)} of all${isInferred(diagram, line) ? " samples: no count of calls" : ""}`, ...line.about]) element("li", {}, text, list);
		if (line.via.length) this.members(diagram, line.via, 0, panel, "By way of");
	}

	private panel(title: string): HTMLElement {
		const panel = element("section", { class: "details", "aria-live": "polite" }, "", this.inside);
		element("h2", {}, title, panel);
		return panel;
	}

	private members(diagram: Diagram, of: Member[], more: number, inside: Element, title = "Methods that call each other"): void {
		// In the order of self values, or of a line.
		this.ranked(diagram.metric === "samples" ? title + ", self" : title, of.map((m) => ({
			name: m.method, number: m.self === null ? "n/a" : percent(m.self, diagram.base), act: this.profile.method(m.id) ? () => this.acts.focus(m.id!) : undefined,
		})), inside, more);
	}

	private lines(diagram: Diagram, box: number, side: "callers" | "callees", inside: Element): void {
		const all = linesOf(diagram, box, side);
		if (!all.length) return;
		this.ranked(side === "callers" ? "Callers in the graph" : "Callees in the graph", all.map((i) => {
			const line = diagram.lines[i], other = side === "callers" ? line.from : line.to, via = line.via.length ? `, by way of ${plural(line.via.length, "method")}` : "";
			return { name: nameOf(diagram.boxes[other]), via, number: line.label[0] && line.share !== null ? line.label[0] : "", act: () => this.acts.select(other) };
		}), inside);
	}

	private ranked(title: string, rows: { name: string; via?: string; number: string; act?: () => void }[], inside: Element, more = 0, noun = "more method"): void {
		if (!rows.length) return;
		element("h3", {}, title, inside);
		const list = element("ol", { class: "ranked" }, "", inside), rest = element("ol", { class: "ranked", hidden: "" });
		const names = listNames(rows.map((r) => r.name));
		rows.forEach(({ name, via = "", number, act }, i) => {
			const row = element("li", {}, "", i < most ? list : rest), cell = act ? button("", visible(name), act, row) : element("span", { title: visible(name) }, "", row);
			cell.removeAttribute("aria-label");
			names[i].filter(Boolean).forEach((part, k) => {
				if (k) element("wbr", {}, "", cell);
				element("span", { class: "whole" }, part, cell);
			});
			cell.append(via);
			element("span", { class: "number" }, number, row);
		});
		if (rest.firstChild) {
			const show = button(plural(rows.length - most, "more row"), "Show the rest", () => {
				rest.hidden = false;
				show.remove();
			}, inside);
			inside.append(rest);
		}
		if (more) element("p", { class: "note" }, `${plural(more, noun)} that the report does not list`, inside);
	}
}

function numbersOf({ self, total, was, about }: Box, { metric, unit, base }: Diagram): string[] {
	if (about) return [...was ? ["before: " + was] : [], ...about];
	if (metric === "calls") return self === null ? ["its entries were not counted"] : [`${unitCount(self, "entries")}, ${percent(self, base)} of all`, ...total !== null && total > self ? [`${unitCount(total, "entries")} with what is inlined into it`] : []];
	if (self === null) return ["not in a sampled stack that the report has"];
	return [`${unitCount(self, unit)} self, ${percent(self, base)}`, ...total === null ? [] : [`${count(total)} total, ${percent(total, base)}`]];
}
