// A low flame graph of the application and its callees. A click opens the flame graph there.

import { visible } from "../../text/names";
import { count, percent, plural, timeOf } from "../../text/numbers";
import { goTo } from "../address/fragment";
import { routeTo } from "../address/route";
import { button, element, soon } from "../dom/dom";
import { isDark, onTheme } from "../dom/theme";
import { Colors } from "../picture/colors";
import { Box, Rows } from "../picture/layout";
import { meaningsOf, showLegend } from "../picture/legend";
import { hasChanges } from "../picture/palettes";
import { minWidth, Part, Picture, rowHeight } from "../picture/picture";
import { followPointer } from "../picture/pointer";
import { Metric } from "../profile/method";
import { isApplication, Profile } from "../profile/profile";
import { describe } from "../stacks/describe";
import { MergedView } from "../stacks/merged";
import { Node } from "../stacks/node";
import { pathOf } from "../stacks/path";

/** The maximum number of visible rows. */
const mostRows = 11;
/** The application is not looked for below so many rows. */
const mostSkipped = 200;
/** The application begins in the first row where its boxes have this share of the width. */
const someWidth = 0.1;
/** A box with this share of the width divides nothing. */
const nearlyAll = 0.95;
/** A box with this share of the width is most of a row. Where the picture begins below, it has so many rows with such a box. */
const most = 0.5, rowsBefore = 2;
/** No rows are left out above one that has less of the width: what ends there would be out of sight. */
const enough = 0.8;
/** So few rows are shown: saying that they are not takes as much room. */
const few = 2;

/** Shows the samples or, without any, the entries. */
export function showFlame(profile: Profile, kinds: string, inside: Element): void {
	const [metric] = profile.metrics();
	if (metric) new OverviewFlame(profile, metric, kinds, element("section", { class: "where" }, "", inside));
}

class OverviewFlame {
	private readonly picture: Picture;
	private readonly legend: HTMLElement;
	/** The link to the whole picture. */
	private readonly whole: HTMLElement;
	private readonly view: MergedView;
	private width = 0;
	/** Says that rows above are not shown, and shows them. */
	private readonly above: HTMLElement;
	private all = false;

	constructor(private readonly profile: Profile, private readonly metric: Metric, private readonly kinds: string, inside: HTMLElement) {
		const tree = profile.tree(metric), samples = metric === "samples", { unit } = tree.header;
		const time = unit === "samples" ? "time" : timeOf(unit);
		const heading = element("h2", {}, !samples ? "Method entries by inlining: not time" : time === null ? `Where the ${visible(unit)} are` : `Where the ${visible(time)} goes`, inside);
		this.legend = element("span", { class: "legend" }, "", heading);
		this.whole = element("a", { class: "note", href: this.address(null) }, "Flame graph", heading);
		this.above = element("p", { class: "note above" }, "", inside);
		const graph = element("div", { class: "graph" }, "", inside);
		this.view = new MergedView(tree, { hidden: new Uint8Array(tree.frames.names.length), recursion: false, packages: false }, "callees", -1);
		this.picture = new Picture(graph, { role: "img", tabindex: "-1", "aria-label": `Flame graph of ${count(tree.header.whole)} ${visible(unit)}` });
		this.picture.unit = unit;
		this.picture.describe = ({ box: { node } }) => describe(this.view, node, this.view.root);
		followPointer(this.picture, ({ box: { node } }) => goTo(this.address(node)));
		onTheme(() => this.lay());
		this.lay();
		const later = soon(() => this.lay()); // the height changes with the width: not while sizes are observed
		new ResizeObserver(() => {
			if (this.picture.scroller.clientWidth !== this.width) later();
		}).observe(this.picture.scroller);
	}

	// A node in the flame graph of all code.
	private address(node: Node | null): string {
		const { profile, metric, view, kinds } = this;
		return routeTo("flame", "", { metric: metric === profile.metrics()[0] ? "" : metric, k: kinds, z: node ? pathOf(view.tree, view, node) : "" });
	}

