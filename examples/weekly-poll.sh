#!/bin/sh
# Asks when to have lunch next week. For cron on Mondays: docs/automation.md.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"
day() { node -p "new Date(Date.now() + $1 * 864e5).toISOString().slice(0, 10)"; }
node dist/cli/main.js call create_poll <<END
{ "title": "Lunch, week of $(day 7)", "timeZone": "Europe/Berlin", "duration": 60,
  "windows": [{ "startDate": "$(day 7)", "endDate": "$(day 11)", "from": "12:00", "to": "14:00" }] }
END
