import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { createCallLimiter } from "../../mcp/runtime/call-limiter.ts";
import { callTool, failTool } from "./harness.ts";
import { connectHttp, openHttp } from "./http-harness.ts";
import { opening, startProcess, toolCall, until } from "./server-process.ts";
import { clients, frames, openWait, openWaitOnStdio, openWatchedPoll } from "./wait-harness.ts";

const check = 15_000;
const name = "wait_for_responses";

describe("a cancelled wait", () => {
  it("ends over HTTP in the 2026-07-28 protocol", async () => {
    const { client, clock, poll, waiting } = await openWatchedPoll();
    const { service } = await openHttp({}, { client, clock });
    const host = await connectHttp(service.url, clients.today);
    const cancel = new AbortController();
    const input = { pollId: poll.id, count: 1 };
    const call = host.callTool({ name, arguments: input }, { signal: cancel.signal });
    await waiting(1);
    cancel.abort();
    await expect(call).rejects.toThrow();
    await waiting(0);
  });

  it.each(frames)("ends over HTTP when the caller closes the connection, in %s", async (_, _before, meta) => {
    const { client, clock, poll, waiting } = await openWatchedPoll();
    const { service } = await openHttp({}, { client, clock });
    const isToday = Object.keys(meta).length > 0;
    const cancel = new AbortController();
    const call = fetch(service.url, {
      method: "POST",
      signal: cancel.signal,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": isToday ? "2026-07-28" : "2025-11-25",
        ...(isToday ? { "mcp-method": "tools/call", "mcp-name": name } : {}),
      },
      body: JSON.stringify(toolCall(1, name, { pollId: poll.id, count: 1 }, meta)),
    }).then((response) => response.text());
    await waiting(1);
    cancel.abort();
    await expect(call).rejects.toThrow();
    await waiting(0);
  });

  it.each(frames)("ends over stdio in %s, and other waits continue", async (_, before, meta) => {
    const { send, received, clock, answer, poll, waiting, takeReads } = await openWaitOnStdio(before);
    const input = { pollId: poll.id, count: 1 };
    send(toolCall(1, name, input, meta), toolCall(2, name, input, meta));
    await waiting(2);
    send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    await waiting(1);
    takeReads();
    answer("Ada");
    await clock.advance(check);
    await until(() => received().some(({ id }) => id === 2));
    expect(received().some(({ id }) => id === 1)).toBe(false);
    expect(takeReads()).toEqual(["poll", "poll/participants"]);
    await waiting(0);
  });

  it("ends during its first check", async () => {
    const { host, sandbox, clock, poll } = await openWait();
    sandbox.setFaults({ rules: [{ fault: { kind: "hang" } }] });
    const cancel = new AbortController();
    const input = { pollId: poll.id, count: 1 };
    const call = host.callTool({ name, arguments: input }, { signal: cancel.signal });
    await until(() => sandbox.requests.some(({ fault }) => fault === "hang"));
    cancel.abort();
    await expect(call).rejects.toThrow();
    await until(() => clock.sleepers() === 0);
    sandbox.setFaults({ rules: [] });
    sandbox.closePoll(poll.id);
    expect((await callTool(host, name, input)).data).toMatchObject({ reason: "closed" });
  });
});

