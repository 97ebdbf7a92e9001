// The search field of a list: rows whose names match the regular expression are shown.

import { Matcher, Names, noMatcher, notComplete, patternOf } from "../../pattern/matcher";
import { element } from "../dom/dom";
import { Offer } from "../dom/offer";
import { offerAnyCase, rowsInAnyCase } from "./anycase";

export class PatternField {
	readonly input: HTMLInputElement;
	/** For the text as it was last read. */
	matcher: Matcher = noMatcher;

	/** changed: the reader wants another pattern; left: the reader goes to the rows. */
	constructor(inside: Element, placeholder: string, label: string, private readonly changed: () => void, private readonly left: () => void) {
		const find = element("span", { class: "find" }, "", inside);
		this.input = element("input", { type: "search", placeholder, "aria-label": label, spellcheck: "false", autocomplete: "off" }, "", find);
		this.input.addEventListener("input", () => this.changed());
		this.input.addEventListener("keydown", (e) => this.key(e));
	}

	get text(): string {
		return this.input.value;
	}

	set text(s: string) {
		this.input.value = s;
	}

	/** Whether the last pattern determines which rows are shown. */
	get searches(): boolean {
		return this.matcher !== noMatcher && !this.matcher.invalid;
	}

	/** Offers to ignore the case of a pattern that matches none of the rows, given their names; null: that would find none either. */
	offer(noun: string, rows: Names[][]): Offer | null {
		return !this.searches ? null : offerAnyCase(rowsInAnyCase(rows, this.text), noun, this.text, (pattern) => {
			this.text = pattern;
			this.changed();
		});
	}

	/** Reads the pattern over these names, and returns a message about it. */
	read(names: Names[]): string {
		this.matcher = patternOf(this.text, names);
		if (this.matcher.invalid && this.matcher.invalid !== notComplete) this.input.setAttribute("aria-invalid", "true");
		else this.input.removeAttribute("aria-invalid");
		return this.matcher.invalid;
	}

	private key(e: KeyboardEvent): void {
		if (e.key === "Enter" || e.key === "ArrowDown") this.left();
		else if (e.key === "Escape" && this.text) {
			this.text = "";
			this.changed();
		} else return;
		e.preventDefault();
		e.stopPropagation();
	}
}
