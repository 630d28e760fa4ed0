#!/usr/bin/env bash
# Stands in for `gh api` where .ci/nightly runs the action: issues and comments are files of the folder $GITHUB_STAND_IN.
set -euo pipefail
shift
path=$1 method=GET body='' filter=.
shift
while [ $# -gt 0 ]; do
  case $1 in
    --method) method=$2 && shift ;;
    --raw-field) body=${2#body=} && shift ;;
    --jq) filter=$2 && shift ;;
  esac
  shift
done
number=$(basename "${path%%/comments*}")
case "$method $path" in
  PATCH*) jq --arg body "$body" '.[0].body = $body' "$GITHUB_STAND_IN/comments" >"$GITHUB_STAND_IN/new" &&
    mv "$GITHUB_STAND_IN/new" "$GITHUB_STAND_IN/comments" ;;
  *comments) if [ -z "$body" ]; then cat "$GITHUB_STAND_IN/comments"; else
    jq --arg body "$body" '. + [{id: 1, user: {type: "Bot"}, $body}]' "$GITHUB_STAND_IN/comments" >"$GITHUB_STAND_IN/new" &&
      mv "$GITHUB_STAND_IN/new" "$GITHUB_STAND_IN/comments"; fi ;;
  *issues\?*) jq -r "$filter" <<<'[{"number": 7}]' ;;
  *) cat "$GITHUB_STAND_IN/issue" ;;
esac
