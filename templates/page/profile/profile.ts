// The parts of a report, read on first use, and its methods, which all views are about.

import { ColorGroup } from "../stacks/header";
import { readTree } from "../stacks/read";
import { Tree } from "../stacks/tree";
import { Around, Calls } from "./around";
import { readBase } from "./base";
import { hasRecords, Method, Metric } from "./method";
import { Parts } from "./parts";
import { MethodCode, MethodRecord, MisfitMethod, Parts as Records, SampledMethod, Table } from "./records";
import { SourceText } from "./source";

/** Bytes of a part, which is read in less than a tenth of a second. */
const ahead = 400_000;

export class Profile {
	/** Names of kinds, by number. */
	readonly kinds: string[];
	readonly colors: ColorGroup[];
	readonly methods: Method[];
	private readonly byID = new Map<number, Method>();
	private readonly byBaseID: Map<number, Method>;
	private readonly typeKinds: Map<number, number>;
	private readonly read: Partial<Records> = {};
	private readonly trees = new Map<Metric, Tree>();
	private names: Map<string, Method> | null = null;
	private calls: Calls | null = null;
	private listings: Map<number, MethodCode> | null = null;
	private texts: SourceText[] | null = null;
	private sampled: Map<number, SampledMethod> | null = null;
	private recorded: Set<string> | null = null;
	private misfits: Map<number, MisfitMethod> | null = null;

	constructor(private readonly parts: Parts) {
		const part = this.part("methods")!;
		this.colors = part.kinds;
		this.kinds = part.kinds.map((k) => k.label);
		this.methods = [];
		const add = (m: MethodRecord): Method => {
			const plain = m.plain ?? m.name, made = { ...m, plain, jvm: m.jvm ?? m.name, signature: plain + (m.params ?? ""), samples: null, calls: null, withLibrary: null, before: null };
			this.methods.push(made);
			this.byID.set(m.id, made);
			return made;
		};
		part.methods.forEach(add);
		this.typeKinds = new Map(part.types.map((t) => [t.id, t.kind]));
		for (const row of rowsOf(this.part("top.samples"))) this.byID.get(row.id)!.samples = row;
		for (const row of rowsOf(this.part("top.calls"))) this.byID.get(row.id)!.calls = row;
		for (const row of this.part("app.samples")?.rows || []) {
			const m = this.byID.get(row.id);
			if (m) m.withLibrary = row;
		}
		const base = this.part("base");
		this.byBaseID = base ? readBase(base, this.part("base.top.samples"), this.part("base.top.calls"), this.byID, add) : new Map();
	}

	get title(): string {
		return this.parts.index.title;
	}
	get subtitle(): string {
		return this.parts.index.subtitle;
	}
	get theme(): "auto" | "light" | "dark" {
		return this.parts.index.theme;
	}

	/** The page is from a server, which can generate another one. */
	get served(): boolean {
		return Boolean(this.parts.index.served);
	}

	has(name: string): boolean {
		return this.parts.has(name);
	}

	/** A part of the report; null: the profile has no such records. */
	part<K extends keyof Records>(name: K): Records[K] | null {
		if (!this.parts.has(name)) return null;
		let value = this.read[name];
		if (!value) this.read[name] = value = this.parts.record(name);
		return value!;
	}

	/** Reads parts of moderate size while the browser has nothing else to do, so that the views of them open at once. */
	readAhead(): void {
		const part = this.parts.names().find((name) => !this.read[name] && this.parts.columns(name).length < ahead);
		if (!part || !("requestIdleCallback" in window)) return;
		requestIdleCallback(() => {
			this.part(part);
			this.readAhead();
		});
	}

	metrics(): Metric[] {
		return (["samples", "calls"] as const).filter((m) => this.parts.has("flame." + m));
	}

	tree(metric: Metric): Tree {
		let tree = this.trees.get(metric);
		if (!tree) this.trees.set(metric, tree = readTree(this.parts.columns("flame." + metric), this.parts.strings()));
		return tree;
	}

	method(id: number | undefined): Method | null {
		return id === undefined ? null : this.byID.get(id) || null;
	}

	/** The listing of a method; null: the report has none. */
	code(id: number): MethodCode | null {
		this.listings ||= new Map(this.part("code")?.methods.map((m) => [m.id, m]));
		return this.listings.get(id) || null;
	}

	/** Why the code of a method does not fit the profile; null: it does, or there is none. */
	misfit(id: number): MisfitMethod | null {
		this.misfits ||= new Map(this.part("check")?.files[0]?.fit?.misfits.map((m) => [m.id, m]));
		return this.misfits.get(id) || null;
	}

