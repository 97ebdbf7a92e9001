// The parts of a report: trees, and the JSON of commands.

import { Packed } from "../data/packed";
import { PageParts } from "../data/pageparts";
import { Columns } from "../data/unpack";
import { MethodRecord, MethodsPart } from "./records";

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
