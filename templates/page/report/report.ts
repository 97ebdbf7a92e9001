// The page of a report: tabs, each with an address, and the page of a method.

import { visible } from "../../text/names";
import { goTo, keepPositions, onMove, positionKept } from "../address/fragment";
import { readRoute, routeTo } from "../address/route";
import { CallGraph } from "../callgraph/view";
import { CallTree } from "../calltree/view";
import { Changes } from "../changes/changes";
import { CodeView } from "../code/view";
import { element } from "../dom/dom";
import { MethodList } from "../methods/list";
import { MethodPage } from "../methods/page";
import { Overview } from "../overview/overview";
import { Profile } from "../profile/profile";
import { Sites } from "../sites/sites";
import { Units } from "../units/list";
import { Help } from "../view/help";
import { Kinds } from "../view/kinds";
import { View } from "../view/view";
import { FlameTab } from "./flametab";

/** Of an entry of the history. */
interface Position {
	view: unknown;
	/** The kinds of code that the reader chose. */
	kinds: string;
}

/** Titles of tabs that are not their addresses. */
const aliases = new Map([["graph", "callgraph"]]);

/** Tabs that a report may lack, and why. */
const lacking = new Map(Object.entries({
	units: "This profile has no compilation units: it has no inlining contexts", sites: "This profile has no counts of branches, types, calls or monitors",
	code: "This report has no source files", callgraph: "This report has no call graph", changes: "This report has no base to compare with", optimized: "This report has no log of the compiler",
}));

interface Tab {
	id: string;
	title: string;
	make: (inside: HTMLElement) => View;
	link: HTMLAnchorElement | null;
	element: HTMLElement | null;
	view: View | null;
	/** How often the reader had chosen kinds of code when it was left. */
	choices: number;
	/** In a comparison: the kind of changes of the records that it shows of the new profile alone; null: it shows both. */
	changes: string | null;
}

export class Report {
	private readonly tabs: Tab[];
	private readonly kinds: Kinds;
	private readonly panel: HTMLElement;
	private readonly help: Help;
	/** About an address without a view, or with an invalid part. */
	private readonly unknown: HTMLElement;
	/** Says which of two profiles a view shows. */
	private readonly alone: HTMLElement;
	private current: Tab | null = null;

	constructor(private readonly profile: Profile, inside: HTMLElement) {
		this.kinds = new Kinds(profile);
		this.color();
		const { kinds } = this, tab = (id: string, title: string, make: Tab["make"], changes: string | null = null): Tab => ({ id, title, make, link: null, element: null, view: null, choices: 0, changes });
		this.tabs = [tab("overview", "Overview", (e) => new Overview(profile, kinds.allText, e))];
		if (profile.has("diff")) this.tabs.push(tab("changes", "Changes", (e) => new Changes(profile, e)));
		if (profile.metrics().length) {
			this.tabs.push(tab("flame", "Flame", (e) => new FlameTab(profile, kinds, e, () => this.toggleHelp())), tab("tree", "Tree", (e) => new CallTree(profile, kinds, e)), tab("methods", "Methods", (e) => new MethodList(profile, kinds, e)));
		}
		if (profile.has("ways") || profile.has("changed.graphs")) this.tabs.push(tab("callgraph", "Graph", (e) => new CallGraph(profile, e), profile.has("changed.graphs") ? null : ""));
		if (profile.sources().length) this.tabs.push(tab("code", "Code", (e) => new CodeView(profile, e), ""));
		if (Sites.of(profile).length) this.tabs.push(tab("sites", "Sites", (e) => new Sites(profile, kinds, e), "branches"));
		if (profile.has("inline")) this.tabs.push(tab("units", "Units", (e) => new Units(profile, kinds, e), "inlining"));
		if (profile.has("optimized")) this.tabs.push(tab("optimized", "Optimized", (e) => new Units(profile, kinds, e, "optimized"), ""));
		const head = element("header", { class: "report" }, "", inside);
		element("h1", {}, profile.title, head);
		if (profile.subtitle) element("p", { class: "sub" }, profile.subtitle, head);
		this.makeTabs(element("div", { role: "tablist", "aria-label": "Views", class: "tabs" }, "", head));
		const main = element("main", {}, "", inside);
		this.unknown = element("p", { class: "unknown", role: "status" }, "", main);
		this.alone = element("p", { class: "alone note" }, "", main);
		this.panel = element("div", { id: "panel", role: "tabpanel" }, "", main);
		this.help = new Help(inside);
		// The page of a method is not a separate tab.
		this.tabs.push(tab("method", "Method", (e) => new MethodPage(profile, kinds, e)));
		onMove((before) => {
			// A reopened tab shows what was left.
			if (this.current?.link) {
				this.current.link.href = before || routeTo(this.current.id);
				this.current.choices = this.kinds.choices;
			}
			this.go();
			// Announces the page change to screen readers.
			this.panel.querySelector<HTMLElement>(".method:not([hidden]) h2")?.focus({ preventScroll: true });
		});
		addEventListener("keydown", (e) => this.key(e));
		const { view, parameters } = readRoute();
		this.kinds.choose((positionKept() as Position | undefined)?.kinds ?? (view === "changes" ? null : parameters.get("k")));
		this.go();
		keepPositions((): Position => ({ view: this.positionNow, kinds: this.kinds.choice }));
		profile.readAhead();
	}

	private get positionNow(): unknown {
		const { view, element } = this.current!;
		return view && "position" in view ? view.position : element?.scrollTop || undefined;
	}

