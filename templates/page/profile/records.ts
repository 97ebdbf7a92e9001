// The JSON of the commands, as far as the page shows it: docs/schema has all of it. Counts above 2^53 are not exact here.

import { ColorGroup } from "../stacks/header";

/** Methods and types that the profile refers to, see render/page/methods.go. */
export interface MethodsPart {
	/** Whose code, by number. */
	kinds: ColorGroup[];
	methods: MethodRecord[];
	types: { id: number; kind: number }[];
}

export interface MethodRecord {
	id: number;
	/** As frames of pictures have it. */
	name: string;
	/** package.Class.method, which patterns match; absent: the name. */
	plain?: string;
	/** Parameters with parentheses, which patterns also match. */
	params?: string;
	/** As the JVM writes it; absent: the name. */
	jvm?: string;
	kind: number;
}

export interface Table<R> {
	view: string;
	unit: string;
	whole: number;
	base: number;
	notes: string[];
	doubts: string[];
	rows: R[];
	outside?: R[];
	/** What limits leave out. */
	rest?: unknown;
	outside_rest?: unknown;
	/** Of graph: edges beyond the limit. */
	left_out?: number;
}

export type Interval = [number, number];

export interface SampleRow {
	id: number;
	self: number;
	total: number;
	self_share: number | null;
	total_share: number | null;
	self_interval?: Interval;
	total_interval?: Interval;
}

export interface CallRow {
	id: number;
	entries: number | null;
	entries_share: number | null;
	root_calls: number | null;
	inlined_calls: number | null;
	contexts: number;
}

export interface Edge {
	caller?: string;
	caller_id?: number;
	bci?: number;
	line?: number | null;
	callee: string;
	callee_id?: number;
	evidence: "inlined" | "sampled" | "unknown";
	count: number | null;
	frequency?: number | null;
	coverage?: number | null;
	through?: string;
}

export interface Successor {
	target_bci: number;
	index: number;
	count: number;
	probability: number | null;
	trips?: number | null;
}

export interface BranchRow {
	id: number;
	method: string;
	bci: number;
	/** Of the source; absent: unknown. */
	line?: number | null;
	executions: number;
	share: number | null;
	per_entry: number | null;
	coverage: number | null;
	entropy: number;
	/** Two numbers were read as one. */
	counts?: "damaged";
	successors: Successor[];
}

export interface TypeCount {
	type: string;
	count: number;
	share: number | null;
}

/** The numbers of sites by kind, of all code. */
export interface TypeTable extends Table<TypeRow> {
	monomorphic_sites: number;
	bimorphic_sites: number;
	polymorphic_sites: number;
	megamorphic_sites: number;
	unknown_sites: number;
}

/** Of receivers and of instanceof. */
export interface TypeRow {
	id: number;
	method: string;
	bci: number;
	line?: number | null;
	executions: number;
	kind: string;
	executions_share: number | null;
	counts?: "damaged";
	saturated: boolean;
	/** null: the profile lists none of the types. */
	entropy: number | null;
	callees?: { id?: number; method: string }[] | null;
	types: TypeCount[];
}

export interface MonitorRow {
	id?: number;
	type: string;
	count: number;
	share: number | null;
}

export interface Units {
	unit: string;
	base: number;
	notes: string[];
	unit_count: number;
	/** Beyond the limit. */
	left_out: { units: number; inclusive: number };
	units: Unit[];
}

export interface Unit {
	root: string;
	inclusive: number | null;
	share: number | null;
	size: number;
	instances: Instance[];
}

export interface Instance {
	parent: number | null;
	depth: number;
	bci: number | null;
	line?: number | null;
	method: string;
	id?: number;
	entries: number | null;
	frequency: number | null;
	inclusive: number | null;
	share: number | null;
	hidden_frames?: number;
	/** Inlined callees that are not listed. */
	pruned?: { sites: number; instances: number; inclusive: number | null };
	conditionals?: { bci: number; line?: number | null; executions: number; entropy: number; successors: Successor[] }[];
	receivers?: { bci: number; line?: number | null; executions: number; kind: string; types: TypeCount[] }[];
	instanceof?: { bci: number; line?: number | null; executions: number; kind: string; types: TypeCount[] }[];
}

