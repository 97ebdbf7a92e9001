// The row of controls of a flame view.

import { button, choice, element } from "../dom/dom";
import { foldButton } from "../dom/fold";
import { Offer } from "../dom/offer";
import { Colors } from "../picture/colors";
import { hasChanges } from "../picture/palettes";
import { areMany, rootsOf } from "../stacks/rootgroups";
import { Tree } from "../stacks/tree";
import { Actions } from "./actions";
import { showHelp } from "./help";
import { Host } from "./host";
import { Mode, Shown } from "./shown";

export class Tools {
	readonly input: HTMLInputElement;
	/** The buttons for kinds of code, in the order of the palette of kinds; those without frames have none. */
	private readonly kindOf = new Map<number, HTMLElement>();
	private readonly status: HTMLOutputElement;
	private readonly previous: HTMLButtonElement;
	private readonly next: HTMLButtonElement;
	private readonly mode: HTMLSelectElement;
	private readonly palette: HTMLSelectElement;
	private readonly pressed: [HTMLButtonElement, (s: Readonly<Shown>) => boolean][] = [];
	private readonly around: HTMLOptionElement;
	private readonly dialog: HTMLDialogElement | null;
	private readonly offered: HTMLButtonElement;
	/** The action of the offer. */
	private take = () => {};

	constructor(private readonly tree: Tree, inside: Element, private readonly flame: Actions, private readonly host: Host) {
		const { header } = tree, { state } = flame;
		const bar = element("div", { class: "tools many", role: "toolbar", "aria-label": "Flame graph" }, "", inside);
		host.controls(bar);
		const find = element("span", { class: "find" }, "", bar);
		this.input = element("input", { type: "search", placeholder: "Search: regexp", "aria-label": "Search methods by regular expression", spellcheck: "false", autocomplete: "off" }, "", find);
		this.input.addEventListener("input", () => flame.typed(this.input.value));
		this.previous = button("‹", "Previous match (N)", () => flame.step(-1), find);
		this.next = button("›", "Next match (n)", () => flame.step(1), find);
		const folder = element("span", { class: "folder" });
		foldButton(bar, folder);
		const menu = element("span", { class: "folds menu" }, "", folder);
		const look = element("span", { class: "folds" }, "", bar);
		this.mode = choice("", "What is merged (v: from the leaves, b: around a method)", [["root", "From the root"], ["leaves", "From the leaves"], ["around", "Around a method"]],
			(v) => v === "around" ? flame.aroundSelected() : flame.change({ mode: v as Mode, frame: -1 }), look);
		this.around = this.mode.options[2];
		this.palette = choice("", "The meaning of colors", header.palettes.map((p, i) => [String(i), `Colors ${p.label}`]), (v) => flame.change({ palette: Number(v) }, false), look);
		this.kinds(flame, bar, menu);
		const group = (label: string, inside: Element = menu) => element("span", { class: "group", role: "group", "aria-label": label }, "", inside), merging = group("Merge and flip");
		const toggle = (text: string, title: string, is: (s: Readonly<Shown>) => boolean, action: () => void, inside = merging) => this.pressed.push([button(text, title, action, inside), is]);
		toggle("Recursion", "Merge frames that call themselves directly; recursion through other methods stays (r)", (s) => s.recursion, () => flame.change({ recursion: !state().recursion }));
		toggle("Packages", "Packages instead of methods (p)", (s) => s.packages, () => flame.change({ packages: !state().packages }));
		if (areMany(tree, rootsOf(tree, new Uint8Array(tree.frames.names.length)))) toggle("Group roots", "Put roots below their packages and classes (g)", (s) => s.grouped, () => flame.change({ grouped: !state().grouped }));
		toggle("Flip", "Flip (icicle/flame) (i)", (s) => s.icicle !== header.icicle, () => flame.change({ icicle: !state().icicle }));
		button("Reset", "Reset zoom and search, show hidden methods and kinds, merge nothing (0)", () => flame.reset(), menu);
		const save = group("Save");
		button("SVG ↓", "Save the view as SVG", () => void flame.saveAs("svg"), save);
		button("PNG ↓", "Save the visible rows as PNG", () => void flame.saveAs("png"), save);
		button("Link", "Copy a link to the view (l)", () => void flame.copy("link"), save);
		bar.append(folder);
		// The result of a search, and notes about the picture.
		const said = element("span", { class: "said" }, "", bar), page = group("Page", element("span", { class: "folds" }, "", bar));
		toggle("Table", "Show or hide the table of methods (t)", () => !document.body.classList.contains("wide"), () => this.toggleTable(), page);
		button("?", "Shortcuts and notes (?)", () => this.help(), page);
		this.status = element("output", { "aria-live": "polite" }, "", said);
		this.offered = button("", "", () => {
			this.input.focus(); // the button goes
			this.take();
		}, said);
		this.offered.hidden = true;
		this.dialog = host.help ? null : element("dialog", { "aria-label": "Shortcuts and notes" }, "", inside);
	}

