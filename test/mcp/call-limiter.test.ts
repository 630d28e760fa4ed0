import { describe, expect, it } from "vitest";
import { createCallLimiter, TooManyCallsError } from "../../mcp/runtime/call-limiter.ts";
import { createClient } from "../../src/api/index.ts";
import { callTool, connectInMemory, failTool } from "./harness.ts";

const never = new AbortController().signal;

describe("the call limiter", () => {
  it("runs calls up to the limit, then the oldest waiting one", async () => {
    const limiter = createCallLimiter({ perCaller: 2, perProcess: 9, maxWaiting: 9 });
    const started: number[] = [];
    const calls = [0, 1, 2, 3].map(async (number) => {
      const release = await limiter.acquire("a", never);
      started.push(number);
      return release;
    });
    const [first, second] = await Promise.all(calls.slice(0, 2));
    expect(started).toEqual([0, 1]);
    second?.();
    await calls[2];
    expect(started).toEqual([0, 1, 2]);
    first?.();
    first?.();
    await calls[3];
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it("rejects a call when too many are waiting", async () => {
    const limiter = createCallLimiter({ perCaller: 1, perProcess: 9, maxWaiting: 1 });
    const release = await limiter.acquire("a", never);
    const waiting = limiter.acquire("a", never);
    await expect(limiter.acquire("a", never)).rejects.toThrow(TooManyCallsError);
    await expect(limiter.acquire("a", never)).rejects.toThrow("1 calls are running and 1 are waiting");
    release();
    (await waiting)();
    (await limiter.acquire("a", never))();
  });

  it("alternates between callers in a full process", async () => {
    const limiter = createCallLimiter({ perCaller: 2, perProcess: 2, maxWaiting: 9 });
    const started: string[] = [];
    const call = async (caller: string) => {
      const release = await limiter.acquire(caller, never);
      started.push(caller);
      return release;
    };
    const greedy = [1, 2, 3, 4].map(() => call("greedy"));
    const modest = call("modest");
    const releases = await Promise.all(greedy.slice(0, 2));
    releases[0]?.();
    const third = await Promise.race([modest, ...greedy.slice(2)]);
    expect(started).toEqual(["greedy", "greedy", "modest"]);
    third();
    releases[1]?.();
    await Promise.all(greedy);
    expect(started).toEqual(["greedy", "greedy", "modest", "greedy", "greedy"]);
  });

  it("removes a waiting call that is cancelled", async () => {
    const limiter = createCallLimiter({ perCaller: 1, perProcess: 1, maxWaiting: 1 });
    const release = await limiter.acquire("a", never);
    const cancel = new AbortController();
    const waiting = limiter.acquire("a", cancel.signal);
    cancel.abort(new Error("cancelled"));
    await expect(waiting).rejects.toThrow("cancelled");
    await expect(limiter.acquire("a", cancel.signal)).rejects.toThrow("cancelled");
    const next = limiter.acquire("a", never);
    release();
    (await next)();
  });
});

describe("calls without a turn", () => {
  it("are limited for each caller and for the process, and take no turn", async () => {
    const limiter = createCallLimiter({ perCaller: 1, idlePerCaller: 2, idlePerProcess: 3 });
    const [first] = [limiter.acquireIdle("a"), limiter.acquireIdle("a")];
    expect(() => limiter.acquireIdle("a")).toThrow("2 calls are waiting for responses");
    const other = limiter.acquireIdle("b");
    expect(() => limiter.acquireIdle("b")).toThrow(TooManyCallsError);
    (await limiter.acquire("a", never))();
    first?.();
    first?.();
    limiter.acquireIdle("a");
    expect(() => limiter.acquireIdle("a")).toThrow(TooManyCallsError);
    other();
    limiter.acquireIdle("c");
  });
});

describe("a server with too many calls", () => {
  /** A host whose service does not respond until `release` is called, and the requests of the service. */
  async function openHeld(deadlineMs = 50_000) {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked: string[] = [];
    const client = createClient({
      apiKey: "sk_test_12345678",
      baseUrl: "http://127.0.0.1:9/v1",
      transport: async ({ url }) => {
        asked.push(url);
        await held;
        return { status: 200, headers: {}, text: JSON.stringify({ data: [], nextCursor: null }) };
      },
    });
    const limiter = createCallLimiter({ perCaller: 1, perProcess: 9, maxWaiting: 1 });
    return { host: await connectInMemory({ client, limiter, deadlineMs }), release, asked };
  }

  it("rejects the call over the limit and runs the others in turn", async () => {
    const { host, release, asked } = await openHeld();
    const calls = [callTool(host, "list_polls"), callTool(host, "list_polls")];
    expect(await failTool(host, "list_polls")).toMatch(/^Too many calls at once: .*Nothing was done\./u);
    expect(asked).toHaveLength(1);
    release();
    for (const call of calls) expect((await call).text).toContain("0 polls");
    expect(asked).toHaveLength(2);
  });

  it("reports that nothing was done when a call times out in the queue", async () => {
    const { host, asked } = await openHeld(100);
    const first = host.callTool({ name: "list_polls", arguments: {} });
    const text = await failTool(host, "create_poll", { title: "T", dates: ["2037-03-02"] });
    expect(text).toContain("Nothing was done");
    expect((await first).isError).toBe(true);
    expect(asked).toHaveLength(1);
  });
});
