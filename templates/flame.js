// The viewer of a flame graph. It finds its graph by its own position in the document and reads the frames from the metadata
// element. Names only ever become text. It replaces the boxes of the file by equal ones of its own, of the rows in sight.
//
// A file has columns of frames in preorder, siblings in the order of the picture, see flamedata.go. A negative name is a rest: minus
// the number of frames that the file does not have. The viewer puts callees that are too narrow to draw into a rest, too. Such a
// rest is a frame with these callees below it; it opens when there is room, or when it is clicked.
(() => {
	"use strict";
	const svg = document.currentScript.ownerSVGElement;
	const graph = svg.querySelector(".graph"), head = svg.querySelector(".head");
	const data = JSON.parse(svg.querySelector("metadata").textContent);
	const {unit} = data;
	const margin = 10, rowHeight = 17, boxHeight = 16, pad = 3, leastLabel = 11, lineHeight = 17;
	// Rests that are narrower are not drawn.
	const leastRest = Math.min(data.minWidth, 1);
	const xhtml = "http://www.w3.org/1999/xhtml";
	// Alone in its document, the graph uses the whole window, the whole keyboard and the whole address.
	const alone = document.documentElement === svg;
	const fluid = alone && !data.fixed;

	// The file.

	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	const digitAt = new Uint8Array(128);
	for (let i = 0; i < 64; i++) digitAt[digits.charCodeAt(i)] = i;
	// Digits of five bits, the lowest first; the sixth bit says that more follow.
	function numbers(code) {
		const all = [];
		for (let i = 0; i < code.length;) {
			let n = 0, unit = 1, d;
			do {
				d = digitAt[code.charCodeAt(i++)];
				n += (d & 31) * unit;
				unit *= 32;
			} while (d & 32);
			all.push(n);
		}
		return all;
	}
	// A digit says how many characters are those of the line before.
	function texts(coded) {
		let before = "";
		return coded.split("\n").map((s) => before = before.slice(0, digitAt[s.charCodeAt(0)]) + s.slice(1));
	}
	const names = texts(data.names);
	// What patterns match: package.Class.method, or with parameters.
	const prefixes = data.prefixes && texts(data.prefixes), prefix = data.prefixes && numbers(data.prefix), keep = data.keep && numbers(data.keep);
	const params = data.params && texts(data.params), param = data.params && numbers(data.param);
	const plain = (n) => !prefixes || !keep[n] ? names[n] : prefixes[prefix[n]] + names[n].slice(0, keep[n] - 1);
	const places = data.places && texts(data.places); // where methods begin: Parser.java:118
	const signature = (n) => plain(n) + (params ? params[param[n]] : "");

	const compared = data.scale !== undefined;
	function readFile() {
		const code = numbers(data.frames), kinds = data.kinds && numbers(data.kinds);
		const file = {depth: [], name: [], total: [], kind: [], weight: data.weight || [], counted: []};
		for (let i = 0, depth = -1; i < code.length;) {
			depth += 1 - code[i++];
			const name = code[i++], n = name % 2 ? -(name - 1) / 2 : name / 2, total = code[i++];
			file.depth.push(depth);
			file.name.push(n);
			file.total.push(total);
			file.kind.push(!kinds ? data.classes[code[i++]] : !n && !depth ? "t" : n < 0 ? "r" : data.classes[kinds[n]]);
			if (compared) file.counted.push(code[i++]);
			else file.weight.push(total);
		}
		return file;
	}
	const file = readFile();

	// Merges chains of one frame that calls itself, and what these call.
	function mergeRecursion(of) {
		const root = {name: 0, total: of.total[0], weight: of.weight[0], kind: of.kind[0], callees: new Map()}, path = [root];
		let merged = false;
		for (let i = 1; i < of.name.length; i++) {
			const name = of.name[i], caller = path[of.depth[i] - 1];
			const key = name < 0 ? -1 : name;
			let node = caller;
			if (key < 0 || key !== caller.name) {
				node = caller.callees.get(key);
				if (!node) caller.callees.set(key, node = {name: key < 0 ? 0 : name, total: 0, weight: 0, kind: of.kind[i], callees: new Map()});
				if (key < 0) node.name += name;
				node.total += of.total[i];
				node.weight += of.weight[i];
			} else merged = true;
			// By inlining: c is a root, i is inlined, b is both.
			if (/^[ci]\d$/.test(node.kind) && node.kind !== of.kind[i]) node.kind = "b" + node.kind[1];
			path[of.depth[i]] = node;
		}
		if (!merged) return null;
		const to = {depth: [], name: [], total: [], kind: [], weight: [], counted: []};
		const order = (a, b) => (a.name < 0) - (b.name < 0) || (data.byName ? 0 : b.weight - a.weight) || a.name - b.name;
		for (const todo = [[root, 0]]; todo.length;) {
			const [node, depth] = todo.pop();
			to.depth.push(depth);
			for (const column of ["name", "total", "kind", "weight"]) to[column].push(node[column]);
			for (const callee of [...node.callees.values()].sort(order).reverse()) todo.push([callee, depth + 1]);
		}
		return to;
	}

	// The frames: columns, in preorder. A rest with frames below it is at their depth, and their parent is its parent.

	let count, depth, name, total, kind, weight, counted, base, parent, end, left, self, widest, merged = false;
	const whole = data.whole || file.total[0];

	function build(from) {
		const n = from.name.length, endOf = new Int32Array(n).fill(n), size = new Float64Array(n), alone = Float64Array.from(from.total);
		for (let i = 0, path = []; i < n; i++) {
			while (path.length > from.depth[i]) endOf[path.pop()] = i;
			if (path.length) alone[path[path.length - 1]] -= from.total[i];
			path.push(i);
		}
		for (let i = n - 1; i >= 0; i--) {
			size[i] += from.name[i] < 0 ? -from.name[i] : 1;
			for (let c = i + 1; c < endOf[i]; c = endOf[c]) size[i] += size[c];
		}
		count = 0;
		depth = [], name = [], total = [], kind = [], weight = [], counted = [], parent = [], end = [], left = [], self = [], widest = [];
		const add = (fields, at, from, d) => {
			[name[count], total[count], kind[count], weight[count], counted[count]] = fields;
			parent[count] = at;
			left[count] = from;
			depth[count] = d;
			self[count] = widest[count] = 0;
			return count++;
		};
		const fields = (i) => [from.name[i], from.total[i], from.kind[i], from.weight[i], from.counted[i]];
		const scale = data.width / (from.weight[0] || 1);
		const narrow = (i) => from.name[i] < 0 || from.weight[i] * scale < data.minWidth;
		// A step adds a frame, or if that is negative ends one.
		const todo = [[0, -1, 0, 0, false]];
		while (todo.length) {
			const [i, at, x, d, inRest] = todo.pop();
			if (i < 0) {
				end[~i] = count;
				continue;
			}
			if (Array.isArray(i)) {
				const sum = i.reduce((s, c) => fields(c).map((v, k) => k === 2 ? "r" : k === 0 ? s[0] - size[c] : s[k] + v), [0, 0, "r", 0, 0]);
				const rest = add(sum, at, x, d);
				todo.push([~rest]);
				if (i.length === 1 && from.name[i[0]] < 0) continue;
				let to = x;
				const steps = [];
				for (const c of i) {
					steps.push([c, at, to, d, true]);
					to += from.weight[c];
					if (from.name[c] >= 0) widest[rest] = Math.max(widest[rest], from.weight[c]);
				}
				todo.push(...steps.reverse());
				continue;
			}
			const me = add(fields(i), at, x, d);
			self[me] = alone[i];
			todo.push([~me]);
			const steps = [], rest = [];
			let to = x;
			for (let c = i + 1; c < endOf[i]; c = endOf[c]) {
				if (!inRest && narrow(c)) {
					rest.push(c);
					continue;
				}
				steps.push([c, me, to, d + 1, inRest]);
				to += from.weight[c];
			}
			if (rest.length) steps.push([rest, me, to, d + 1, false]);
			for (let k = steps.length - 1; k >= 0; k--) todo.push(steps[k]);
		}
		base = compared && counted.map((c) => c * data.scale);
	}
	build(file);

	let zoom = 0, icicle = data.icicle, current = 0, pointed = 0;
	let pattern = "", matches = [], matched = new Uint8Array(count);
	let width = data.width, top = data.top, rows = 1;
	const all = () => width + 2 * margin, tall = () => top + rows * rowHeight + margin;
	const scale = () => width / (weight[zoom] || 1);
	const contains = (a, i) => a <= i && i < end[a];
	const isRest = (i) => name[i] < 0, hasFrames = (i) => end[i] > i + 1;
	const isOpen = (r) => hasFrames(r) && (contains(r, zoom) || widest[r] * scale() >= data.minWidth);

	// The drawn frames by depth, from left to right, and their edges in pixels.
	let shown = [];
	let lefts = new Float64Array(count), widths = new Float64Array(count);
	function layOut() {
		shown = [];
		widths = new Float64Array(count);
		lefts = new Float64Array(count);
		const unit = scale();
		for (let i = 0; i < count;) {
			if (contains(i, zoom)) {
				if (isRest(i)) {
					i++;
					continue;
				}
				widths[i] = width;
			} else if (!contains(zoom, i)) {
				i = end[i];
				continue;
			} else {
				lefts[i] = (left[i] - left[zoom]) * unit;
				widths[i] = weight[i] * unit;
				if (isRest(i) && isOpen(i)) {
					widths[i] = 0;
					i++;
					continue;
				}
				if (widths[i] < (isRest(i) ? leastRest : 0.01)) {
					widths[i] = 0;
					i = end[i];
					continue;
				}
			}
			(shown[depth[i]] ||= []).push(i);
			i = isRest(i) ? end[i] : i + 1;
		}
	}
	const rowOf = (d) => icicle ? d : rows - 1 - d;
	const topOf = (i) => top + rowOf(depth[i]) * rowHeight;

	// Text.

	const thousands = (n) => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");
	const fixed = (x, digits) => (Math.round(x * 10 ** digits) / 10 ** digits).toFixed(digits);
	function percent(part, all) {
		if (!all || !part) return "0%";
		const p = part / all * 100;
		if (p < 0.005) return "<0.01%";
		if (p < 9.995) return fixed(p, 2) + "%";
		if (p < 99.95) return fixed(p, 1) + "%";
		return p < 100 ? ">99.9%" : fixed(p, 0) + "%";
	}
	function points(difference, all) {
		const p = all ? difference / all * 100 : 0;
		if (Math.abs(p) < 0.005) return "±0 points";
		return (p < 0 ? "−" : "+") + fixed(Math.abs(p), 2) + " points";
	}
	const frames = (n) => n === 1 ? "1 frame" : thousands(n) + " frames";
	const full = (i) => name[i] < 0 ? frames(-name[i]) + " too narrow to draw" : names[name[i]];

	// The lines about a frame, its name first.
	function describe(i) {
		const lines = [full(i), ...places && places[name[i]] ? [places[name[i]]] : [], `${thousands(total[i])} ${unit}, ${percent(total[i], whole)} of all`];
		const inZoom = zoom && i !== zoom && contains(zoom, i);
		if (inZoom) lines.push(`${percent(total[i], total[zoom])} of the zoomed frame`);
		if (base) {
			let line = `base: ${thousands(counted[i])}, ${percent(base[i], whole)}; ${points(total[i] - base[i], whole)}`;
			if (i && name[i] >= 0 && !total[i]) line += "; gone";
			if (i && name[i] >= 0 && !base[i]) line += "; new";
			lines.push(line);
			if (i) lines.push(`${percent(total[i], total[parent[i]])} of its parent, base: ${percent(counted[i], counted[parent[i]])}`);
			return lines;
		}
		if (i) lines.push(`${percent(total[i], total[parent[i]])} of its parent`);
		if (name[i] >= 0) lines.push(`${data.self || "self"} ${thousands(self[i])}`);
		return lines;
	}

	const canvas = document.createElementNS(xhtml, "canvas").getContext("2d");
	const style = getComputedStyle(graph);
	const fontOf = (size, weight) => `${weight || ""} ${size}px ${style.fontFamily}`;
	const advances = new Map();
	// The width of text: that of its characters, as measuring whole texts takes long.
	function measure(s, font = labelFont) {
		let of = advances.get(font), sum = 0;
		if (!of) advances.set(font, of = new Map());
		for (const c of /[^ -~…]/.test(s) ? [s] : s) {
			let w = of.get(c);
			if (w === undefined) {
				canvas.font = font;
				of.set(c, w = canvas.measureText(c).width);
			}
			sum += w;
		}
		return sum;
	}
	const labelFont = fontOf(11), textFont = fontOf(12), titleFont = fontOf(17, "bold");
	const segmenter = Intl.Segmenter && new Intl.Segmenter(undefined, {granularity: "grapheme"});
	const characters = (s) => segmenter && /[^ -~]/.test(s) ? Array.from(segmenter.segment(s), (c) => c.segment) : Array.from(s);

	function cut(s, room, font) {
		if (measure(s, font) <= room) return s;
		const all = characters(s.slice(0, 2 * room));
		let low = 0, high = all.length;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if (measure(all.slice(0, middle).join("") + "…", font) <= room) low = middle;
			else high = middle - 1;
		}
		return low < 3 ? "" : all.slice(0, low).join("") + "…";
	}
	// The first and the last characters.
	function cutInside(s, room) {
		if (measure(s) <= room) return s;
		const all = characters(s);
		const form = (n) => all.slice(0, n + 1 >> 1).join("") + "…" + all.slice(all.length - (n >> 1)).join("");
		let low = 0, high = Math.min(all.length - 1, Math.ceil(room));
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if (measure(form(middle)) <= room) low = middle;
			else high = middle - 1;
		}
		return low < 3 ? "" : form(low);
	}

	const isPackage = /^[a-z_\u0080-\uffff][\w\u0080-\uffff-]*$/;

	// The most useful form of a name that fits. It drops the parameters, then shortens the packages to their first letters, from
	// the outermost on, then drops them, then the class, then cuts the middle of the method. Of a placeholder such as <unknown
	// method 1666> it keeps the last word.
	function shorten(s, room) {
		if (measure(s) <= room) return s;
		if (s.startsWith("<") && s.endsWith(">")) {
			for (let space; (space = s.indexOf(" ", 1)) > 0;) {
				s = "<" + s.slice(space + 1);
				if (measure(s) <= room) return s;
			}
		}
		const packages = [];
		let rest = s;
		for (let dot; (dot = rest.indexOf(".")) > 0 && rest.indexOf(".", dot + 1) > 0 && isPackage.test(rest.slice(0, dot)); rest = rest.slice(dot + 1)) {
			packages.push(rest.slice(0, dot + 1));
		}
		if (rest.indexOf("(") > 0 && /\)($|:| #\d)/.test(rest)) rest = rest.slice(0, rest.indexOf("("));
		if (measure(rest) > room) return cutName(rest, room);
		const form = (k) => packages.map((p, i) => i < k ? String.fromCodePoint(p.codePointAt(0)) + "." : p).join("") + rest;
		let low = 0, high = packages.length + 1;
		while (low < high) {
			const k = (low + high) >> 1;
			if (measure(form(k)) <= room) high = k;
			else low = k + 1;
		}
		return low > packages.length ? rest : form(low);
	}

	function cutName(s, room) {
		const of = /([^.]+)_constructor_[0-9a-f]{16,}$/.exec(s); // by native-image: the class is worth more than the hash
		if (of) return measure(of[1] + "_constructor") <= room ? of[1] + "_constructor" : cutInside(of[1], room);
		const dot = s.lastIndexOf(".");
		if (/^<\d+>$/.test(s)) return ""; // part of a number is another number
		if (dot <= 0) return cutInside(s, room);
		const method = s.slice(dot), some = cut(s.slice(0, dot), room - measure(method));
		return some.length > 4 ? some + method : cutInside(method.slice(1), room);
	}

	function label(i) {
		const room = widths[i] - 2 * pad;
		if (room < leastLabel) return "";
		if (isRest(i)) return cut(`… ${frames(-name[i])}, ${percent(weight[i], weight[0])}`, room);
		if (!i) return cut(`all: ${thousands(total[0])} ${unit}`, room);
		const mark = !base ? "" : !total[i] ? "− " : !base[i] ? "+ " : "";
		const s = shorten(names[name[i]], room - measure(mark));
		return s && mark + s;
	}

	// Drawing.

	function element(tag, attributes, inside) {
		const e = document.createElementNS(svg.namespaceURI, tag);
		for (const a in attributes) e.setAttribute(a, attributes[a]);
		if (inside) inside.appendChild(e);
		return e;
	}
	const number = (x) => String(Math.round(x * 100) / 100).replace(/^0\./, ".");
	// Boxes are pieces of thick lines, with lengths in tenths of pixels. Above them are transparent elements: one that takes the
	// events, and one for each labelled frame, which can have the focus.
	const lines = element("g"), labels = element("g"), surface = element("rect"), items = element("g", {role: "none"});
	const cursor = element("rect", {class: "cursor", height: boxHeight, visibility: "hidden"});
	graph.replaceChildren(lines, labels, surface, items, cursor);
	const boxes = new Map();
	let painted = [0, -1];

	function draw() {
		hide();
		layOut();
		if (shown.length !== rows) {
			const before = rows;
			rows = Math.max(shown.length, rowsOfAll);
			if (rows !== before) size();
		}
		paint(true);
		if (!place(current)) current = isRest(zoom) ? parent[zoom] : zoom;
		select(current, false);
		tools.reset.disabled = !zoom && !pattern;
	}
	const place = (i) => widths[i] > 0;

	// Draws the rows in sight, and some more. A scrolled picture is drawn again when it leaves these.
	function paint(always) {
		const sight = inSight(), high = sight.bottom - sight.top;
		const rowAt = (y) => Math.floor((y - top) / rowHeight);
		const need = printing ? [0, rows - 1] : [Math.max(0, rowAt(sight.top)), Math.min(rows - 1, rowAt(sight.bottom))];
		if (!always && need[0] >= painted[0] && need[1] <= painted[1]) return;
		painted = printing ? need : [Math.max(0, rowAt(sight.top - high / 2)), Math.min(rows - 1, rowAt(sight.bottom + high / 2))];
		const active = document.activeElement?.frame, hadFocus = active !== undefined && items.contains(document.activeElement);
		boxes.clear();
		const paths = {}, texts = [], rects = [];
		let outlines = "";
		for (let row = painted[0]; row <= painted[1]; row++) {
			const d = icicle ? row : rows - 1 - row, y = row * rowHeight;
			for (const i of shown[d] || []) {
				const w = widths[i], x0 = Math.round(lefts[i] * 10), x1 = Math.round((lefts[i] + (w < 3 ? w : w - 0.5)) * 10);
				if (x1 <= x0) continue;
				const key = (matched[i] ? "match" : kind[i]) + (i < zoom && contains(i, zoom) ? " above" : "");
				const path = paths[key] ||= {d: "", x: 0, y: 0}, cy = y * 10 + 80;
				path.d += `${path.d ? "m" : "M"}${x0 - path.x} ${cy - path.y}h${x1 - x0}`;
				path.x = x1;
				path.y = cy;
				if (kind[i] === "w" && w >= 3) outlines += `M${x0 + 5} ${cy - 75}h${x1 - x0 - 10}v150h${x0 - x1 + 10}z`;
				if (w < leastLabel + 2 * pad) continue;
				rects.push(item(i));
				const s = label(i);
				if (!s) continue;
				const text = element("text", {x: number(x0 / 10 + pad), y: y + 12, "aria-hidden": true});
				if (matched[i]) text.setAttribute("class", "on");
				text.textContent = s;
				texts.push(text);
			}
		}
		// Matches come last, on top.
		const keys = Object.keys(paths).sort((a, b) => a.startsWith("match") - b.startsWith("match"));
		lines.setAttribute("transform", `translate(${margin} ${top}) scale(.1)`);
		lines.replaceChildren(...keys.map((key) => element("path", {class: key, d: paths[key].d})));
		if (outlines) element("path", {class: "new", d: outlines}, lines);
		for (const g of [labels, items]) g.setAttribute("transform", `translate(${margin} ${top})`);
		labels.replaceChildren(...texts);
		items.replaceChildren(...rects);
		for (const [a, v] of Object.entries({x: margin, y: top, width, height: rows * rowHeight})) surface.setAttribute(a, v);
		if (hadFocus && place(active)) itemOf(active).focus({preventScroll: true});
	}
	function item(i) {
		const box = element("rect", {
			x: number(lefts[i]), y: rowOf(depth[i]) * rowHeight, width: number(Math.max(1, widths[i] - 0.5)), height: boxHeight,
			role: "treeitem", "aria-level": depth[i] + 1, "aria-label": describe(i).join(", "), tabindex: i === current ? 0 : -1,
		});
		box.frame = i;
		boxes.set(i, box);
		return box;
	}
	const itemOf = (i) => boxes.get(i) || items.appendChild(item(i));

	// Makes a frame the current one, which keys and buttons act on.
	function select(i, focus) {
		boxes.get(current)?.setAttribute("tabindex", -1);
		current = i;
		for (const [a, v] of [["x", margin + lefts[i]], ["y", topOf(i)], ["width", Math.max(widths[i], 2)]]) cursor.setAttribute(a, number(v));
		if (!focus) return boxes.get(i)?.setAttribute("tabindex", 0);
		pointed = i;
		const box = itemOf(i);
		box.setAttribute("tabindex", 0);
		box.focus({preventScroll: true});
	}

	function zoomTo(i, focus) {
		if (isRest(i) && !hasFrames(i)) {
			const text = `${frames(-name[i])}, ${percent(weight[i], weight[0])}: not in this file; drawn with --min-width 0 it has them`;
			if (place(i)) current = i;
			return say(text);
		}
		zoom = i;
		current = pointed = isRest(i) ? parent[i] : i;
		draw();
		if (focus) select(current, true);
		report();
		remember(true);
	}

	// Brings a frame into view, and zooms if it is too narrow.
	function reveal(i, focus) {
		if (!place(i) || widths[i] < 4) {
			let a = i;
			while (parent[a] >= 0 && weight[i] / weight[parent[a]] * width >= 40) a = parent[a];
			zoomTo(a);
		}
		if (!place(i)) return;
		select(i, focus);
		pointed = i;
		cursor.setAttribute("visibility", "visible");
		cursor.scrollIntoView({block: "nearest"});
		paint(false);
		show(i);
	}
	// Scrolls to the root if it is out of sight.
	function rootInSight() {
		const sight = inSight(), y = topOf(0);
		if (y >= sight.top && y + boxHeight <= sight.bottom) return;
		if (alone) scrollTo(0, icicle ? 0 : tall());
		else {
			const mark = element("rect", {x: margin, y, width: 1, height: boxHeight, visibility: "hidden"}, svg);
			mark.scrollIntoView({block: "nearest", inline: "nearest"});
			mark.remove();
		}
	}

	// The tooltip.

	const tip = element("foreignObject", {class: "tip", width: 1, height: 1, visibility: "hidden"}, svg);
	const tipBox = tip.appendChild(document.createElementNS(xhtml, "div"));
	function html(tag, text, inside) {
		const e = document.createElementNS(xhtml, tag);
		e.textContent = text;
		inside?.appendChild(e);
		return e;
	}

	function show(i, x, y) {
		if (x === undefined) {
			x = margin + Math.max(0, lefts[i] + Math.min(widths[i] / 2, 40));
			y = topOf(i) + boxHeight;
		}
		tell(describe(i), x, y);
	}
	// Shows lines near a point: on the side of callers if there is room, as callees are the next rows that a reader looks at.
	function tell([first, ...rest], x, y) {
		tipBox.replaceChildren(html("b", first), ...rest.map((line) => html("div", line)));
		const sight = inSight();
		tipBox.style.maxWidth = Math.min(560, sight.right - sight.left - 24) + "px";
		tip.setAttribute("width", all());
		const tw = tipBox.offsetWidth, th = tipBox.offsetHeight;
		const below = y + 18, above = y - th - boxHeight - 6;
		const to = (icicle ? above >= sight.top + 2 : below + th + 2 > sight.bottom) ? above : below;
		tip.setAttribute("x", Math.max(sight.left + 2, Math.min(x + 12, sight.right - tw - 4)));
		tip.setAttribute("y", Math.max(sight.top + 2, Math.min(to, sight.bottom - th - 2)));
		tip.setAttribute("visibility", "visible");
	}
	function hide() {
		tip.setAttribute("visibility", "hidden");
	}
	function toPicture(x, y) {
		return new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
	}
	// The part of the picture that the window shows; all of it if the picture is not drawn.
	function inSight() {
		// In quirks mode the body has the size of the window.
		const {clientWidth, clientHeight} = document.compatMode === "BackCompat" ? document.body : document.documentElement;
		const drawn = svg.getScreenCTM(), right = all(), bottom = tall();
		const from = drawn ? toPicture(0, 0) : {x: 0, y: 0}, to = drawn ? toPicture(clientWidth, clientHeight) : {x: right, y: bottom};
		const left = Math.max(0, Math.min(from.x, right - 300)), top = Math.max(0, from.y);
		return {left, top, right: Math.max(left + 300, Math.min(right, to.x)), bottom: Math.max(top, Math.min(bottom, to.y))};
	}

	// The frame under the pointer, however narrow; -1 for none.
	function frameAt(event) {
		const p = toPicture(event.clientX, event.clientY), x = p.x - margin;
		const row = shown[rowOf(Math.floor((p.y - top) / rowHeight))];
		if (!row || x < 0 || x >= width) return -1;
		let low = 0, high = row.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (lefts[row[middle]] <= x) low = middle + 1;
			else high = middle;
		}
		const i = row[low - 1];
		return i !== undefined && x < lefts[i] + widths[i] ? i : -1;
	}

	// Search.

	/* pattern.js */
	function search(s) {
		pattern = s;
		matched = new Uint8Array(count);
		matches = [];
		let expression = null;
		try {
			expression = s && compilePattern(s);
			tools.input.removeAttribute("aria-invalid");
		} catch {
			tools.input.setAttribute("aria-invalid", "true");
		}
		if (expression) {
			const nameFor = expression.source.includes("\\(") ? signature : plain;
			const hits = names.map((_, n) => n > 0 && expression.test(nameFor(n)));
			for (let i = 1; i < count; i++) {
				if (hits[name[i]]) {
					matched[i] = 1;
					matches.push(i);
				}
			}
			matches.sort((a, b) => weight[b] - weight[a] || a - b);
		}
		draw();
		report();
	}

	const ignoringCaseFinds = () => !pattern.startsWith("(?") && names.some((_, n) => n > 0 && compilePattern("(?i)" + pattern).test(plain(n)));

	// Adds up a part of a tree: frames that are counted are not looked into.
	function sum(of, counts, values) {
		let all = 0;
		for (let i = of; i < end[of];) {
			const n = counts(i);
			if (n === 0) {
				i++;
				continue;
			}
			if (n > 0) all += values[i];
			i = end[i];
		}
		return all;
	}
	// The share of a subtree that matches. A stack with several matches counts once.
	function share(of, values) {
		return percent(sum(of, (i) => matched[i], values), of ? values[of] : whole);
	}
	// The greatest share that may match as well: frames that the file lacks, or that stand for others.
	function unseen() {
		const isOpaque = (i) => isRest(i) ? !hasFrames(i) : names[name[i]] === "<VM>";
		const opaque = sum(0, (i) => matched[i] ? -1 : isOpaque(i) ? 1 : 0, total);
		const rest = total[0] - sum(0, (i) => matched[i], total);
		const value = Math.min(rest, opaque + (data.moved || 0));
		return value > 0 ? `, up to ${percent(value, whole)} more in frames that are not shown` : "";
	}

	function report() {
		tools.previous.disabled = tools.next.disabled = !matches.length;
		if (!pattern) return say("");
		if (tools.input.hasAttribute("aria-invalid")) return say("not a regular expression");
		if (!matches.length) return say("no match" + (ignoringCaseFinds() ? "; (?i) before it ignores case" : "") + unseen());
		let s = share(0, total);
		if (base) s += ` (base ${share(0, base)})`;
		if (zoom) {
			let above = false;
			for (let i = parent[zoom]; i >= 0; i = parent[i]) above ||= matched[i] > 0;
			s += `, ${above ? "100%" : share(zoom, total)} of zoom`;
		}
		const at = matches.indexOf(current);
		say(`${at < 0 ? "" : at + 1 + "/"}${thousands(matches.length)} matched: ${s}${unseen()}`);
	}

	function step(by) {
		if (!matches.length) return;
		const at = matches.indexOf(current), to = at < 0 ? by > 0 ? 0 : -1 : at + by;
		reveal(matches[(to + matches.length) % matches.length], false);
		report();
	}

	// The controls.

	const tools = {};
	const bar = element("foreignObject", {class: "tools", x: 0, y: 0, width: all(), height: 1}, svg);
	const barBox = html("div", "", bar);
	barBox.setAttribute("role", "toolbar");
	barBox.setAttribute("aria-label", "Flame graph");
	const find = html("span", "", barBox);
	tools.input = html("input", "", find);
	for (const [a, v] of Object.entries({type: "search", placeholder: "Search: regexp", "aria-label": "Search frames by regular expression", spellcheck: "false", autocomplete: "off"})) tools.input.setAttribute(a, v);
	function button(id, text, title, action, inside) {
		const b = tools[id] = html("button", text, inside);
		b.setAttribute("type", "button");
		b.setAttribute("title", title);
		b.setAttribute("aria-label", title);
		b.addEventListener("click", action);
	}
	button("previous", "‹", "Previous match (N)", () => step(-1), find);
	button("next", "›", "Next match (n)", () => step(1), find);
	tools.status = html("output", "", barBox);
	tools.status.setAttribute("aria-live", "polite");
	const acts = html("span", "", barBox);
	button("reset", "Reset", "Reset zoom and search (Escape)", reset, acts);
	button("flip", "Flip", "Turn upside down (i)", flip, acts);
	const recursion = compared ? null : mergeRecursion(file);
	if (recursion) {
		button("merge", "Recursion", "Merge frames that call themselves (r)", toggleRecursion, acts);
		tools.merge.setAttribute("aria-pressed", "false");
	}
	button("name", "Copy name", "Copy the name of the frame last pointed at (c)", () => copy(full(pointed), "name"), acts);
	button("stack", "Copy stack", "Copy its stack, root first (s)", () => copy(stackOf(pointed), "stack"), acts);
	button("link", "Copy link", "Copy a link to it (l)", () => copy(link(pointed), "link"), acts);
	if (data.notes) button("details", "Details", "How to read the picture, and what it leaves out (d)", toggleDetails, acts);
	button("help", "?", "Keys (?)", help, acts);
	const say = (s) => {
		tools.status.textContent = s;
		tools.status.title = s;
		placeBar();
	};

	function reset() {
		const zoomed = zoom > 0;
		zoom = 0;
		current = 0;
		tools.input.value = "";
		cursor.setAttribute("visibility", "hidden");
		search("");
		if (zoomed) rootInSight();
		placeBar();
		paint(false);
		remember(true);
	}
	function flip() {
		icicle = !icicle;
		draw();
		rootInSight();
		placeBar();
		paint(false);
		remember(false);
	}
	function toggleRecursion() {
		merged = !merged;
		tools.merge.setAttribute("aria-pressed", merged);
		build(merged ? recursion : file);
		zoom = current = pointed = 0;
		findRows();
		search(pattern);
		size();
		rootInSight();
		paint(true);
		remember(false);
	}
	function stackOf(i) {
		const all = [];
		for (; i > 0; i = parent[i]) all.unshift(full(i));
		return all.join("\n");
	}
	async function copy(text, what) {
		let done = false;
		try {
			await navigator.clipboard.writeText(text);
			done = true;
		} catch {
			const area = html("textarea", "", barBox);
			area.value = text;
			area.select();
			done = document.execCommand("copy");
			area.remove();
		}
		say(done ? what + " copied" : "the browser does not allow copying");
	}
	function help() {
		if (tip.getAttribute("visibility") === "visible" && tipBox.firstChild.textContent === "Keys") return hide();
		tell([
			"Keys", "click, Enter: zoom into a frame, open a rest; a caller zooms out", "Escape: reset zoom and search", "arrows: go from frame to frame",
			"/: search in package.Class.method; name(types) searches in signatures, (?i) ignores case", "n, N: next, previous match, the widest first", "i: turn upside down",
			...recursion ? ["r: merge frames that call themselves"] : [],
			"c, s, l: copy the name, stack or link of the frame last pointed at",
			...data.notes ? ["d: details"] : [],
		], inSight().left + margin, top - 10);
	}
	// The notes.
	const panel = element("foreignObject", {class: "panel", width: 1, height: 1, visibility: "hidden"}, svg);
	const panelBox = html("div", "", panel);
	for (const note of data.notes || []) html("div", note, panelBox);
	function toggleDetails() {
		const open = panel.getAttribute("visibility") === "hidden";
		panel.setAttribute("visibility", open ? "visible" : "hidden");
		tools.details.setAttribute("aria-expanded", open);
		placeBar();
	}

	// The size of the picture. In a window of its own it has the width of that.

	const attributes = {width: Number(svg.getAttribute("width")), height: Number(svg.getAttribute("height")), tall: svg.viewBox.baseVal.height};
	const toolsHeight = (w) => w < data.twoRows ? 112 : w < data.oneRow ? 56 : 28;
	const stillHead = data.top - toolsHeight(data.width + 2 * margin);
	// The rows of the whole picture.
	let rowsOfAll = 1, headBottom = stillHead, printing = false;
	function findRows() {
		rowsOfAll = 1;
		for (let i = 0; i < count; i = isRest(i) ? end[i] : i + 1) rowsOfAll = Math.max(rowsOfAll, depth[i] + 1);
		rows = rowsOfAll;
	}
	function size() {
		const page = svg.querySelector(".page");
		page.setAttribute("width", all());
		page.setAttribute("height", tall());
		svg.setAttribute("viewBox", `0 0 ${all()} ${tall()}`);
		if (fluid) {
			svg.setAttribute("width", all());
			svg.setAttribute("height", tall());
		} else if (attributes.height) {
			// Keep the scale of the page.
			svg.setAttribute("height", attributes.height * tall() / attributes.tall);
		}
	}
	// Title, description and legend, as in flamelegend.go.
	function drawHead() {
		const lines = [];
		const text = (kind, s, x, y) => {
			const e = element("text", {class: kind, x: number(x), y});
			e.textContent = s;
			lines.push(e);
		};
		let y = margin;
		for (const line of wrap(svg.querySelector("title").textContent, titleFont)) {
			text("title", line, margin, y + 17);
			y += 23;
		}
		y += 3;
		for (const [kind, s] of [["sub", data.sub], ...data.about.map((s) => ["note", s])]) {
			for (const line of wrap(s, textFont)) {
				text(kind, line, margin, y + 12);
				y += lineHeight;
			}
		}
		y += 5;
		let x = 0;
		for (const [kind, label] of data.legend) {
			const box = kind ? 17 : 0, s = cut(label, width - box, textFont), w = box + measure(s, textFont);
			if (x > 0 && x + w > width) {
				x = 0;
				y += lineHeight;
			}
			if (kind) lines.push(element("rect", {class: kind, x: number(margin + x), y, width: 12, height: 12}));
			text("key", s, margin + x + box, y + 10);
			x += w + 16;
		}
		if (x > 0) y += lineHeight;
		head.replaceChildren(...lines);
		headBottom = y + 6;
	}
	function wrap(s, font) {
		const lines = [];
		let line = "";
		for (const word of s.split(/\s+/).filter(Boolean)) {
			if (line && measure(line + " " + word, font) <= width) line += " " + word;
			else {
				if (line) lines.push(line);
				line = cut(word, width, font);
			}
		}
		return line ? [...lines, line] : lines;
	}
	function fit() {
		for (let tries = 0; tries < 2; tries++) { // a scroll bar may come or go
			const before = width;
			width = Math.max(300, document.documentElement.clientWidth) - 2 * margin;
			if (tries && width === before) break;
			drawHead();
			top = headBottom + toolsHeight(all());
			layOut();
			rows = Math.max(shown.length, rowsOfAll);
			size();
		}
	}
	// The controls are above the boxes and as wide as the visible part of the picture. If the graph is alone in its document, they
	// also stay in view when a tall picture is scrolled. In a window that is narrower than the picture they may need more rows than
	// there is room for: then the boxes move down and the picture becomes taller.
	function placeBar() {
		const sight = inSight(), room = sight.right - sight.left;
		bar.setAttribute("x", sight.left);
		bar.setAttribute("width", room);
		barBox.className = room < data.twoRows ? "narrow least" : room < data.oneRow ? "narrow" : "";
		const needed = barBox.offsetHeight;
		bar.setAttribute("height", needed);
		const to = headBottom + Math.max(toolsHeight(all()), needed - 4);
		if (to !== top) {
			top = to;
			size();
			paint(true);
		}
		const y = top - 4 - needed, at = alone ? Math.max(y, sight.top) : y;
		bar.setAttribute("y", at);
		panel.setAttribute("x", sight.left + margin);
		panel.setAttribute("y", at + needed + 2);
		panel.setAttribute("width", Math.min(740, room - 2 * margin));
	}

	// The address: z is the path of the zoomed frame, with a hash of four characters for the name of each frame, so it also finds
	// the frame in a newer picture; s is the search; i is 1 if the picture is flipped, r if recursion is merged. On a page, the graph's id is before each.

	const encoder = new TextEncoder(), hashes = [];
	function hash(n) {
		if (hashes[n]) return hashes[n];
		let h = 2166136261;
		for (const b of encoder.encode(names[n])) h = Math.imul(h ^ b, 16777619);
		h ^= h >>> 15;
		h = Math.imul(h, 0x2c1b3c6d);
		h ^= h >>> 12;
		return hashes[n] = [18, 12, 6, 0].map((shift) => digits[h >>> shift & 63]).join("");
	}
	const key = (k) => alone ? k : svg.id + "." + k;
	const parameters = () => new URLSearchParams(location.hash.slice(1));
	// The callees of a frame, with those in its rest.
	function* callees(i) {
		for (let c = i + 1; c < end[i]; c = end[c]) {
			if (isRest(c)) yield* callees(c);
			else yield c;
		}
	}

	function link(i) {
		const p = parameters();
		let z = "";
		for (let at = isRest(i) ? parent[i] : i; at > 0; at = parent[at]) z = hash(name[at]) + z;
		for (const [k, v] of [["z", z], ["s", pattern], ["i", icicle === data.icicle ? "" : "1"], ["r", merged ? "1" : ""]]) {
			if (v) p.set(key(k), v);
			else p.delete(key(k));
		}
		return location.href.replace(/#.*$/s, "") + (p.size ? "#" + p : "");
	}
	function remember(step) {
		const to = link(zoom);
		if (to === location.href) return;
		try {
			history[step ? "pushState" : "replaceState"](null, "", to);
		} catch {
			// Some pages forbid it.
		}
	}
	function restore() {
		const p = parameters(), z = p.get(key("z")) || "";
		if (recursion && merged !== (p.get(key("r")) === "1")) {
			merged = !merged;
			tools.merge.setAttribute("aria-pressed", merged);
			build(merged ? recursion : file);
			findRows();
			size();
		}
		let i = 0, lost = false;
		for (let k = 0; k < z.length && !lost; k += 4) {
			lost = true;
			for (const c of callees(i)) {
				if (hash(name[c]) !== z.slice(k, k + 4)) continue;
				i = c;
				lost = false;
				break;
			}
		}
		zoom = current = pointed = i;
		icicle = data.icicle !== (p.get(key("i")) === "1");
		const s = p.get(key("s")) || "";
		tools.input.value = s;
		// Who wrote the link may want the page to hang: without repetition no pattern takes long.
		const asks = s !== pattern && /[*+?{]/.test(s);
		search(asks ? "" : s);
		if (asks) say("Enter searches for the link's pattern");
		if (lost) say("the linked frame is not in this picture: this is its nearest caller");
	}

	// Events.

	graph.addEventListener("mousemove", (event) => {
		const i = frameAt(event), p = toPicture(event.clientX, event.clientY);
		surface.style.cursor = i < 0 ? "default" : "";
		if (i < 0) return hide();
		pointed = i;
		show(i, p.x, p.y);
	});
	graph.addEventListener("mouseleave", hide);
	graph.addEventListener("click", (event) => {
		const i = frameAt(event);
		if (i >= 0) zoomTo(i, true);
	});
	// On the document: browsers make SVG elements with focus listeners focusable.
	document.addEventListener("focusin", (event) => {
		if (event.target.frame === undefined || !graph.contains(event.target)) return;
		select(event.target.frame, false);
		if (event.target.matches(":focus-visible")) {
			cursor.setAttribute("visibility", "visible");
			cursor.scrollIntoView({block: "nearest"});
			show(current);
		}
	});
	document.addEventListener("focusout", (event) => {
		if (!graph.contains(event.target)) return;
		cursor.setAttribute("visibility", "hidden");
		hide();
	});

	// The nearest drawn frame in a direction, or the same frame.
	function neighbor(i, direction) {
		if (direction === "out") return parent[i] < 0 ? i : parent[i];
		if (direction === "in") {
			// The widest callee; above the zoomed frame, the next one on the path to it.
			let best = i;
			for (const c of shown[depth[i] + 1] || []) {
				if (parent[c] === i && (best === i || weight[c] > weight[best])) best = c;
			}
			return best;
		}
		const row = shown[depth[i]] || [], to = row.indexOf(i) + (direction === "right" ? 1 : -1);
		return row[to] ?? i;
	}

	(alone ? document : svg).addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const typing = event.target === tools.input;
		if (typing) {
			if (event.key === "Enter" && pattern !== tools.input.value) {
				search(tools.input.value);
				remember(false);
			} else if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
			else if (event.key === "Escape") {
				event.preventDefault();
				if (pattern) reset();
				else tools.input.blur();
			}
			return;
		}
		const onButton = barBox.contains(event.target);
		const inward = icicle ? "ArrowDown" : "ArrowUp", outward = icicle ? "ArrowUp" : "ArrowDown";
		const actions = {
			[inward]: () => select(neighbor(current, "in"), true),
			[outward]: () => select(neighbor(current, "out"), true),
			ArrowLeft: () => select(neighbor(current, "left"), true),
			ArrowRight: () => select(neighbor(current, "right"), true),
			Enter: () => zoomTo(current, true),
			" ": () => zoomTo(current, true),
			Escape: reset,
			"/": () => tools.input.focus(),
			n: () => step(1),
			N: () => step(-1),
			i: flip,
			r: recursion && toggleRecursion,
			d: data.notes && toggleDetails,
			c: () => copy(full(pointed), "name"),
			s: () => copy(stackOf(pointed), "stack"),
			l: () => copy(link(pointed), "link"),
			"?": help,
		};
		const moves = /^(Arrow.*|Enter| )$/.test(event.key);
		if (!actions[event.key] || onButton && moves || moves && alone && !graph.contains(event.target)) return;
		event.preventDefault();
		actions[event.key]();
	});
	tools.input.addEventListener("input", () => {
		search(tools.input.value);
		remember(false);
	});
	addEventListener("hashchange", restore);
	addEventListener("popstate", restore);
	addEventListener("scroll", () => {
		placeBar();
		paint(false);
	});
	addEventListener("resize", () => {
		if (fluid) {
			fit();
			draw();
		}
		placeBar();
		paint(false);
	});
	for (const type of ["beforeprint", "afterprint"]) {
		addEventListener(type, () => {
			printing = type === "beforeprint";
			paint(true);
		});
	}

	svg.classList.add("live");
	graph.setAttribute("role", "tree");
	graph.setAttribute("aria-label", svg.querySelector("title").textContent);
	for (const e of head.querySelectorAll(".foot")) e.remove();
	findRows();
	size();
	if (fluid) fit();
	placeBar();
	restore();
	if (alone) {
		if (zoom) reveal(zoom, false);
		else rootInSight();
		hide();
		cursor.setAttribute("visibility", "hidden");
		placeBar();
		paint(false);
	}
})();
