#!/usr/bin/env bash
# The action of action.yml: one poll and one comment for each issue with the label. Needs gh and jq, which GitHub's runners have.
set -euo pipefail
root=$(dirname "${BASH_SOURCE[0]}")/../..

# call TOOL: its arguments on stdin, its data on stdout.
call() { "$root/node_modules/.bin/node" "$root/dist/cli/main.js" call "$1" - --json; }

# The comment of the action itself: a person's comment with the same mark is none.
find_comment() {
  gh api "repos/$GH_REPO/issues/$1/comments" --paginate |
    jq -s 'add // [] | map(select(.user.type == "Bot" and (.body | test("<!-- rallly-poll \\S+ -->")))) | first // empty'
}

# The form of an issue as arguments of create_poll, and its people. Length and zone are those of times: days have none.
read_form='
  def field($name): .body // "" | gsub("\r"; "") | split("\n### ") | map(ltrimstr("### ") | select(startswith($name + "\n")))
    | first // "" | ltrimstr($name) | gsub("^\\s+|\\s+$"; "") | select(. != "_No response_" and . != "");
  def lines($name; $between): [field($name) | splits($between) | gsub("^[-*\\s]+|\\s+$"; "") | select(. != "")];
  def minutes: if test("^\\d+ *(m|min|minutes?)?\\.?$") then capture("(?<n>\\d+)").n | tonumber else . end;
  {poll: ({title: "\(.title[:240]) (#\(.number))", dates: lines("Days"; "\n|(?<=\\d{4}-\\d\\d-\\d\\d) *[,;]"), times: lines("Times"; "\n"), description: .html_url}
      + (if [field("Times")] == [] then {} else {timeZone: (field("Time zone") // null), duration: ((field("Minutes") | minutes) // null)} end)
    | with_entries(select(.value != null and .value != []))), people: lines("People"; "\n")}'

# Text of others in a code span: neither a mention nor markup. And what is wrong, in the words of the form.
code='def code: "`" + gsub("[`\r\n]"; " ") + "`";
  def explain: sub("^Nothing was done[^\n]*\n"; "") | gsub(" *(Decide|Correct it)[^.]*\\."; "")
    | gsub("(^|\n)- (?<name>[A-Za-z]+)(\\.\\d+)?: "; "\({dates: "Days", times: "Times", timeZone: "Time zone", duration: "Minutes",
        invited: "People"}[.name] // .name): ") | gsub("^\\s+|\\s+$"; "") | code;'

# post ISSUE COMMENT BODY: changes the comment, or adds one.
post() {
  if [ -n "$2" ]; then gh api "repos/$GH_REPO/issues/comments/$2" --method PATCH --raw-field body="$3" >/dev/null
  else gh api "repos/$GH_REPO/issues/$1/comments" --raw-field body="$3" >/dev/null; fi
}

# describe POLL FORM: the text of the comment.
describe() {
  local poll=$1 form=$2 state missing best zone
  state=$(jq -n --arg poll "$poll" '{$poll}' | call get_poll) || return
  printf '<!-- rallly-poll %s -->\n**[Vote here](%s)**\n\n' "$poll" "$(jq -r .inviteUrl <<<"$state")"
  case $(jq -r .status <<<"$state") in
    scheduled) printf 'A time was picked: see [the poll](%s).\n' "$(jq -r .inviteUrl <<<"$state")" && return ;;
    canceled) echo 'This poll was canceled.' && return ;;
  esac
  jq -r '"\(.responses) answered."' <<<"$state"
  if [ "$(jq '.people | length' <<<"$form")" -gt 0 ]; then
    if ! missing=$(jq --arg poll "$poll" '{$poll, invited: .people}' <<<"$form" | call find_missing_people 2>&1); then
      printf '\nNot understood: %s\n' "$(jq -Rrs "$code"explain <<<"$missing")"
    else jq -r "$code"'"",
      (if .missing == [] then "Nobody is missing." else "Missing: " + (.missing | map(code) | join(", ")) end),
      (if .unclear == [] then empty else "Not sure about: " + (.unclear | map((.invited // .) | tostring | code) | join(", ")) end)' <<<"$missing"; fi
  fi
  for zone in ${TIME_ZONES:-''}; do
    best=$(jq -n --arg poll "$poll" --arg zone "$zone" '{$poll, limit: 1} + if $zone == "" then {} else {timeZone: $zone} end' | call find_best_times) || return
    jq -r --arg zone "$zone" 'if .responses == 0 then empty else
      "", "Leading\(if $zone == "" then "" else " in " + $zone end): **\(.options[0].when)**" end' <<<"$best"
  done
}

status=0
for issue in ${ISSUE:-$(gh api "repos/$GH_REPO/issues?labels=$LABEL&state=open&per_page=100" --jq '.[].number')}; do
  # An issue that cannot be served keeps no other from its poll.
  form=$(gh api "repos/$GH_REPO/issues/$issue" | jq "$read_form") && comment=$(find_comment "$issue") || { status=1 && continue; }
  poll=$(jq -r '.body | capture("<!-- rallly-poll (?<id>\\S+) -->").id' <<<"${comment:-{\"body\":\"\"}" 2>/dev/null || true)
  # Only a label asks for a poll: a form that cannot be read is not answered every day.
  if [ -z "$poll" ] && [ -z "$ISSUE" ]; then continue; fi
  if [ -z "$poll" ]; then
    # The number in the title tells polls of equal issues apart, so that a second run within the hour finds the first one's poll.
    if ! made=$(jq .poll <<<"$form" | call create_poll 2>&1); then
      post "$issue" "" "No poll was made. $(jq -Rrs "$code"explain <<<"$made")"
      status=1
      continue
    fi
    poll=$(jq -r .id <<<"$made")
    # At once, so that no second label makes a second poll.
    post "$issue" "" "<!-- rallly-poll $poll -->
**[Vote here]($(jq -r .inviteUrl <<<"$made"))**"
    comment=$(find_comment "$issue")
  fi
  if text=$(describe "$poll" "$form"); then post "$issue" "$(jq -r .id <<<"$comment")" "$text"; else status=1; fi
done
exit $status
