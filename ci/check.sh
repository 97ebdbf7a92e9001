#!/usr/bin/env bash
# Checks profiles in continuous integration, compares them with those of another commit, and makes a report of each. docs/ci.md says
# how GitHub, GitLab and Jenkins run it. Needs iprof-viz on PATH, git, and GNU's coreutils.
#
# Everything that it is told is in the environment, and is used as text: nothing of it is run, expanded or taken for an option.
#
#   IPROF_VIZ_PROFILES    the profiles, a file per line; required
#   IPROF_VIZ_BASE        compare with the same files in this commit, such as that of the target branch; empty: with nothing
#   IPROF_VIZ_CLASSPATH   the class path of the program: also check whether profiles fit the code
#   IPROF_VIZ_STRICT      true, yes or 1: warnings also fail
#   IPROF_VIZ_FAIL_UNDER  minimum share of the counts that must fit the code, such as 95%
#   IPROF_VIZ_FAIL_UNDER_COVERAGE  minimum share of the bytecode in methods with entries, such as 60%
#   IPROF_VIZ_FAIL_OVER_MARGIN     maximum margin of error of the hottest methods, such as 25%
#   IPROF_VIZ_FAIL_OVER_GAP        maximum share of the counts that contradict others, such as 1%
#   IPROF_VIZ_PRODUCTION  samples of production, such as a flight recording: also say how much of them the profiles cover
#   IPROF_VIZ_FAIL_UNDER_PRODUCTION  minimum share of these samples in methods with entries, such as 80%
#   IPROF_VIZ_FAIL_OVER   fail if a method's share changed by more than this, such as 5%
#   IPROF_VIZ_FAIL_UNDER_OVERLAP   fail if the overlap of samples, calls or branches with the base is lower than this, such as 90%
#   IPROF_VIZ_OUT         the directory of results, default iprof-viz-ci; it must not exist
#
# Results: summary.md; comment.md, the same in at most 65,536 bytes; report-1.html and so on. The exit status is 0, 1 if a check failed,
# and 2 if it could not be done, such as with a mistyped share or a class path that is none.
set -euo pipefail
cd "$(pwd -P)"
readonly checkout=$PWD

readonly limit=65536 # characters of a comment on GitHub; bytes are never fewer
readonly summary_limit=1000000
readonly marker='<!-- iprof-viz -->'

# fail prints a message as one line, regardless of its contents, and ends.
fail() {
	printf 'ci/check.sh: %s\n' "$(printable "$*")" >&2
	exit 2
}

# printable drops control characters.
printable() { printf '%s' "$1" | LC_ALL=C tr -d '\000-\037\177'; }

