/** How the pages look and what they show as text, in a real Chromium. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  describeInBrowser,
  enter,
  findOverflow,
  findViolations,
  heading,
  openHost,
  showConnections,
  visit,
  wrongKey,
} from "./browser.ts";
import { openConnector } from "./harness.ts";
import { connectHost } from "./host.ts";

describeInBrowser("every page", (getBrowser) => {
  it("has no violations in axe and no horizontal scrolling on any page, in light, dark and at 320 px", async () => {
    const served = await openConnector();
    const { origin, sandbox } = served;
    const host = await openHost(served);
    const reader = await openHost(served, { scope: "polls:read" });
    const endSession = async (page: Page) => {
      await showConnections(page, sandbox.apiKey);
      await page.context().clearCookies();
      await page.getByRole("button", { name: "End all connections" }).click();
      expect(await page.getByRole("alert").textContent()).toContain("open for more than ten minutes");
    };
    const pages: [name: string, url: string, act?: (page: Page) => Promise<void>][] = [
      ["the start page", `${origin}/`],
      ["the form", host.url],
      ["the form of a host that only reads", reader.url],
      ["a wrong key", host.url, (page) => enter(page, wrongKey)],
      ["a space without a plan", host.url, (page) => enter(page, sandbox.apiKeys.nonPro)],
      ["the page after a key that works", host.url, (page) => enter(page, sandbox.apiKey)],
      ["the key of an empty list", `${origin}/connections`, (page) => showConnections(page, wrongKey)],
      ["the key of connections", `${origin}/connections`],
      ["two connections", `${origin}/connections`, (page) => showConnections(page, sandbox.apiKey)],
      ["a session that ended", `${origin}/connections`, endSession],
      ["an error of the link", `${origin}/authorize?client_id=unknown`],
      ["a path without a page", `${origin}/nothing`],
    ];
    for (const _ of [1, 2]) await connectHost(origin, { key: sandbox.apiKey });
    const check = async (name: string, page: Page) => {
      for (const [width, colorScheme] of [
        [1000, "light"],
        [1000, "dark"],
        [320, "light"],
        [320, "dark"],
      ] as const) {
        await page.setViewportSize({ width, height: 700 });
        await page.emulateMedia({ colorScheme });
        expect.soft(await findViolations(page), `${name}, ${width} ${colorScheme}`).toEqual([]);
        expect.soft(await findOverflow(page), `${name}, ${width} ${colorScheme}`).toBe(0);
      }
    };
    for (const [name, url, act] of pages) {
      const { page, incidents } = await visit(getBrowser(), url);
      await act?.(page);
      await check(name, page);
      expect.soft(incidents, name).toEqual([]);
    }
    const { page } = await visit(getBrowser(), host.url);
    for (let tries = 0; (await heading(page)) !== "Too many tries"; tries += 1) {
      expect(tries).toBeLessThan(30);
      await enter(page, wrongKey);
    }
    await check("too many tries", page);
  }, 180_000);

  it("shows hostile names and titles as text of one line", async () => {
    const served = await openConnector({}, { seed: "empty" });
    const { origin, sandbox } = served;
    const attack = `"><img src=x onerror=alert(1)></title></bdi><script>alert(1)</script><meta http-equiv=refresh content="0;url=https://evil.example">`;
    const hostile = [
      attack,
      "\u202Emoc.elpmaxe\u2066",
      "W".repeat(10_000),
      "👩‍👩‍👧‍👦🏳️‍🌈",
      "\u200B\u2060",
      "محمد",
    ];
    for (const title of [attack, `\u202E${"W".repeat(200)}`, "👩‍👩‍👧‍👦"])
      await fetch(`${sandbox.url}/polls`, {
        method: "POST",
        headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ title, kind: "date", options: [{ date: "2037-03-02" }] }),
      }).then((created) => expect(created.status).toBe(201));
    for (const name of hostile) {
      const host = await openHost(served, { name });
      const { page, incidents } = await visit(getBrowser(), host.url, {
        viewport: { width: 320, height: 700 },
      });
      const check = async () => {
        expect(await page.locator("script, img, meta[http-equiv]").count()).toBe(0);
        expect(await page.title()).not.toMatch(/^Connect\s+-|[\u202E\u2066\u200B]/);
        expect(await page.textContent("main")).not.toMatch(/[\u202E\u2066\u200B]/);
        expect(await findOverflow(page)).toBe(0);
      };
      await check();
      expect((await heading(page))?.length).toBeLessThan(200);
      await enter(page, sandbox.apiKey);
      expect(await page.getByRole("listitem").first().textContent()).toBe("👩👩👧👦");
      await check();
      await page.getByRole("link", { name: "Continue to" }).click();
      expect((await host.exchange(host.received[0]?.["code"] ?? "")).status).toBe(200);
      expect(incidents).toEqual([]);
    }
    const { page, incidents } = await visit(getBrowser(), `${origin}/connections`);
    await showConnections(page, sandbox.apiKey);
    expect(await page.getByRole("listitem").count()).toBe(hostile.length);
    expect(await page.textContent("main")).toContain("<script>alert(1)</script>");
    expect(await findOverflow(page)).toBe(0);
    expect(incidents).toEqual([]);
  }, 120_000);
});
