// The tab with call graphs: the hottest methods with their heaviest callers, or a method with those around it.

import { scalable, textFont } from "../../text/labels";
import { brevity, named, visible } from "../../text/names";
import { plural } from "../../text/numbers";
import { goTo, setFragment } from "../address/fragment";
import { readRoute, Route, routeTo } from "../address/route";
import { Crumbs } from "../dom/crumbs";
import { button, choice, element, save, soon } from "../dom/dom";
import { Shape, svgElement, svgText } from "../dom/svgshapes";
import { isDark, onTheme } from "../dom/theme";
import { pictureName } from "../picture/save";
import { Method, Metric } from "../profile/method";
import { Profile } from "../profile/profile";
import { ChangedGraph, Ways } from "../profile/records";
import { PatternField } from "../search/field";
import { View } from "../view/view";
import { diagramAround } from "./around";
import { Camera } from "./camera";
import { diagramOfChanges } from "./changes";
import { Details } from "./details";
import { boxShape, Drawing, drawingOf, fileOf, inks, lineShape, nameOf } from "./drawing";
import { aboutCounts, changeMeanings, isCompared, showLegend } from "./legend";
import { paint } from "./paint";
import { hotPath, hottest, neighborOf } from "./walk";
import { diagramOfWays } from "./ways";

/** How many steps from a method its callers and callees are. */
const steps = ["0", "1", "2", "3"];
/** Keys in an address. */
const between = ".";
const wayCallers = "callers", wayCallees = "callees";

export class CallGraph implements View {
	readonly input: HTMLInputElement;
	readonly keys: [string, string][] = [
		["↑ ↓", "go to the heaviest caller or callee"], ["← →", "go to the next box"], ["Enter", "open the method"], ["f", "the graph around the selected method; again: all"],
		["o", "open a box of several methods, or close it"], ["h", "the hot path through the selected box"], ["+ −, Ctrl wheel", "zoom; drag to move"], ["0", "fit all into the window"], ["/", "search"], ["Escape", "select nothing"],
	];
	private readonly metrics: Metric[];
	private readonly field: PatternField;
	private readonly status: HTMLOutputElement;
	private readonly scroller: HTMLElement;
	private readonly svg: SVGSVGElement;
	private readonly legend: HTMLElement;
	private readonly camera: Camera;
	private readonly details: Details;
	private readonly around: HTMLElement;
	private readonly heading: HTMLElement;
	private readonly choices: Record<string, HTMLSelectElement> = {};
	private readonly crumbs: Crumbs;
	/** The keys of boxes and lines that the address has opened. */
	private opened: ReadonlySet<string> = new Set();
	private drawing: Drawing | null = null;
	private metric: Metric;
	private focus: Method | null = null;
	private selected = -1;
	private selectedLine = -1;
	private path: { boxes: Set<number>; lines: Set<number> } | null = null;
	/** The graph, without what is opened in it. */
	private shown = "";

