// A table with its tools: a search field, switches for kinds of code, copying, and an address.

import { visible } from "../../text/names";
import { setFragment } from "../address/fragment";
import { linksTo } from "../address/links";
import { Route, routeTo } from "../address/route";
import { button, element } from "../dom/dom";
import { Offer } from "../dom/offer";
import { PatternField } from "../search/field";
import { Kinds } from "../view/kinds";
import { unseenOf } from "../view/unseen";
import { Column, Order } from "./column";
import { copyButtons } from "./copybuttons";
import { Grid } from "./grid";

export interface Listing<R> {
	view: string;
	/** After the view in addresses. */
	path?: string;
	label: string;
	/** What a row is. */
	noun: string;
	/** Numbers shared by rows. */
	all?(rows: R[]): string;
	columns: Column<R>[];
	rows: R[];
	order: Order;
	/** Told which rows are about to be shown, in the order of rows. */
	shows?(rows: R[]): void;
	/** While only the application is shown; absent: the same. */
	orderOfApplication?: Order;
	/** It begins with all kinds of code, as the application's rows do not answer what it is for. */
	allKinds?: boolean;
	/** A row's kind of code. */
	kind(row: R): number;
	/** The names that patterns match, without and with parameters. */
	names(row: R): { plain: string; signature: string };
}

/** How many rows satisfy a condition, among those that match in the visible code. */
export type Counting<R> = (wanted: (row: R) => boolean) => number;

export class ListView<R> {
	readonly tools: HTMLElement;
	readonly input: HTMLInputElement;
	/** Additional conditions on rows, and their part of the address. Choices say how many rows each would show, with the other filters unchanged. */
	also: { wanted: (row: R) => boolean; parameters: () => Record<string, string>; restore: (p: URLSearchParams) => void; count: (of: Counting<R>) => void } =
		{ wanted: () => true, parameters: () => ({}), restore: () => {}, count: () => {} };
	readonly grid: Grid<R>;
	readonly status: HTMLOutputElement;
	readonly body: HTMLElement;
	private readonly update: () => void;
	private readonly field: PatternField;
	private offer: Offer | null = null;
	private link: (kinds: string) => void = () => {};
	/** The order that the reader chose; null: the default for the visible code. */
	private chosen: Order | null = null;
	private readonly offered: HTMLButtonElement;
	/** The address says nothing about kinds of code. */
	private unchosen = true;

	constructor(private readonly of: Listing<R>, private readonly kinds: Kinds, inside: HTMLElement) {
		this.tools = element("div", { class: "tools", role: "toolbar", "aria-label": of.label }, "", inside);
		this.field = new PatternField(this.tools, "Filter: regexp", `Filter ${of.label} by regular expression`, () => this.apply(), () => this.grid.focus());
		this.input = this.field.input;
		this.offered = button("", "", () => this.take(), this.tools);
		this.update = kinds.switches(this.tools, () => this.apply(), (text) => this.say(text));
		this.body = element("div", { class: "split" }, "", inside);
		const left = element("div", { class: "column" }, "", this.body);
		this.grid = new Grid(left, of.label, { noun: of.noun, all: (rows) => of.all?.(rows) ?? "" }, of.columns, of.rows, of.order);
		this.grid.changed = () => {
			this.chosen = this.grid.order;
			this.remember();
		};
		this.grid.wanted = () => {
			kinds.showAll();
			this.field.text = "";
			this.also.restore(new URLSearchParams());
			this.apply();
			this.grid.focus();
		};
		this.grid.take = () => this.take();
		this.status = element("output", { "aria-live": "polite" }, "", this.tools);
	}

	/** Adds links to all lists of the view, which keep the kinds of code shown here. */
	links(lists: [string, string][], label: string): void {
		this.link = linksTo(this.of.view, lists, this.of.path || "", label, this.tools);
	}

	/** Adds the buttons that come last. */
	finish(): void {
		const group = element("span", {}, "", this.tools);
		copyButtons(group, "the selected rows, or all,", (format) => this.grid.copied(format), { picked: () => this.grid.pickedWords, show: (text) => this.say(text) });
		this.tools.append(this.status);
	}

	/** Says that rows are missing. */
	limited(why: string): void {
		element("p", { class: "note limit" }, why, this.grid.below);
	}

	say(text: string): void {
		this.status.textContent = text;
	}

	/** Shows what an address says. It returns which part of it is invalid here, in words. */
	show(route: Route): string {
		const p = route.parameters, order = p.get("o") || "", column = order.replace(/^-/, "");
		this.chosen = this.of.columns.some((c) => c.id === column) ? { column, down: order !== column } : null;
		this.kinds.text = p.get("k") || (this.of.allKinds ? this.kinds.allText : null);
		this.unchosen = !p.get("k");
		this.also.restore(p);
		this.field.text = p.get("s") || "";
		this.match();
		if (order && !this.chosen) return `This table has no column “${visible(column)}” to be ordered by.`;
		const lost = Object.entries(this.also.parameters()).find(([k, v]) => p.get(k) && p.get(k) !== v);
		return lost ? `This table has no rows of the kind “${visible(p.get(lost[0])!)}”: here are all.` : "";
	}

	/** What is shown has changed. */
	apply(): void {
		this.unchosen = !this.kindsText;
		this.match();
		this.remember();
	}

	private match(): void {
		const { of, kinds } = this;
		this.say(this.field.read(of.rows.map((r) => of.names(r))));
		const { matcher } = this.field;
		this.update();
		this.link(of.allKinds && this.unchosen ? kinds.choice : kinds.text);
		const hidden: number[] = [], filtered = this.field.text !== "" || Object.values(this.also.parameters()).some(Boolean);
		const found = of.rows.filter((r) => matcher.matches(of.names(r))), shown = found.filter((r) => kinds.shown(of.kind(r))), rows = shown.filter(this.also.wanted);
		for (const r of found) if (!kinds.shown(of.kind(r)) && this.also.wanted(r)) hidden.push(of.kind(r));
		this.also.count((wanted) => shown.filter(wanted).length);
		this.offer = matcher.invalid ? null : unseenOf(kinds, hidden, filtered ? "match" : of.noun, () => this.apply());
		if (!found.length) this.offer = this.field.offer(of.noun, of.rows.map((r) => [of.names(r)]));
		this.offered.hidden = !this.offer || !filtered || !rows.length;
		this.offered.textContent = this.offer?.text || "";
		this.offered.title = this.offer?.title || "";
		of.shows?.(rows);
		this.grid.show(rows, this.chosen || kinds.onlyApplication && of.orderOfApplication || of.order, this.offer);
	}

	private take(): void {
		this.offer?.action();
		this.grid.focus();
	}

	// For addresses of this list: "" for those that it begins with.
	private get kindsText(): string {
		const { kinds, of } = this;
		return !of.allKinds ? kinds.text : kinds.names.length === kinds.used.length ? "" : kinds.names.join(",") || "none";
	}

	private remember(): void {
		const { chosen } = this;
		setFragment(routeTo(this.of.view, this.of.path, {
			s: this.field.text, k: this.kindsText, o: chosen ? (chosen.down ? "-" : "") + chosen.column : "", ...this.also.parameters(),
		}), false);
	}
}