	/** The source files that the report has, the hottest first. */
	sources(): SourceText[] {
		return this.texts ||= (this.part("code")?.sources || []).map((file) => new SourceText(file));
	}

	/** The names of files whose source was given, but is of another version. */
	otherSources(): string[] {
		return [...new Set(this.part("code")?.methods.filter((m) => m.other_source).map((m) => m.file))];
	}

	/** The source file of a listing; null: the report has none. */
	source(of: MethodCode | null): SourceText | null {
		return of ? this.sources()[of.source] || null : null;
	}

	/** The sampled places of a method; null: the report has none of them, or has its code. */
	places(id: number): SampledMethod | null {
		this.sampled ||= new Map(this.part("places")?.methods.map((m) => [m.id, m]));
		return this.sampled.get(id) || null;
	}

	/** Whether the page of a method shows a place: in its code, with samples, or as a record. */
	showsPlace(id: number, bci: number): boolean {
		return Boolean(this.code(id) || this.places(id)?.places.some((p) => p.bci === bci)) || this.placesOfRecords().has(placeKey(id, bci));
	}

	// As in the tables on the page of a method.
	private placesOfRecords(): Set<string> {
		if (this.recorded) return this.recorded;
		const all = this.recorded = new Set<string>(), sections = this.part("diff")?.sections;
		const add = (id: number | undefined, bci: number | undefined) => id !== undefined && bci !== undefined && all.add(placeKey(id, bci));
		for (const r of rowsOf(this.part("branches"))) add(r.id, r.bci);
		for (const part of ["receivers", "instanceof"] as const) for (const r of rowsOf(this.part(part))) add(r.id, r.bci);
		for (const r of rowsOf(this.part("calls"))) add(r.id, r.bci);
		for (const e of rowsOf(this.part("graph"))) add(e.caller_id, e.bci);
		for (const section of ["branches", "receivers", "instanceof"] as const) for (const r of sections?.[section]?.rows || []) add(this.changed(r)?.id, r.bci);
		return all;
	}

	/** The method of a change, which may be missing from one of the profiles. */
	changed(of: { id?: number; old_id?: number }): Method | null {
		return this.method(of.id) || (of.old_id === undefined ? null : this.byBaseID.get(of.old_id) || null);
	}

	typeKind(id: number | undefined): number {
		return id === undefined ? 0 : this.typeKinds.get(id) || 0;
	}

	/** The name of a method in addresses: ids differ in a newer profile. */
	nameInAddress(m: Method): string {
		return this.byName().get(m.jvm) === m ? m.jvm : m.name;
	}

	/** The method with a name as written by the JVM or in pictures. */
	find(name: string): Method | null {
		return this.byName().get(name) || null;
	}

	private byName(): Map<string, Method> {
		if (!this.names) {
			this.names = new Map();
			for (const of of ["jvm", "name", "plain"] as const) {
				for (const m of this.methods) if (!this.names.has(m[of])) this.names.set(m[of], m);
			}
			// Reports of the base link to the names there.
			for (const m of this.methods) if (m.before?.was && !this.names.has(m.before.was)) this.names.set(m.before.was, m);
		}
		return this.names;
	}

	/** The kinds of code with records, the application first. */
	usedKinds(): number[] {
		const used = new Set(this.methods.filter(hasRecords).map((m) => m.kind));
		const order = (kind: number) => isApplication(this.kinds[kind]) ? 0 : 1;
		return [...used].sort((a, b) => order(a) - order(b) || a - b);
	}

	/** Whether a method is none, but a thread, a kind of code or a state of the VM. */
	isState(m: Method): boolean {
		return (this.part("info")?.states ?? 0) > 0 && this.kinds[m.kind] === "native-image and VM";
	}

	/** Callers and callees of a method. */
	around(id: number): Around {
		this.calls ||= new Calls(rowsOf(this.part("calls")), rowsOf(this.part("graph")), this.part("calls")?.entered || []);
		return this.calls.around(id);
	}
}

export const isApplication = (kind: string) => kind === "application";

const placeKey = (id: number, bci: number) => `${id} ${bci}`;

/** All rows; methods without a name come last. */
export const rowsOf = <R>(table: Table<R> | null): R[] => table ? [...table.rows, ...table.outside] : [];

/** Whether limits leave out rows: then something that is missing is unknown. */
export const isCut = (table: { cut: boolean } | null) => table?.cut ?? false;
