// The parts of a page: see render/page.go.

import { Packed } from "./packed";
import { MethodRecord, MethodsPart } from "./records";
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
	private shared: string[] | null = null;
	private known: MethodsPart | null = null;

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

	/** The strings of all parts of a report. */
	strings(): string[] {
		if (!this.shared) {
			const columns = new Columns(this.bytes.get("strings")!);
			this.shared = columns.texts(columns.number());
		}
		return this.shared;
	}

	/** The JSON of a command. It has ids of methods of the part "methods". */
	json(name: string): unknown {
		return name === "methods" ? this.methods() : this.unpack(name, this.methods().methods);
	}

	private methods(): MethodsPart {
		return this.known ||= this.unpack("methods", []) as MethodsPart;
	}

	private unpack(name: string, methods: MethodRecord[]): unknown {
		return new Packed(new Columns(this.bytes.get(name)!), this.strings(), methods).read();
	}
}
