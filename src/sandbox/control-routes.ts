import * as z from "zod";
import { ControlError } from "./control-error.ts";
import type { Controls } from "./controls.ts";
import { faultPlan } from "./fault-schema.ts";
import { outagePlan } from "./outage.ts";
import { listProblems, withFormerName } from "./validation.ts";
import { webhookInput } from "./webhook-endpoints.ts";

const votes = z.record(z.string(), z.enum(["yes", "ifNeedBe", "no"]));
const vote = z.strictObject({ name: z.string().min(1), email: z.email().optional(), choices: votes });
const edit = z.strictObject({
  title: z.string().trim().min(1).max(255),
  description: z.string().max(1000).nullable(),
  location: z.string().max(255).nullable(),
  requireEmail: z.boolean(),
  hideParticipants: z.boolean(),
  hideScores: z.boolean(),
  disableComments: z.boolean(),
  allowTentativeVotes: z.boolean(),
});
// No union: of one that fits neither way nobody could say which field is wrong.
const clock = z.preprocess(
  withFormerName("advanceSeconds", "advanceMs", 1000),
  z
    .strictObject({ now: z.iso.datetime({ offset: true }).optional(), advanceMs: z.number().optional() })
    .superRefine(({ now, advanceMs }, context) => {
      if (now !== undefined && advanceMs !== undefined)
        context.addIssue({ code: "custom", path: ["advanceMs"], message: "Cannot go together with now" });
      if (now === undefined && advanceMs === undefined)
        context.addIssue({ code: "custom", path: ["now"], message: "Give this or advanceMs" });
    }),
);

type Handler = (controls: Controls, ids: string[], body: unknown) => unknown;

// What a person would do in the web app, and the switches of the sandbox itself.
const routes = {
  "POST polls/*/votes": (controls, [poll = ""], body) => controls.vote(poll, read(vote, body)),
  "PATCH polls/*/votes/*": (controls, [poll = "", participant = ""], body) =>
    controls.updateVote(poll, participant, read(vote.partial(), body)),
  "DELETE polls/*/votes/*": (controls, [poll = "", participant = ""]) =>
    controls.removeParticipant(poll, participant),
  "PATCH polls/*": (controls, [poll = ""], body) => controls.editPoll(poll, read(edit.partial(), body)),
  "POST polls/*/close": (controls, [poll = ""]) => controls.closePoll(poll),
  "POST polls/*/reopen": (controls, [poll = ""]) => controls.reopenPoll(poll),
  "POST polls/*/schedule": (controls, [poll = ""], body) =>
    controls.schedulePoll(poll, read(z.strictObject({ option: z.string() }), body).option),
  "POST polls/*/cancel": (controls, [poll = ""]) => controls.cancelPoll(poll),
  "GET clock": (controls) => ({ now: controls.now() }),
  "POST clock": (controls, _ids, body) => {
    const { now, advanceMs = 0 } = read(clock, body);
    if (now !== undefined) controls.setNow(now);
    else controls.advance(advanceMs);
    return { now: controls.now() };
  },
  "POST outage": (controls, _ids, body) => controls.setOutage(read(outagePlan, body)),
  "POST faults": (controls, _ids, body) => controls.setFaults(read(faultPlan, body)),
  "POST faults/late": async (controls) => {
    await controls.carryOutLate();
    return { ok: true };
  },
  "POST limits/reset": (controls) => controls.resetLimits(),
  "GET requests": (controls) => ({ data: controls.requests }),
  "GET webhooks": (controls) => ({ data: controls.webhooks.endpoints }),
  "POST webhooks": (controls, _ids, body) => controls.webhooks.add(read(webhookInput, body)),
  "POST webhooks/*/ping": (controls, [webhookId = ""]) => controls.webhooks.ping(webhookId),
  "DELETE webhooks/*": (controls, [webhookId = ""]) => controls.webhooks.remove(webhookId),
  "GET deliveries": (controls) => ({ data: controls.webhooks.deliveries }),
} satisfies Record<string, Handler>;

/** A method, and a path below `/sandbox/` in which `*` stands for one id. */
export type ControlRoute = keyof typeof routes;

/** Every control route, in the order in which a first acquaintance might try them. */
export const controlRoutes = Object.keys(routes) as ControlRoute[];

/** Runs the control route of a method and the path below `/sandbox/`; what it answers may be a promise. Throws ControlError. */
export function runControl(controls: Controls, method: string, path: string, body: unknown): unknown {
  const segments = path.split("/");
  for (const [name, handle] of Object.entries<Handler>(routes)) {
    const [routeMethod, routePath = ""] = name.split(" ");
    const parts = routePath.split("/");
    const fits =
      parts.length === segments.length && parts.every((part, at) => part === "*" || part === segments[at]);
    if (method !== routeMethod || !fits) continue;
    const ids = segments.filter((_, at) => parts[at] === "*");
    return handle(controls, ids, body) ?? { ok: true };
  }
  throw new ControlError(404, "no such control route; GET /sandbox/ lists them");
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const problems = listProblems(result.error).map(({ field, message }) => `${field}: ${message}`);
  throw new ControlError(400, problems.join("; "));
}
