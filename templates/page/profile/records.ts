// The records of a page, which package pagetypes writes from the structs of render/page and render/pagegraph: make page. Counts above 2^53 are not exact here.

/** Parts are what a report shows. Nil parts have no records in the profile. Their structs, and those in them, define what a page has: package pagetypes generates the types of its script from them. */
export interface Parts {
	info: Info | null;
	input: Input | null;
	methods: MethodsPart | null;
	advice: Advice | null;
	"top.samples": Table<SampleRow> | null;
	"top.calls": Table<CallRow> | null;
	/** In the view app: self includes the library code that a method calls. */
	"app.samples": Table<SampleRow> | null;
	graph: Table<Edge> | null;
	calls: CallsPart | null;
	ways: WaysPart | null;
	"base.top.samples": Table<SampleRow> | null;
	"base.top.calls": Table<CallRow> | null;
	diff: Difference | null;
	base: BasePart | null;
	/** For the metrics that both profiles have; the others are in ways. */
	"changed.graphs": ChangedGraphsPart | null;
	code: CodePart | null;
	places: PlacesPart | null;
	/** Of the profile, and of its base. */
	check: Checks | null;
	branches: Table<BranchRow> | null;
	receivers: TypeTable | null;
	instanceof: TypeTable | null;
	monitors: Table<MonitorRow> | null;
	inline: Units | null;
	/** Of the optimized image, with a log of its compiler. */
	optimized: Units | null;
}

/** An Info is a summary of a profile. */
export interface Info {
	/** The version of the iprof's format; "": the profile is from another tool. */
	version: string;
	/** Frames that are no methods: threads, kinds of code (interpreted, compiled, stub) and states of the VM, which are its kind of code. */
	states: number;
	findings: Finding[];
	sections: Section[];
	methods: MethodCounts;
	contexts: Contexts | null;
	stacks: Contexts | null;
	application: ApplicationInfo;
	code: CodeCounts[];
	caveats: Caveat[];
}

/** A Finding is a fact that a user can act on. */
export interface Finding {
	/** As in package findings. */
	kind: string;
	title: string;
	subject?: string;
	/** The maximum that it can cost; null: unknown. */
	weight: Weight | null;
	methods: FoundMethod[];
	/** A command that shows more. */
	command: string;
	/** The name of a section of the documentation. */
	link: string;
}

/** A Weight is the cost of a finding. */
export interface Weight {
	metric: string;
	unit: string;
	value: number;
	total: number;
	/** Total has native-image's own code, too. */
	of_all: boolean;
	share: number;
	/** The source line that Value is of, in a method with other samples; 0: not of a line. */
	line: number;
}

/** A FoundMethod is a method that a finding names. */
export interface FoundMethod {
	role: "about" | "caller" | "callee" | "charged";
	id: number;
	name: string;
	bci?: number;
}

/** A Section is a kind of record. */
export interface Section {
	metric: string;
	unit: string;
	present: boolean;
	records: number | null;
	total: number | null;
}

/** MethodCounts count the methods of a profile: in its table, and in its records. */
export interface MethodCounts {
	listed: number;
	referred: number;
	unlisted: number;
}

/** Contexts count inlining contexts, or sampled stacks. */
export interface Contexts {
	contexts: number;
	roots: number;
}

/** An ApplicationInfo is about the application's code. */
export interface ApplicationInfo {
	methods: number;
	metrics: ApplicationPart[];
}

/** An ApplicationPart is about either the samples or the calls. */
export interface ApplicationPart {
	metric: string;
	total: number;
	/** The base of shares: without the entries of the profiler's own runtime. */
	base: number;
	value: number;
	own: number;
	/** The number of methods with any. */
	counted: number;
	top: TopList;
}

/** A TopList holds the methods with the largest values. */
export interface TopList {
	total: number;
	rows: TopRow[];
}

/** A TopRow is a method. */
export interface TopRow {
	id: number;
	name: string;
	value: number;
	/** Without the code that it calls. */
	own?: number;
}

/** CodeCounts divide the counts of a metric by kind of code. */
export interface CodeCounts {
	metric: string;
	total: number;
	application: number;
	library: number;
	jdk: number;
	native_image: number;
	profiler: number;
	unknown: number;
}

/** A Caveat is a reason not to take numbers at face value. */
export interface Caveat {
	text: string;
	hint?: string;
}

/** An Input is what the page builds commands from. */
export interface Input {
	/** In shell syntax: flags that change names or the kinds of code, and files. */
	arguments: string;
}

/** A MethodsPart holds the methods and the types that a profile refers to: their names in pictures, in patterns and in addresses, and their kinds of code. */
export interface MethodsPart {
	/** The kinds of code, by number. */
	kinds: KindColors[];
	methods: MethodRecord[];
	/** Types of locks. */
	types: TypeRecord[];
}

/** A KindColors is a kind of code, with its shades on a light and on a dark page. */
export interface KindColors {
	label: string;
	light: string[];
	dark: string[];
}

/** A MethodRecord is a method. */
export interface MethodRecord {
	id: number;
	/** As in frames of pictures. */
	name: string;
	/** package.Class.method, which patterns match; absent: the name. */
	plain?: string;
	/** Parameters with parentheses, which patterns match as well. */
	params?: string;
	/** As the JVM writes it; absent: the name. */
	jvm?: string;
	kind: number;
	/** In the optimized image, as a root or inlined; absent: unknown. */
	copies?: number;
}

/** A TypeRecord is a type of locks. */
export interface TypeRecord {
	id: number;
	kind: number;
}

/** An Advice is what the documentation says about findings. */
export interface Advice {
	kinds: KindAdvice[];
}