	private lay(): void {
		const { picture, view, view: { tree, tree: { header } } } = this, { clientWidth } = picture.scroller;
		if (!clientWidth) return; // another view is shown
		const palette = hasChanges(tree) ? "change" : "kind";
		picture.colors = new Colors(tree, header.palettes.find((p) => p.id === palette)!, isDark());
		this.legend.classList.toggle("changes", palette === "change");
		showLegend(meaningsOf(view, picture.colors), this.legend, tree, picture.colors.palette);
		const part: Part = { view, rows: new Rows(view, view.root, picture.width, minWidth), up: false, more: true };
		this.width = clientWidth;
		part.rows.ensure(mostSkipped + mostRows);
		const { rows } = part.rows, hidden = this.skippedIn(part.rows), skipped = this.all ? 0 : hidden;
		this.sayAbove(part.rows, hidden);
		picture.scroller.style.height = Math.min(mostRows + hidden - skipped, rows.length - skipped) * rowHeight + "px";
		this.whole.textContent = rows.length > hidden + mostRows ? `Flame graph, ${plural(tree.deepest, "frame")} deep` : "Flame graph";
		picture.show([part], false);
		picture.scroller.scrollTop = skipped * rowHeight;
		picture.draw(); // at once: the canvas has its old size until then
	}

	// Callers that the picture leaves out, above its second row.
	private sayAbove(of: Rows, hidden: number): void {
		const { above } = this, verb = hidden === 1 ? "is" : "are", below = of.rows[hidden + 1]?.reduce((sum, box) => sum + box.width, 0) ?? 0;
		above.hidden = !hidden;
		above.textContent = this.all ? "" : hidden <= sharedBy(of) ? `${plural(hidden, "row")} that nearly all of these stacks share ${verb} not shown. ` :
			`${plural(hidden, "row")} of callers ${verb} not shown; at least ${percent(below, of.width)} of the ${visible(this.picture.unit)} are below them. `;
		const toggle = button(this.all ? `Hide the ${plural(hidden, "row")} of callers` : `Show ${hidden === 1 ? "it" : "them"}`, "", () => {
			this.all = !this.all;
			this.lay();
			above.querySelector("button")!.focus();
		}, above);
		toggle.className = "more";
		toggle.removeAttribute("title");
		toggle.setAttribute("aria-expanded", String(this.all));
	}

	// How many rows are above the picture, below that of all stacks, which stays visible: those before the application or, if it would be
	// out of sight otherwise, those before the innermost frame of the application that nearly all stacks have. Rows that divide the stacks
	// stay where there is room. If one frame has most of the last visible row, the picture begins where the stacks divide. Rows of which much
	// ends, such as the application beside a deep call of the JDK, are never left out.
	private skippedIn(of: Rows): number {
		const { rows, width } = of, { frames, header } = this.view.tree, ofApp = ({ node: { frame } }: Box) => frame >= 0 && isApplication(header.kinds[frames.kind[frame]].name);
		const first = rows.findIndex((row) => row.reduce((sum, box) => sum + (ofApp(box) ? box.width : 0), 0) >= someWidth * width);
		const shared = rows.map((row) => row.some((box) => ofApp(box) && box.width >= nearlyAll * width)).lastIndexOf(true);
		let skipped = Math.max(0, (shared - first > mostRows / 2 ? shared : first) - 1);
		if (first - sharedBy(of) <= mostRows / 2) skipped = Math.min(skipped, sharedBy(of));
		const wide = (row: Box[]) => row.some((box) => box.width >= most * width), last = skipped + mostRows - 1;
		if (last < rows.length - 1 && wide(rows[last])) skipped = Math.max(skipped, Math.min(rows.map(wide).lastIndexOf(true) - rowsBefore, rows.length - mostRows));
		const full = rows.map((row) => row.reduce((sum, box) => sum + box.width, 0) >= enough * width).lastIndexOf(true);
		skipped = Math.min(skipped, full - 1);
		return skipped > few ? skipped : 0;
	}
}

// How many rows, below that of all stacks, one frame has nearly all of.
function sharedBy({ rows, width }: Rows): number {
	const divided = rows.findIndex((row) => !row.some((box) => box.width >= nearlyAll * width));
	return (divided < 0 ? rows.length : divided) - 1;
}
