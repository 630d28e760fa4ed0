import { Hono } from "hono";
import * as z from "zod";
import { ControlError, toRefusal } from "../errors.ts";
import type { Controls } from "../types.ts";
import { limitBody, validate } from "../validate.ts";

const clockInput = z.strictObject({ now: z.string().optional(), advanceMs: z.number().default(0) });
const scheduleInput = z.strictObject({ option: z.string() });

/** A route below `/sandbox/`. */
interface ControlRoute {
  /** Without a result the response is `{"ok": true}`. The functions that get the body validate it. */
  run(ids: Record<"poll" | "vote" | "webhook", string>, body: never): unknown;
  /** Bodies that show how it is used. */
  examples?: object[];
}

const day = "2099-03-01";

const listRoutes = (controls: Controls): Record<string, ControlRoute> => ({
  "POST polls/:poll/votes": {
    run: ({ poll }, body) => controls.vote(poll, body),
    examples: [{ name: "Ada", email: "ada@example.com", choices: { [day]: "yes" } }],
  },
  "PATCH polls/:poll/votes/:vote": {
    run: ({ poll, vote }, body) => controls.updateVote(poll, vote, body),
    examples: [{ choices: { [day]: "no" } }],
  },
  "DELETE polls/:poll/votes/:vote": { run: ({ poll, vote }) => controls.removeParticipant(poll, vote) },
  "PATCH polls/:poll": {
    run: ({ poll }, body) => controls.editPoll(poll, body),
    examples: [{ title: "Late lunch", location: null, hideScores: true }],
  },
  "POST polls/:poll/close": { run: ({ poll }) => controls.closePoll(poll) },
  "POST polls/:poll/reopen": { run: ({ poll }) => controls.reopenPoll(poll) },
  "POST polls/:poll/schedule": {
    run: ({ poll }, body) => controls.schedulePoll(poll, validate(scheduleInput, body, "body").option),
    examples: [{ option: day }],
  },
  "POST polls/:poll/cancel": { run: ({ poll }) => controls.cancelPoll(poll) },
  "GET clock": { run: () => ({ now: controls.now() }) },
  "POST clock": {
    run(_ids, body) {
      const { now = controls.now(), advanceMs } = validate(clockInput, body, "body");
      controls.setNow(now);
      controls.advance(advanceMs);
      return { now: controls.now() };
    },
    examples: [{ now: controls.now() }, { advanceMs: 3_600_000 }],
  },
  "POST faults": {
    run: (_ids, body) => controls.setFaults(body),
    examples: [
      { rules: [{ fault: { kind: "reset" }, times: 1 }], seed: 1 },
      { rules: [{ fault: { kind: "respond", status: 503, headers: { "Retry-After": "300" } } }] },
      { rules: [] },
    ],
  },
  "POST faults/late": { run: () => controls.executeDelayed() },
  "GET requests": { run: () => ({ data: controls.requests }) },
  "GET webhooks": { run: () => ({ data: controls.webhooks.endpoints }) },
  "POST webhooks": {
    run: (_ids, body) => controls.webhooks.add(body),
    examples: [{ url: "http://127.0.0.1:9000/hook", events: ["poll.closed"] }],
  },
  "POST webhooks/:webhook/ping": { run: ({ webhook }) => controls.webhooks.ping(webhook) },
  "DELETE webhooks/:webhook": { run: ({ webhook }) => controls.webhooks.remove(webhook) },
  "GET deliveries": { run: () => ({ data: controls.webhooks.deliveries }) },
});

/**
 * Creates the control routes. They parse every content type as JSON, so that `curl -d` needs no header:
 *
 *     curl -d '{"name": "Ada", "choices": {"2027-03-01": "yes"}}' http://127.0.0.1:4270/sandbox/polls/Xk3pQ9vLm2Ab/votes
 */
export function createControlRoutes(controls: Controls) {
  const app = new Hono();
  app.use("/sandbox/*", limitBody, async (c, next) => {
    const { origin } = new URL(c.req.url);
    if ((c.req.header("Origin") ?? origin) !== origin)
      throw new ControlError(403, "web pages must not use the control routes");
    await next();
  });
  app.on("GET", ["/sandbox", "/sandbox/"], (c) =>
    c.text(listCommands(listRoutes(controls), new URL(c.req.url).origin)),
  );
  for (const [name, { run }] of Object.entries(listRoutes(controls))) {
    const [method = "", path = ""] = name.split(" ");
    app.on(method, `/sandbox/${path}`, async (c) => {
      const ids = c.req.param() as Parameters<typeof run>[0];
      const result = await run(ids, parseJson(await c.req.text()) as never);
      return c.json(result ?? { ok: true });
    });
  }
  app.all("/sandbox/*", () => {
    throw new ControlError(404, "unknown control route; GET /sandbox/ lists all routes");
  });
  app.onError((error, c) => {
    const { status, message } = toRefusal(error);
    return c.json({ error: { message } }, status);
  });
  return app;
}

function parseJson(text: string): unknown {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    throw new ControlError(400, "body: invalid JSON");
  }
}

/** Every control route as a curl command, with `$POLL`, `$VOTE` and `$WEBHOOK` for the ids. */
function listCommands(routes: Record<string, ControlRoute>, origin: string): string {
  const lines = Object.entries(routes).flatMap(([name, { examples }]) => {
    const [method, path = ""] = name.split(" ");
    const place = path.replace(/:(\w+)/g, (_, id: string) => `$${id.toUpperCase()}`);
    const command = `curl -X ${method} ${origin}/sandbox/${place}`;
    return examples?.map((body) => `${command} -d '${JSON.stringify(body)}'`) ?? [command];
  });
  const heading =
    "# $POLL, $VOTE and $WEBHOOK are ids. Name an option by its id, its date or its start in UTC.";
  return `${[heading, ...lines].join("\n")}\n`;
}