export interface TopList {
	rows: { name: string; id?: number; value: number; own?: number }[];
	total: number;
	listed: number;
}

/** Of the samples, or of the calls. */
export interface ApplicationPart {
	metric: string;
	total: number;
	/** Of shares: without the entries of the profiler's own runtime. */
	base: number;
	value: number;
	own: number;
	/** Methods with any. */
	counted: number;
	top: TopList;
}

/** A fact that one can act on. */
export interface Finding {
	/** As convert/findings has it. */
	kind: string;
	title: string;
	subject?: string;
	/** The most that it can cost; null: unknown. */
	weight: { metric: string; unit: string; value: number; total: number; share: number } | null;
	methods: { role: "about" | "caller" | "charged"; name: string; id: number; bci?: number }[];
	/** Shows more. */
	command: string;
	/** A section of the documentation. */
	link: string;
}

/** The documentation about findings, see render/page/advice.go. */
export interface AdvicePart {
	kinds: {
		kind: string;
		/** Paragraphs and lists; code is between backticks. */
		blocks: { text?: string; items?: string[] }[];
	}[];
}

export interface Info {
	worth_a_look?: { findings: Finding[] };
	version: string;
	sections: { metric: string; unit: string; present: boolean; records: number | null; total: number | null }[];
	methods: { listed: number; referred: number; unlisted: number };
	contexts: { contexts: number; roots: number } | null;
	stacks: { contexts: number; roots: number } | null;
	application: {
		methods: number;
		metrics: ApplicationPart[];
	};
	code: ({ metric: string; total: number } & Record<string, number | string>)[];
	doubts: { severity: "note" | "caution" | "problem"; text: string; hint?: string }[];
}

/** Methods of a profile and its base, see render/page/base.go. */
export interface BasePart {
	/** Of the base, as a reader knows it. */
	name: string;
	/** Shows every difference; "": none does. */
	command: string;
	/** How many changes are chance. */
	chance: string;
	/** That the profiles are of one program. */
	doubts: string[];
	/** Ids of methods in both profiles, in turns: in this one, in the base. */
	pairs: number[];
	/** Ids with the names in the base. */
	renamed: [id: number, was: string][];
	/** Methods that only the base has, with their ids there. */
	gone: MethodRecord[];
	samples: ChangeCells[];
	calls: ChangeCells[];
}

/** Ids in this profile and in the base, null for none; counts in the base and now, their shares, the difference of these, the new share as a multiple of the old one, 1 if it changed. */
export type ChangeCells = [id: number | null, baseID: number | null, old: number, now: number, oldShare: number, share: number, difference: number, factor: number | null, sure: number];

/** What diff says. */
export interface Difference {
	title: string;
	changes: number;
	notes: string[];
	doubts: string[];
	sections: {
		samples?: ChangeTable<MethodChange>;
		calls?: ChangeTable<MethodChange>;
		branches?: ChangeTable<SiteChange>;
		receivers?: ChangeTable<SiteChange>;
		instanceof?: ChangeTable<SiteChange>;
		inlining?: ChangeTable<UnitChange>;
	};
}

export interface ChangeTable<R> extends Table<R> {
	title: string;
	/** All changes, also those beyond the limit. */
	groups: number;
	/** Differences that are none. */
	within_noise: number;
	/** The order of the rows: change of their share. */
	order: string;
	/** Of sites: those that only one of the profiles executed. */
	only_old?: number;
	only_new?: number;
	/** Of methods: how long the new run is, as a multiple of the old one. */
	length_ratio?: number;
}

interface Identified {
	/** In this profile. */
	id?: number;
	/** In the base. */
	old_id?: number;
	method: string;
}

export interface MethodChange extends Identified {
	change: string;
	/** Absent: no such record. */
	old?: number;
	new?: number;
	factor?: number;
	old_share: number;
	new_share: number;
	difference: number;
}

export interface SiteChange extends Identified {
	bci: number;
	change: string;
	old_executions: number;
	new_executions: number;
	/** Of the executions. */
	moved: number;
	old_kind?: string;
	new_kind?: string;
	successors?: ({ target_bci: number; index?: number } & PartChange)[];
	types?: ({ type: string } & PartChange)[];
}

