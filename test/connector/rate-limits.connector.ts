/** Rate limits, in Cloudflare's limiter and in memory. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { countInMemory } from "../../connector/memory-limiter.ts";
import { openConnector } from "./harness.ts";
import { connectHost } from "./host.ts";
import { openPage, sendForm } from "./person.ts";

const from = (address: string) => ({ "cf-connecting-ip": address });

/** Waits until at least 20 seconds are left of a period of Cloudflare's limiter: its periods are those of the clock. */
async function waitForPeriod(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 20_000) await new Promise((resolve) => setTimeout(resolve, leftMs));
}

describe("the limit of requests from one address", () => {
  it.each([true, false])(
    "is 20 forms with a key and 600 requests for tokens a minute (Cloudflare's limiter: %s)",
    async (hasLimiters) => {
      const { origin } = await openConnector({ hasLimiters });
      if (hasLimiters) await waitForPeriod();
      const page = { url: `${origin}/connections`, cookie: "" };
      const send = (address: string) => sendForm(page, { key: "sk_any" }, from(address));
      const statuses = [];
      for (let index = 0; index < 25; index += 1) statuses.push((await send("192.0.2.1")).status);
      expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 303));
      expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429]);
      const refused = await send("192.0.2.1");
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
      expect(refused.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(await refused.text()).toContain("Wait a minute");
      expect((await send("192.0.2.2")).status).toBe(303);
      expect((await openPage(page.url, { headers: from("192.0.2.1") })).status).toBe(200);

      const token = () =>
        fetch(`${origin}/oauth/token`, {
          method: "POST",
          headers: from("192.0.2.3"),
          body: new URLSearchParams(),
        });
      const register = () =>
        fetch(`${origin}/oauth/register`, { method: "POST", headers: from("192.0.2.3") });
      const open = () => openPage(`${origin}/authorize`, { headers: from("192.0.2.3") });
      for (let index = 0; index < 200; index += 1) await Promise.all([token(), register(), open()]);
      for (const send of [token, register]) {
        const response = await send();
        expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
        expect(response.headers.get("access-control-allow-origin")).toBe("*");
        expect(await response.json()).toEqual({
          error: "temporarily_unavailable",
          error_description: "Too many requests. Try again in a minute.",
        });
      }
      expect((await open()).status).toBe(429);
    },
  );

  it("counts the addresses of one IPv6 network together", async () => {
    const { origin } = await openConnector();
    const send = (address: string) =>
      sendForm({ url: `${origin}/connections`, cookie: "" }, { key: "sk_any" }, from(address));
    for (let index = 0; index < 20; index += 1)
      expect((await send(`2001:db8:1:2::${index}`)).status).toBe(303);
    expect((await send("2001:db8:1:2:3:4:5:6")).status).toBe(429);
    expect((await send("2001:db8:1:3::1")).status).toBe(303);
    expect((await send("2001:db8::1")).status).toBe(303);
  });

  it.each([true, false])(
    "never replaces the 401 on a token, so that other hosts of the address refresh theirs (Cloudflare's limiter: %s)",
    async (hasLimiters) => {
      const { origin, sandbox } = await openConnector({ hasLimiters });
      const { state, call: callTool } = await connectHost(origin, { key: sandbox.apiKey });
      const call = (token: string) =>
        fetch(`${origin}/mcp`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: "no JSON",
        }).then(({ status }) => status);
      const valid = state.tokens?.access_token ?? "";
      if (hasLimiters) await waitForPeriod();
      const statuses = new Set<string>();
      for (let index = 0; index < 62; index += 1) {
        const sent = Array.from({ length: 5 }, async () => [await call(`${valid}x`), await call(valid)]);
        for (const pair of await Promise.all(sent)) statuses.add(pair.join());
        for (const status of await Promise.all(Array.from({ length: 5 }, () => call("other"))))
          statuses.add(String(status));
      }
      expect([...statuses]).toEqual(["401,400", "401"]);
      if (state.tokens) state.tokens.access_token = `${valid}x`;
      expect((await callTool("list_polls"))["isError"]).toBeFalsy();
      expect(state.tokens?.access_token).not.toBe(`${valid}x`);
    },
  );

  it("ends with the period of Cloudflare's limiter", async () => {
    const { origin } = await openConnector({ hasLimiters: true, limitPeriodS: 10 });
    const send = async () =>
      (await sendForm({ url: `${origin}/connections`, cookie: "" }, { key: "sk_any" })).status;
    await vi.waitFor(async () => expect(await send()).toBe(429), { interval: 1, timeout: 20_000 });
    await vi.waitFor(async () => expect(await send()).toBe(303), { interval: 500, timeout: 20_000 });
  });

  describe("counted in memory", () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    it("ends after a minute", () => {
      vi.useFakeTimers({ now: 0 });
      const send = () => countInMemory("page 192.0.2.9", 20);
      for (let index = 0; index < 20; index += 1) expect(send()).toBe(true);
      expect(send()).toBe(false);
      vi.setSystemTime(59_999);
      expect(send()).toBe(false);
      vi.setSystemTime(60_000);
      expect(send()).toBe(true);
    });

    it("keeps the newest of 10,000 addresses", () => {
      const send = (index: number) => countInMemory(`address ${index}`, 1);
      for (let index = 0; index <= 10_000; index += 1) expect(send(index)).toBe(true);
      expect(send(10_000)).toBe(false);
      expect(send(1)).toBe(false);
      expect(send(0)).toBe(true);
    });
  });
});
