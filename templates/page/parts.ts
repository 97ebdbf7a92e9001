// The parts of a page: see render/page.go.

import { Columns } from "./unpack";

export interface Index {
	title: string;
	subtitle: string;
	theme: "auto" | "light" | "dark";
	parts: { name: string; length: number }[];
}

export class Parts {
	readonly index: Index;
	private readonly bytes = new Map<string, Uint8Array>();
	private strings: string[] | null = null;

	constructor(all: Uint8Array) {
		const columns = new Columns(all);
		this.index = JSON.parse(columns.text()) as Index;
		for (const { name, length } of this.index.parts) this.bytes.set(name, length < 0 ? columns.rest() : columns.raw(length));
	}

	has(name: string): boolean {
		return this.bytes.has(name);
	}

	/** Columns, such as those of a tree. */
	columns(name: string): Uint8Array {
		return this.bytes.get(name)!;
	}

	/** What a command wrote. Strings that several have are in a list: "@" is before their place in it. */
	json(name: string): unknown {
		const columns = new Columns(this.bytes.get("strings")!);
		const strings = this.strings ||= columns.texts(columns.number());
		return restore(JSON.parse(new TextDecoder().decode(this.bytes.get(name)!)), strings);
	}
}

// Puts strings into their places. A reviver of JSON.parse would take three times as long.
function restore(value: unknown, strings: string[]): unknown {
	if (typeof value === "string") return value.startsWith("@") ? strings[parseInt(value.slice(1), 36)] : value;
	if (typeof value !== "object" || value === null) return value;
	const object = value as Record<string, unknown>;
	for (const key of Object.keys(object)) {
		const of = object[key];
		if (typeof of === "string" || typeof of === "object" && of !== null) object[key] = restore(of, strings);
	}
	return value;
}
