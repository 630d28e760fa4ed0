/** What happens on the wire and in Zapier's hands when the service does not behave, on real sockets. */

import { describe, expect, it, vi } from "vitest";
import { createAppTester } from "zapier-platform-core";
import { createFetch } from "../../zapier/client.ts";
import App from "../../zapier/index.ts";
import { createScriptedServer, errorBody, respond } from "./scripted-server.ts";

const { serve, run } = createScriptedServer();

const newPoll = App.triggers.new_poll;
const createPoll = App.creates.create_poll;
const form = { title: "Lunch", offer: "days", dates: ["2027-03-02"] };

describe("a request", () => {
  it("carries the key once, and JSON with a body", async () => {
    const seen: Record<string, unknown>[] = [];
    await serve((request, response) => {
      seen.push({
        ...request.headers,
        names: request.rawHeaders.filter((name) => /^authorization$/i.test(name)),
      });
      respond(400, errorBody("VALIDATION_ERROR", "title: Too small"))(request, response);
    });
    await expect(run(createPoll, form)).rejects.toThrow(/Title: Too small/);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      authorization: "Bearer sk_test_key",
      "content-type": expect.stringMatching(/json/),
    });
    expect(seen[0]?.["names"]).toHaveLength(1);
  });

  it("is never sent on to where a redirect points", async () => {
    const paths: string[] = [];
    await serve((request, response) => {
      paths.push(request.url ?? "");
      respond(302, "", { location: "/elsewhere" })(request, response);
    });
    await expect(run(newPoll)).rejects.toThrow();
    expect(paths).toEqual(["/v1/polls?limit=100"]);
  });
});

describe("a service at its limit or in maintenance", () => {
  const waits: [string, number, Record<string, string>, string, number][] = [
    ["the limit is reached", 429, { "retry-after": "17" }, errorBody("RATE_LIMIT_EXCEEDED"), 17],
    ["the limit is reached, and nobody says how long", 429, {}, errorBody("RATE_LIMIT_EXCEEDED"), 60],
    ["maintenance", 503, { "retry-after": "120" }, errorBody("SERVICE_UNAVAILABLE"), 120],
  ];
  it.each(waits)("is retried by Zapier, not by the app: %s", async (_name, status, headers, body, delay) => {
    let asked = 0;
    await serve((request, response) => {
      asked += 1;
      respond(status, body, headers)(request, response);
    });
    for (const attempt of [() => run(newPoll), () => run(createPoll, form)]) {
      const error: unknown = await attempt().catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: "ThrottledError" });
      const { delay: actual } = JSON.parse((error as Error).message) as { delay: number };
      expect(actual).toBeGreaterThanOrEqual(delay);
      expect(actual).toBeLessThan(delay + 30);
    }
    expect(asked).toBe(2);
  });

  it("spreads held runs, and gives a long wait in minutes or hours", async () => {
    const random = vi.spyOn(Math, "random");
    const hold = async (seconds: number, share: number) => {
      await serve(respond(429, errorBody("RATE_LIMIT_EXCEEDED"), { "retry-after": String(seconds) }));
      random.mockReturnValue(share);
      const error: unknown = await run(newPoll).catch((caught: unknown) => caught);
      const { delay, message } = JSON.parse((error as Error).message) as { delay: number; message: string };
      return [delay, /again in (.*)\.$/.exec(message)?.[1]];
    };
    try {
      expect(await hold(1, 0)).toEqual([1, "1 second"]);
      expect(await hold(17, 0)).toEqual([17, "17 seconds"]);
      expect(await hold(17, 0.999)).toEqual([46, "46 seconds"]);
      expect(await hold(119, 0)).toEqual([119, "119 seconds"]);
      expect(await hold(120, 0)).toEqual([120, "2 minutes"]);
      expect(await hold(1_000, 0.999)).toEqual([1_099, "19 minutes"]);
      expect(await hold(7_199, 0)).toEqual([7_199, "120 minutes"]);
      expect(await hold(7_200, 0)).toEqual([7_200, "2 hours"]);
      expect(await hold(80_000, 0)).toEqual([80_000, "23 hours"]);
      expect(await hold(80_000, 0.999)).toEqual([80_599, "23 hours"]);
    } finally {
      random.mockRestore();
    }
  });

  it("is retried by Zapier when no request is left", async () => {
    let asked = 0;
    await serve((request, response) => {
      asked += 1;
      const headers = { "ratelimit-remaining": "0", "ratelimit-reset": "50" };
      respond(200, JSON.stringify({ data: [], nextCursor: "c1" }), headers)(request, response);
    });
    const error: unknown = await run(App.searches.find_poll, { title: "Lunch" }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({ name: "ThrottledError" });
    const { delay, message } = JSON.parse((error as Error).message) as { delay: number; message: string };
    expect(delay).toBeGreaterThanOrEqual(50);
    expect(delay).toBeLessThan(80);
    expect(message).toBe(`The rate limit of the space is reached. Zapier tries again in ${delay} seconds.`);
    expect(asked).toBe(1);
  });

  const failures: [string, number, string][] = [
    ["an error of its own", 500, errorBody("INTERNAL_ERROR")],
    ["a page of HTML", 502, "<html>Bad gateway</html>"],
    ["an answer that is no JSON", 200, "<html>Hello</html>"],
  ];
  it.each(failures)("fails a read once, with an error: %s", async (_name, status, body) => {
    let asked = 0;
    await serve((request, response) => {
      asked += 1;
      respond(status, body)(request, response);
    });
    await expect(run(newPoll)).rejects.toMatchObject({ name: "AppError" });
    expect(asked).toBe(1);
  });
});

describe("a create whose response is lost", () => {
  it("is halted, so that Zapier does not replay it", async () => {
    let creates = 0;
    await serve((request, response) => {
      if (request.method === "POST") creates += 1;
      request.socket.destroy();
      response.destroy();
    });
    await expect(run(createPoll, form)).rejects.toMatchObject({
      name: "HaltedError",
      message: expect.stringMatching(/not known whether the poll was created/),
    });
    expect(creates).toBe(1);
  });
});

describe("a service that cannot be reached", () => {
  it("fails a create with an ordinary error", async () => {
    process.env["RALLLY_BASE_URL"] = "http://127.0.0.1:9/v1";
    await expect(run(createPoll, form)).rejects.toMatchObject({ name: "AppError" });
  });
});

describe("the time of a run", () => {
  it.each(["nothing", "no end"])("ends a response of %s, whose outcome is unknown", async (kind) => {
    await serve((_request, response) => kind === "no end" && response.writeHead(200).write("{"));
    const send = createAppTester(App)(
      (z) => createFetch(z, 150)(`${process.env["RALLLY_BASE_URL"]}/polls`, { headers: {} }),
      { authData: { apiKey: "sk_test_key" } },
    );
    await expect(send).rejects.toThrow(/timeout/);
  });
});