/** A KindAdvice is about a kind of finding. */
export interface KindAdvice {
	kind: string;
	blocks: ProseBlock[];
}

/** A ProseBlock is a paragraph or a list. Code is between backticks. */
export interface ProseBlock {
	text?: string;
	items?: string[];
}

/** A Table holds the rows of a table whose columns have the names of the row's fields. */
export interface Table<R> {
	view: string;
	unit: string;
	/** The base of shares. */
	base: number;
	/** Base without sites with damaged counts, if there are some. */
	certain?: number;
	notes: string[];
	caveats: string[];
	rows: R[];
	/** Things that are not named methods or types. */
	outside: R[];
	/** A limit leaves out rows. */
	cut: boolean;
	/** For the graph: the number of edges beyond the limit. */
	left_out: number;
}

/** A SampleRow is a method with samples. */
export interface SampleRow {
	id: number;
	self: number;
	total: number;
	self_share: number | null;
	total_share: number | null;
	self_interval?: Interval;
	total_interval?: Interval;
}

/** An Interval is the 95% confidence interval of a share of samples. */
export interface Interval {
	low: number;
	high: number;
}

/** A CallRow is a method with entries. */
export interface CallRow {
	id: number;
	entries: number | null;
	entries_share: number | null;
	root_calls: number | null;
	inlined_calls: number | null;
	contexts: number;
	/** Contexts without a count: the entries are lower bounds. */
	uncounted?: number;
}

/** An Edge is a call that the table of calls does not have: in samples, or through frames that are not shown. */
export interface Edge {
	caller_id?: number;
	caller?: string;
	callee_id?: number;
	callee: string;
	bci?: number;
	/** Of the source; absent: unknown. The same in other records. */
	line?: number;
	evidence: "inlined" | "sampled";
	count: number | null;
	through?: string;
}

/** A CallsPart holds the calls of a profile, those that stayed calls first, and the entries that none of them accounts for. */
export interface CallsPart extends Table<SiteCall> {
	/** With class files; otherwise only inlined calls and receiver types are known. */
	classes: boolean;
	/** With a log of the compiler of the optimized image. */
	log: boolean;
	/** The sum of the calls beyond the limit; null: none of them is known, or there are none. */
	left_out_calls: number | null;
	left_out_bound?: "exact" | "unless_thrown" | "at_least" | "at_most";
	entered: Entered[];
	/** Entries that none of the calls accounts for, at most. */
	from_outside: number;
}

/** A SiteCall is a call site with a method that it calls. */
export interface SiteCall {
	id: number;
	caller: string;
	bci: number;
	line?: number;
	/** Absent: not a method of the profile, or not one method. */
	target_id?: number;
	target: string;
	/** Absent: unknown without a class file. */
	kind?: "static" | "special" | "virtual" | "interface" | "dynamic";
	evidence: "inlined" | "receivers" | "code" | "hierarchy" | "dynamic" | "unknown";
	calls: number | null;
	/** How sure the calls are; absent: unknown. The same for those that stayed calls. */
	bound?: "exact" | "unless_thrown" | "at_least" | "at_most";
	stayed: number | null;
	stayed_bound?: "exact" | "unless_thrown" | "at_least" | "at_most";
	inlined: number;
	share: number | null;
	/** Of the calls; null if only inlined ones are known: others may have stayed calls. */
	inlined_share: number | null;
	/** In the target's own frame, called from there; absent: none. */
	samples?: number;
	/** What may have kept it from being inlined. */
	facts?: string;
	/** The outcome in the optimized image; absent: there is no log of its compiler. */
	optimized?: string;
	/** The compiler's words. */
	reason?: string;
	/** Copies of the caller with a call left. */
	left?: number;
}

/** An Entered is about the entries of a compilation root that no known call accounts for. */
export interface Entered {
	id: number;
	/** null: the profile has no count of them. */
	count: number | null;
	bound?: "exact" | "unless_thrown" | "at_least" | "at_most";
	/** For the caller: <outside: launcher>. */
	name: string;
	/** The method that the name ends with. */
	caller_id?: number;
	/** Why the method has fewer entries than calls, to follow its name. */
	contradiction?: string;
}

/** WaysPart are the call graphs that a page draws. */
export interface WaysPart {
	graphs: Ways[];
}

/** Ways is a call graph of the hottest methods by a metric, each with its heaviest callers up to the root. */
export interface Ways {
	metric: "samples" | "calls";
	unit: string;
	/** Of the profile, and the part of it that the methods in the graph have themselves. */
	base: number;
	shown: number;
	boxes: WayBox[];
	lines: WayCall[];
	/** Methods with a count, and those of them in the graph. */
	methods: number;
	shown_methods: number;
	notes: string[];
}

/** A WayBox is a method, or methods that call each other, those with the largest self values first. */
export interface WayBox {
	self: number | null;
	total: number | null;
	of: WayMethod[];
	/** Methods beyond the limit. */
	more: number;
	/** Callers without a line, what their calls have of the metric, and the heaviest of them, whose totals are those of their calls. */
	others: number;
	other_count: number;
	most_others: WayMethod[];
}

/** A WayMethod is a method in a box or on a line. Self are entries in a graph of calls, and total is inclusive. */
export interface WayMethod {
	id?: number;
	method: string;
	self: number | null;
	total: number | null;
}

/** A WayCall is a line between two boxes. Calls are those of the last one on the way. */
export interface WayCall {
	from: number;
	to: number;
	/** Methods between them, from the caller on, and those beyond the limit. */
	via: WayMethod[];
	more_via: number;
	/** By way of methods without a box that are not listed. */
	through: boolean;
	/** Samples of stacks that go all of the way, once per stack. */
	samples: number | null;
	calls: number | null;
	bound?: "exact" | "at_least" | "at_most" | "unless_thrown";
	inlined: number;
	sites: number;
	/** If there is one site alone. Over the contexts in which both have a count: entries of callee and caller, and all of the caller; 0: none. */
	bci?: number | null;
	matched_callee: number;
	matched_caller: number;
	caller_entries: number;
}

