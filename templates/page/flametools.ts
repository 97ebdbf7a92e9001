// The row of controls of a flame view.

import { button, choice, element } from "./dom";
import type { Flame } from "./flame";
import { Host } from "./flamehost";
import { flameKeys } from "./flamekeys";
import { Mode, Shown } from "./flameshown";
import { plural } from "./numbers";
import { Tree } from "./tree";

export class Tools {
	readonly input: HTMLInputElement;
	private readonly status: HTMLOutputElement;
	private readonly previous: HTMLButtonElement;
	private readonly next: HTMLButtonElement;
	private readonly mode: HTMLSelectElement;
	private readonly palette: HTMLSelectElement;
	private readonly pressed: [HTMLButtonElement, (s: Readonly<Shown>) => boolean][] = [];
	private readonly around: HTMLOptionElement;
	private readonly dialog: HTMLDialogElement | null;
	private readonly unseen: HTMLButtonElement;

	constructor(private readonly tree: Tree, inside: Element, flame: Flame, private readonly host: Host) {
		const { header } = tree, { state } = flame;
		const bar = element("div", { class: "tools many", role: "toolbar", "aria-label": "Flame graph" }, "", inside);
		host.controls(bar);
		const find = element("span", { class: "find" }, "", bar);
		this.input = element("input", { type: "search", placeholder: "Search: regexp", "aria-label": "Search methods by regular expression", spellcheck: "false", autocomplete: "off" }, "", find);
		this.input.addEventListener("input", () => flame.typed(this.input.value));
		this.previous = button("‹", "Previous match (N)", () => flame.step(-1), find);
		this.next = button("›", "Next match (n)", () => flame.step(1), find);
		const fold = button("More", "Show or hide the other controls, and the meanings of colors", () => fold.setAttribute("aria-expanded", String(bar.classList.toggle("open"))), bar);
		fold.className = "fold";
		fold.setAttribute("aria-expanded", "false");
		this.unseen = button("Show", "Show the code of all kinds", () => flame.change({ kinds: state().kinds.map(() => true) }), bar);
		this.unseen.hidden = true;

		const look = element("span", { class: "folds" }, "", bar);
		this.mode = choice("", "What is merged (v: from the leaves, b: around a method)", [["root", "From the root"], ["leaves", "From the leaves"], ["around", "Around a method"]],
			(v) => v === "around" ? undefined : flame.change({ mode: v as Mode, frame: -1 }), look);
		this.around = this.mode.options[2];
		this.palette = choice("", "The meaning of colors", header.palettes.map((p, i) => [String(i), `Colors ${p.label}`]), (v) => flame.change({ palette: Number(v) }, false), look);
		this.kinds(flame, bar);
		const more = element("span", { class: "folds" }, "", bar);
		const toggle = (text: string, title: string, is: (s: Readonly<Shown>) => boolean, action: () => void) => this.pressed.push([button(text, title, action, more), is]);
		toggle("Recursion", "Merge frames that call themselves (r)", (s) => s.recursion, () => flame.change({ recursion: !state().recursion }));
		toggle("Packages", "Packages instead of methods (p)", (s) => s.packages, () => flame.change({ packages: !state().packages }));
		button("Flip", "Turn upside down (i)", () => flame.change({ icicle: !state().icicle }, false), more);
		button("Reset", "Reset zoom and search, show hidden methods and kinds, merge nothing (0)", () => flame.reset(), more);
		button("SVG ↓", "Save the view as SVG", () => void flame.saveAs("svg"), more);
		button("PNG ↓", "Save the rows in sight as PNG", () => void flame.saveAs("png"), more);
		button("Link", "Copy a link to the view (l)", () => void flame.copy("link"), more);
		button("Table", "Show or hide the table of methods (t)", () => this.toggleTable(), more);
		button("?", "Keys and notes (?)", () => this.help(), more);
		this.status = element("output", { "aria-live": "polite" }, "", bar);
		this.dialog = host.help ? null : this.makeHelp(inside);
	}

	// Switches for whose code, and one for those that other views start with.
	private kinds(flame: Flame, inside: Element): void {
		const { header, frames } = this.tree, { state } = flame, kinds = header.kinds.map(({ name }, i) => ({ name, i })).filter(({ i }) => frames.kind.includes(i));
		const group = element("span", { class: "kinds", role: "group", "aria-label": "Show code of" }, "", inside);
		for (const { name, i } of kinds) {
			this.pressed.push([button(name, `Show ${name} frames; without them their value is ${header.entries ? "left out" : "their callers'"}`, () => {
				flame.change({ kinds: flame.state().kinds.map((on, k) => k === i ? !on : on) });
			}, group), (s) => s.kinds[i]]);
		}
		this.host.missing(group, (text) => this.say(text));
		if (group.childElementCount < 2) group.remove();
		if (kinds.length < 2 || !this.host.narrows(this.tree)) return;
		const start = header.kinds.map((k) => this.host.starts(k.name)), is = (s: Readonly<Shown>) => kinds.every(({ i }) => s.kinds[i] === start[i]);
		this.pressed.push([button("Only application", "The code that other views start with; changes were tested with all code", () => {
			flame.change({ kinds: is(state()) ? header.kinds.map(() => true) : start });
		}, element("span", { class: "folds" }, "", inside)), is]);
	}

	say(text: string): void {
		this.status.textContent = text;
		this.status.title = text;
	}

	/** Shows whether a search is invalid, whether there are matches, and how many methods match in kinds that are off. */
	marked(invalid: boolean, some: boolean, unseen: number): void {
		if (invalid) this.input.setAttribute("aria-invalid", "true");
		else this.input.removeAttribute("aria-invalid");
		this.previous.disabled = this.next.disabled = !some;
		this.unseen.hidden = !unseen;
		this.unseen.textContent = `${plural(unseen, "method")} in hidden kinds: show`;
	}

	update(shown: Readonly<Shown>): void {
		this.mode.value = shown.mode;
		this.around.disabled = shown.frame < 0;
		this.around.textContent = shown.frame < 0 ? "Around a method" : "Around " + this.tree.frames.names[shown.frame].split("(")[0].split(".").slice(-2).join(".");
		this.palette.value = String(shown.palette);
		for (const [b, is] of this.pressed) b.setAttribute("aria-pressed", String(is(shown)));
	}

	toggleTable(): void {
		document.body.classList.toggle("wide");
	}

	help(): void {
		if (!this.dialog) this.host.help!();
		else if (this.dialog.open) this.dialog.close();
		else this.dialog.showModal();
	}

	private makeHelp(inside: Element): HTMLDialogElement {
		const { header } = this.tree, dialog = element("dialog", { "aria-label": "Keys and notes" }, "", inside);
		element("h2", {}, "Keys", dialog);
		const keys = element("dl", {}, "", dialog);
		for (const [key, text] of flameKeys) {
			element("dt", {}, key, keys);
			element("dd", {}, text, keys);
		}
		if (header.about.length + header.notes.length) {
			element("h2", {}, "About this picture", dialog);
			for (const note of [...header.about, ...header.notes]) element("p", {}, note, dialog);
		}
		button("Close", "Close (Escape)", () => dialog.close(), dialog);
		return dialog;
	}
}