describe("the limits on calls", () => {
  it("leave room for other calls during 37 waits", async () => {
    const { host, wait, waiting, clock, sandbox, poll } = await openWait();
    const calls = Array.from({ length: 37 }, () => wait({ count: 1 }));
    await waiting(37);
    expect((await callTool(host, "list_polls")).text).toContain("1 poll");
    sandbox.closePoll(poll.id);
    await clock.advance(check);
    for (const { data } of await Promise.all(calls)) expect(data).toMatchObject({ reason: "closed" });
  });

  it("leave a wait more time than other calls", async () => {
    const { wait, answer, waiting, clock } = await openWait({ deadlineMs: 50 });
    const call = wait({ count: 1 });
    await waiting(1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    answer("Ada");
    await clock.advance(check);
    expect((await call).data).toMatchObject({ done: true, waitedSeconds: 15 });
  });

  it("leave a wait that reaches the deadline with the last known count", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const { wait, answer, waiting, clock } = await openWait();
    answer("Ada");
    const call = wait({ count: 2 });
    await waiting(1);
    // The timer of the call. The clock stands still, as if the wait's own end were late.
    const [onDeadline, ...others] = timers.mock.calls.filter(([, delay]) => delay === 58_000);
    timers.mockRestore();
    expect(others).toEqual([]);
    onDeadline?.[0]();
    const { text, data } = await call;
    expect(text).toContain("1 of 2 have answered");
    expect(data).toMatchObject({ reason: "timeout", done: false, answered: 1, wanted: 2 });
    expect(clock.sleepers()).toBe(0);
  });

  it("leave no listener on the server's signals", async () => {
    const stop = new AbortController();
    const { wait, waiting, clock } = await openWait({ stopping: stop.signal, stopped: stop.signal });
    const call = wait({ count: 1, timeoutSeconds: 5 });
    await waiting(1);
    expect(getEventListeners(stop.signal, "abort")).not.toEqual([]);
    await clock.advance(5_000);
    await call;
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });

  it.each([
    ["of one caller", { idlePerCaller: 2 }],
    ["of the process", { idlePerProcess: 2 }],
  ])("refuse a wait beyond those %s", async (_, limits) => {
    const { host, wait, waiting, clock, sandbox, poll } = await openWait({
      limiter: createCallLimiter(limits),
    });
    const calls = [wait({ count: 1 }), wait({ count: 1 })];
    await waiting(2);
    expect(await failTool(host, name, { pollId: poll.id, count: 1 })).toBe(
      "Too many calls at once: 2 calls are waiting for responses. Nothing was done. Wait for other responses, then call again.",
    );
    sandbox.closePoll(poll.id);
    await clock.advance(check);
    await Promise.all(calls);
    expect((await wait({ count: 1 })).data).toMatchObject({ reason: "closed" });
  });
});

describe("at shutdown a wait returns the current count at once", () => {
  const ended = { answered: 1, done: false, reason: "shutdown" };

  it.each(["stopping", "stopped"])("when the server's signal %s aborts", async (signal) => {
    const stop = new AbortController();
    const { wait, answer, waiting } = await openWait({ [signal]: stop.signal });
    answer("Ada");
    const call = wait({ count: 2 });
    await waiting(1);
    stop.abort();
    const { text, data } = await call;
    expect(text).toContain("1 of 2 have answered");
    expect(text).toContain("The server is shutting down. Call again when it is back.");
    expect(data).toMatchObject(ended);
    await waiting(0);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
    if (signal === "stopping") expect((await wait({ count: 2 })).data).toMatchObject(ended);
    else await expect(wait({ count: 2 })).rejects.toThrow("shutting down");
  });

  it.each(["SIGTERM", "the end of its input"])("on stdio, at %s", async (how) => {
    const { sandbox, answer, poll, takeReads } = await openWatchedPoll();
    answer("Ada");
    const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
    const server = startProcess(["--drain-seconds", "300"], env);
    takeReads();
    const input = { pollId: poll.id, count: 2 };
    server.send(...opening, toolCall(1, name, input, { progressToken: 1 }));
    await until(() => server.received().some(({ method }) => method === "notifications/progress"));
    if (how === "SIGTERM") server.child.kill("SIGTERM");
    else server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    const response = server.received().find(({ id }) => id === 1);
    expect(response?.result?.isError).toBeFalsy();
    expect(response?.result?.structuredContent).toMatchObject(ended);
    expect(takeReads()).toEqual(["poll", "poll/participants"]);
  });

  it.each(frames)("over HTTP, in %s", async (_, _before, meta) => {
    const { sandbox, answer, poll } = await openWatchedPoll();
    answer("Ada");
    const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
    const server = startProcess(["--http", "--port", "0", "--drain-seconds", "300"], env);
    const host = await connectHttp(
      await server.url(),
      Object.keys(meta).length > 0 ? clients.today : clients.older,
    );
    let notify = () => {};
    const waits = new Promise<void>((resolve) => {
      notify = resolve;
    });
    const input = { pollId: poll.id, count: 2 };
    const call = host.callTool({ name, arguments: input }, { onprogress: () => notify() });
    await waits;
    server.child.kill("SIGTERM");
    expect((await call).structuredContent).toMatchObject(ended);
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });
});