/** A Difference is what changed since the base. */
export interface Difference {
	title: string;
	headline?: Headline;
	notes: string[];
	caveats: string[];
	sections: ChangeSections;
}

/** A Headline says how much the runs differ as a whole. */
export interface Headline {
	/** 35.1% fewer samples. */
	amount: string;
	/** For as many calls; "": unknown. */
	work: string;
	/** Whether the new run was faster, as far as profiles say it; "": Others, or values that are no time. */
	faster: string;
	about: string;
	/** The amount says that the profiles are probably of different programs. */
	others?: boolean;
}

/** ChangeSections are the kinds of records that both profiles have. */
export interface ChangeSections {
	samples?: ChangeTable<MethodChange>;
	/** Of the same samples with callees, once per stack. */
	totals?: ChangeTable<MethodChange>;
	calls?: ChangeTable<MethodChange>;
	branches?: ChangeTable<SiteChange>;
	receivers?: ChangeTable<SiteChange>;
	instanceof?: ChangeTable<SiteChange>;
	inlining?: ChangeTable<UnitChange>;
}

/** A ChangeTable holds the changes of a kind of record. */
export interface ChangeTable<R> extends Table<R> {
	title: string;
	/** Like base, of the old profile. */
	old_base: number;
	/** The number of changes, including those beyond the limit. */
	groups: number;
	/** Differences that do not count as changes. */
	within_noise: number;
	/** The row order: change of their share. */
	order: string;
	/** For sites: those that only the base executed. */
	only_old: number;
	/** For sites: those that only the profile executed. */
	only_new: number;
	/** For methods: the length of the new run, as a multiple of the old one. */
	length_ratio: number | null;
}

/** A MethodChange is the change of a method's self samples, of its total samples, or of its entries. */
export interface MethodChange {
	/** In this profile. */
	id?: number;
	/** In the base. */
	old_id?: number;
	method: string;
	change: string;
	/** Absent: no such record. */
	old?: number;
	new?: number;
	/** Of entries: they are lower bounds, and the change is of the same contexts, or of this size or larger. */
	old_at_least?: boolean;
	new_at_least?: boolean;
	/** The count is as large as before, within noise: only the share changed, as the total did. */
	share_only?: boolean;
	/** Of the larger run after normalization. */
	old_share: number;
	new_share: number;
	difference: number;
	/** New / old normalized for run length. */
	factor: number | null;
}

/** A SiteChange is the change of a conditional, a virtual call or a type check. */
export interface SiteChange {
	id?: number;
	old_id?: number;
	method: string;
	bci: number;
	change: string;
	old_executions: number;
	new_executions: number;
	/** Of the executions. */
	moved: number;
	old_kind?: string;
	new_kind?: string;
	successors?: SuccessorChange[];
	types?: TypeChange[];
}

/** A PartChange is the change of a part of a site's executions. null: unknown, because the type may be one that a file does not name. */
export interface PartChange {
	old: number | null;
	new: number | null;
	old_share: number | null;
	new_share: number | null;
	difference: number | null;
}

/** A SuccessorChange is the change of a conditional's successor. */
export interface SuccessorChange extends PartChange {
	target_bci: number;
}

/** A TypeChange is the change of a type at a site. */
export interface TypeChange extends PartChange {
	type: string;
}

/** A UnitChange is the change of a compilation unit. */
export interface UnitChange {
	/** The root first, each followed by those inlined into it. */
	nodes: CopyChange[];
}

/** A CopyChange is the change of a copy in a unit. */
export interface CopyChange {
	id?: number;
	old_id?: number;
	method: string;
	depth: number;
	bci?: number;
	change: "same" | "gone" | "new" | "changed";
	/** null: no count there. Absent: not there. */
	old?: number | null;
	new?: number | null;
	/** New / old, normalized for run length, if both have a count. */
	factor: number | null;
	/** For a new or removed copy: inclusive. */
	copies?: number;
}

/** A BasePart holds the methods of a profile and of its base. */
export interface BasePart {
	/** Of the base: its display name. */
	name: string;
	/** A command that shows every difference; "": none does. */
	command: string;
	/** The false discovery rate, or that any difference is a change. */
	chance: string;
	/** Whether the profiles may be of different programs. */
	caveats: string[];
	pairs: MethodPair[];
	renamed: RenamedMethod[];
	/** Methods that only the base has, with their ids there. */
	gone: MethodRecord[];
	samples: MethodShares[];
	calls: MethodShares[];
}

/** A MethodPair holds the ids of a method in both profiles. */
export interface MethodPair {
	id: number;
	base_id: number;
}

/** A RenamedMethod has another name in the base. */
export interface RenamedMethod {
	id: number;
	was: string;
}

/** MethodShares are the counts of a method in the base and now, changed or not. */
export interface MethodShares {
	/** null: the profile does not have the method. */
	id: number | null;
	/** null: the base does not have it. */
	base_id: number | null;
	old: number;
	now: number;
	/** Of the larger run after normalization. */
	old_share: number;
	share: number;
	difference: number;
	/** Now as a multiple; null: the base has none. */
	factor: number | null;
	/** Significant, and large enough. */
	sure: boolean;
}

/** ChangedGraphsPart are the call graphs of two profiles that a page draws. */
export interface ChangedGraphsPart {
	graphs: ChangedGraph[];
}