	// Switches for kinds of code, and one for the kinds that other views show initially.
	private kinds(flame: Actions, inside: Element, menu: Element): void {
		const { header, frames } = this.tree, { state } = flame, kinds = header.kinds.map(({ name }, i) => ({ name, i })).filter(({ i }) => frames.kind.includes(i));
		const group = element("span", { class: "kinds", role: "group", "aria-label": "Show code of" }, "", inside);
		for (const { name, i } of kinds) {
			const b = button(name, `Show ${name} frames; without them their value is ${header.entries ? "left out" : "their callers'"}`, () => {
				flame.change({ kinds: flame.state().kinds.map((on, k) => k === i ? !on : on) });
			}, group);
			b.prepend(element("i"));
			this.kindOf.set(i, b);
			this.pressed.push([b, (s) => s.kinds[i]]);
		}
		this.host.missing(group, (text) => this.say(text));
		if (group.childElementCount < 2) group.remove();
		const start = header.kinds.map((k) => !k.hidden && this.host.narrow(k.name));
		if (!kinds.some(({ i }) => start[i]) || kinds.every(({ i }) => start[i] || header.kinds[i].hidden)) return;
		const is = (s: Readonly<Shown>) => kinds.every(({ i }) => s.kinds[i] === start[i]);
		this.pressed.push([button("Only application", "The code that other views start with" + (hasChanges(this.tree) ? "; changes were tested with all code" : ""), () => {
			flame.change({ kinds: is(state()) ? header.kinds.map((k) => !k.hidden) : start });
		}, menu), is]);
	}

	say(text: string): void {
		this.status.textContent = text;
		this.status.title = text;
	}

	/** Offers an action beside the status; null: none. */
	offer(of: Offer | null): void {
		this.offered.hidden = !of;
		if (!of) return;
		this.offered.textContent = of.text;
		this.offered.title = of.title;
		this.take = of.action;
	}

	/** Shows whether a search is invalid, and whether there are matches. */
	marked(invalid: boolean, some: boolean): void {
		if (invalid) this.input.setAttribute("aria-invalid", "true");
		else this.input.removeAttribute("aria-invalid");
		this.previous.disabled = this.next.disabled = !some;
	}

	update(shown: Readonly<Shown>, palette: number): void {
		this.mode.value = shown.mode;
		this.palette.value = String(palette);
		this.press(shown);
	}

	private press(shown: Readonly<Shown>): void {
		for (const [b, is] of this.pressed) b.setAttribute("aria-pressed", String(is(shown)));
	}

	/** Shows the colors of kinds on their buttons; false: colors have another meaning, or there are no buttons. */
	paint(colors: Colors): boolean {
		const is = colors.palette.id === "kind";
		for (const [kind, b] of this.kindOf) (b.firstChild as HTMLElement).style.background = is ? colors.swatch(kind).fill : "";
		const kinds = this.kindOf.values().next().value?.parentElement;
		kinds?.classList.toggle("colored", is);
		kinds?.classList.toggle("bare", colors.palette.id === "change"); // otherwise squares keep their place, as a search changes colors while one types
		return is && [...this.kindOf.values()].every((b) => b.isConnected);
	}

	/** Names the method whose callers and callees are shown, or can be; -1: none. */
	nameAround(frame: number): void {
		this.around.disabled = frame < 0;
		this.around.textContent = frame < 0 ? "Around a method" : "Around " + this.tree.frames.names[frame].split("(")[0].split(".").slice(-2).join(".");
	}

	toggleTable(): void {
		document.body.classList.toggle("wide");
		this.press(this.flame.state());
	}

	help(): void {
		if (!this.dialog) this.host.help!();
		else if (this.dialog.open) this.dialog.close();
		else showHelp(this.dialog, [...this.flame.notes, ...this.tree.header.notes]);
	}
}
