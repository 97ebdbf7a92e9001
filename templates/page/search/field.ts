// The search field of a list: rows whose names match the regular expression are shown.

import { aboutMatcher, Matcher, noMatcher, notComplete, patternOf, trust } from "../../pattern/matcher";
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
		this.input.addEventListener("input", () => this.confirm());
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
		return this.matcher !== noMatcher && !this.matcher.invalid && !this.matcher.asks;
	}

	/** Offers to ignore the case of a pattern that matches none of the rows, given their names; null: that would find none either. */
	offer(noun: string, rows: Iterable<{ plain: string; signature: string }[]>): Offer | null {
		return !this.searches ? null : offerAnyCase(rowsInAnyCase(rows, this.text), noun, this.text, (pattern) => {
			this.text = pattern;
			this.confirm();
		});
	}

	/** Reads the pattern, and returns a message about it. */
	read(): string {
		this.matcher = patternOf(this.text);
		if (this.matcher.invalid && this.matcher.invalid !== notComplete) this.input.setAttribute("aria-invalid", "true");
		else this.input.removeAttribute("aria-invalid");
		return aboutMatcher(this.matcher);
	}

	private confirm(): void {
		trust(this.text);
		this.changed();
	}

	private key(e: KeyboardEvent): void {
		if (e.key === "Enter" || e.key === "ArrowDown") {
			if (this.matcher.asks) this.confirm();
			this.left();
		} else if (e.key === "Escape" && this.text) {
			this.text = "";
			this.changed();
		} else return;
		e.preventDefault();
		e.stopPropagation();
	}
}
