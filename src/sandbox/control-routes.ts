import type { IncomingMessage } from "node:http";
import * as z from "zod";
import { ControlError, toProblems } from "./errors.ts";
import { faultPlan, outagePlan } from "./faults.ts";
import { jsonReply, maxBodyBytes, type Reply, readBody, textReply } from "./http.ts";
import { isForeignPage } from "./loopback.ts";
import { mapSettings } from "./model.ts";
import { type Controls, voteInput } from "./poll-control.ts";
import { webhookInput } from "./webhook-endpoints.ts";

const edit = z.strictObject({
  title: z.string().trim().min(1).max(255),
  description: z.string().max(1000).nullable(),
  location: z.string().max(255).nullable(),
  ...mapSettings(() => z.boolean()),
});

// Not a union, because the error of a union does not name a field.
const clock = z
  .strictObject({ now: z.iso.datetime({ offset: true }).optional(), advanceMs: z.number().optional() })
  .superRefine(({ now, advanceMs }, context) => {
    if (now !== undefined && advanceMs !== undefined)
      context.addIssue({ code: "custom", path: ["advanceMs"], message: "Cannot be combined with now" });
    if (now === undefined && advanceMs === undefined)
      context.addIssue({ code: "custom", path: ["now"], message: "Required without advanceMs" });
  });

type Handler = (controls: Controls, ids: string[], body: unknown) => unknown;

// Actions of the web app, and the state of the sandbox itself.
const routes = {
  "POST polls/*/votes": (controls, [poll = ""], body) => controls.vote(poll, parse(voteInput, body)),
  "PATCH polls/*/votes/*": (controls, [poll = "", participant = ""], body) =>
    controls.updateVote(poll, participant, parse(voteInput.partial(), body)),
  "DELETE polls/*/votes/*": (controls, [poll = "", participant = ""]) =>
    controls.removeParticipant(poll, participant),
  "PATCH polls/*": (controls, [poll = ""], body) => controls.editPoll(poll, parse(edit.partial(), body)),
  "POST polls/*/close": (controls, [poll = ""]) => controls.closePoll(poll),
  "POST polls/*/reopen": (controls, [poll = ""]) => controls.reopenPoll(poll),
  "POST polls/*/schedule": (controls, [poll = ""], body) =>
    controls.schedulePoll(poll, parse(z.strictObject({ option: z.string() }), body).option),
  "POST polls/*/cancel": (controls, [poll = ""]) => controls.cancelPoll(poll),
  "GET clock": (controls) => ({ now: controls.now() }),
  "POST clock": (controls, _ids, body) => {
    const { now, advanceMs = 0 } = parse(clock, body);
    if (now !== undefined) controls.setNow(now);
    else controls.advance(advanceMs);
    return { now: controls.now() };
  },
  "POST outage": (controls, _ids, body) => controls.setOutage(parse(outagePlan, body)),
  "POST faults": (controls, _ids, body) => controls.setFaults(parse(faultPlan, body)),
  "POST faults/late": async (controls) => {
    await controls.executeDelayed();
    return { ok: true };
  },
  "POST limits/reset": (controls) => controls.resetLimits(),
  "GET requests": (controls) => ({ data: controls.requests }),
  "GET webhooks": (controls) => ({ data: controls.webhooks.endpoints }),
  "POST webhooks": (controls, _ids, body) => controls.webhooks.add(parse(webhookInput, body)),
  "POST webhooks/*/ping": (controls, [webhookId = ""]) => controls.webhooks.ping(webhookId),
  "DELETE webhooks/*": (controls, [webhookId = ""]) => controls.webhooks.remove(webhookId),
  "GET deliveries": (controls) => ({ data: controls.webhooks.deliveries }),
} satisfies Record<string, Handler>;

/** A method and a path below `/sandbox/`; `*` is an id. */
export type ControlRoute = keyof typeof routes;

/** Every control route, in the order of `GET /sandbox/`. */
export const controlRoutes = Object.keys(routes) as ControlRoute[];

/** Runs a control route. The result may be a promise. Throws a ControlError or a RangeError. */
function runControl(controls: Controls, method: string, path: string, body: unknown): unknown {
  const segments = path.split("/");
  for (const [name, handle] of Object.entries<Handler>(routes)) {
    const [routeMethod, routePath = ""] = name.split(" ");
    const parts = routePath.split("/");
    const matches =
      parts.length === segments.length && parts.every((part, at) => part === "*" || part === segments[at]);
    if (method !== routeMethod || !matches) continue;
    const ids = segments.filter((_, at) => parts[at] === "*");
    return handle(controls, ids, body) ?? { ok: true };
  }
  throw new ControlError(404, "unknown control route; GET /sandbox/ lists all routes");
}

