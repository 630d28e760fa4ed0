import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import { type Controls, pollEdit, voteInput } from "./controls.ts";
import { ControlError, validate } from "./errors.ts";
import { type FaultPlan, outagePlan } from "./faults.ts";
import type { WebhookInput } from "./webhooks.ts";

// Not a union, because the error of a union does not name a field.
const clockInput = z
  .strictObject({ now: z.iso.datetime({ offset: true }).optional(), advanceMs: z.number().optional() })
  .superRefine(({ now, advanceMs }, context) => {
    if (now !== undefined && advanceMs !== undefined)
      context.addIssue({ code: "custom", path: ["advanceMs"], message: "Cannot be combined with now" });
    if (now === undefined && advanceMs === undefined)
      context.addIssue({ code: "custom", path: ["now"], message: "Required without advanceMs" });
  });

type Parse = <Schema extends z.ZodType>(schema: Schema) => z.output<Schema>;
/** Runs a route with the ids of its path and the function that validates its body. */
type Run = (ids: Record<string, string>, parse: Parse) => unknown;

/** What each route below `/sandbox/` does. Without a result the response is `{"ok": true}`. */
const listRoutes = (controls: Controls): Record<string, Run> => ({
  "POST polls/:poll/votes": ({ poll = "" }, parse) => controls.vote(poll, parse(voteInput)),
  "PATCH polls/:poll/votes/:vote": ({ poll = "", vote = "" }, parse) =>
    controls.updateVote(poll, vote, parse(voteInput.partial())),
  "DELETE polls/:poll/votes/:vote": ({ poll = "", vote = "" }) => controls.removeParticipant(poll, vote),
  "PATCH polls/:poll": ({ poll = "" }, parse) => controls.editPoll(poll, parse(pollEdit)),
  "POST polls/:poll/close": ({ poll = "" }) => controls.closePoll(poll),
  "POST polls/:poll/reopen": ({ poll = "" }) => controls.reopenPoll(poll),
  "POST polls/:poll/schedule": ({ poll = "" }, parse) =>
    controls.schedulePoll(poll, parse(z.strictObject({ option: z.string() })).option),
  "POST polls/:poll/cancel": ({ poll = "" }) => controls.cancelPoll(poll),
  "GET clock": () => ({ now: controls.now() }),
  "POST clock": (_ids, parse) => {
    const { now, advanceMs = 0 } = parse(clockInput);
    if (now === undefined) controls.advance(advanceMs);
    else controls.setNow(now);
    return { now: controls.now() };
  },
  "POST outage": (_ids, parse) => controls.setOutage(parse(outagePlan)),
  // setFaults and add validate what they get.
  "POST faults": (_ids, parse) => controls.setFaults(parse(z.custom<FaultPlan>())),
  "POST faults/late": () => controls.executeDelayed(),
  "POST limits/reset": () => controls.resetLimits(),
  "GET requests": () => ({ data: controls.requests }),
  "GET webhooks": () => ({ data: controls.webhooks.endpoints }),
  "POST webhooks": (_ids, parse) => controls.webhooks.add(parse(z.custom<WebhookInput>())),
  "POST webhooks/:webhook/ping": ({ webhook = "" }) => controls.webhooks.ping(webhook),
  "DELETE webhooks/:webhook": ({ webhook = "" }) => controls.webhooks.remove(webhook),
  "GET deliveries": () => ({ data: controls.webhooks.deliveries }),
});

const maxBodyBytes = 1024 * 1024;

/**
 * Creates the control routes. They parse every content type as JSON, so that `curl -d` needs no header:
 *
 *     curl -d '{"name": "Ada", "choices": {"2027-03-01": "yes"}}' http://127.0.0.1:4270/sandbox/polls/Xk3pQ9vLm2Ab/votes
 */
export function createControlRoutes(controls: Controls) {
  const routes = listRoutes(controls);
  const app = new Hono();
  app.use("/sandbox/*", async (c, next) => {
    const page = c.req.header("Origin");
    if (page !== undefined && page.toLowerCase() !== new URL(c.req.url).origin)
      throw new ControlError(403, "web pages must not use the control routes");
    await next();
  });
  const refuseBody = () => {
    throw new ControlError(400, `body: larger than ${maxBodyBytes} bytes`);
  };
  app.use("/sandbox/*", bodyLimit({ maxSize: maxBodyBytes, onError: refuseBody }));
  app.on("GET", ["/sandbox", "/sandbox/"], (c) =>
    c.text(listCommands(Object.keys(routes), new URL(c.req.url).origin, controls.now())),
  );
  for (const [name, run] of Object.entries(routes)) {
    const [method = "", path = ""] = name.split(" ");
    app.on(method, `/sandbox/${path}`, async (c) => {
      const body = parseJson(await c.req.text());
      const result = await run(c.req.param(), (schema) => validate(schema, body, "body"));
      return c.json(result ?? { ok: true });
    });
  }
  app.all("/sandbox/*", () => {
    throw new ControlError(404, "unknown control route; GET /sandbox/ lists all routes");
  });
  app.onError((error, c) => {
    // A RangeError means invalid input.
    const status = error instanceof ControlError ? error.status : error instanceof RangeError ? 400 : null;
    if (status === null) throw error;
    return c.json({ error: { message: error.message } }, status);
  });
  return app;
}

function parseJson(text: string): unknown {
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new ControlError(400, "body: invalid JSON");
  }
}

const day = "2099-03-01";

/** Example bodies of every route with a body. */
const listExamples = (now: string): Record<string, object[]> => ({
  "POST polls/:poll/votes": [{ name: "Ada", email: "ada@example.com", choices: { [day]: "yes" } }],
  "PATCH polls/:poll/votes/:vote": [{ choices: { [day]: "no" } }],
  "PATCH polls/:poll": [{ title: "Late lunch", location: null, hideScores: true }],
  "POST polls/:poll/schedule": [{ option: day }],
  "POST clock": [{ now }, { advanceMs: 3_600_000 }],
  "POST outage": [{ state: "maintenance", retryAfterMs: 30_000 }, { state: "limiter" }, { state: "none" }],
  "POST faults": [{ rules: [{ fault: { kind: "status", status: 500 }, times: 1 }], seed: 1 }, { rules: [] }],
  "POST webhooks": [{ url: "http://127.0.0.1:9000/hook", events: ["poll.closed"] }],
});

/** Every control route as a curl command, with `$POLL`, `$VOTE` and `$WEBHOOK` for the ids. */
function listCommands(routes: string[], origin: string, now: string): string {
  const examples = listExamples(now);
  const lines = routes.flatMap((name) => {
    const [method, path = ""] = name.split(" ");
    const place = path.replace(/:(\w+)/g, (_, id: string) => `$${id.toUpperCase()}`);
    const command = `curl -X ${method} ${origin}/sandbox/${place}`;
    return examples[name]?.map((body) => `${command} -d '${JSON.stringify(body)}'`) ?? [command];
  });
  const heading =
    "# $POLL, $VOTE and $WEBHOOK are ids. Name an option by its id, its date or its start in UTC.";
  return `${[heading, ...lines].join("\n")}\n`;
}