# code is text as Markdown shows it unchanged: neither markup nor a mention.
# shellcheck disable=SC2016 # backticks of Markdown
code() { printf '`%s`' "$(printable "$1" | tr '`' "'")"; }

# place is a file as an argument: a name such as - or --help is also one.
place() {
	case $1 in
	/*) printf '%s' "$1" ;;
	*) printf './%s' "$1" ;;
	esac
}

# checked reports whether a file may be read. A link in a pull request could lead to a secret, which a message would quote.
checked() {
	[[ -f $1 && $(realpath -e -- "$1") == "$(realpath -s -- "$1")" && $1 != */.git/* && $1 != .git/* ]]
}

check_options=() report_options=() diff_options=()
if [[ -n ${IPROF_VIZ_CLASSPATH-} ]]; then
	check_options+=("--classpath=$IPROF_VIZ_CLASSPATH")
	report_options+=("--classpath=$IPROF_VIZ_CLASSPATH")
fi
case ${IPROF_VIZ_STRICT-} in
true | yes | 1) check_options+=(--strict) ;;
false | no | 0 | '') ;;
*) fail "IPROF_VIZ_STRICT is neither true nor false: $IPROF_VIZ_STRICT" ;;
esac
[[ -z ${IPROF_VIZ_FAIL_UNDER-} ]] || check_options+=("--fail-under=$IPROF_VIZ_FAIL_UNDER")
[[ -z ${IPROF_VIZ_FAIL_UNDER_COVERAGE-} ]] || check_options+=("--fail-under-coverage=$IPROF_VIZ_FAIL_UNDER_COVERAGE")
[[ -z ${IPROF_VIZ_FAIL_OVER_MARGIN-} ]] || check_options+=("--fail-over-margin=$IPROF_VIZ_FAIL_OVER_MARGIN")
[[ -z ${IPROF_VIZ_FAIL_OVER_GAP-} ]] || check_options+=("--fail-over-gap=$IPROF_VIZ_FAIL_OVER_GAP")
if [[ -n ${IPROF_VIZ_PRODUCTION-} ]]; then
	production=$(place "$IPROF_VIZ_PRODUCTION")
	checked "$production" || fail "IPROF_VIZ_PRODUCTION is not a file, or a link: $IPROF_VIZ_PRODUCTION"
	check_options+=("--production=$production")
	report_options+=("--production=$production")
fi
[[ -z ${IPROF_VIZ_FAIL_UNDER_PRODUCTION-} ]] || check_options+=("--fail-under-production=$IPROF_VIZ_FAIL_UNDER_PRODUCTION")
[[ -z ${IPROF_VIZ_FAIL_OVER-} ]] || diff_options+=("--fail-over=$IPROF_VIZ_FAIL_OVER")
[[ -z ${IPROF_VIZ_FAIL_UNDER_OVERLAP-} ]] || diff_options+=("--fail-under-overlap=$IPROF_VIZ_FAIL_UNDER_OVERLAP")

profiles=()
while IFS= read -r line; do
	line=${line%$'\r'}
	[[ -z $line ]] || profiles+=("$line")
done <<<"${IPROF_VIZ_PROFILES-}"
((${#profiles[@]} > 0)) || fail "IPROF_VIZ_PROFILES names no file"

base=${IPROF_VIZ_BASE-} short=
if [[ -n $base ]]; then
	[[ $base =~ ^[0-9a-f]{40,64}$ ]] || fail "IPROF_VIZ_BASE is not the hash of a commit: $base"
	git cat-file -e "$base^{commit}" 2>/dev/null || git fetch -q --depth 1 origin "$base" ||
		fail "commit $base is not available: check out with history"
	short=$(git rev-parse --short "$base")
fi

program=$(realpath -s -- "$(type -P iprof-viz)") || fail "iprof-viz is not on PATH"
work=$(realpath -- "$(mktemp -d)")
trap 'rm -rf -- "$work"' EXIT
status=0

# run runs the program, writes its result to a file, and returns its status.
run() {
	local to=$1
	shift
	"$program" "$@" >"$to" 2>"$work/messages" </dev/null
}

# failed raises the exit status.
failed() { ((status >= $1)) || status=$1; }

# configured ends unless the program accepts the options before --, and can read the files in them. A check that is switched off by a
# mistake in its configuration would pass everything. The status 1 is about the profile.
configured() {
	local code=0
	run /dev/null "$@" || code=$?
	((code <= 1)) || fail "$(paste -sd ' ' "$work/messages")"
}
printf '{"version":"1.0.0","types":[],"methods":[]}' >"$work/empty.iprof"
configured check "${check_options[@]}" -- "$work/empty.iprof"
configured diff "${diff_options[@]}" --help

out=${IPROF_VIZ_OUT:-iprof-viz-ci}
mkdir -- "$out" || fail "$out exists, or cannot be made"
out=$(realpath -- "$out")

# messages are those of the last run, as a block that nothing in them ends.
messages() {
	printf '\n'
	LC_ALL=C tr -d '\000-\010\013-\037\177' <"$work/messages" | head -c 2000 | sed 's/^/    /'
	printf '\n'
}

# compare writes the changes of a profile, by its number, with so many rows. If changes may fail, a comparison that could not be done is not
# passed: the base compared with itself says which file is at fault.
compare() {
	local code=0 new=${new_names[$1]}
	[[ $new != - ]] || new=./-
	cd -- "$work/$1"
	run "$work/diff.md" diff --quiet --format=markdown "--limit=$2" "${diff_options[@]}" -- "${old_names[$1]}" "$new" || code=$?
	cat "$work/diff.md"
	if [[ $code == 1 && -s $work/diff.md ]]; then
		failed 1
		printf '\nThe comparison fails:\n'
		messages
	elif ((code == 0)); then
		printf '\n'
	else
		printf 'The profiles cannot be compared:\n'
		messages
		((${#diff_options[@]} == 0)) || not_compared "$code" "${old_names[$1]}"
	fi
	cd -- "$checkout"
}

# not_compared judges a comparison with a file that ended with a status.
not_compared() {
	if (($1 != 1 && $1 != 3)); then
		failed 2
		printf 'This fails: the program ended with status %s.\n\n' "$1"
	elif run /dev/null diff -- "$2" "$2"; then
		failed 1
		printf 'This fails: the new profile lacks the records of the base.\n\n'
	else
		failed 2
		printf 'This fails: the base has nothing to compare.\n\n'
	fi
}

# section writes everything about a profile, by its number; $3 is the number of rows of a table.
section() {
	local profile=$1 old=$work/$2/${old_names[$2]} rows=$3 at code=0
	at=$(place "$profile")
	printf '## %s\n\n' "$(code "$profile")"
	if ! checked "$at"; then
		printf 'This is not a file of the checkout, or a link.\n\n'
		failed 1
		return
	fi
	run "$work/check.md" check --format=markdown "--limit=$rows" "${check_options[@]}" -- "$at" || code=$?
	case $code in
	0) ;;
	1 | 3) failed 1 ;; # 3: it cannot be read as a profile
	*) failed 2 ;;
	esac
	cat "$work/check.md"
	[[ -s $work/check.md ]] || messages
	printf '\n'
	if [[ -z $base ]] && ((${#diff_options[@]} == 0)); then
		return
	fi
	printf '### Changes\n\n'
	if [[ -z $base ]]; then
		printf 'Not compared: no base.\n\n'
	elif [[ ! -f $old ]]; then
		printf 'The base has no such file.\n\n'
	elif cmp -s -- "$old" "$at"; then
		printf 'The file is the same.\n\n'
	else
		compare "$2" "$rows"
	fi
}

# text writes all sections, with so many rows.
text() {
	local number=0 profile
	printf '%s\n# Profiles\n\n' "$marker"
	for profile in "${profiles[@]}"; do
		number=$((number + 1))
		section "$profile" "$number" "$1"
	done
}

# shorten writes a file, and whole lines of it alone if it is too long.
shorten() {
	if (($(wc -c <"$1") <= $2)); then
		cat "$1"
	else
		head -c $(($2 - 100)) "$1" | sed '$d'
		printf '\nThe rest does not fit here; see the report.\n'
	fi
}

# Messages and tables name files as the program gets them: in a directory for each profile are a link to it and its base, named after
# the commit. Their comparison runs there, with the settings of the checkout.
settings=$checkout
until [[ -f $settings/.iprof-viz.toml || -z $settings ]]; do
	settings=${settings%/*}
done
if checked "$settings/.iprof-viz.toml" && [[ -O $settings/.iprof-viz.toml ]]; then
	cp -- "$settings/.iprof-viz.toml" "$work"
fi
old_names=() new_names=() number=0
for profile in "${profiles[@]}"; do
	number=$((number + 1))
	mkdir -- "$work/$number"
	name=$(basename -- "$profile")
	new_names[number]=$name
	old_names[number]=$(LC_ALL=C && printf '%s' "${name:0:200}")${short:+ at $short} # most systems take 255 bytes
	old=$work/$number/${old_names[number]}
	if [[ -n $base ]] && ! git cat-file blob "$base:$(place "$profile")" >"$old" 2>/dev/null; then
		rm -f -- "$old"
	fi
	at=$(place "$profile")
	if checked "$at"; then
		ln -s -- "$(realpath -- "$at")" "$work/$number/$name"
		against=()
		[[ ! -f $old ]] || against=("--base=$old")
		"$program" report -o "$out/report-$number.html" "${report_options[@]}" "${against[@]}" -- "$at" >/dev/null 2>"$work/messages" </dev/null ||
			{ "$program" report -o "$out/report-$number.html" "${report_options[@]}" -- "$at" >/dev/null 2>"$work/messages" </dev/null || true; }
	fi
done
text 20 >"$work/summary.md"
shorten "$work/summary.md" $summary_limit >"$out/summary.md"
cp -- "$work/summary.md" "$work/comment.md"
for rows in 10 5 2; do # fewer rows say more than a table that ends in the middle
	(($(wc -c <"$work/comment.md") > limit)) || break
	text "$rows" >"$work/comment.md"
done
shorten "$work/comment.md" $limit >"$out/comment.md"
exit "$status"