	constructor(private readonly profile: Profile, inside: HTMLElement) {
		this.metrics = (["samples", "calls"] as const).filter((m) => graphOf(profile, "ways", m) || graphOf(profile, "changed.graphs", m));
		this.metric = this.metrics[0];
		const tools = element("div", { class: "tools", role: "toolbar", "aria-label": "Call graph" }, "", inside);
		if (this.metrics.length > 1) this.choices.metric = choice("", "What the graph shows: samples are time, calls are not", this.metrics.map((m) => [m, m === "samples" ? "Samples" : "Calls"]), (m) => this.go({ metric: m === this.metrics[0] ? "" : m, open: "" }), tools);
		this.field = new PatternField(tools, "Search: regexp", "Search for methods by regular expression", () => this.search(), () => this.scroller.focus());
		this.input = this.field.input;
		this.around = element("span", {}, "", tools);
		this.heading = element("b", {}, "", this.around);
		this.choices[wayCallers] = choice("Callers", "Steps up to callers", steps.map((n) => [n, n]), (n) => this.go({ up: n }), this.around);
		this.choices[wayCallees] = choice("Callees", "Steps down to callees", steps.map((n) => [n, n]), (n) => this.go({ down: n }), this.around);
		button("All", "The hottest methods of the profile (f)", () => this.go({ m: "" }), this.around);
		if (profile.has("changed.graphs")) element("span", { class: "note" }, "Of the new profile alone", this.around);
		button("Hot path", "The heaviest way through the selected box, or through the hottest (h)", () => this.showPath(), tools);
		const zoom = element("span", { class: "group", role: "group", "aria-label": "Zoom" }, "", tools), files = element("span", { class: "group", role: "group", "aria-label": "Save" }, "", tools);
		button("−", "Zoom out", () => this.camera.zoomOut(), zoom);
		button("+", "Zoom in", () => this.camera.zoomIn(), zoom);
		button("Fit", "Fit all into the window (0)", () => this.camera.fit(), zoom);
		button("SVG ↓", "Save the graph as SVG", () => this.saveAs("svg"), files);
		button("PNG ↓", "Save the graph as PNG", () => this.saveAs("png"), files);
		this.status = element("output", { "aria-live": "polite" }, "", tools);
		this.crumbs = new Crumbs("Opened boxes and lines", inside);
		this.legend = element("div", { class: "legend" }, "", inside);
		const split = element("div", { class: "split" }, "", inside);
		this.scroller = element("div", { class: "canvas", tabindex: "0", role: "group", "aria-label": "Call graph" }, "", split);
		this.svg = svgElement({ tag: "svg", attributes: { "font-family": textFont, "text-rendering": scalable } }) as SVGSVGElement;
		this.scroller.append(this.svg);
		this.camera = new Camera(this.scroller, this.svg);
		this.details = new Details(profile, element("aside", { "aria-label": "Details" }, "", split), {
			focus: (id) => this.focusOn(profile.method(id)), hotPath: (i) => this.showPath(i), select: (i) => this.select(i, true), toggle: (key) => this.toggle(key),
		});
		this.svg.addEventListener("click", (e) => this.click(e));
		this.svg.addEventListener("dblclick", (e) => {
			const i = this.boxAt(e);
			if (i < 0) return;
			const { group, of } = this.drawing!.diagram.boxes[i];
			if (of.length > 1) this.toggle(group);
			else this.focusOn(this.methodOf(i));
		});
		this.scroller.addEventListener("keydown", (e) => this.key(e));
		onTheme(() => this.draw());
		const later = soon(() => this.camera.resized()); // scroll bars may come and go: not while sizes are observed
		new ResizeObserver(later).observe(this.scroller);
	}

	get notes(): string[] {
		return (this.changed || graphOf(this.profile, "ways", this.metric))!.notes;
	}

	// The graph of this profile and the one that the report compares with.
	private get changed(): ChangedGraph | undefined {
		return graphOf(this.profile, "changed.graphs", this.metric);
	}

	show({ parameters }: Route): string {
		const wanted = parameters.get("metric") || "", name = parameters.get("m") || "", focus = name ? this.profile.find(name) : null;
		this.metric = this.metrics.find((m) => m === wanted) || this.metrics[0];
		this.focus = focus;
		const up = steps.includes(parameters.get("up") || "") ? parameters.get("up")! : "1", down = steps.includes(parameters.get("down") || "") ? parameters.get("down")! : "1";
		this.around.hidden = !focus;
		this.heading.textContent = focus ? visible(brevity(named(focus.name))) : "";
		this.heading.title = focus?.name || "";
		if (this.choices.metric) this.choices.metric.value = this.metric;
		this.choices[wayCallers].value = up;
		this.choices[wayCallees].value = down;
		this.field.text = parameters.get("s") || "";
		const key = [this.metric, focus?.id, up, down].join(), open = parameters.get("open") || "", anew = key !== this.shown;
		if (anew || open !== [...this.opened].join(between)) {
			this.shown = key;
			this.opened = new Set(open.split(between).filter(Boolean));
			this.lay(Number(up), Number(down), anew);
		}
		this.mark();
		if (wanted && wanted !== this.metric) return `This report has no ${visible(wanted)} graph; showing ${this.metric}.`;
		if (name && !focus) return "The address names no method; showing the hottest.";
		return !focus && this.drawing!.diagram.opened.length < this.opened.size ? "The graph no longer has all boxes and lines that the address opens." : "";
	}

	// Draws the graph of the address; anew: it is another one.
	private lay(up: number, down: number, anew: boolean): void {
		const { profile, metric, focus } = this, before = this.selected >= 0 ? this.drawing!.diagram.boxes[this.selected].key : "";
		const diagram = focus ? diagramAround(profile, focus, metric, up, down) : this.changed ? diagramOfChanges(profile, this.changed) : diagramOfWays(profile, graphOf(profile, "ways", metric)!, this.opened);
		this.drawing = drawingOf(diagram);
		this.path = null;
		this.selectedLine = -1;
		this.selected = diagram.boxes.findIndex((b) => anew ? b.focus : b.key === before);
		this.draw();
		this.camera.open(this.drawing);
		if (!anew && this.selected >= 0) this.camera.reveal(this.selected);
		this.about();
		this.crumbs.show(diagram.opened.map(({ key, text }) => ({ text, title: `Close: ${text}`, remove: () => this.toggle(key) })));
	}

