import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import { type Controls, voteInput } from "./controls.ts";
import { ControlError, validate } from "./errors.ts";
import { type FaultPlan, outagePlan } from "./faults.ts";
import { mapSettings } from "./model.ts";
import { webhookInput } from "./webhooks.ts";

const pollEdit = z
  .strictObject({
    title: z.string().trim().min(1).max(255),
    description: z.string().max(1000).nullable(),
    location: z.string().max(255).nullable(),
    ...mapSettings(() => z.boolean()),
  })
  .partial();

// Not a union, because the error of a union does not name a field.
const clockInput = z
  .strictObject({ now: z.iso.datetime({ offset: true }).optional(), advanceMs: z.number().optional() })
  .superRefine(({ now, advanceMs }, context) => {
    if (now !== undefined && advanceMs !== undefined)
      context.addIssue({ code: "custom", path: ["advanceMs"], message: "Cannot be combined with now" });
    if (now === undefined && advanceMs === undefined)
      context.addIssue({ code: "custom", path: ["now"], message: "Required without advanceMs" });
  });
const optionName = z.strictObject({ option: z.string() });

/** The ids in a path, by their names there. */
interface Ids {
  poll: string;
  vote: string;
  webhook: string;
}
/** Runs a route. `parse` validates the body. Without a result the response is `{"ok": true}`. */
type Run = (
  controls: Controls,
  ids: Ids,
  parse: <Schema extends z.ZodType>(schema: Schema) => z.output<Schema>,
) => unknown;

const day = "2099-03-01";

/** Every control route: its method, its path below `/sandbox/`, what it does, and example bodies. */
const routes: [method: string, path: string, run: Run, ...examples: object[]][] = [
  [
    "POST",
    "polls/:poll/votes",
    (controls, { poll }, parse) => controls.vote(poll, parse(voteInput)),
    { name: "Ada", email: "ada@example.com", choices: { [day]: "yes" } },
  ],
  [
    "PATCH",
    "polls/:poll/votes/:vote",
    (controls, { poll, vote }, parse) => controls.updateVote(poll, vote, parse(voteInput.partial())),
    { choices: { [day]: "no" } },
  ],
  ["DELETE", "polls/:poll/votes/:vote", (controls, { poll, vote }) => controls.removeParticipant(poll, vote)],
  [
    "PATCH",
    "polls/:poll",
    (controls, { poll }, parse) => controls.editPoll(poll, parse(pollEdit)),
    { title: "Late lunch", location: null, hideScores: true },
  ],
  ["POST", "polls/:poll/close", (controls, { poll }) => controls.closePoll(poll)],
  ["POST", "polls/:poll/reopen", (controls, { poll }) => controls.reopenPoll(poll)],
  [
    "POST",
    "polls/:poll/schedule",
    (controls, { poll }, parse) => controls.schedulePoll(poll, parse(optionName).option),
    { option: day },
  ],
  ["POST", "polls/:poll/cancel", (controls, { poll }) => controls.cancelPoll(poll)],
  ["GET", "clock", (controls) => ({ now: controls.now() })],
  [
    "POST",
    "clock",
    (controls, _ids, parse) => {
      const { now, advanceMs = 0 } = parse(clockInput);
      if (now === undefined) controls.advance(advanceMs);
      else controls.setNow(now);
      return { now: controls.now() };
    },
    { now: "$NOW" },
    { advanceMs: 3_600_000 },
  ],
  [
    "POST",
    "outage",
    (controls, _ids, parse) => controls.setOutage(parse(outagePlan)),
    { state: "maintenance", retryAfterMs: 30_000 },
    { state: "limiter" },
    { state: "none" },
  ],
  [
    "POST",
    "faults",
    // setFaults validates the plan.
    (controls, _ids, parse) => controls.setFaults(parse(z.custom<FaultPlan>())),
    { rules: [{ fault: { kind: "status", status: 500 }, method: "GET", times: 1 }], seed: 1 },
    { rules: [] },
  ],
  ["POST", "faults/late", (controls) => controls.executeDelayed()],
  ["POST", "limits/reset", (controls) => controls.resetLimits()],
  ["GET", "requests", (controls) => ({ data: controls.requests })],
  ["GET", "webhooks", (controls) => ({ data: controls.webhooks.endpoints })],
  [
    "POST",
    "webhooks",
    (controls, _ids, parse) => controls.webhooks.add(parse(webhookInput)),
    { url: "http://127.0.0.1:9000/hook", events: ["poll.closed"] },
  ],
  ["POST", "webhooks/:webhook/ping", (controls, { webhook }) => controls.webhooks.ping(webhook)],
  ["DELETE", "webhooks/:webhook", (controls, { webhook }) => controls.webhooks.remove(webhook)],
  ["GET", "deliveries", (controls) => ({ data: controls.webhooks.deliveries })],
];

const maxBodyBytes = 1024 * 1024;

/**
 * Creates the control routes. They parse every content type as JSON, so that `curl -d` needs no header:
 *
 *     curl -d '{"name": "Ada", "choices": {"2027-03-01": "yes"}}' http://127.0.0.1:4270/sandbox/polls/Xk3pQ9vLm2Ab/votes
 */
export function createControlRoutes(controls: Controls) {
  const app = new Hono().basePath("/sandbox");
  app.use(async (c, next) => {
    const page = c.req.header("Origin");
    if (page !== undefined && page.toLowerCase() !== new URL(c.req.url).origin)
      throw new ControlError(403, "web pages must not use the control routes");
    await next();
  });
  app.use(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: () => {
        throw new ControlError(400, `body: larger than ${maxBodyBytes} bytes`);
      },
    }),
  );
  app.get("/", (c) => c.text(listCommands(new URL(c.req.url).origin, controls.now())));
  for (const [method, path, run] of routes) {
    app.on(method, `/${path}`, async (c) => {
      const { poll = "", vote = "", webhook = "" } = c.req.param() as Partial<Ids>;
      const body = parseJson(await c.req.text());
      const result = await run(controls, { poll, vote, webhook }, (schema) => validate(schema, body, "body"));
      return c.json(result ?? { ok: true });
    });
  }
  app.all("*", () => {
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

/** Every control route as a curl command, with `$POLL`, `$VOTE` and `$WEBHOOK` for the ids. */
function listCommands(origin: string, now: string): string {
  const lines = routes.flatMap(([method, path, , ...examples]) => {
    const place = path.replace(/:(\w+)/g, (_, id: string) => `$${id.toUpperCase()}`);
    const command = `curl -X ${method} ${origin}/sandbox/${place}`;
    if (examples.length === 0) return [command];
    return examples.map((body) => `${command} -d '${JSON.stringify(body)}'`);
  });
  const heading =
    "# $POLL, $VOTE and $WEBHOOK are ids. Name an option by its id, its date or its start in UTC.";
  return `${[heading, ...lines].join("\n")}\n`.replace("$NOW", now);
}
