// The page of flame -o x.html: only a flame graph.

import { onMove } from "./address/fragment";
import { PageParts } from "./data/pageparts";
import { element } from "./dom/dom";
import { Flame } from "./flame/flame";
import { alone } from "./flame/host";
import { readTree } from "./stacks/read";
import { start } from "./start";

void start(PageParts, (parts, app) => {
	const tree = readTree(parts.columns("flame")), head = element("header", {}, "", app);
	element("h1", {}, tree.header.title, head);
	if (tree.header.subtitle) element("p", { class: "sub" }, tree.header.subtitle, head);
	const flame = new Flame(tree, element("main", {}, "", app), alone);
	// After the first picture, so that scrolling to the address does not move it.
	onMove(() => flame.restore());
});