	private draw(): void {
		const { drawing, svg, profile } = this;
		if (!drawing) return;
		const ink = inks[isDark() ? "dark" : "light"];
		svg.setAttribute("viewBox", `0 0 ${drawing.width} ${drawing.height}`);
		svg.replaceChildren(...drawing.diagram.lines.map((_, i) => svgElement(lineShape(drawing, i, ink))), ...drawing.diagram.boxes.map((_, i) => svgElement(boxShape(drawing, i, ink, this.kindColor(i, isDark())))));
		[...svg.children].forEach((g, i) => {
			const box = i - drawing.diagram.lines.length;
			g.setAttribute("data-at", String(box));
			if (box >= 0) {
				g.setAttribute("role", "img");
				g.setAttribute("aria-label", nameOf(drawing.diagram.boxes[box]));
			}
		});
		showLegend(drawing.diagram, ink, profile, this.legend);
		this.mark();
	}

	private kindColor(i: number, dark: boolean): string {
		const color = this.profile.colors[this.methodOf(i)?.kind ?? this.drawing!.diagram.boxes[i].kind ?? 0];
		return (dark ? color.dark : color.light)[0];
	}

	// Marks the selection, the hot path, and what the search found; everything else is dimmed.
	private mark(): void {
		const { drawing, svg } = this;
		if (!drawing) return;
		const { boxes, lines } = drawing.diagram, names = [...boxes.flatMap((b) => b.of), ...lines.flatMap((l) => l.via)].flatMap((m) => this.profile.method(m.id) ?? []);
		const invalid = this.field.read(names), found = (of: { id?: number }[]) => of.some((m) => {
			const method = this.profile.method(m.id);
			return method !== null && this.field.matcher.matches(method);
		});
		const searches = this.field.searches, boxHits = new Set(boxes.flatMap((b, i) => searches && found(b.of) ? [i] : [])), lineHits = new Set(lines.flatMap((l, i) => searches && found(l.via) ? [i] : []));
		[...svg.children].forEach((g, i) => {
			const box = i - lines.length;
			const dim = searches ? (box >= 0 ? !boxHits.has(box) : !lineHits.has(i)) : this.path ? (box >= 0 ? !this.path.boxes.has(box) : !this.path.lines.has(i)) : false;
			g.classList.toggle("dim", dim);
			g.classList.toggle("selected", box >= 0 ? box === this.selected : i === this.selectedLine);
		});
		this.status.textContent = invalid || (searches ? `${boxHits.size} of ${plural(boxes.length, "box")}${lineHits.size ? ` and ${plural(lineHits.size, "dashed line")}` : ""} match` : "");
	}

	private search(): void {
		this.remember({ s: this.field.text });
		this.mark();
	}

	private about(): void {
		const { drawing, details } = this;
		if (!drawing) return;
		if (this.selected >= 0) details.showBox(drawing.diagram, this.selected);
		else if (this.selectedLine >= 0) details.showLine(drawing.diagram, drawing.diagram.lines[this.selectedLine]);
		else details.showAll(drawing.diagram, this.meaning());
	}

	private meaning(): string[] {
		const { metric, profile } = this, samples = metric === "samples";
		if (isCompared(this.drawing!.diagram)) return [`${samples ? "" : "Calls are not time. "}Colors are of the change of the ${samples && this.drawing!.diagram.boxes.some((b) => b.change!.more !== null) ? "number" : "share"} of ${samples ? `total ${visible(this.drawing!.diagram.unit)}` : "method entries"}, and lines as wide as the larger share.`, ...samples ? aboutCounts(this.drawing!.diagram) : []];
		const about = samples ? "Boxes are as hot as their samples; lines are as wide as the samples of stacks with the call." : "Calls are not time: boxes are as hot as their entries, lines are as wide as their calls.";
		return profile.has("changed.graphs") ? [about, "Of the new profile alone."] : [about];
	}

	private select(i: number, reveal = false): void {
		this.selected = i;
		this.selectedLine = -1;
		if (reveal && i >= 0) this.camera.reveal(i);
		this.mark();
		this.about();
	}