/** Former field names of control bodies, in seconds, and the current names, in milliseconds. */
const formerFields = { advanceSeconds: "advanceMs", retryAfter: "retryAfterMs" };

function withCurrentFields(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.entries(formerFields).reduce<Record<string, unknown>>(
    (fields, [former, name]) => {
      const { [former]: seconds, ...rest } = fields;
      return typeof seconds === "number" && !(name in rest) ? { ...rest, [name]: seconds * 1000 } : fields;
    },
    { ...body },
  );
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(withCurrentFields(body));
  if (result.success) return result.data;
  const problems = toProblems(result.error).map(({ path, message }) => `${path}: ${message}`);
  throw new ControlError(400, problems.join("; "));
}

/**
 * Handles one request below `/sandbox/`. Parses every content type as JSON, so that `curl -d` needs no header:
 *
 *     curl -d '{"name": "Ada", "choices": {"2027-03-01": "yes"}}' http://127.0.0.1:4270/sandbox/polls/Xk3pQ9vLm2Ab/votes
 */
export async function handleControlRequest(
  controls: Controls,
  origin: string,
  request: IncomingMessage,
  path: string,
): Promise<Reply> {
  try {
    if (isForeignPage(request.headers.origin, request.headers.host))
      throw new ControlError(403, "web pages must not use the control routes");
    if (request.method === "GET" && path === "")
      return textReply(listCommands(controlRoutes, origin, controls.now()));
    const body = await readControlBody(request);
    return jsonReply(200, await runControl(controls, request.method ?? "", path, body));
  } catch (error) {
    // A RangeError means invalid input.
    if (error instanceof RangeError) return jsonReply(400, { error: { message: error.message } });
    if (error instanceof ControlError) return jsonReply(error.status, { error: { message: error.message } });
    throw error;
  }
}

async function readControlBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request);
  if (bytes === null) throw new ControlError(400, `body: larger than ${maxBodyBytes} bytes`);
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new ControlError(400, "body: invalid JSON");
  }
}

const day = "2099-03-01";

/** Example bodies of every route with a body. */
const listExamples = (now: string): Partial<Record<ControlRoute, readonly object[]>> => ({
  "POST polls/*/votes": [{ name: "Ada", email: "ada@example.com", choices: { [day]: "yes" } }],
  "PATCH polls/*/votes/*": [{ choices: { [day]: "no" } }],
  "PATCH polls/*": [{ title: "Late lunch", location: null, hideScores: true }],
  "POST polls/*/schedule": [{ option: day }],
  "POST clock": [{ now }, { advanceMs: 3600000 }],
  "POST outage": [{ state: "maintenance", retryAfterMs: 30000 }, { state: "limiter" }, { state: "none" }],
  "POST faults": [
    { rules: [{ fault: { kind: "status", status: 500 }, method: "GET", times: 1 }], seed: 1 },
    { rules: [] },
  ],
  "POST webhooks": [{ url: "http://127.0.0.1:9000/hook", events: ["poll.closed"] }],
});

/** Every control route as a curl command, with `$POLL`, `$VOTE` and `$WEBHOOK` for the ids. */
function listCommands(routes: readonly ControlRoute[], origin: string, now: string): string {
  const examples = listExamples(now);
  const lines = routes.flatMap((route) => {
    const [method = "", path = ""] = route.split(" ");
    const place = `${origin}/sandbox/${insertPlaceholders(path)}`;
    const bodies = examples[route];
    if (bodies === undefined) return [`curl -X ${method} ${place}`];
    return bodies.map((body) => `curl -X ${method} ${place} -d '${JSON.stringify(body)}'`);
  });
  const heading =
    "# $POLL, $VOTE and $WEBHOOK are ids. Name an option by its id, its date or its start in UTC.";
  return `${[heading, ...lines].join("\n")}\n`;
}

const insertPlaceholders = (path: string) =>
  path.replace("polls/*", "polls/$POLL").replace("votes/*", "votes/$VOTE").replace("*", "$WEBHOOK");
