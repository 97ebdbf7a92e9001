// Iprof-viz visualizes an iprof, the profile that a GraalVM native image writes if it was built with --pgo-instrument.
//
// Usage:
//
//	iprof-viz [COMMAND] [flags] PROFILE...
//
// PROFILE is a file of any published version of the format, plain or gzipped, or "-" for standard input. Several
// profiles are merged first. The commands:
//
//	info        a summary: findings, contents, hot spots, caveats; also without a COMMAND
//	top         methods, classes, packages or call sites, ranked
//	peek        callers and callees of methods
//	calls       call sites, what they call, and whether it was inlined
//	branches    conditionals and their successors
//	receivers   virtual calls and their receiver types
//	instanceof  type checks and the types they saw
//	monitors    types of locked objects
//	inline      inlining trees, with counts, branches and types
//	list        methods by instruction or source line, with execution counts and everything else recorded there
//	graph       a call graph, or compilation units, as SVG, PNG or DOT; the calls as CSV or JSON
//	flame       a flame graph, as SVG, PNG or a page of all frames
//	report      one self-contained HTML page about a profile
//	serve       the same page for several profiles in the browser, with live reload
//	pprof       a profile for go tool pprof
//	folded      folded stacks, for flamegraph.pl and others
//	speedscope  stacks for speedscope
//	callgrind   self costs, calls and jumps for KCachegrind and callgrind_annotate
//	lcov        the coverage of source lines, for genhtml and others
//	diff        the changes between two profiles or sets of runs
//	variance    the run-to-run variation of a workload
//	merge       the sum of several profiles, as an iprof for native-image
//	strip       a reduced or anonymized iprof
//	check       whether profiles are complete, consistent and match the code
//
// Every command lists its flags with --help; "iprof-viz help flags" describes those that most share. "iprof-viz completion bash" (zsh,
// fish, powershell) prints a completion script for commands, flags and their values.
//
// # Results
//
// The result goes to standard output, or to the file given by -o. Everything else goes to standard error, where -q
// suppresses all but errors; on a terminal, a line says which part of the work runs if it takes more than a second. A file
// is whole or absent: the result is written under a temporary name beside it and renamed at the end; the permissions of an
// old file stay. Devices and pipes are written through. Output is deterministic.
//
// # Metrics
//
// -m chooses what is counted: samples of the sampling profiler, calls (method entries), branches, receivers (virtual calls by the
// type called on), instanceof, monitors (lock acquisitions). Calls are not time, and samples are not seconds. The default is
// samples if the profile has at least 300, otherwise calls; a note says which:
//
//	$ iprof-viz folded -m samples testdata/even-or-odd.iprof
//	hint: 2 samples are few; -m calls has 6 records
//	EvenOrOddLength.main;EvenOrOddLength.printEvenOrOdd;EvenOrOddLength.printEven;EvenOrOddLength.print 1
//	EvenOrOddLength.main;EvenOrOddLength.printEvenOrOdd;EvenOrOddLength.printOdd;EvenOrOddLength.print 1
//
// The contexts of calls, branches and receivers are partial: they begin at a method that was compiled by itself and
// continue with the methods inlined into it, in the instrumented image. Here printOdd was compiled by itself:
//
//	$ iprof-viz folded -m calls testdata/even-or-odd.iprof
//	EvenOrOddLength.main 2
//	EvenOrOddLength.main;EvenOrOddLength.printEvenOrOdd 2
//	EvenOrOddLength.main;EvenOrOddLength.printEvenOrOdd;EvenOrOddLength.printEven 1
//	EvenOrOddLength.main;EvenOrOddLength.printEvenOrOdd;EvenOrOddLength.printEven;EvenOrOddLength.print 1
//	EvenOrOddLength.printOdd 1
//	EvenOrOddLength.printOdd;EvenOrOddLength.print 1
//
// # Which stacks and frames
//
// --view is a standard choice of frames: machine shows everything as recorded, expert leaves out the profiler's own runtime, user
// also folds frames of the VM and of native-image into one, <VM>. app shows only the application: samples in code that it calls are
// charged to the calling frame, stacks without application frames are <outside the application>, and only calls of its methods
// count. Pictures and tables show the expert view by default, pprof, folded,
// speedscope and callgrind the machine view.
//
// The application is what belongs neither to the JDK nor to GraalVM, or what --app REGEXP matches. The environment variable
// IPROF_VIZ_APP sets that once for all commands, as does a line app = "^com\\.example\\." in the file .iprof-viz.toml of the
// current directory or its nearest parent directory that has one. A note names the file. --no-settings ignores such files; files
// that other users may have written are always ignored.
//
// Then come filters with regular expressions, as in pprof: --focus keeps stacks with a matching frame, --ignore drops
// such stacks, --hide takes frames out of stacks, --show-from drops the callers of the outermost matching frame. Notes
// say how much was left out:
//
//	$ iprof-viz folded -m calls --focus Even$ testdata/even-or-odd.iprof
//	iprof-viz: testdata/even-or-odd.iprof: hidden: 6 calls in 4 contexts (no --focus)
//	EvenOrOddLength.main;EvenOrOddLength.printEvenOrOdd;EvenOrOddLength.printEven 1
//	EvenOrOddLength.main;EvenOrOddLength.printEvenOrOdd;EvenOrOddLength.printEven;EvenOrOddLength.print 1
//
// Every REGEXP is matched against the full name, java.lang.Thread.sleep, regardless of --names, or against the signature,
// java.lang.Thread.sleep(long), if it contains \(. So a pasted name works, even with the $ of an inner class. If a REGEXP, --focus
// or --show-from matches no method, that is an error, which suggests similar names; for --ignore and --hide it is a warning.
//
// --names short leaves out packages, --names signature adds parameters; --normalize strips the parts of names that differ from
// build to build: hashes and addresses of lambdas, proxies and hidden classes. At each site, types with the same name then share
// one row, which shows how many there are.
//
// # Tables
//
// top ranks methods by a metric, or classes, packages, roots, call sites and the matches of a regular expression (--by). peek shows
// the callers and callees of methods. Sums cover everything that the view and the filters keep: -n limits only the rows shown, and
// one row stands for the rest. Rows that are not named code, such as <VM> and <unknown method 1666>, come last.
//
//	$ iprof-viz top -q -m calls -n 2 testdata/shop.iprof
//	methods by entries, 2 of 59
//	9,131,875 method entries, view expert, no frames hidden
//	...
//	$ iprof-viz peek -q escape$ testdata/shop.iprof
//	...
//
// Text is for people. It fits the width of the terminal (elsewhere COLUMNS, if exported): packages are shortened to initials
// (c.e.s.Cart.add), then parameters are dropped, counts rounded to three digits, and secondary columns left out; the middle of a
// class name is cut last. Method names are never truncated, and no two methods look the same: overloads keep their parameters.
// --wide prints names in full and all columns. On a terminal a table also fits the height (LINES, if exported): it has as many rows
// as leave its head visible, at least five, or two where several tables share the screen, and its last line says how to see the
// rest; with -n it has that many. The summary of info is one screen that ends with findings and caveats; info --all prints all parts
// and findings. Pipes and files do not depend on the terminal's height. Notes and warnings are below a table. Control characters and invisible characters are escaped. --color says
// when text is colored; NO_COLOR is respected. Markdown is for reviews.
//
// CSV has exact numbers, shares from 0 to 1, and an empty cell for a count that the file lacks, which is not zero. It has no row
// that sums up others: no total, and no rest beyond -n; a message on standard error says how many rows are left out. A name that a
// spreadsheet would take for a formula, starting with = + - @ or ', gets a ' in front; unprintable characters are written as \xHH,
// a backslash as two. JSON has unchanged names, ids, signatures and sampling errors; docs/schema describes it. Both have all rows
// by default, and name methods as --names says, including overloads. In all formats, a class whose own name is in angle brackets,
// such as <Total>, begins with \u003c, so that it is not mistaken for a row of iprof-viz.
//
//	$ iprof-viz top -q -m calls --format csv testdata/even-or-odd.iprof
//	method,entries,root_calls,inlined_calls,contexts,uncounted
//	EvenOrOddLength.main,2,2,0,1,
//	EvenOrOddLength.print,2,0,2,2,
//	EvenOrOddLength.printEvenOrOdd,2,0,2,1,
//	EvenOrOddLength.printEven,1,0,1,1,
//	EvenOrOddLength.printOdd,1,1,0,1,
//
// # Sites
//
// branches ranks the conditionals of a program, receivers its virtual calls and instanceof its type checks. Those that are both hot
// and hard to predict come first: executions × entropy. Ratios are computed from counts summed over all inlining contexts;
// --contexts ranks the contexts separately. Executions per entry of the method are computed from the contexts with both counts;
// coverage is the share of its entries in these contexts, if not all. monitors ranks the types of locked objects; the profile does
// not say where they were locked.
//
//	$ iprof-viz branches -q -n 1 testdata/shop.iprof
//	conditionals by executions × entropy, 1 of 43
//	...
//	$ iprof-viz receivers -q --kind megamorphic testdata/shop.iprof
//	1 of 4 sites of virtual calls: those that are megamorphic, by executions × entropy
//	...
//
// # Calls
//
// calls ranks call sites and the methods that they call, inlined or not: those that stayed calls come first. A profile alone has
// inlined calls and receiver types. With --classpath it has all calls: class files say what an instruction can call, and how often
// it did follows from the counts around it, as in list. A count that is not certain has a bound, ≤ or ≥. What no call accounts for was
// entered from outside: by the VM, threads, reflection, native code, or code without class files.
//
//	$ iprof-viz calls -q testdata/even-or-odd.iprof
//	calls by how many stayed calls
//	...
//
// # Bytecode and source lines
//
// list shows a method with everything recorded in it. Without class files, that is a list of the bytecode indexes with records.
// With --classpath, in the syntax of java -cp, it is the source lines and how often each ran, which follows from the entries of the
// method and the successors of its conditionals. JDK classes are searched for in --jdk, or JAVA_HOME. With --source-path lines have
// their text; --by both shows the instructions of each line, --by bytecode only these.
//
//	$ iprof-viz list -q 'InvoiceWriter\.field$' testdata/shop.iprof
//	...
//
// CSV and JSON say how sure each count is. exact: counted, or determined by other counts. unless_thrown: the count if every call
// and check on the way returned normally; in any case an upper bound. at_least and at_most: a conditional has no record, which does
// not mean that it never ran, so other counts only bound this one; text shows ≥ and ≤. Otherwise the count is unknown, as for
// exception handlers without a conditional. Contexts with different records are solved separately and added up. "3 did not
// return" is the difference to the count of the next instruction, with ≥ if one of the two is a bound. Counts that violate flow
// conservation are shown as contradictions: the class files are not the profile's, or threads raced for a counter. A line has the
// count of its most frequent instruction. --unit counts only what was inlined into matching compilation units.
//
// Most other commands also show source lines with --classpath: @11 :118 is bytecode index 11, in line 118 of the method's source
// file, and with --source-path branches, receivers and instanceof print that line. top --by line has a row for each line of a
// method, folded --lines adds them to frames, and pprof has them for go tool pprof -list. Classes are read when one of their
// methods is shown. Methods without a class file have no lines, and a note says how many there are.
//
//	$ iprof-viz top -q -n 3 --by line --classpath testdata/wordcount.jar testdata/wordcount.iprof
//	lines by self samples, 3 of 15
//	...
//
// lcov writes an LCOV tracefile: entries of methods, executions of lines, outcomes of conditionals. genhtml shows it next to the
// sources. A line has the largest count of its instructions, in all methods, as in list --by line. It covers all methods of the
// application in the class path, with zeros where nothing ran; --only-profiled covers only methods with counts. Lines and methods that
// may have run an unknown number of times are left out: percentages are about the rest.
//
//	$ iprof-viz lcov --classpath testdata/wordcount.jar --source-path testdata/java testdata/wordcount.iprof
//	iprof-viz: testdata/wordcount.iprof: omitted 3 lines: unknown whether they ran, as a call or check before them may have thrown each time
//	TN:
//	SF:testdata/java/words/WordCount.java
//	...
//
// # Inlining trees
//
// inline shows compilation units as trees: a compilation root and the methods inlined into it, each with the entries
// in this inlining context, the calls per entry of its caller (×), its share of the unit's entries including inlined
// callees, the successors of its branches (◆) and the types of its receivers (◇). With a REGEXP it shows the units
// that contain a matching method, and --into reverses the trees: where is this method inlined?
//
// With --classpath, calls that were not inlined are leaves. They left the unit (→), and their
// calls are not part of its sums; --min-share and --depth prune them like methods. A REGEXP and --into together ask whether the
// one was inlined into the other. The answer has the call sites, how many calls stayed calls, and facts about these:
//
//	$ iprof-viz inline -q addLine --into 'main$' --classpath testdata/wordcount.jar testdata/wordcount.iprof
//	...
//
//	$ iprof-viz inline -q --into 'EvenOrOddLength\.print$' testdata/even-or-odd.iprof
//	...
//
// # Flame graphs
//
// A frame is as wide as its total: its self value plus all frames above it. Widths are shares of the whole, regardless of the
// picture's width. With scripts the picture can be zoomed, searched and copied from, and is as wide as its window; without them it
// is a static image that is just as correct. Its root is visible at first: a picture taller than a screen of 800 pixels has it on
// top, unless --flame keeps it at the bottom.
//
//	$ iprof-viz flame -q -o shop.svg testdata/shop.iprof
//	$ iprof-viz flame -q -m calls -o calls.svg testdata/shop.iprof
//
// Colors show the kind of code (--palette kind), the package (--palette package, the default if 80% is of one kind), methods
// compiled by themselves in red and inlined methods in blue (--palette inlining, the default for calls), or only the name
// (--palette name). With --base they show the change since another profile: red for increases, violet for decreases, hatched for
// removed frames. Both are scaled to the same total (calls: normalized for run length, as in diff), and changes that are not
// significant, by the test of diff, stay gray:
//
//	$ iprof-viz flame -q --base testdata/shop-before.folded -o change.svg testdata/shop.iprof
//
// A search matches package.Class.method, regardless of --names, or the signature if it contains \(, and shows the share of the
// stacks that --focus would keep. Frames narrower than --min-width are merged; a click expands those that the file has. -o shop.png
// draws a PNG, --slide a 16:9 picture with only as much as can be read from a distance.
//
// PROFILE and --base may be stacks of other tools, see below.
//
// # A page about everything
//
// report writes everything above into one HTML file, where each method is a link, for tickets and for CI. With --base it compares:
// the changes that diff finds come first, also of totals, flame graphs have the colors of flame --base, and methods the numbers of both profiles.
// --classpath, --source-path and --jdk add the code of the hottest methods, as list shows it, source lines, and the summary of
// check: how well the profile fits the code, and how much of it was entered. --production and --against work as in check and info.
// It opens with application code only, as --view app shows it; switches add JDK and VM code, and with --view machine the
// profiler's.
//
//	$ iprof-viz report -q --base testdata/shop-before.folded -o changes.html testdata/shop.iprof
//	$ iprof-viz report -q --classpath testdata/wordcount.jar --source-path testdata/java -o words.html testdata/wordcount.iprof
//
// # Pages in the browser
//
// serve shows the same page in the browser, for several profiles:
//
//	iprof-viz serve --open before.iprof after.iprof
//
// It prints the address of the page and runs until Ctrl-C. The page has a list of the profiles, and compares two; files that are
// dropped onto it are added, and stay in memory. A process of its own reads each of them: one that takes too much memory or
// processor time fails alone. A file that changes is reloaded, and the page shows its new content at the same place. While a file
// cannot be read, for example while it is being written, the page keeps the old content and says why.
//
// The address has a random token, without which requests are rejected. Scripts and editors get the JSON of commands
// from addresses that begin with it; parameters are the flags of the command:
//
//	ADDRESS/api/profiles                              the profiles, with their ids
//	ADDRESS/api/profiles/1/top?by=class&limit=5       iprof-viz top --by class --limit 5 --format json before.iprof
//	ADDRESS/api/profiles/1/peek?regexp=HashMap.get    also inline, list, and into, which is inline --into
//	ADDRESS/api/profiles/2/diff?base=1                the changes from the first profile to the second
//	ADDRESS/api/events                                the list again after each change, as server-sent events
//
// The others are info, calls, branches, receivers, instanceof, monitors, graph, check, and variance?runs=2,3. A failure is an
// object with the text "error", and perhaps "hint", and a status of 400 (wrong parameters), 404 (no such profile,
// method or record) or 413 (a limit). POST ADDRESS/api/profiles?name=NAME adds the body of the request as a profile,
// DELETE ADDRESS/api/profiles/3 removes it.
//
// # Stacks of other tools
//
// Commands that need only stacks also read other tools' files: info, top, peek, flame, graph, folded, pprof, speedscope,
// callgrind, diff, variance, report and, as production samples, check. Supported are flight recordings of JVMs and native images (JFR), the text of perf script, folded stacks,
// pprof profiles, the text that HotSpot prints with -Xprof, JDK 1.3 to 9, and the call trees of gprofng and er_print (-calltree). The
// format is detected from the content; --from overrides that.
//
//	$ iprof-viz top -n 4 testdata/reindex.xprof
//	methods by self ticks, 4 of 14
//	...
//	self   share       95%  total   share       95%  method
//	 340  100.0%              340  100.0%            <Total>
//	 144   42.4%    37–48%    144   42.4%    37–48%  app.Index.add
//	  70   20.6%    16–26%     70   20.6%    16–26%  app.Index.sort
//	  60   17.6%    13–23%     60   17.6%    13–23%  java.util.HashMap.getNode
//	  20    5.9%  3.8–9.0%     20    5.9%  3.8–9.0%  app.Index.compare
//	  46   13.5%    10–18%                           <10 more methods>
//	...
//
// Values are what the tool counts: ticks, ms, bytes. --sample-type chooses a value type of a pprof profile, the events of a recording or
// of perf script, --column a column of a call tree. Files of different tools are compared by method names only, because most of them
// have no parameters in names; files with the same unit are added up.
//
// A flight recording has several kinds of samples. Those of CPU time (JDK 25) are read or, if there are none, those of execution; others
// are left out with a note. Lines are those of the recording, without class files:
//
//	$ iprof-viz top -n 3 --by line testdata/busy.jfr.gz
//	lines by self samples, 3 of 24
//	...
//	self   share       95%  total   share     95%  line
//	 344  100.0%              344  100.0%          <Total>
//	 155   45.1%    39–51%    155   45.1%  39–51%  busy.Busy.fib:15
//	 104   30.2%    25–36%    104   30.2%  25–36%  busy.Busy.sum:32
//	  70   20.3%    16–25%     70   20.3%  16–25%  jdk.internal.misc.Unsafe.allocateUninitializedArray:1396
//	  15    4.4%  2.6–7.1%                         <21 more lines>
//	...
//
// Other files lack what only iprofs have:
//
//	$ iprof-viz branches testdata/shop-before.folded
//	iprof-viz: branches: testdata/shop-before.folded is folded stacks, which have no conditionals
//
// # Call graphs
//
// graph draws methods (--by class, package) and the calls between them, or with --units compilation units, a box for each root.
// Evidence tells how a call is known: inlined, an exact count; called, calls that were not inlined, by receiver types and, with
// --classpath, class files, whose count may be a bound; unknown, the other entries of a compilation root, from outside; and sampled,
// stacks with the call, which are never added to counts. Frequency is calls per entry of the caller, over the contexts with both
// counts; coverage is the share of the caller's entries in these contexts. If the view hides all callers of an inlined copy, the
// caller is <hidden>: so inlined, called and unknown entries add up to those of a method, within the bounds. A table has all of them:
//
//	$ iprof-viz graph --format csv testdata/even-or-odd.iprof
//	caller,bci,callee,evidence,count,frequency,coverage,bound
//	EvenOrOddLength.main,3,EvenOrOddLength.printEvenOrOdd,inlined,2,1,1,exact
//	EvenOrOddLength.printEvenOrOdd,9,EvenOrOddLength.printEven,inlined,1,0.5,1,exact
//	...
//	EvenOrOddLength.printEvenOrOdd,15,EvenOrOddLength.printOdd,sampled,1,,,
//	...
//	,,EvenOrOddLength.printOdd,unknown,1,,,exact
//
// A box has the method's self share of all entries or samples and its total share (for entries: inclusive); a bar shows both. The
// larger the self share, the hotter the color, on a logarithmic scale over the boxes of the picture, and the larger the name.
// Methods without calls are listed in a table. Large units are indented trees, as inline writes them, with a bar in each row.
//
// In a browser an SVG fills the window. Drag or use the arrow keys to pan, scroll or press + and - to zoom, press 0 to see all;
// hover over a method to see its callers and callees. A click, or Tab and Enter, opens a box of several methods, which are ranked, each
// with its heaviest callers and callees, and a line through methods without a box; Escape closes it. / searches for a regular
// expression as commands do: in package.Class.method, or with an escaped parenthesis in the signature; n and N go from match to match.
// Without scripts, it is a static image.
//
// A picture has the hottest methods by self samples or entries, each with its heaviest callers up to the root, the heaviest calls
// between these, and other callers with a tenth of a method's calls or 5% of all; a box says how many callers have no line if these make
// a tenth of its calls. Methods that call each other are one box. A method that is not hot, and has one caller and one callee in the
// picture, is no box but part of a dashed line: its label has the first of these methods, and how many more; its tooltip all. --nodes
// limits the boxes, --node-fraction is the minimum self share, and the legend says how much is left out. --edges all draws all calls between the heaviest methods instead. --focus shows
// matching methods, --callers and --callees the number of steps around them.
//
// --base draws the calls of two profiles together. Red marks increases and violet decreases, in shares normalized for run length;
// small changes and changes that are not significant stay gray, as in diff. New nodes have a bold outline, removed nodes a dashed
// one; conditionals are left to diff. A picture has the largest changes first and says how much is left out. It does not
// distinguish call sites, because bytecode indexes change with the code; the table does. It has more columns: the base's count,
// frequency and coverage, the change (same, more, fewer, new, gone; empty if a count is missing), the factor, and both shares with
// their difference. A call that is in only one profile has no count in the other.
//
//	$ iprof-viz graph --format csv --base testdata/even-or-odd.iprof testdata/even-or-odd.iprof
//	caller,bci,callee,evidence,count,frequency,coverage,base_count,base_frequency,base_coverage,change,factor,base_share,share,difference,at_least,base_at_least
//	EvenOrOddLength.main,3,EvenOrOddLength.printEvenOrOdd,inlined,2,1,1,2,1,1,same,1,0.25,0.25,0,,
//	...
//
// Graphs in SVG and PNG are laid out by a program with the command line of Graphviz's dot: the one given by --dot or GRAPHVIZ_DOT,
// otherwise iprof-viz-dot beside iprof-viz or on PATH, dot on PATH, or, in a checkout, go run of cmd/iprof-viz-dot. It is killed
// after the processor time of --layout-timeout, or ten times that by the clock; the graph is then kept, in DOT. DOT itself needs no
// engine. The checkout has to be the user's own: go run is not used where others may write to it.
//
// # pprof
//
// pprof writes a profile that go tool pprof, Pyroscope, speedscope and others read. -m all writes several metrics, for
// pprof's -sample_index. --period 10ms sets the sampling period and adds cpu/nanoseconds.
//
//	$ iprof-viz pprof -q -m all -o shop.pb.gz testdata/shop.iprof
//	$ go tool pprof -top -sample_index=calls -nodecount=3 shop.pb.gz
//	...
//	      flat  flat%   sum%        cum   cum%
//	...
//
// An iprof has no line numbers. The low 16 bits of an address are the bytecode index, the others the method's id, so that
// pprof's -addresses distinguishes call sites. Outcomes of conditionals and receiver types are labels:
//
//	$ go tool pprof -top -sample_index=branches -tagroot=branch -nodecount=3 shop.pb.gz
//	...
//
// # KCachegrind and speedscope
//
// callgrind writes a profile for KCachegrind and callgrind_annotate, whose self and inclusive costs are those of top: a stack with
// recursion counts once. The number of a call is that of the entries counted there, inlined or not; with -m branches, conditionals
// are jumps to each successor. --classpath adds lines.
//
//	$ iprof-viz callgrind -q -m calls --classpath testdata/wordcount.jar -o callgrind.out.words testdata/wordcount.iprof
//	$ grep -A 2 'cfn=.*isLetter' callgrind.out.words
//	cfn=(6) words.WordCount.isLetter
//	calls=670000 37
//	22 670000
//
// speedscope writes stacks for https://www.speedscope.app, one profile per metric with -m all:
//
//	$ iprof-viz speedscope -q -m samples testdata/even-or-odd.iprof
//	{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"iprof-viz","activeProfileIndex":0,
//	...
//	{"type":"sampled","name":"samples","unit":"none","startValue":0,"endValue":2,"samples":[
//	[0,1,2,3],
//	[0,1,4,3]
//	],"weights":[
//	1,
//	1
//	]}
//	]}
//
// # Checking a profile
//
// check writes a line for each problem and caveat: FILE: SEVERITY: PLACE: TEXT [KIND]. Errors give the
// exit status 1, with --strict also warnings; --format json is for scripts:
//
//	$ iprof-viz check testdata/shop.iprof
//	testdata/shop.iprof: note: 1 inlined call count has a caller without a count: calls per invocation are unknown there [missing-caller]
//	...
//
// --against compares with the methods of a program, as native-image-inspect prints them or one per line. native-image cannot use
// counts of methods that no longer exist; check reports how many counts that concerns, and the likely new names of the methods.
// --salvage writes the complete records of a truncated file.
//
// --classpath compares with the classes of the program, method by method and place by place: a recorded conditional where the code
// has no branch shows that the method has changed. The share of the counts in methods that fit must be at least --fail-under. It
// also shows the coverage: how many methods ran, and the largest methods without entries.
//
//	iprof-viz check --classpath 'app.jar:lib/*' --fail-under 95% app.iprof
//
// The verdict says how good a profile is: whether samples are enough, how much of the counts contradict each other, coverage, fit
// and production, each by a threshold if one is given. An unknown value does not pass:
//
//	$ iprof-viz check -q --fail-over-margin 40% --fail-over-gap 1% testdata/shop.iprof
//	...
//	verdict: pass
//	...
//
// --production compares with production samples: how many are in methods that ran in training, and which hot methods did not.
//
//	$ iprof-viz check -q --production testdata/shop-before.folded --fail-under-production 80% testdata/shop.iprof
//	...
//	production: 97.7% of 1,589 judged counts in methods with entries, 0.9% that ran without a count, 0.0% without entries, 1.4% not in the profile
//	...
//
// Native methods have no entries, whatever ran: --classpath and --jdk tell which they are. They are not judged, nor are classes that the
// profile does not list, and code of native-image.
//
// # Several profiles
//
// merge adds profiles up, and reports where the counts came from. As in native-image, methods match if class, name and signature
// are equal. The result is an iprof, which does not depend on the order of the profiles or on their ids. A weight multiplies the
// counts of a profile, a directory stands for the profiles in it. These two are of different versions of the code:
//
//	$ iprof-viz merge -o all.iprof testdata/tally.iprof testdata/tally-after.iprof:2
//	iprof-viz: warning: testdata/tally.iprof and testdata/tally-after.iprof: in 1 of 3 methods of the same signature with conditionals, tally.Tally.addText, these are at other bytecode indexes or lead to others: the code or the compiler differs, so bytecode positions there do not match
//	iprof-viz: testdata/tally.iprof: 78 records in 27 contexts, 14 of them only in this profile
//	iprof-viz: testdata/tally-after.iprof: 76 records in 20 contexts, 7 of them only in this profile; weight 2
//	iprof-viz: 2 profiles, 34 contexts: 13 in all, 21 in only one
//
// Weights may be fractions, and --equal-weight makes all runs equally long first, so that each counts the same. Sums are rounded to the
// nearest integer, but a count above 0 does not become 0.
//
// Every other command also adds up the profiles it is given. Here is a profile twice:
//
//	$ iprof-viz folded -q -m samples testdata/even-or-odd.iprof testdata/even-or-odd.iprof
//	EvenOrOddLength.main;EvenOrOddLength.printEvenOrOdd;EvenOrOddLength.printEven;EvenOrOddLength.print 2
//	EvenOrOddLength.main;EvenOrOddLength.printEvenOrOdd;EvenOrOddLength.printOdd;EvenOrOddLength.print 2
//
// # Changes
//
// diff pairs the methods of two profiles by class, name and signature, and the others by names without build-dependent hashes, if
// that is unambiguous. Runs are normalized for run length. A share of samples has changed if the difference is statistically
// significant, by Fisher's exact test, corrected for the number of methods: otherwise fifty of a thousand methods would seem to
// change. Counts of instrumented code are not random samples: they have changed if they differ by --threshold, and by more than
// independent events would. Here a method is called half as often:
//
//	$ sed 's/"205:0<233:52", "records": \[64000\]/"205:0<233:52", "records": [32000]/' testdata/shop.iprof > after.iprof
//	$ iprof-viz diff --section calls testdata/shop.iprof after.iprof
//	1 difference
//	...
//	share       old     new     ×  old %  new %*  points  method
//	smaller  64,000  32,000  ×0.5   0.7%    0.4%   −0.35  com.example.shop.Order.add
//	...
//
// Shares are relative to the run with more samples, or entries, after normalization for run length: none is above 100%, and
// swapping the profiles reverses the changes. --exact shows every difference, for deterministic programs. --fail-over 5% exits with
// status 1 if a method gained or lost more than 5% of all self samples, or entries, of that run; --fail-under-overlap 90% if less than
// 90% of the samples, calls or outcomes of branches are in common, see below. Markdown fits into a comment on a
// pull request: a table that is too long is truncated, and says so. In CSV, the first column is the section.
//
// --sort total compares samples with callees, once per stack, rather than self samples: a method whose callees changed is there,
// too. --by class and --by package compare the sums of methods, --by line the lines of methods, with --classpath and, if the old
// program had other classes, --old-classpath: lines are paired by their distance from the method's first line. A note says how large a change of samples has to be: the rise of a
// share that is found in 80% of cases, by the power of the two-proportion z-test with this number of samples and of tests.
//
// The significance test is exact, so it holds for small counts and for runs of any lengths: the false discovery rate is at most 5%
// for the changes in a table, or for the colors of flame --base (Benjamini-Hochberg procedure). The table below is about pairs of
// runs drawn from real profiles, which differ only by chance. It shows how many of them have a change all the same: in all of diff,
// by its sections, in the colors of a flame graph, and above --fail-over 1%. The last column is how many changes of a hot method's
// share by 30% are found, if the shorter run has 600 of its samples or calls, or 1,200 if both runs are equally long. It takes that
// many counts: with fewer, such a change may not be significant.
//
//	lengths  pairs  diff  samples  calls  branches  types  inlining  flame  fail-over  found
//	    1:1     81     2        0      1         0      0         1      2          0  48 of 48
//	    1:3     81     1        0      1         0      0         0      1          0  43 of 43
//	   1:10     81     1        0      1         0      0         0      1          0  40 of 40
//	   1:30     81     1        1      0         0      0         0      0          1  40 of 40
//	  1:100     81     2        0      0         0      0         2      2          0  40 of 40
//
// Two runs of one program differ more than random counts would: threads are scheduled differently, caches fill in another order.
// With one run on each side, diff cannot know how much, and says so. With several runs in --old and --new, it measures how much the
// runs of each side differ, method by method, and a change has to exceed that. ± is the relative standard deviation between runs of
// one side:
//
//	$ sed 's/"205:0<233:52", "records": \[64000\]/"205:0<233:52", "records": [61000]/' testdata/shop.iprof > again.iprof
//	$ iprof-viz diff --section calls --old testdata/shop.iprof --old again.iprof --new after.iprof
//	1 difference
//	...
//	2 old runs and 1 new run: changes also exceed the variation within each side (moderated t-test)
//
// The logarithms of the normalized counts are compared by a t-test, in which the variance of each method is moderated by the
// variance of all methods (the empirical Bayes method of G. K. Smyth, 2004). It is never lower than the variance of the method's
// own runs or of random counts. The same holds for branches, types and inlined copies. Two runs on each side are the minimum that
// helps; a directory stands for the profiles in it. In 30 comparisons of equal programs, with three runs on each side and 10% of
// variation, all have a change if the sums are compared like single runs, and only one if the runs are compared.
//
// variance shows how much runs of one workload differ, as one number and by contexts and conditionals. If the overlap is low, merge
// the profiles or measure for longer rather than use one of them:
//
//	$ iprof-viz variance -n 1 testdata/shop.iprof after.iprof
//	overlap of 2 runs: entries by context 99.7%, by method 99.7%, branches 100.0%
//	...
//
// --fail-under-overlap exits with status 1 if the overlap by method, or that of branches, is lower than a limit.
//
// # Sharing a profile
//
// strip writes an iprof with no more than native-image needs (--unused), or without packages (--keep, --drop, --profiler). The rest
// stays exactly as recorded; removed counts are unknown, not zero.
//
// With --anonymize a profile can go into a bug report: the names of the application's packages, classes and methods are replaced.
// The key file, which is created if it does not exist, restores the names, and gives the same pseudonyms to other profiles. It has
// a checksum and is written atomically:
//
//	$ iprof-viz strip -q --anonymize private.key -o report.iprof testdata/fib.iprof
//	$ iprof-viz folded -q -m calls --names short report.iprof
//	...
//	$ iprof-viz strip -q --reveal private.key -o fib.iprof report.iprof
//	$ iprof-viz folded -q -m calls --names short fib.iprof
//	...
//
// # Exit status
//
//	0    success
//	1    a check failed: check found errors, diff a change above --fail-over or an overlap below --fail-under-overlap, nothing left to show, or no method matches
//	2    wrong usage
//	3    bad input: missing, unreadable, empty, in an unknown format, or without the records that the command is about
//	4    the output could not be written, or serve cannot listen at its address
//	5    a limit was exceeded (--max-input, memory, frames of stacks, nodes of a picture, overflowing counts), or the layout engine failed
//	6    a bug in iprof-viz
//	129  SIGHUP
//	130  SIGINT
//	143  SIGTERM
//
// serve is ended by a signal: its status is then 0. With --view app, rankings and inlining trees may be empty: that nothing is
// application code is an answer, with status 0.
//
// On Linux, the program may use three quarters of the memory available to it or to its control group; GOMEMLIMIT=8GiB in the
// environment sets another limit, on any system.
//
// If the reader of standard output goes away, the program ends silently by SIGPIPE, as others do. No files are left behind after a
// signal.
//
// Errors name the file and the place in it, and a hint follows if one remedy is likely:
//
//	$ iprof-viz info --from iprof testdata/shop-before.folded
//	iprof-viz: testdata/shop-before.folded: not an iprof: expected '{', found "com.oracle.svm.core.code.IsolateEnterStu"…
//	hint: it looks like folded stacks, which info, top, flame and others accept
package main
