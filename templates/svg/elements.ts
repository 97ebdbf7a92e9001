// Elements of SVG and of HTML in SVG. Names only ever become text.

type Attributes = Record<string, string | number | boolean>;
export const setAll = (e: Element, attributes: Attributes) => {
	for (const a in attributes) e.setAttribute(a, String(attributes[a]));
};
export function element<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, inside?: Element): SVGElementTagNameMap[K] {
	const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
	setAll(e, attributes);
	inside?.appendChild(e);
	return e;
}

const xhtml = "http://www.w3.org/1999/xhtml";
export function html<K extends keyof HTMLElementTagNameMap>(tag: K, text: string, inside?: Element): HTMLElementTagNameMap[K] {
	const e = document.createElementNS(xhtml, tag) as HTMLElementTagNameMap[K];
	e.textContent = text;
	inside?.appendChild(e);
	return e;
}

/** A length or a position in pixels. */
export const number = (x: number) => String(Math.round(x * 100) / 100).replace(/^0\./, ".");