/** ChangedGraph is the call graph of two profiles: by a metric, the methods and calls with the largest changes and those around them. */
export interface ChangedGraph {
	metric: "samples" | "calls";
	/** Of samples. */
	sample_unit: string;
	/** Of this profile and of the base, after filters, and the part of this profile's that the methods in the graph have themselves. */
	base: number;
	old_base: number;
	shown: number;
	/** Whether either profile has samples. */
	sampled: boolean;
	/** Self samples include the library code that a method calls. */
	with_library: boolean;
	/** By which samples, and by which entries, are compared. */
	samples: Lengths;
	calls: Lengths;
	boxes: ChangedBox[];
	lines: ChangedCall[];
	/** Methods with a count in either profile, and those of them in the graph. */
	methods: number;
	shown_methods: number;
	/** How many changed. */
	summary: string;
	notes: string[];
}

/** Lengths are those of two runs. A share of the larger run after normalization is an old count, or a new one divided by the ratio, as a share of the whole. */
export interface Lengths {
	/** false: a profile has no counts. The whole is then that of this profile. */
	compared: boolean;
	/** Numbers are compared, not shares: the ratio is 1. */
	by_number: boolean;
	/** In decimal, as numbers of pages have six digits only: what did not change would seem to differ. */
	ratio: string;
	whole: string;
}

/** A Verdict is about a count in two profiles. */
export interface Verdict {
	/** Absent: both profiles have what is counted. */
	only?: "new" | "gone";
	/** false: a count is missing. */
	compared: boolean;
	/** The change is significant, and large enough. */
	sure: boolean;
	/** The change is of this size or larger, as a count is a lower bound. */
	at_least: boolean;
}

/** A ChangedBox is a method in either profile. */
export interface ChangedBox extends Verdict {
	/** In this profile. */
	id?: number;
	/** In the base, if it is in that alone. */
	old_id?: number;
	method: string;
	/** Of the code of a method that only the base has: the page may not have it. */
	kind?: number;
	/** Its name in the base, if it was renamed. */
	was?: string;
	/** Whether the change of self samples is significant. */
	self_sure: boolean;
	/** Of samples. */
	total: number;
	old_total: number;
	self: number;
	old_self: number;
	/** null: there is no count. Roots are the entries as compilation root. */
	entries: number | null;
	old_entries: number | null;
	roots: number;
	old_roots: number;
	/** These entries are lower bounds: some contexts have no count. */
	roots_partly: boolean;
	inlined_partly: boolean;
	old_roots_partly: boolean;
	old_inlined_partly: boolean;
}

/** A ChangedCall is a line between two boxes. */
export interface ChangedCall {
	/** -1: unknown callers. */
	from: number;
	to: number;
	evidence: "inlined" | "called" | "sampled" | "unknown";
	/** By way of methods that are not in the graph. */
	through: boolean;
	counts: CallCounts;
	/** Of the same call, in samples. */
	sampled: CallCounts[];
}

/** CallCounts are the counts of a call in both profiles. */
export interface CallCounts extends Verdict {
	/** null: unknown. */
	now: number | null;
	old: number | null;
	/** These counts are lower bounds. */
	partly: boolean;
	old_partly: boolean;
}

/** A CodePart holds the listings of methods: what listing.HTML shows of them. */
export interface CodePart {
	/** Methods with records. */
	matching: number;
	/** Whether there are samples. */
	samples: boolean;
	notes: string[];
	/** Those with text, the hottest first. */
	sources: SourceFile[];
	methods: MethodCode[];
}

/** A SourceFile is the text of a source file. */
export interface SourceFile {
	/** Relative to the source directories: com/acme/Parser.java. */
	name: string;
	/** In the order of the file. There is one if all of it is there. */
	pieces: SourcePiece[];
	/** Number of lines in the file. */
	length: number;
	/** Lines of listed methods with samples: self samples and, of methods of the application, those in the library code that they call. */
	samples: LineSamples[];
}

/** A SourcePiece is a part of a source file. */
export interface SourcePiece {
	/** The number of its first line. */
	first: number;
	/** Lines, separated by newlines. */
	text: string;
}

/** LineSamples are the samples of a source line. */
export interface LineSamples {
	line: number;
	self: number;
}

/** A MethodCode is the listing of a method. */
export interface MethodCode {
	id: number;
	/** The name of the source file. */
	file: string;
	/** The index of its text in sources; -1: none. */
	source: number;
	/** The source given is of another version than the class file: its text is not shown. */
	other_source?: boolean;
	/** The line with the most samples, then executions, as an index in lines; -1: no line has any. */
	hottest: number;
	/** By line if there is a source, otherwise in the order of the bytecode. */
	lines: CodeLine[];
}

/** A CodeLine is a source line with its instructions; line 0: instructions without a line. */
export interface CodeLine {
	line: number;
	/** Of the whole line, which may be several of these in the order of the bytecode. Total: once per stack. */
	runs: Runs | null;
	/** In a collapsed part of a long method without a source. */
	cold: boolean;
	rows: CodeRow[];
}

/** Runs are executions and samples of a line or an instruction. */
export interface Runs {
	/** Executions; null: unknown. */
	count: number | null;
	/** The certainty of the executions. */
	bound: number;
	self: number;
	total: number;
}

/** A CodeRow is an instruction. */
export interface CodeRow {
	bci: number;
	text: string;
	runs: Runs;
	sites?: CodeSite[];
}

/** A CodeSite is what was recorded at a place, as a sentence. */
export interface CodeSite {
	mark: string;
	head?: string;
	parts?: CodeSitePart[];
	/** Between parts. */
	sep?: string;
	tail?: string;
}

