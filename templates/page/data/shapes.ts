// Reads records by their shapes, which render/internal/encode writes as columns: all values of a field are consecutive.
// profile/records.ts has the shapes; render/internal/records explains them.

import { Columns } from "./unpack";

/** How a field is missing from records, or that a byte per record says it; 0: it is never missing. */
const absent = 1, perhaps = 3;
/** Encodings of numbers (1 is signed): see render/internal/encode/numbers.go. */
const plainNumbers = 0, steps = 2, decimals = 3, doubles = 4, methodPlaces = 5;
/** Exact, unlike computed powers. */
const powers = Array.from({ length: 23 }, (_, i) => Number("1e" + i));

/** A field with a type, which may be missing, or derived by a rule. A missing one of type $id is the name of the method in the field id. */
interface Field {
	name: string;
	type: string;
	missing: boolean;
	rule: Rule | null;
}

interface Rule {
	left: Operand;
	operator: string;
	right: Operand;
	/** The field that must not be missing; "": none. */
	only: string;
}

/** A field of this record, of the one that contains it (^), or of the one in the same list whose index is in the field "parent" (parent.). */
interface Operand {
	of: string;
	field: string;
}

/** Records while their fields are read. */
interface Scope {
	/** By name, for all records. */
	fields: Record<string, unknown[]>;
	/** The records that contain these; null for a single record, which is the whole. */
	outer: Scope | null;
	/** By record: the index of its container in outer, and of the first record in the same list. */
	owner: number[];
	first: number[];
}

export class RecordReader {
	private readonly fields = new Map<string, Field[]>();
	private names: Map<number, string> | null = null;

	/** Ids and names of methods are the page's list, in its order. */
	constructor(private readonly shapes: Record<string, string>, private readonly columns: Columns, private readonly strings: string[], private readonly methods: { id: number; name: string }[]) {}

	/** The record in the columns. */
	read(type: string): unknown {
		return this.records(type, { fields: {}, outer: null, owner: [0], first: [0] })[0];
	}

	private records(type: string, own: Scope): object[] {
		const all: Record<string, unknown>[] = own.owner.map(() => ({}));
		for (const field of this.fieldsOf(type)) {
			const { name, rule } = field, values = own.fields[name] = rule ? all.map((_, i) => derived(rule, own, i)) : this.column(field, own, all.length);
			for (let i = 0; i < all.length; i++) if (values[i] !== undefined) all[i][name] = values[i];
		}
		return all;
	}

	private fieldsOf(type: string): Field[] {
		let fields = this.fields.get(type);
		if (!fields) this.fields.set(type, fields = this.shapes[type].split(" ").map(fieldOf));
		return fields;
	}

	// A field of all records of a scope.
	private column({ type, missing }: Field, scope: Scope, count: number): unknown[] {
		const how = missing ? this.columns.raw(1)[0] : 0;
		const each = how === perhaps ? this.columns.raw(count) : new Uint8Array(count).fill(how), has: number[] = [];
		each.forEach((b, i) => b || has.push(i));
		const ids = /^\$\w/.test(type) && scope.fields[type.slice(1)], values = has.length ? this.values(ids ? "$" : type, scope, has) : [];
		let at = 0;
		return Array.from(each, (b, i) => !b ? values[at++] : ids ? this.nameOf(ids[i] as number) : b === absent ? undefined : null);
	}

	// A value for each of some records of a scope.
	private values(type: string, scope: Scope, owner: number[]): unknown[] {
		if (!type.endsWith("*")) return this.simple(type, scope, owner, owner.map((_, i) => i));
		const lengths = this.wholeNumbers(owner.length), owners: number[] = [], first: number[] = [];
		lengths.forEach((n, i) => {
			const start = owners.length;
			for (let k = 0; k < n; k++) {
				owners.push(owner[i]);
				first.push(start);
			}
		});
		const items = owners.length ? this.simple(type.slice(0, -1), scope, owners, first) : [];
		let at = 0;
		return lengths.map((n) => items.slice(at, at += n));
	}

	private simple(type: string, outer: Scope, owner: number[], first: number[]): unknown[] {
		const count = owner.length;
		switch (type) {
			case "#": case "@":
				return this.numbers(count);
			case "$":
				return this.wholeNumbers(count).map((place) => this.strings[place]);
			case "&":
				return Array.from(this.columns.raw(count), Boolean);
		}
		return this.records(type, { fields: {}, outer, owner, first });
	}

	private nameOf(id: number): string {
		this.names ||= new Map(this.methods.map((m) => [m.id, m.name]));
		return this.names.get(id)!;
	}

	private numbers(count: number): number[] {
		const { columns } = this, way = columns.raw(1)[0];
		switch (way) {
			case decimals: {
				const digits = this.wholeNumbers(count), after = columns.raw(count);
				return digits.map((n, i) => n / powers[after[i]]);
			}
			case doubles:
				return Array.from({ length: count }, () => columns.double());
			case methodPlaces:
				return this.wholeNumbers(count).map((place) => this.methods[place].id);
		}
		return this.wholeNumbers(count, way);
	}

	private wholeNumbers(count: number, way = this.columns.raw(1)[0]): number[] {
		const { columns } = this, all: number[] = [];
		for (let i = 0, before = 0; i < count; i++) {
			let n = columns.number();
			if (way !== plainNumbers) n = n % 2 ? -(n - 1) / 2 : n / 2;
			if (way === steps) n = before += n;
			all.push(n);
		}
		return all;
	}
}

// A field is name:type, name?type if it may be missing, or name=rule.
function fieldOf(text: string): Field {
	const [, name, how, rest] = /^([\w.]+)([:?=])(.+)$/.exec(text)!;
	return { name, type: rest, missing: how === "?", rule: how === "=" ? ruleOf(rest) : null };
}

function ruleOf(text: string): Rule {
	const [, left, operator, right, only = ""] = /^([^/-]+)([/-])([^?]+)(?:\?(.+))?$/.exec(text)!;
	return { left: operandOf(left), operator, right: operandOf(right), only };
}

function operandOf(text: string): Operand {
	const [, of = "", field] = /^(\^|parent\.)?(.+)$/.exec(text)!;
	return { of, field };
}

// null: one of the numbers is missing, or the divisor is 0.
function derived({ left, operator, right, only }: Rule, scope: Scope, i: number): number | null {
	const a = numberAt(left, scope, i), b = numberAt(right, scope, i);
	if (a === null || b === null || only && scope.fields[only][i] == null) return null;
	return operator === "-" ? a - b : b ? a / b : null;
}

function numberAt({ of, field }: Operand, scope: Scope, i: number): number | null {
	const at = (from: Scope, i: number) => from.fields[field][i] as number | null | undefined ?? null;
	if (of === "^") return at(scope.outer!, scope.owner[i]);
	if (!of) return at(scope, i);
	const parent = scope.fields.parent[i] as number | null;
	return parent === null ? null : at(scope, scope.first[i] + parent);
}
