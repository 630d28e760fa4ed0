import type { ControlRoute } from "./control-routes.ts";

const day = "2099-03-01";

/** Bodies to begin from, for every route that takes one; sent as they stand, none of them moves the clock far. */
const listExamples = (now: string): Partial<Record<ControlRoute, readonly object[]>> => ({
  "POST polls/*/votes": [{ name: "Ada", email: "ada@example.com", choices: { [day]: "yes" } }],
  "PATCH polls/*/votes/*": [{ choices: { [day]: "no" } }],
  "PATCH polls/*": [{ title: "Late lunch", location: null, hideScores: true }],
  "POST polls/*/schedule": [{ option: day }],
  "POST clock": [{ now }, { advanceMs: 3_600_000 }],
  "POST outage": [{ state: "maintenance", retryAfterMs: 30_000 }, { state: "limiter" }, { state: "none" }],
  "POST faults": [
    { rules: [{ fault: { kind: "status", status: 500 }, method: "GET", times: 1 }], seed: 1 },
    { rules: [] },
  ],
  "POST webhooks": [{ url: "http://127.0.0.1:9000/hook", events: ["poll.closed"] }],
});

/** Every control route as a command for a shell, with `$POLL`, `$VOTE` and `$WEBHOOK` for the ids. */
export function listCommands(routes: readonly ControlRoute[], origin: string, now: string): string {
  const examples = listExamples(now);
  const lines = routes.flatMap((route) => {
    const [method = "", path = ""] = route.split(" ");
    const place = `${origin}/sandbox/${nameIds(path)}`;
    const bodies = examples[route];
    if (bodies === undefined) return [`curl -X ${method} ${place}`];
    return bodies.map((body) => `curl -X ${method} ${place} -d '${JSON.stringify(body)}'`);
  });
  const heading =
    "# $POLL, $VOTE and $WEBHOOK stand for ids. An option is named by its id, its date or its start in UTC.";
  return `${[heading, ...lines].join("\n")}\n`;
}

const nameIds = (path: string) =>
  path.replace("polls/*", "polls/$POLL").replace("votes/*", "votes/$VOTE").replace("*", "$WEBHOOK");