/** A CodeSitePart is a part of the sentence. */
export interface CodeSitePart {
	name: string;
	share?: string;
	/** Of branches and types: share as a number. */
	of?: number;
	/** A place in the method. */
	to?: number;
	/** A method. */
	id?: number;
}

/** A PlacesPart has places of methods. */
export interface PlacesPart {
	/** Number of places in methods. */
	limit: number;
	/** Indexes of places are source lines, which the recorder has instead; 0: unknown. */
	recorded: boolean;
	/** Methods without code in the report. */
	methods: SampledMethod[];
	/** Where methods have the most self samples. */
	all: Hotspot[];
	/** Where application methods have the most, including the library code that they call. */
	app: Hotspot[];
	/** null if none. */
	beyond: Beyond | null;
}

/** A SampledMethod is a method with its sampled places. */
export interface SampledMethod {
	id: number;
	/** Number of places beyond the limit. */
	left_out: number;
	/** By descending self samples. */
	places: SampledPlace[];
}

/** A SampledPlace is a place with samples. */
export interface SampledPlace {
	bci: number;
	line?: number;
	self: number;
	total: number;
}

/** A Hotspot is the place of a method with the most samples. */
export interface Hotspot {
	id: number;
	bci: number;
	line?: number;
	/** Samples at the index or, if there is a line, in that. */
	self: number;
	/** The lines around it that have samples, and itself. */
	near: LineSamples[];
}

/** A Beyond holds the conditionals that ran a little more often than their methods were entered. */
export interface Beyond {
	/** Explains all of them. */
	note: string;
	/** Explains one, after its place. */
	one: string;
	places: BeyondPlace[];
}

/** A BeyondPlace is one of these conditionals. */
export interface BeyondPlace {
	id: number;
	bci: number;
}

/** Checks are the results of check. */
export interface Checks {
	/** The profile, followed by the base if there is one. */
	files: Checked[];
}

/** A Checked is the verdict about a profile. */
export interface Checked {
	/** The name of the file. */
	file: string;
	/** For example: 1 warning, and its scope. */
	verdict: string;
	findings: CheckFinding[];
	/** Those with a value or a threshold. */
	criteria: Criterion[];
	/** The comparison with the code of its program. */
	fit?: Fit;
	coverage?: Coverage;
	/** The comparison with production samples. */
	production?: TitledTable<ProductionRow>;
}

/** A CheckFinding is an error in a profile or a caveat about it. */
export interface CheckFinding {
	severity: "note" | "warning" | "error";
	kind: string;
	text: string;
	hint?: string;
}

/** A Criterion is a question about the quality of a profile. */
export interface Criterion {
	name: string;
	/** Without a threshold, not judged. */
	status: "not_judged" | "pass" | "fail";
	/** Its value, and its threshold if it has one. */
	text: string;
}

/** A Fit says how well a profile fits the code of its program. */
export interface Fit {
	unit: string;
	total: number;
	program: FitSum;
	jdk: FitSum;
	not_judged: NotJudgedPart[];
	/** The hottest methods that do not fit. */
	misfits: MisfitMethod[];
}

/** A FitSum divides methods by verdict. */
export interface FitSum {
	fits: FitPart;
	changed: FitPart;
	gone: FitPart;
}

/** A FitPart sums up the methods with a verdict: their number, and their counts. */
export interface FitPart {
	methods: number;
	count: number;
}

/** A NotJudgedPart counts methods without code to compare with. */
export interface NotJudgedPart extends FitPart {
	reason: string;
}

/** A MisfitMethod is a method whose code is of another version than the profile, or gone. */
export interface MisfitMethod {
	id: number;
	verdict: "changed" | "gone";
	/** For a method that is gone: its probable new name. */
	candidate?: string;
	/** The first records that contradict the code. */
	places: MisfitPlace[];
	/** The number of others. */
	more: number;
}

/** A MisfitPlace is a record that contradicts the code. */
export interface MisfitPlace {
	bci: number;
	/** a conditional that goes to @63. */
	recorded: string;
	/** In the class file: if_icmpge to @12, @60. */
	code: string;
}

/** A Coverage says how much of the program ran. */
export interface Coverage {
	title: string;
	notes: string[];
	caveats: string[];
	sections: CoverageSections;
}

/** CoverageSections are the tables of the coverage. */
export interface CoverageSections {
	packages?: TitledTable<PackageRow>;
	methods?: TitledTable<UncoveredRow>;
}

/** A TitledTable is a table with a title. */
export interface TitledTable<R> extends Table<R> {
	title: string;
}

/** A PackageRow is a package of the program. Without call counts it has methods on sampled stacks instead of methods with entries. */
export interface PackageRow {
	package: string;
	methods: number;
	bytes: number;
	entered?: number;
	entered_share: number | null;
	entered_bytes?: number;
	sampled?: number;
}

/** An UncoveredRow is a method without entries. */
export interface UncoveredRow {
	method: string;
	bytes: number;
}

/** A ProductionRow is a method with production samples. */
export interface ProductionRow {
	method: string;
	self: number;
	total: number;
	self_share: number | null;
	total_share: number | null;
	training: string;
}

/** A BranchRow is a conditional. */
export interface BranchRow {
	id: number;
	method: string;
	bci: number;
	line?: number;
	executions: number;
	share: number | null;
	per_entry: number | null;
	coverage: number | null;
	entropy: number;
	/** Two numbers were read as one. */
	counts?: "damaged";
	successors: Successor[];
}

/** A Successor is a successor of a conditional. */
export interface Successor {
	target_bci: number;
	index: number;
	count: number;
	probability: number | null;
	/** Only of a conditional that ends a loop, for the way back or, with classes, the one that stays there: jumps back for each time that the loop is entered; null: unknown. */
	trips?: number | null;
}

