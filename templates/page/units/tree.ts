// Which instances of compilation units are expanded, and the lines of a list that shows them: instances, below each its types (◇),
// its branches (◆), inlined callees, and what the report leaves out.

import { at, visible } from "../../text/names";
import { brief, count, plural, unitCount } from "../../text/numbers";
import { boundMark } from "../profile/around";
import { LeftCall, Unit, TypesAt } from "../profile/records";
import { briefTypesOf, goesTo, typesOf } from "../sites/sites";

export interface Line {
	unit: number;
	/** Index in Unit.instances. */
	instance: number;
	/** A site, or what is left out: its mark and its text. "": the instance itself. */
	mark: "" | "◇" | "◆" | "→" | "…";
	text: string;
	/** The same with the packages of types, for the tooltip; by default the text. */
	whole?: string;
	/** It expands the other sites of the instance. */
	more?: boolean;
}

/** Number of sites of an instance that are shown initially. */
const someSites = 4;

export class UnitTree {
	/** Instances, as unit.instance, and instances of which all sites are shown. */
	private opened = new Set<string>();

	constructor(readonly units: Unit[], private readonly nameOf: (of: LeftCall) => string) {}

	/** Everything that is expanded, for the history. */
	get openNow(): string[] {
		return [...this.opened];
	}

	set openNow(all: string[]) {
		this.opened = new Set(all);
	}

	/** The rows of an instance and of everything expanded below it. */
	lines(unit: number, instance = 0): Line[] {
		const all: Line[] = [{ unit, instance, mark: "", text: "" }], { pruned } = this.units[unit].instances[instance];
		if (!this.isOpen(unit, instance)) return all;
		const sites = this.sites(unit, instance);
		const some = sites.length <= someSites + 1 || this.opened.has(sitesKey(unit, instance)) ? sites.length : someSites;
		all.push(...sites.slice(0, some));
		if (some < sites.length) all.push({ unit, instance, mark: "…", text: plural(sites.length - some, "more site"), more: true });
		for (const child of this.below(unit, instance)) all.push(...this.lines(unit, child));
		if (pruned) {
			const { sites, instances, inclusive } = pruned;
			all.push({ unit, instance, mark: "…", text: `${count(sites)} more (${plural(instances, "instance")}), ${inclusive === null ? "n/a entries" : unitCount(inclusive, "entries")}` });
		}
		return all;
	}

	private sites(unit: number, instance: number): Line[] {
		const x = this.units[unit].instances[instance], all: Line[] = [];
		const add = (mark: Line["mark"], text: string, whole = text) => all.push({ unit, instance, mark, text, whole });
		const addTypes = (sites: TypesAt[] | undefined, before: string) => {
			for (const t of sites || []) {
				const line = (types: string) => `${at(t.bci, t.line)} ${before}${t.kind}: ${types} (${t.saturated ? "≥ " : ""}${brief(t.executions)})`;
				add("◇", line(briefTypesOf(t)), line(typesOf(t)));
			}
		};
		addTypes(x.receivers, "");
		addTypes(x.instanceof, "instanceof, ");
		for (const c of x.conditionals || []) add("◆", `${at(c.bci, c.line)} ${goesTo({ bci: -1, successors: c.successors })} (${brief(c.executions)})`);
		for (const c of x.calls || []) add("→", `${at(c.bci, c.line)} ${this.nameOf(c)} ${c.calls === null ? "n/a" : boundMark(c.bound) + brief(c.calls)} calls · ${visible(c.outcome)}${c.reason ? `: ${visible(c.reason)}` : ""}`);
		return all;
	}

	private below(unit: number, instance: number): number[] {
		const { instances } = this.units[unit], all: number[] = [];
		for (let i = instance + 1; i < instances.length && instances[i].depth > instances[instance].depth; i++) if (instances[i].parent === instance) all.push(i);
		return all;
	}

	/** Whether there is anything below an instance. */
	opens(unit: number, instance: number): boolean {
		const x = this.units[unit].instances[instance];
		return Boolean(x.receivers || x.instanceof || x.conditionals || x.calls || x.pruned) || this.below(unit, instance).length > 0;
	}

	isOpen(unit: number, instance: number): boolean {
		return this.opened.has(key(unit, instance));
	}

	/** Expands an instance; for a root also everything inlined into it. */
	open(unit: number, instance = 0): void {
		if (instance) this.opened.add(key(unit, instance));
		else this.units[unit].instances.forEach((_, i) => this.opened.add(key(unit, i)));
	}

	close(unit: number, instance: number): void {
		this.opened.delete(key(unit, instance));
	}

	/** Shows all sites of an instance. */
	openSites(unit: number, instance: number): void {
		this.opened.add(sitesKey(unit, instance));
	}

	/** Expands everything around an instance. */
	openTo(unit: number, instance: number): void {
		const { instances } = this.units[unit];
		for (let i: number | null = instances[instance].parent; i !== null; i = instances[i].parent) this.opened.add(key(unit, i));
	}

	openAll(units: number[]): void {
		for (const u of units) {
			this.open(u);
			this.units[u].instances.forEach((_, i) => this.openSites(u, i));
		}
	}

	closeAll(): void {
		this.opened.clear();
	}
}

const key = (unit: number, instance: number) => `${unit}.${instance}`, sitesKey = (unit: number, instance: number) => key(unit, instance) + " sites";
