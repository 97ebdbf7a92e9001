// Elements. Names only ever become text.

export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K, attributes: Record<string, string> = {}, text = "", inside?: Element,
): HTMLElementTagNameMap[K] {
	const e = document.createElement(tag);
	for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
	if (text) addText(text, e);
	inside?.appendChild(e);
	return e;
}

/** A flag of the program, which browsers would break after its hyphens. */
const flag = /(?<![\w-])(--[a-z][a-z-]{1,20})(?![\w-])/;

function addText(text: string, inside: Element): void {
	if (!text.includes("--")) return inside.append(text);
	text.split(flag).forEach((s, i) => {
		if (i % 2) element("span", { class: "whole" }, "", inside).textContent = s;
		else if (s) inside.append(s);
	});
}

/** Puts a name into an element; lines may break after its dots, but not within numbers, ranges or names such as <unknown method 6099>. */
export function breakable(name: string, inside: Element): void {
	name.split(/(?<=[.,$])(?<!\d[.,](?=\d))(?=[^.,$ ])/).forEach((part, i) => {
		if (i) element("wbr", {}, "", inside);
		part.split(/(\d[\d.]*–[\d.]+%?|<[a-z ]+\d+>)/).forEach((s, k) => k % 2 ? element("span", { class: "whole" }, s, inside) : addText(s, inside));
	});
}

/** A button with a tooltip; if it has no text, that is also its name for screen readers. */
export function button(text: string, title: string, action: () => void, inside: Element): HTMLButtonElement {
	const b = element("button", { type: "button", title }, text, inside);
	if (!/\p{L}/u.test(text)) b.setAttribute("aria-label", title);
	b.addEventListener("click", action);
	return b;
}

/** A choice of one of several. */
export function choice(label: string, title: string, values: [string, string][], action: (value: string) => void, inside: Element): HTMLSelectElement {
	const around = element("label", { title }, "", inside);
	element("span", {}, label, around);
	const select = element("select", { "aria-label": title }, "", around);
	for (const [value, text] of values) element("option", { value }, text, select);
	select.addEventListener("change", () => action(select.value));
	return select;
}

/** Calls a function before the next frame is drawn, once for many calls. */
export function soon(action: () => void): () => void {
	let waiting = false;
	return () => {
		if (waiting) return;
		waiting = true;
		requestAnimationFrame(() => {
			waiting = false;
			action();
		});
	};
}

export async function copy(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		const area = element("textarea", {}, "", document.body);
		area.value = text;
		area.select();
		const done = document.execCommand("copy");
		area.remove();
		return done;
	}
}

/** Offers bytes as a download. */
export function save(name: string, blob: Blob): void {
	const url = URL.createObjectURL(blob);
	const a = element("a", { href: url, download: name });
	a.click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Adds a name on two lines: the class, in small letters, above the method. */
export function addLines({ of, method }: { of: string; method: string }, inside: Element): void {
	inside.classList.add("lines");
	if (of) element("small", {}, of, inside);
	element("span", {}, method, inside);
}
