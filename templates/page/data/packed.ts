// Reads the JSON of commands, which render/page/pack.go writes as columns: all values at one place of the text, such as the count of
// all rows, are one after the other.

import { Columns } from "./unpack";

/** Kinds of values, in the order of render/page/json.go; 0 is absent. */
const isNull = 1, isFalse = 2, isTrue = 3, isNumber = 4, isString = 5, isArray = 6, isObject = 7;
/** How numbers are written (1 is signed ones), strings, and where the divisors of quotients are: see render/page/pack.go. */
const plainNumbers = 0, steps = 2, decimals = 3, doubles = 4, methodNumbers = 5, quotients = 6;
const stringPlaces = 0;
const outerObject = 1, rootObject = 2, parentObject = 3;
/** Exact, other than powers that are computed. */
const powers = Array.from({ length: 23 }, (_, i) => Number("1e" + i));

/** Objects while their fields are read. */
interface Scope {
	keys: string[];
	/** By key, those of all objects. */
	fields: unknown[][];
	/** Whose objects have arrays with these. */
	outer: Scope | null;
	/** By object: the index of the one in outer, and that of the first object in its array. */
	owner: number[];
	first: number[];
}

/** Where a column comes from: a key of objects, the items of arrays that objects have, or the whole text. */
interface Place {
	scope: Scope | null;
	/** Lengths of the arrays, by object; undefined: it has none. */
	arrays: (number | undefined)[] | null;
}

export class Packed {
	private root: Scope | null = null;

	/** Ids and names of methods are those of the part "methods", in its order. */
	constructor(private readonly columns: Columns, private readonly strings: string[], private readonly methods: { id: number; name: string }[]) {}

	/** The value of the text. */
	read(): unknown {
		return this.column(1, { scope: null, arrays: null })[0];
	}

	private column(count: number, place: Place): unknown[] {
		const { columns } = this, set = columns.raw(1)[0];
		const mixed = (set & (set - 1)) !== 0, kinds = mixed ? columns.raw(count) : new Uint8Array(count).fill(31 - Math.clz32(set));
		let all: unknown[] = mixed || !(set >> isNumber) ? Array.from(kinds, (kind) => kind === isNull ? null : kind === isFalse ? false : kind === isTrue ? true : undefined) : [];
		const read = (kind: number, values: (places: number[]) => unknown[]) => {
			if (!(set >> kind & 1)) return;
			const places: number[] = [];
			for (let i = 0; i < count; i++) if (kinds[i] === kind) places.push(i);
			const some = values(places);
			if (mixed) places.forEach((at, i) => all[at] = some[i]);
			else all = some;
		};
		read(isNumber, (places) => this.numbers(places, place));
		read(isString, (places) => this.texts(places, place));
		read(isArray, (places) => this.arrays(places, count, place));
		read(isObject, (places) => this.objects(places.length, mixed, place));
		return all;
	}

	private arrays(places: number[], count: number, { scope }: Place): unknown[][] {
		const lengths = this.wholeNumbers(places.length), byPlace = new Array<number | undefined>(count);
		places.forEach((at, i) => byPlace[at] = lengths[i]);
		const items = this.column(lengths.reduce((sum, n) => sum + n, 0), { scope, arrays: byPlace });
		let at = 0;
		return lengths.map((n) => items.slice(at, at += n));
	}

	private objects(count: number, mixed: boolean, { scope, arrays }: Place): object[] {
		const { columns } = this, keys = Array.from({ length: columns.number() }, () => columns.text());
		const own: Scope = { keys, fields: [], outer: null, owner: [], first: [] };
		if (arrays && scope && !mixed) {
			own.outer = scope;
			arrays.forEach((length = 0, owner) => {
				const first = own.first.length;
				for (let i = 0; i < length; i++) {
					own.owner.push(owner);
					own.first.push(first);
				}
			});
		}
		this.root ||= own;
		for (const ids of [true, false]) {
			keys.forEach((key, i) => {
				if ((key === "id" || key.endsWith("_id")) === ids) own.fields[i] = this.column(count, { scope: own, arrays: null });
			});
		}
		const all: Record<string, unknown>[] = [];
		for (let i = 0; i < count; i++) all.push({});
		keys.forEach((key, k) => {
			const values = own.fields[k];
			for (let i = 0; i < count; i++) if (values[i] !== undefined) all[i][key] = values[i];
		});
		return all;
	}

	private numbers(places: number[], { scope }: Place): number[] {
		const { columns } = this, count = places.length, way = columns.raw(1)[0];
		switch (way) {
			case decimals: {
				const digits = this.wholeNumbers(count), after = columns.raw(count);
				return digits.map((n, i) => n / powers[after[i]]);
			}
			case doubles:
				return Array.from({ length: count }, () => columns.double());
			case methodNumbers:
				return this.wholeNumbers(count).map((place) => this.methods[place].id);
			case quotients:
				return this.quotients(places, scope!);
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

	private quotients(places: number[], scope: Scope): number[] {
		const { columns } = this, dividends = scope.fields[columns.number()] as number[], where = columns.raw(1)[0], divisor = columns.number();
		const of = (where === outerObject ? scope.outer! : where === rootObject ? this.root! : scope).fields[divisor] as number[];
		const parents = scope.fields[scope.keys.indexOf("parent")] as number[];
		const all = places.map((i) => {
			const by = of[where === outerObject ? scope.owner[i] : where === rootObject ? 0 : where === parentObject ? scope.first[i] + parents[i] : i];
			return by ? dividends[i] / by : 0;
		});
		const at = this.wholeNumbers(columns.number()), others = this.numbers(at, { scope: null, arrays: null });
		// Both rise.
		for (let i = 0, k = 0; k < at.length; i++) if (places[i] === at[k]) all[i] = others[k++];
		return all;
	}

	private texts(places: number[], { scope }: Place): string[] {
		const { columns, strings } = this, way = columns.raw(1)[0];
		if (way === stringPlaces) return this.wholeNumbers(places.length).map((place) => strings[place]);
		const ids = scope!.fields[columns.number()] as number[], names = this.names(), all = places.map((i) => names.get(ids[i])!);
		const at = this.wholeNumbers(columns.number()), others = this.wholeNumbers(at.length);
		for (let i = 0, k = 0; k < at.length; i++) if (places[i] === at[k]) all[i] = strings[others[k++]];
		return all;
	}

	private byID: Map<number, string> | null = null;
	private names(): Map<number, string> {
		return this.byID ||= new Map(this.methods.map((m) => [m.id, m.name]));
	}
}
