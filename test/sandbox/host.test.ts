/** The Host header: requests with another name (DNS rebinding) are rejected. */
import { request } from "undici";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { isLocalCaller, isLoopbackAddress, isLoopbackHost } from "../../src/sandbox/loopback.ts";
import { create, datePoll, start } from "./request.ts";

let sandbox: Sandbox;
let pollId = "";
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
  pollId = (await create(sandbox, datePoll)).id;
});
afterEach(() => sandbox.close());

/** Requests every kind of route with a Host header; `PORT` is replaced by the sandbox's port. */
async function statusesUnder(host: string): Promise<number[]> {
  const { origin, port } = new URL(sandbox.url);
  const paths = ["/v1/polls", "/v1/openapi", `/invite/${pollId}`, `/poll/${pollId}`, "/sandbox/", "/nowhere"];
  const statuses = [];
  for (const path of paths) {
    const response = await request(`${origin}${path}`, {
      headers: { host: host.replace("PORT", port), authorization: `Bearer ${sandbox.apiKey}` },
    });
    await response.body.dump();
    statuses.push(response.statusCode);
  }
  return statuses;
}

describe("the Host header", () => {
  it.each([
    "evil.example.com",
    "evil.example.com:PORT",
    "127.0.0.1.evil.example.com:PORT",
    "localhost.evil.example.com:PORT",
    "localhost:PORT:1",
    "localhost:x",
    "192.168.0.1:PORT",
    "0.0.0.0:PORT",
    "[::]:PORT",
    "[fe80::1%25lo]:PORT",
    "127.0.0.1:PORT@evil.example.com",
    "evil.example.com:80@127.0.0.1:PORT",
    ":PORT",
    "x",
  ])("%s is rejected on every route", async (host) => {
    const before = sandbox.requests.length;
    expect(await statusesUnder(host)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(sandbox.requests).toHaveLength(before);
  });

  it.each([
    "127.0.0.1:PORT",
    "localhost:PORT",
    "localhost",
    "127.0.0.1:1",
    "LocalHost:PORT",
    "localhost.:PORT",
    "[::1]:PORT",
    "[::ffff:127.0.0.1]:PORT",
    "127.0.0.2:PORT",
  ])("%s is accepted", async (host) => {
    expect(await statusesUnder(host)).toEqual([200, 200, 200, 200, 200, 404]);
  });

  it("of another name gets an error with the sandbox's address only", async () => {
    const response = await request(`${sandbox.url}/polls`, { headers: { host: "evil.example.com" } });
    const { host } = new URL(sandbox.url);
    expect(await response.body.json()).toEqual({
      error: {
        code: "HOST_NOT_ALLOWED",
        message: `The sandbox accepts local requests only. Send them to ${host}.`,
      },
    });
  });

  it.each([undefined, "", " "])("%j is rejected", (host) => {
    expect(isLocalCaller(host)).toBe(false);
  });
});

describe("loopback addresses", () => {
  it.each(["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:0:0:1"])(
    "include %s",
    (address) => expect(isLoopbackAddress(address)).toBe(true),
  );

  it.each([
    "126.255.255.255",
    "128.0.0.0",
    "0.0.0.0",
    "::",
    "::2",
    "::ffff:10.0.0.1",
    "::1%lo",
    "localhost",
    "",
  ])("do not include %s", (address) => expect(isLoopbackAddress(address)).toBe(false));

  it.each([
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://LOCALHOST/",
    "http://127.1/",
  ])("are recognized in the URL %s", (url) => expect(isLoopbackHost(new URL(url).hostname)).toBe(true));
});
