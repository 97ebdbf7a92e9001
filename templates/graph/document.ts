// The graph in its document: it finds itself by the position of its script.

export const svg = (document.currentScript as SVGScriptElement).ownerSVGElement!;
const part = (name: string) => svg.querySelector<SVGGraphicsElement>("." + name)!;
export const graph = part("graph"), legend = part("legend"), ground = part("background");
/** Alone in its document, the graph fills the window and uses the whole keyboard and the address. */
export const alone = (document.documentElement as Element) === svg;

const { width, height } = svg.viewBox.baseVal;
/** The size of the picture in the file. */
export const page = { width, height };

/** Attributes that the viewer changes, as in the file. */
export const asInFile = new Map([svg, graph, legend, ground].map((e) => [e, ["width", "height", "viewBox", "transform", "points"].map((a) => [a, e.getAttribute(a)] as const)]));
export const inFile = (e: SVGGraphicsElement, name: string) => asInFile.get(e)!.find(([a]) => a === name)![1];
export const numbersIn = (s: string) => s.split(" ").map(Number);
export const sizeOf = (e: SVGElement) => numbersIn(e.dataset.size!);

export const nodes = [...graph.querySelectorAll<SVGElement>("[data-name]")], edges = [...graph.querySelectorAll<SVGElement>(".edge")];
export const weight = (e: SVGElement) => Number(e.dataset.weight) || 0;

/** For a node, by its number: its edges, and the nodes at their ends. */
export const around = new Map<string, { nodes: Set<string>; edges: Set<SVGElement> }>();
for (const e of edges) {
	const from = e.dataset.from!, to = e.dataset.to!;
	for (const [at, other] of [[from, to], [to, from]]) {
		if (!around.has(at)) around.set(at, { nodes: new Set([at]), edges: new Set() });
		around.get(at)!.nodes.add(other);
		around.get(at)!.edges.add(e);
	}
}