	// After its rows are laid out.
	private goToPosition({ view, element }: Tab, position: unknown): void {
		if (position === undefined) return;
		if ("position" in view!) view.position = position;
		else element!.scrollTop = position as number;
	}

	private makeTabs(list: HTMLElement): void {
		for (const tab of this.tabs) {
			tab.link = element("a", { role: "tab", id: "tab-" + tab.id, href: routeTo(tab.id), "aria-controls": "panel", "data-title": tab.title }, tab.title, list);
			// The address when it was left, with the kinds of code that the reader has chosen since.
			tab.link.addEventListener("click", (e) => {
				if (e.ctrlKey || e.metaKey || e.shiftKey) return;
				e.preventDefault();
				this.open(tab);
			});
		}
		list.addEventListener("keydown", (e) => {
			const linked = this.tabs.filter((t) => t.link), at = linked.findIndex((t) => t.link === document.activeElement);
			const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: linked.length - 1 }[e.key];
			if (at < 0 || to === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
			e.preventDefault();
			e.stopPropagation();
			const tab = linked[(to + linked.length) % linked.length];
			this.open(tab);
			tab.link!.focus();
		});
	}

	private open(tab: Tab): void {
		if (tab === this.current) return;
		const left = readRoute(tab.link!.getAttribute("href")!), parameters = Object.fromEntries(left.parameters);
		if (tab.id !== "overview" && tab.id !== "changes" && tab.choices !== this.kinds.choices) parameters.k = this.kinds.choice;
		goTo(routeTo(tab.id, left.name, parameters));
	}

	private go(): void {
		const position = positionKept() as Position | undefined, route = readRoute();
		route.view = aliases.get(route.view) ?? route.view;
		const known = this.tabs.find((t) => t.id === route.view && (t.link || route.name)), tab = known || this.tabs[0];
		if (this.current && this.current !== tab) {
			this.current.view!.hide?.();
			this.current.element!.hidden = true;
		}
		this.current = tab;
		if (!tab.element) {
			tab.element = element("div", { class: "view " + tab.id }, "", this.panel);
			tab.view = tab.make(tab.element);
		}
		tab.element.hidden = false;
		for (const t of this.tabs) {
			t.link?.setAttribute("aria-selected", String(t === tab));
			if (t.link) t.link.tabIndex = t === tab || tab.id === "method" && t === this.tabs[0] ? 0 : -1;
		}
		if (tab.link) this.panel.setAttribute("aria-labelledby", tab.link.id);
		else this.panel.removeAttribute("aria-labelledby");
		this.panel.setAttribute("aria-label", tab.title);
		const lost = tab.view!.show(known ? route : { view: tab.id, name: "", parameters: new URLSearchParams() });
		this.unknown.textContent = known || !route.view ? lost || "" : lacking.has(route.view) ? `${this.whyLacking(route.view)}; showing the overview.` : route.view === "method" ? "The address names no method; showing the overview." : `Unknown view “${visible(route.view)}”; showing the overview.`;
		this.sayWhose(tab);
		this.goToPosition(tab, position?.view);
		const title = tab.id === "method" ? route.name : tab.title;
		document.title = `${title} – ${this.profile.title}`;
	}

	private whyLacking(view: string): string {
		return view === "code" && this.profile.otherSources().length ? "The source files given are of another version than the class files" : lacking.get(view)!;
	}

	private sayWhose({ changes }: Tab): void {
		const { profile, alone } = this, diff = profile.part("diff");
		alone.replaceChildren();
		if (changes === null || !diff) return;
		alone.append("Of the new profile. ");
		element("a", { href: routeTo("changes", changes && changes in diff.sections ? changes : "") }, `What changed since ${visible(profile.part("base")!.name) || "the base"}`, alone);
	}

	private toggleHelp(): void {
		this.help.toggle(this.tabs.flatMap((t, i) => t.link ? [[String(i + 1), t.title] as [string, string]] : []), this.current!.view!);
	}

	private key(e: KeyboardEvent): void {
		if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || (e.target as Element).closest("input, select, textarea")) return;
		if (e.key !== "?" && document.querySelector("dialog[open]")) return;
		const tab = this.tabs[Number(e.key) - 1];
		if (tab?.link) this.open(tab);
		else if ((e.key === "ArrowDown" || e.key === "ArrowUp") && (e.target as Element).closest("[tabindex], a, button") === (e.target as Element).closest(".tabs a")) return this.enterGrid(e);
		else if (e.key === "?" && this.current!.id !== "flame") this.toggleHelp();
		else if (e.key === "/" && this.current!.view!.input) this.current!.view!.input.focus();
		else return;
		e.preventDefault();
	}

	// Keys of a table work before it has the focus.
	private enterGrid(e: KeyboardEvent): void {
		const grid = [...this.current!.element!.querySelectorAll<HTMLElement>(".grid[tabindex]")].find((g) => g.closest("[hidden]") === null);
		if (!grid) return;
		grid.focus();
		if (!grid.dispatchEvent(new KeyboardEvent("keydown", { key: e.key, shiftKey: e.shiftKey, cancelable: true }))) e.preventDefault();
	}

	// Colors of kinds also come from Go.
	private color(): void {
		const root = document.documentElement;
		this.profile.colors.forEach(({ light, dark }, kind) => {
			root.style.setProperty(`--light-${kind}`, light[0]);
			root.style.setProperty(`--dark-${kind}`, dark[0]);
		});
	}
}
