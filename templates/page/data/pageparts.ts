// The parts of a page: see render/page/report.go.

import { Columns } from "./unpack";

export interface Index {
	title: string;
	subtitle: string;
	theme: "auto" | "light" | "dark";
	/** Only from a server. */
	served?: boolean;
	parts: { name: string; length: number }[];
}

export class PageParts {
	readonly index: Index;
	protected readonly bytes = new Map<string, Uint8Array>();

	constructor(all: Uint8Array) {
		const columns = new Columns(all);
		this.index = JSON.parse(columns.text()) as Index;
		for (const { name, length } of this.index.parts) this.bytes.set(name, length < 0 ? columns.rest() : columns.raw(length));
	}

	has(name: string): boolean {
		return this.bytes.has(name);
	}

	/** Columns, such as a tree's. */
	columns(name: string): Uint8Array {
		return this.bytes.get(name)!;
	}
}
