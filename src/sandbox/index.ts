import { answerApi, type Gate } from "./api.ts";
import { type ClockInput, createClock } from "./clock.ts";
import { closePassedPolls } from "./closing.ts";
import { createControl } from "./control.ts";
import { createLimiter, type Limits } from "./limiter.ts";
import type { OutageSwitch } from "./outage.ts";
import { refuseFields } from "./problem.ts";
import { replyProblem } from "./reply.ts";
import { readJsonBody } from "./request-body.ts";
import type { LoggedRequest } from "./request-log.ts";
import { listen, send, stop } from "./server.ts";
import { apiKeys } from "./spaces.ts";
import { createStore } from "./store.ts";
import type { World } from "./world.ts";

export interface SandboxOptions {
  port?: number;
  now?: ClockInput;
  limits?: Limits;
  seed?: "demo" | "empty";
}

export async function startSandbox(options: SandboxOptions = {}) {
  const clock = createClock(options.now);
  const world: World = { clock, store: createStore(), origin: "", announce: () => {} };
  const requests: LoggedRequest[] = [];
  const outage: OutageSwitch = { state: "none", retryAfter: 30 };
  const gate: Gate = { limiter: createLimiter(clock, options.limits), outage, report: console.error };
  const { server, origin } = await listen(options.port ?? 0, async (request, response) => {
    const url = new URL(request.url ?? "/", "http://sandbox");
    if (!url.pathname.startsWith("/v1/")) {
      send(response, replyProblem(refuseFields([])), clock.now());
      return;
    }
    const logged: LoggedRequest = { method: request.method ?? "", path: url.pathname + url.search };
    requests.push(logged);
    const reply = await answerApi(world, gate, request, url, async () => {
      logged.body = await readJsonBody(request);
      return logged.body;
    });
    logged.status = reply.status;
    send(response, reply, clock.now());
  });
  world.origin = origin;
  return {
    url: `${origin}/v1`,
    apiKey: apiKeys.demo,
    apiKeys,
    controlUrl: `${origin}/sandbox`,
    requests,
    ...createControl(world),
    setNow: (moment: Date | number | string) => {
      clock.set(moment);
      closePassedPolls(world);
    },
    advance: (milliseconds: number) => {
      clock.advance(milliseconds);
      closePassedPolls(world);
    },
    close: () => stop(server),
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
