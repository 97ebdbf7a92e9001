package tables

// nasty are names with a meaning in some format.
var nasty = []string{
	"<init>", "a|b", "a\\|b", `x\`, "`", "``code``", "a`b|c", "=1+1", "+1", "-1", "@SUM(A1)", "'quoted", "＝1+1", "*bold*", "_it_", "~~no~~", "#1", "@octocat",
	"a@b.example", "[x](javascript:alert(1))", "![i](x)", "https://e.example/x", "www.e.example", "</script><b>", "<!--", "&lt;", "&#60;",
	"\x1b[31mred", "\u009b31mred", "nul\x00", "line\nbreak", "cr\rx", "tab\tx", "\t=1", "\u202eright", "a,b", `say "hi"`, "e\u0301", "漢字.実行", "👨‍👩‍👧‍👦.run",
	"a\u200bb", "a\u00adb", "\u115f", "\u3164", "a\u200db", "tag\U000e0041", "\u2028", " space ", "$x$", "~", ":tada:", "bad\xff", "- item", "1. item", "===", "|", "", "\ufeff",
}
