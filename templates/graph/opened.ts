// What boxes and lines stand for: the methods of a box of several, and those that a line passes, as render/drawing/opened.go writes them.

import { edges, graph } from "./document";

export interface Call {
	caller: boolean;
	name: string;
	full: string;
	share: string;
}

export interface Method {
	name: string;
	full: string;
	/** Regular expressions are matched against these. */
	plain: string;
	signature: string;
	figures: string[];
	calls: Call[];
}

export interface Part {
	texts: string[];
	heading: string;
	columns: string[];
	methods: Method[];
}

export interface Opened {
	title: string;
	parts: Part[];
}

/** Boxes first. */
export const openable = [...graph.querySelectorAll<SVGElement>(".node, .row"), ...edges].filter((e) => e.querySelector("metadata"));
export const openableLines = openable.filter((e) => e.matches(".edge"));

const read = new Map<Element, Opened>();

/** What a box or a line opens; null: it does not. */
export function openedBy(e: SVGElement): Opened | null {
	const data = e.querySelector("metadata");
	if (!data) return null;
	if (!read.has(e)) read.set(e, parse(data.textContent!, e.querySelector("title")?.textContent || ""));
	return read.get(e)!;
}

function parse(text: string, about: string): Opened {
	const [title, ...lines] = text.split("\n"), parts: Part[] = [];
	const references: [call: Call, methods: Method[], member: number][] = [];
	let part: Part | null = null;
	const next = () => parts[parts.push({ texts: [], heading: "", columns: [], methods: [] }) - 1];
	// A name after a colon, or its place in the tooltip.
	const name = (field: string) => {
		if (field[0] !== "=") return field.slice(1);
		const [at, length] = field.slice(1).split(" ").map(Number);
		return about.slice(at, at + length);
	};
	for (const line of lines) {
		const [kind, ...fields] = line.split("\t");
		if (kind === "text") {
			if (!part || part.heading) part = next();
			part.texts.push(fields[0]);
			continue;
		}
		part ||= next();
		if (kind === "list") [part.heading, ...part.columns] = fields;
		else if (kind) {
			const call: Call = { caller: kind === "from", share: fields[0], name: fields.length > 2 ? name(fields[1]) : "", full: fields.length > 2 ? name(fields[2]) : "" };
			part.methods.at(-1)!.calls.push(call);
			if (fields.length === 2) references.push([call, part.methods, Number(fields[1])]);
		} else {
			const full = name(fields[1]);
			part.methods.push({ name: name(fields[0]), full, plain: full.slice(0, Number(fields[2])), signature: full.slice(0, Number(fields[3])), figures: fields.slice(4), calls: [] });
		}
	}
	for (const [call, methods, member] of references) ({ name: call.name, full: call.full } = methods[member - 1]);
	return { title, parts };
}

export const methodsOf = (e: SVGElement) => openedBy(e)?.parts.flatMap((p) => p.methods) || [];
