// SVG elements, as text of a file or in this page. Names only ever become text.

export interface Shape {
	tag: "svg" | "g" | "rect" | "text" | "title" | "pattern" | "path";
	/** undefined: there is no such attribute. */
	attributes: Record<string, string | number | undefined>;
	text?: string;
	inside?: Shape[];
}

const namespace = "http://www.w3.org/2000/svg";

const escape = (s: string) => s.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!)
	// XML does not allow these characters.
	.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd").replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");

/** The text of a file, one line per element. */
export function svgText(shape: Shape): string {
	const lines: string[] = [];
	const write = ({ tag, attributes, text, inside }: Shape) => {
		let start = "<" + tag;
		for (const [name, value] of Object.entries(attributes)) if (value !== undefined) start += ` ${name}="${escape(String(value))}"`;
		if (inside) {
			lines.push(start + ">");
			inside.forEach(write);
			lines.push(`</${tag}>`);
		} else lines.push(text === undefined ? start + "/>" : `${start}>${escape(text)}</${tag}>`);
	};
	write({ ...shape, attributes: { xmlns: namespace, ...shape.attributes } });
	return lines.join("\n") + "\n";
}

/** An element of this page. */
export function svgElement({ tag, attributes, text, inside }: Shape): SVGElement {
	const e = document.createElementNS(namespace, tag);
	for (const [name, value] of Object.entries(attributes)) if (value !== undefined) e.setAttribute(name, String(value));
	if (text !== undefined) e.textContent = text;
	for (const of of inside || []) e.appendChild(svgElement(of));
	return e;
}