/** null: unknown, as the type may be one that a file has without a name. */
export interface PartChange {
	old: number | null;
	new: number | null;
	old_share: number | null;
	new_share: number | null;
	difference: number | null;
}

export interface UnitChange {
	unit: string;
	nodes: CopyChange[];
}

export interface CopyChange extends Identified {
	depth: number;
	bci?: number;
	change: "same" | "gone" | "new" | "changed";
	/** null: it is not counted there. Absent: it is not there. */
	old?: number | null;
	new?: number | null;
	/** new / old, normalized for run length, if it is counted in both. */
	factor?: number;
	/** Of one that is new or gone: with inlined callees. */
	copies?: number;
}

/** Listings of methods, see render/page/code.go. */
export interface CodePart {
	/** Methods with records. */
	matching: number;
	/** There are samples. */
	samples: boolean;
	notes: string[];
	methods: MethodCode[];
}

export interface MethodCode {
	id: number;
	/** The source file. */
	file: string;
	/** The line with the most samples, then executions, as an index in lines; -1: nothing was counted in any. */
	hottest: number;
	lines: CodeLine[];
}

/** A source line with its instructions; line 0 without text: instructions of no line. */
export interface CodeLine {
	line: number;
	text?: string;
	runs: Runs | null;
	/** It is the hottest, or has no text. */
	open?: boolean;
	/** In a part of a long method that is folded. */
	cold?: boolean;
	rows: CodeRow[];
}

export interface CodeRow {
	bci: number;
	text: string;
	runs: Runs;
	sites?: CodeSite[];
}

/** Places of methods, see render/page/places.go. */
export interface PlacesPart {
	/** Of places in methods. */
	limit: number;
	/** Those without code in the report. */
	methods: SampledMethod[];
	/** Where methods have the most self samples. */
	all: Hotspot[];
	/** Where those of the application have the most, with the library code that they call. */
	app: Hotspot[];
	/** Conditionals that ran a little more often than their methods were entered; absent: there are none. */
	beyond?: {
		/** Explains all of them. */
		note: string;
		/** Explains one, after its place. */
		one: string;
		places: { id: number; bci: number }[];
	};
}

export interface SampledMethod {
	id: number;
	/** Places beyond the limit. */
	left_out: number;
	/** Those with the most self samples first. */
	places: { bci: number; line?: number; self: number; total: number }[];
}

export interface Hotspot {
	id: number;
	bci: number;
	/** Absent: unknown. */
	line?: number;
}

/** Executions, null if unknown, and their code.Bound; self and total samples; heat, from 0 to 8. */
export type Runs = [count: number | null, bound: number, self: number, total: number, heat: number];

/** What was counted at a place: a sentence. */
export interface CodeSite {
	mark: string;
	head?: string;
	/** To: a place in the method; id: a method. */
	parts?: { name: string; share?: string; to?: number; id?: number }[];
	/** Between parts. */
	sep?: string;
	tail?: string;
}

/** The verdict of check about a profile, or about the base. */
export interface Checked {
	/** The name of the file. */
	file: string;
	/** usable with caveats, 1 warning, and its scope. */
	verdict: string;
	findings: { severity: "note" | "warning" | "error"; kind: string; text: string; hint?: string }[];
	fit?: {
		unit: string;
		total: number;
		program: FitSum;
		jdk: FitSum;
		not_judged: { reason: string; methods: number; count: number }[];
	};
	coverage?: {
		title: string;
		notes: string[];
		doubts: string[];
		sections: {
			/** Without call counts, methods on sampled stacks instead of those with entries. */
			packages?: { title: string } & Table<{ package: string; methods: number; bytes: number; entered?: number; entered_share?: number | null; entered_bytes?: number; sampled?: number }>;
			methods?: Table<{ method: string; bytes: number }>;
		};
	};
	production?: { title: string } & Table<{ method: string; self_share: number; total_share: number; training: string }>;
}

interface FitSum {
	fits: FitPart;
	changed: FitPart;
	gone: FitPart;
}

interface FitPart {
	methods: number;
	count: number;
}
