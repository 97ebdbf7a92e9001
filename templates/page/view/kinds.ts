// Which kinds of code are shown: switches that all tables share.

import { button, element } from "../dom/dom";
import { isApplication, Profile } from "../profile/profile";
import { Missing } from "./missing";

export class Kinds {
	/** In the order of the switches. */
	readonly used: number[];
	readonly missing: Missing;
	private readonly start: Set<number>;
	private on: Set<number>;
	private chosen: Set<number>;
	private times = 0;

	/** Initially the application, or all. */
	constructor(private readonly profile: Profile, all = false) {
		this.used = profile.usedKinds();
		this.missing = new Missing(profile);
		const application = this.used.filter((k) => !all && isApplication(profile.kinds[k]));
		this.start = new Set(application.length ? application : this.used);
		this.on = new Set(this.start);
		this.chosen = this.on;
	}

	shown(kind: number): boolean {
		return this.on.has(kind) || !this.used.includes(kind) && this.on.size === this.used.length;
	}

	/** Whether only application code is shown. */
	get onlyApplication(): boolean {
		return this.on.size > 0 && this.names.every(isApplication);
	}

	/** Whether a kind, given its name, is shown initially. Kinds without records are, if all others are. */
	starts(name: string): boolean {
		const kind = this.profile.kinds.indexOf(name);
		return this.start.has(kind) || !this.used.includes(kind) && this.start.size === this.used.length;
	}

	/** For addresses with all kinds. */
	get allText(): string {
		return this.used.map((k) => this.profile.kinds[k]).join(",");
	}

	/** For addresses with which a method is shown. */
	textWith(kind: number): string {
		return this.start.has(kind) ? "" : this.allText;
	}

	/** For addresses: "" for the initial ones. */
	get text(): string {
		return this.textOf(this.on);
	}

	set text(names: string | null) {
		this.on = this.read(names);
	}

	/** The reader's choice, for addresses of views that the reader opens: links may show other kinds in one view. */
	get choice(): string {
		return this.textOf(this.chosen);
	}

	/** How often the reader has made a choice. */
	get choices(): number {
		return this.times;
	}

	/** The reader wants these, as in addresses. */
	choose(names: string | null): void {
		const before = this.choice;
		this.chosen = this.read(names);
		if (this.choice !== before) this.times++;
	}

	private textOf(kinds: Set<number>): string {
		if (this.used.every((k) => kinds.has(k) === this.start.has(k))) return "";
		return this.namesOf(kinds).join(",") || "none";
	}

	private read(names: string | null): Set<number> {
		return names ? new Set(this.used.filter((k) => names.split(",").includes(this.profile.kinds[k]))) : new Set(this.start);
	}

	showAll(): void {
		this.on = new Set(this.used);
		this.choose(this.text);
	}

	/** As the reader wants. */
	switchOn(kinds: number[]): void {
		for (const kind of kinds) this.on.add(kind);
		this.choose(this.text);
	}

	nameOf(kind: number): string {
		return this.profile.kinds[kind];
	}

	toggle(kind: number): void {
		if (!this.on.delete(kind)) this.on.add(kind);
		this.choose(this.text);
	}

	/** The names of the visible ones. */
	get names(): string[] {
		return this.namesOf(this.on);
	}

	private namesOf(kinds: Set<number>): string[] {
		return this.used.filter((k) => kinds.has(k)).map((k) => this.profile.kinds[k]);
	}

	/** Switches in a toolbar, with an optional message. It returns a function that shows their state. */
	switches(inside: Element, changed: () => void, say: (text: string) => void): () => void {
		const group = element("span", { class: "kinds", role: "group", "aria-label": "Show code of" }, "", inside);
		const all = this.used.map((kind) => {
			const name = this.profile.kinds[kind], b = button(name, `Show ${name} code`, () => {
				this.toggle(kind);
				changed();
				this.missing.changed(this.names);
			}, group);
			b.dataset.kind = String(kind);
			return { b, kind };
		});
		this.missing.offer(group, () => this.names, say);
		if (group.childElementCount < 2) group.hidden = true;
		return () => {
			for (const { b, kind } of all) b.setAttribute("aria-pressed", String(this.on.has(kind)));
		};
	}
}
