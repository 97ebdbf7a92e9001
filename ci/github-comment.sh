#!/usr/bin/env bash
# Writes a file as a comment of a pull request on GitHub: into the comment of an earlier run, if there is one. Needs gh. From a fork the
# token may not comment: that is a note, as the job's summary has the same text.
#
#   COMMENT            the file
#   PULL_REQUEST       its number
#   GITHUB_REPOSITORY  OWNER/NAME; GH_TOKEN the token
set -euo pipefail

[[ $PULL_REQUEST =~ ^[0-9]+$ ]] || {
	echo "not a pull request: no comment"
	exit 0
}
[[ -f $COMMENT ]] || {
	echo "nothing to comment"
	exit 0
}
comments=repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments
earlier=$(gh api --paginate "$comments" --jq '.[] | select(.user.type == "Bot" and (.body | startswith("<!-- iprof-viz -->"))) | .id' | sed -n 1p) || earlier=
request=(-X POST "$comments")
if [[ $earlier =~ ^[0-9]+$ ]]; then
	request=(-X PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$earlier")
fi
gh api "${request[@]}" -F "body=@$COMMENT" --silent || echo "the comment could not be written; the job's summary has its text"
