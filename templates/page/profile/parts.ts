// The parts of a report: trees, and records.

import { PageParts } from "../data/pageparts";
import { RecordReader } from "../data/shapes";
import { Columns } from "../data/unpack";
import { MethodRecord, MethodsPart, Parts as Records, shapes } from "./records";

/** The types of parts that are records. */
const types = new Map(shapes.Parts.split(" ").map((field) => field.split("?") as [keyof Records, string]));

export class Parts extends PageParts {
	private shared: string[] | null = null;
	private known: MethodsPart | null = null;

	/** The strings of all parts of a report. */
	strings(): string[] {
		if (!this.shared) {
			const columns = new Columns(this.bytes.get("strings")!);
			this.shared = columns.texts(columns.number());
		}
		return this.shared;
	}

	/** The parts that are records. */
	names(): (keyof Records)[] {
		return [...types.keys()].filter((name) => this.has(name));
	}

	/** The record of a part that must exist. */
	record<K extends keyof Records>(name: K): Records[K] {
		return (name === "methods" ? this.methods() : this.read(name, this.methods().methods)) as Records[K];
	}

	// Other parts refer to its methods by id.
	private methods(): MethodsPart {
		return this.known ||= this.read("methods", []) as MethodsPart;
	}

	private read<K extends keyof Records>(name: K, methods: MethodRecord[]): Records[K] {
		return new RecordReader(shapes, new Columns(this.bytes.get(name)!), this.strings(), methods).read(types.get(name)!) as Records[K];
	}
}