/** A TypeTable holds the sites of receivers or of instanceof, and their numbers by kind, for all code. */
export interface TypeTable extends Table<TypeRow> {
	monomorphic_sites: number;
	bimorphic_sites: number;
	polymorphic_sites: number;
	megamorphic_sites: number;
	unknown_sites: number;
}

/** A TypeRow is a virtual call or a type check. */
export interface TypeRow {
	id: number;
	method: string;
	bci: number;
	line?: number;
	executions: number;
	executions_share: number | null;
	kind: string;
	/** Two numbers were read as one. */
	counts?: "damaged";
	saturated: boolean;
	/** null: the profile lists none of the types. */
	entropy: number | null;
	callees?: NamedMethod[];
	types: TypeCount[];
}

/** A NamedMethod is a method that may be missing from the profile. */
export interface NamedMethod {
	id?: number;
	method: string;
}

/** A TypeCount is a type of the objects at a site. */
export interface TypeCount {
	type: string;
	count: number;
	share: number | null;
}

/** A MonitorRow is a type of locks. */
export interface MonitorRow {
	id?: number;
	type: string;
	count: number;
	share: number | null;
}

/** Units are compilation units. */
export interface Units {
	/** All method entries that a page shows. */
	base: number;
	notes: string[];
	unit_count: number;
	/** Units beyond the limit. */
	left_out: LeftOutUnits;
	/** Application units first, then by descending entries. */
	units: Unit[];
}

/** LeftOutUnits are units beyond a limit. */
export interface LeftOutUnits {
	units: number;
	inclusive: number;
}

/** A Unit is a compilation root and everything inlined into it. */
export interface Unit {
	/** Entries of all instances. */
	inclusive: number | null;
	share: number | null;
	/** The number of instances, including those that are not listed. */
	size: number;
	/** The kinds of code that only instances have that are not listed: 1 << kind for each. */
	other_kinds?: number;
	/** The root first, each directly followed by those below it. */
	instances: Instance[];
}

/** InstanceSites are what an instance has records of, apart from entries. */
export interface InstanceSites {
	conditionals?: Conditional[];
	receivers?: TypesAt[];
	instanceof?: TypesAt[];
	/** That the compiler of the optimized image left, most first. */
	calls?: LeftCall[];
}

/** An Instance is a method at a place in a unit. */
export interface Instance extends InstanceSites {
	/** The parent's place in the list; null: it is the root. */
	parent: number | null;
	depth: number;
	bci: number | null;
	line?: number;
	id?: number;
	method: string;
	/** Counted in this inlining context; of the optimized image, if they are certain. */
	entries: number | null;
	/** Otherwise their upper or lower bound. */
	most?: number;
	least?: number;
	/** The kind of its code; absent: that of the method in the profile. */
	kind?: number;
	/** The instrumented image did not inline it there. */
	new?: boolean;
	/** Calls per entry of its caller. */
	frequency: number | null;
	/** Including inlined callees. */
	inclusive: number | null;
	share: number | null;
	hidden_frames?: number;
	/** Inlined callees that are not listed. */
	pruned?: Pruned;
}

/** The number of pruned instances. */
export interface Pruned {
	sites: number;
	instances: number;
	inclusive: number | null;
}

/** A Conditional is a branch in an instance. */
export interface Conditional {
	bci: number;
	line?: number;
	executions: number;
	successors: Successor[];
}

/** A TypesAt is a virtual call or a type check in an instance. */
export interface TypesAt {
	bci: number;
	line?: number;
	executions: number;
	kind: string;
	saturated: boolean;
	types: TypeCount[];
}

/** A LeftCall is a call that is left in the optimized image. */
export interface LeftCall {
	bci: number;
	line?: number;
	id?: number;
	method: string;
	/** Of all copies of the caller, if it is a bound. */
	calls: number | null;
	bound?: "exact" | "at_least" | "at_most" | "unless_thrown";
	outcome: string;
	/** The compiler's last reason. */
	reason?: string;
}