	private showPath(through = this.selected >= 0 ? this.selected : hottest(this.drawing!.diagram)): void {
		this.path = this.path ? null : hotPath(this.drawing!.diagram, through);
		this.mark();
	}

	private focusOn(method: Method | null): void {
		if (method) this.go({ m: this.profile.nameInAddress(method), s: "" });
	}

	private toggle(key: string): void {
		this.go({ open: (this.opened.has(key) ? [...this.opened].filter((k) => k !== key) : [...this.opened, key]).join(between) });
		this.scroller.focus({ preventScroll: true });
	}

	private click(e: MouseEvent): void {
		if (this.camera.dragged) return;
		const g = (e.target as Element).closest("[data-at]"), at = g ? Number(g.getAttribute("data-at")) : NaN, { lines } = this.drawing!.diagram;
		if (Number.isNaN(at)) return this.select(-1);
		if (at >= 0) return this.select(at);
		const i = at + lines.length, line = lines[i];
		if (line.key) return this.toggle(line.key);
		if (line.opened) return this.toggle(line.opened);
		this.selected = -1;
		this.selectedLine = i;
		this.mark();
		this.about();
	}

	private boxAt(e: Event): number {
		return Number((e.target as Element).closest("[data-at]")?.getAttribute("data-at") ?? -1);
	}

	private methodOf(i: number): Method | null {
		return this.profile.method(this.drawing!.diagram.boxes[i].of[0].id);
	}

	private key(e: KeyboardEvent): void {
		if (e.ctrlKey || e.metaKey || e.altKey) return;
		const { selected, drawing } = this, method = selected >= 0 ? this.methodOf(selected) : null;
		if (e.key.startsWith("Arrow")) {
			const to = selected < 0 ? hottest(drawing!.diagram) : neighborOf(drawing!, selected, e.key);
			if (to !== null) this.select(to, true);
		} else if (e.key === "Enter" && method) goTo(routeTo("method", this.profile.nameInAddress(method)));
		else if (e.key === "f" && this.focus && (!method || method === this.focus)) this.go({ m: "" });
		else if (e.key === "f" && method) this.focusOn(method);
		else if (e.key === "o" && selected >= 0 && drawing!.diagram.boxes[selected].group) this.toggle(drawing!.diagram.boxes[selected].group);
		else if (e.key === "h") this.showPath();
		else if (e.key === "+" || e.key === "=") this.camera.zoomIn();
		else if (e.key === "-") this.camera.zoomOut();
		else if (e.key === "0") this.camera.fit();
		else if (e.key === "Escape") {
			this.path = null;
			this.select(-1);
		} else return;
		e.preventDefault();
		e.stopPropagation();
	}

	private go(parameters: Record<string, string>): void {
		goTo(routeTo("callgraph", "", { ...Object.fromEntries(readRoute().parameters), ...parameters }));
	}

	private remember(parameters: Record<string, string>): void {
		setFragment(routeTo("callgraph", "", { ...Object.fromEntries(readRoute().parameters), ...parameters }), false);
	}

	private saveAs(format: "svg" | "png"): void {
		const { drawing, profile, focus } = this, ink = inks[format === "svg" ? "light" : isDark() ? "dark" : "light"], dark = format === "png" && isDark();
		const compared = isCompared(drawing!.diagram), about = focus ? `Callers and callees of ${visible(named(focus.name))}` : compared ? "What changed, with callers and callees," : "Hottest methods with their heaviest callers";
		const file: Shape = fileOf(drawing!, ink, drawing!.diagram.boxes.map((_, i) => this.kindColor(i, dark)), [profile.subtitle || profile.title, `${about} by ${this.metric}: ${drawing!.diagram.summary}`], compared ? changeMeanings(drawing!.diagram, ink) : []);
		const name = pictureName(profile.subtitle || profile.title, "graph", focus ? focus.plain.split(".").slice(-2).join(".") : "");
		if (format === "svg") save(name + ".svg", new Blob([svgText(file)], { type: "image/svg+xml" }));
		else void paint(file).then((blob) => blob && save(name + ".png", blob));
	}
}

const graphOf = <P extends "ways" | "changed.graphs">(profile: Profile, part: P, metric: Metric) => (profile.part(part)?.graphs as (P extends "ways" ? Ways : ChangedGraph)[] | undefined)?.find((g) => g.metric === metric);
