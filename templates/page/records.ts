// The JSON of the commands, as far as the page shows it: docs/schema has all of it. Counts above 2^53 are not exact here.

import { ColorGroup } from "./tree";

/** Methods and types that the profile refers to, see render/pagemethods.go. */
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
	/** Parameters with parentheses, which patterns match, too. */
	params?: string;
	/** As the JVM writes it; absent: the name. */
	jvm?: string;
	kind: number;
}

export interface Table<R> {
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
	executions: number;
	share: number | null;
	per_entry: number | null;
	coverage: number | null;
	entropy: number;
	successors: Successor[];
}

export interface TypeCount {
	type: string;
	count: number;
	share: number | null;
}

/** Of receivers and of instanceof. */
export interface TypeRow {
	id: number;
	method: string;
	bci: number;
	executions: number;
	kind: string;
	executions_share: number | null;
	saturated: boolean;
	entropy: number;
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
	method: string;
	id?: number;
	entries: number | null;
	frequency: number | null;
	inclusive: number | null;
	share: number | null;
	hidden_frames?: number;
	/** Inlined below it, and not listed. */
	pruned?: { sites: number; instances: number; inclusive: number | null };
	conditionals?: { bci: number; executions: number; entropy: number; successors: Successor[] }[];
	receivers?: { bci: number; executions: number; kind: string; types: TypeCount[] }[];
	instanceof?: { bci: number; executions: number; kind: string; types: TypeCount[] }[];
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
	title: string;
	subject?: string;
	/** The most that it can cost; null: unknown. */
	weight: { metric: string; share: number } | null;
	methods: { role: "about" | "caller" | "charged"; name: string; id: number; bci?: number }[];
	/** Shows more. */
	command: string;
}

export interface Info {
	worth_a_look?: { findings: Finding[] };
	version: string;
	sections: { metric: string; present: boolean; records: number | null; total: number | null }[];
	methods: { listed: number; referred: number };
	contexts: { contexts: number; roots: number } | null;
	stacks: { contexts: number; roots: number } | null;
	application: {
		methods: number;
		metrics: ApplicationPart[];
	};
	code: ({ metric: string; total: number } & Record<string, number | string>)[];
	doubts: { severity: "note" | "caution" | "problem"; text: string; hint?: string }[];
}