/** The fields of each, as data/shapes.ts reads them. */
export const shapes: Record<string, string> = {
	Parts: "info?Info input?Input methods?MethodsPart advice?Advice top.samples?Table<SampleRow> top.calls?Table<CallRow> app.samples?Table<SampleRow> graph?Table<Edge> calls?CallsPart ways?WaysPart base.top.samples?Table<SampleRow> base.top.calls?Table<CallRow> diff?Difference base?BasePart changed.graphs?ChangedGraphsPart code?CodePart places?PlacesPart check?Checks branches?Table<BranchRow> receivers?TypeTable instanceof?TypeTable monitors?Table<MonitorRow> inline?Units optimized?Units",
	Info: "version:$ states:# findings:Finding* sections:Section* methods:MethodCounts contexts?Contexts stacks?Contexts application:ApplicationInfo code:CodeCounts* caveats:Caveat*",
	Finding: "kind:$ title:$ subject?$ weight?Weight methods:FoundMethod* command:$ link:$",
	Weight: "metric:$ unit:$ value:# total:# of_all:& share:# line:#",
	FoundMethod: "role:$ id:@ name?$id bci?#",
	Section: "metric:$ unit:$ present:& records?# total?#",
	MethodCounts: "listed:# referred:# unlisted:#",
	Contexts: "contexts:# roots:#",
	ApplicationInfo: "methods:# metrics:ApplicationPart*",
	ApplicationPart: "metric:$ total:# base:# value:# own:# counted:# top:TopList",
	TopList: "total:# rows:TopRow*",
	TopRow: "id:@ name?$id value:# own?#",
	CodeCounts: "metric:$ total:# application:# library:# jdk:# native_image:# profiler:# unknown:#",
	Caveat: "text:$ hint?$",
	Input: "arguments:$",
	MethodsPart: "kinds:KindColors* methods:MethodRecord* types:TypeRecord*",
	KindColors: "label:$ light:$* dark:$*",
	MethodRecord: "id:@ name:$ plain?$ params?$ jvm?$ kind:# copies?#",
	TypeRecord: "id:# kind:#",
	Advice: "kinds:KindAdvice*",
	KindAdvice: "kind:$ blocks:ProseBlock*",
	ProseBlock: "text?$ items?$*",
	"Table<SampleRow>": "view:$ unit:$ base:# certain?# notes:$* caveats:$* rows:SampleRow* outside:SampleRow* cut:& left_out:#",
	SampleRow: "id:@ self:# total:# self_share=self/^base total_share=total/^base self_interval?Interval total_interval?Interval",
	Interval: "low:# high:#",
	"Table<CallRow>": "view:$ unit:$ base:# certain?# notes:$* caveats:$* rows:CallRow* outside:CallRow* cut:& left_out:#",
	CallRow: "id:@ entries?# entries_share=entries/^base root_calls?# inlined_calls?# contexts:# uncounted?#",
	"Table<Edge>": "view:$ unit:$ base:# certain?# notes:$* caveats:$* rows:Edge* outside:Edge* cut:& left_out:#",
	Edge: "caller_id?@ caller?$caller_id callee_id?@ callee?$callee_id bci?# line?# evidence:$ count?# through?$",
	CallsPart: "view:$ unit:$ base:# certain?# notes:$* caveats:$* rows:SiteCall* outside:SiteCall* cut:& left_out:# classes:& log:& left_out_calls?# left_out_bound?$ entered:Entered* from_outside:#",
	SiteCall: "id:@ caller?$id bci:# line?# target_id?@ target?$target_id kind?$ evidence:$ calls?# bound?$ stayed?# stayed_bound?$ inlined:# share=calls/^base inlined_share=inlined/calls?stayed samples?# facts?$ optimized?$ reason?$ left?#",
	Entered: "id:@ count?# bound?$ name:$ caller_id?@ contradiction?$",
	WaysPart: "graphs:Ways*",
	Ways: "metric:$ unit:$ base:# shown:# boxes:WayBox* lines:WayCall* methods:# shown_methods:# notes:$*",
	WayBox: "self?# total?# of:WayMethod* more:# others:# other_count:# most_others:WayMethod*",
	WayMethod: "id?@ method?$id self?# total?#",
	WayCall: "from:# to:# via:WayMethod* more_via:# through:& samples?# calls?# bound?$ inlined:# sites:# bci?# matched_callee:# matched_caller:# caller_entries:#",
	Difference: "title:$ headline?Headline notes:$* caveats:$* sections:ChangeSections",
	Headline: "amount:$ work:$ faster:$ about:$ others?&",
	ChangeSections: "samples?ChangeTable<MethodChange> totals?ChangeTable<MethodChange> calls?ChangeTable<MethodChange> branches?ChangeTable<SiteChange> receivers?ChangeTable<SiteChange> instanceof?ChangeTable<SiteChange> inlining?ChangeTable<UnitChange>",
	"ChangeTable<MethodChange>": "view:$ unit:$ base:# certain?# notes:$* caveats:$* rows:MethodChange* outside:MethodChange* cut:& left_out:# title:$ old_base:# groups:# within_noise:# order:$ only_old:# only_new:# length_ratio?#",
	MethodChange: "id?@ old_id?# method?$id change:$ old?# new?# old_at_least?& new_at_least?& share_only?& old_share:# new_share:# difference:# factor=new_share/old_share?new",
	"ChangeTable<SiteChange>": "view:$ unit:$ base:# certain?# notes:$* caveats:$* rows:SiteChange* outside:SiteChange* cut:& left_out:# title:$ old_base:# groups:# within_noise:# order:$ only_old:# only_new:# length_ratio?#",
	SiteChange: "id?@ old_id?# method?$id bci:# change:$ old_executions:# new_executions:# moved:# old_kind?$ new_kind?$ successors?SuccessorChange* types?TypeChange*",
	SuccessorChange: "target_bci:# old?# new?# old_share=old/^old_executions new_share=new/^new_executions difference=new_share-old_share",
	TypeChange: "type:$ old?# new?# old_share=old/^old_executions new_share=new/^new_executions difference=new_share-old_share",
	"ChangeTable<UnitChange>": "view:$ unit:$ base:# certain?# notes:$* caveats:$* rows:UnitChange* outside:UnitChange* cut:& left_out:# title:$ old_base:# groups:# within_noise:# order:$ only_old:# only_new:# length_ratio?#",
	UnitChange: "nodes:CopyChange*",
	CopyChange: "id?@ old_id?# method?$id depth:# bci?# change:$ old?# new?# factor?# copies?#",
	BasePart: "name:$ command:$ chance:$ caveats:$* pairs:MethodPair* renamed:RenamedMethod* gone:MethodRecord* samples:MethodShares* calls:MethodShares*",
	MethodPair: "id:@ base_id:#",
	RenamedMethod: "id:@ was:$",
	MethodShares: "id?@ base_id?# old:# now:# old_share:# share:# difference:# factor=share/old_share sure:&",
	ChangedGraphsPart: "graphs:ChangedGraph*",
	ChangedGraph: "metric:$ sample_unit:$ base:# old_base:# shown:# sampled:& with_library:& samples:Lengths calls:Lengths boxes:ChangedBox* lines:ChangedCall* methods:# shown_methods:# summary:$ notes:$*",
	Lengths: "compared:& by_number:& ratio:$ whole:$",
	ChangedBox: "id?@ old_id?# method?$id kind?# was?$ only?$ compared:& sure:& at_least:& self_sure:& total:# old_total:# self:# old_self:# entries?# old_entries?# roots:# old_roots:# roots_partly:& inlined_partly:& old_roots_partly:& old_inlined_partly:&",
	ChangedCall: "from:# to:# evidence:$ through:& counts:CallCounts sampled:CallCounts*",
	CallCounts: "now?# old?# partly:& old_partly:& only?$ compared:& sure:& at_least:&",
	CodePart: "matching:# samples:& notes:$* sources:SourceFile* methods:MethodCode*",
	SourceFile: "name:$ pieces:SourcePiece* length:# samples:LineSamples*",
	SourcePiece: "first:# text:$",
	LineSamples: "line:# self:#",
	MethodCode: "id:@ file:$ source:# other_source?& hottest:# lines:CodeLine*",
	CodeLine: "line:# runs?Runs cold:& rows:CodeRow*",
	Runs: "count?# bound:# self:# total:#",
	CodeRow: "bci:# text:$ runs:Runs sites?CodeSite*",
	CodeSite: "mark:$ head?$ parts?CodeSitePart* sep?$ tail?$",
	CodeSitePart: "name:$ share?$ of?# to?# id?@",
	PlacesPart: "limit:# recorded:& methods:SampledMethod* all:Hotspot* app:Hotspot* beyond?Beyond",
	SampledMethod: "id:@ left_out:# places:SampledPlace*",
	SampledPlace: "bci:# line?# self:# total:#",
	Hotspot: "id:@ bci:# line?# self:# near:LineSamples*",
	Beyond: "note:$ one:$ places:BeyondPlace*",
	BeyondPlace: "id:@ bci:#",
	Checks: "files:Checked*",
	Checked: "file:$ verdict:$ findings:CheckFinding* criteria:Criterion* fit?Fit coverage?Coverage production?TitledTable<ProductionRow>",
	CheckFinding: "severity:$ kind:$ text:$ hint?$",
	Criterion: "name:$ status:$ text:$",
	Fit: "unit:$ total:# program:FitSum jdk:FitSum not_judged:NotJudgedPart* misfits:MisfitMethod*",
	FitSum: "fits:FitPart changed:FitPart gone:FitPart",
	FitPart: "methods:# count:#",
	NotJudgedPart: "reason:$ methods:# count:#",
	MisfitMethod: "id:@ verdict:$ candidate?$ places:MisfitPlace* more:#",
	MisfitPlace: "bci:# recorded:$ code:$",
	Coverage: "title:$ notes:$* caveats:$* sections:CoverageSections",
	CoverageSections: "packages?TitledTable<PackageRow> methods?TitledTable<UncoveredRow>",
	"TitledTable<PackageRow>": "view:$ unit:$ base:# certain?# notes:$* caveats:$* rows:PackageRow* outside:PackageRow* cut:& left_out:# title:$",
	PackageRow: "package:$ methods:# bytes:# entered?# entered_share=entered/methods entered_bytes?# sampled?#",
	"TitledTable<UncoveredRow>": "view:$ unit:$ base:# certain?# notes:$* caveats:$* rows:UncoveredRow* outside:UncoveredRow* cut:& left_out:# title:$",
	UncoveredRow: "method:$ bytes:#",
	"TitledTable<ProductionRow>": "view:$ unit:$ base:# certain?# notes:$* caveats:$* rows:ProductionRow* outside:ProductionRow* cut:& left_out:# title:$",
	ProductionRow: "method:$ self:# total:# self_share=self/^base total_share=total/^base training:$",
	"Table<BranchRow>": "view:$ unit:$ base:# certain?# notes:$* caveats:$* rows:BranchRow* outside:BranchRow* cut:& left_out:#",
	BranchRow: "id:@ method?$id bci:# line?# executions:# share=executions/^base per_entry?# coverage?# entropy:# counts?$ successors:Successor*",
	Successor: "target_bci:# index:# count:# probability=count/^executions trips?#",
	TypeTable: "view:$ unit:$ base:# certain?# notes:$* caveats:$* rows:TypeRow* outside:TypeRow* cut:& left_out:# monomorphic_sites:# bimorphic_sites:# polymorphic_sites:# megamorphic_sites:# unknown_sites:#",
	TypeRow: "id:@ method?$id bci:# line?# executions:# executions_share=executions/^base kind:$ counts?$ saturated:& entropy?# callees?NamedMethod* types:TypeCount*",
	NamedMethod: "id?@ method?$id",
	TypeCount: "type:$ count:# share=count/^executions",
	"Table<MonitorRow>": "view:$ unit:$ base:# certain?# notes:$* caveats:$* rows:MonitorRow* outside:MonitorRow* cut:& left_out:#",
	MonitorRow: "id?# type:$ count:# share=count/^base",
	Units: "base:# notes:$* unit_count:# left_out:LeftOutUnits units:Unit*",
	LeftOutUnits: "units:# inclusive:#",
	Unit: "inclusive?# share=inclusive/^base size:# other_kinds?# instances:Instance*",
	Instance: "parent?# depth:# bci?# line?# id?@ method?$id entries?# most?# least?# kind?# new?& frequency=entries/parent.entries inclusive?# share=inclusive/^inclusive hidden_frames?# pruned?Pruned conditionals?Conditional* receivers?TypesAt* instanceof?TypesAt* calls?LeftCall*",
	Pruned: "sites:# instances:# inclusive?#",
	Conditional: "bci:# line?# executions:# successors:Successor*",
	TypesAt: "bci:# line?# executions:# kind:$ saturated:& types:TypeCount*",
	LeftCall: "bci:# line?# id?@ method?$id calls?# bound?$ outcome:$ reason?$",
};
