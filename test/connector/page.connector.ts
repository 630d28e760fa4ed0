/** The pages in a real Chromium, without scripts where axe does not need them. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../scripts/browser.ts";
import { findOverflow, findViolations, hasBrowser, openHost, visit } from "./browser.ts";
import { openConnector, type Served } from "./harness.ts";
import { connectHost } from "./host.ts";

const noScript = { javaScriptEnabled: false };
const wrongKey = "sk_wrong_0000000000000000000000000000";
const keyField = (page: Page) => page.getByLabel("API key of your space");
const connectButton = (page: Page) => page.getByRole("button", { name: "Check the key and connect" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();

async function enter(page: Page, key: string): Promise<void> {
  await keyField(page).fill(key);
  await connectButton(page).click();
}

const countGrants = async ({ stored }: Served) =>
  Object.keys(await stored()).filter((name) => name.startsWith("grant:")).length;

const scopeOf = async (exchanged: Response) => ((await exchanged.json()) as { scope: string }).scope;

describe.runIf(hasBrowser)("in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it("reports violations of the policy, so that tests see them", async () => {
    const { origin } = await openConnector();
    const { page, incidents } = await visit(browser, origin);
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { text: 'document.title = `run`' }))",
    );
    await expect.poll(() => incidents).toEqual([expect.stringContaining("Content Security Policy")]);
    expect(await page.title()).toBe("Rallly connector");
  });

  it("connects without scripts, and the link back gives the host a code", async () => {
    const served = await openConnector();
    const host = await openHost(served);
    const { page, incidents } = await visit(browser, host.url, noScript);
    expect(await heading(page)).toBe("Connect Browser host");
    await enter(page, served.sandbox.apiKey);
    expect(await heading(page)).toBe("The key works");
    expect(page.url()).not.toContain(served.sandbox.apiKey);
    await page.getByRole("link", { name: "Continue to Browser host" }).click();
    expect(await page.textContent("p")).toBe("Back at the host");
    expect(host.received).toEqual([
      { code: expect.any(String), iss: served.origin, state: "a state & more" },
    ]);
    expect(await scopeOf(await host.exchange(host.received[0]?.["code"] ?? ""))).toBe(
      "polls:read polls:write",
    );
    expect(incidents).toEqual([]);
  });

  it("moves the focus to the message after a wrong key, forgets the key and keeps the choice", async () => {
    const served = await openConnector();
    const host = await openHost(served);
    const { page, incidents } = await visit(browser, host.url, noScript);
    await page.getByLabel("Read only").check();
    await enter(page, wrongKey);
    const message = page.getByRole("alert");
    expect(await message.textContent()).toContain("does not accept this key");
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("problem");
    expect(await keyField(page).inputValue()).toBe("");
    expect(await keyField(page).getAttribute("aria-invalid")).toBe("true");
    expect(await keyField(page).getAttribute("aria-describedby")).toBe("key-help problem");
    expect(await page.getByLabel("Read only").isChecked()).toBe(true);
    expect(await page.content()).not.toContain(wrongKey);
    const consentCookies = (await page.context().cookies()).filter(({ name }) => name.includes("consent"));
    expect(consentCookies).toHaveLength(1);
    await enter(page, served.sandbox.apiKey);
    await page.getByRole("link", { name: "Continue to" }).click();
    expect(await scopeOf(await host.exchange(host.received[0]?.["code"] ?? ""))).toBe("polls:read");
    expect(await page.context().cookies()).toEqual([]);
    expect(incidents).toEqual([]);
  });

  it("offers a host that asks to read no more than that", async () => {
    const served = await openConnector();
    const host = await openHost(served, { scope: "polls:read" });
    const { page } = await visit(browser, host.url, noScript);
    expect(await page.getByRole("radio").count()).toBe(0);
    await enter(page, served.sandbox.apiKey);
    await page.getByRole("link", { name: "Continue to" }).click();
    expect(await scopeOf(await host.exchange(host.received[0]?.["code"] ?? ""))).toBe("polls:read");
  });

  it("sends a cancel to the host, also when the host's page redirects elsewhere, and without a key", async () => {
    const served = await openConnector();
    const last = await openHost(served, { address: "127.0.0.2", answer: "The end" });
    const elsewhere = new URL("/done", new URL(last.url).searchParams.get("redirect_uri") ?? "");
    for (const [options, end] of [
      [{}, "Back at the host"],
      [{ answer: elsewhere }, "The end"],
    ] as const) {
      const host = await openHost(served, options);
      const { page, incidents } = await visit(browser, host.url, noScript);
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect.poll(() => page.textContent("p")).toBe(end);
      expect(host.received).toEqual([
        { error: "access_denied", iss: served.origin, state: "a state & more" },
      ]);
      expect(incidents.filter((text) => !text.includes("127.0.0.2"))).toEqual([]);
    }
    expect(served.sandbox.requests).toEqual([]);
    expect(await countGrants(served)).toBe(0);
  });

  it("connects once after a double click, and otherwise asks for the key again", async () => {
    const served = await openConnector();
    const host = await openHost(served);
    const { page, incidents } = await visit(browser, host.url, noScript);
    await keyField(page).fill(served.sandbox.apiKey);
    await connectButton(page).dblclick({ noWaitAfter: true });
    await expect.poll(() => page.locator("[role=alert], a.button").count()).toBe(1);
    if ((await heading(page)) !== "The key works") await enter(page, served.sandbox.apiKey);
    await page.getByRole("link", { name: "Continue to" }).click();
    expect((await host.exchange(host.received[0]?.["code"] ?? "")).status).toBe(200);
    expect(incidents).toEqual([]);
  });

  it("survives the back button and a reload at each step", async () => {
    const served = await openConnector();
    const host = await openHost(served);
    const { page, incidents } = await visit(browser, host.url, noScript);
    await page.reload();
    await page.getByRole("link", { name: "page of connections" }).click();
    expect(await heading(page)).toBe("Your connections");
    await page.goBack();
    await enter(page, wrongKey);
    // Chromium refuses a reload while it exchanges a page that the back button restored.
    await page.getByRole("alert").waitFor();
    await page.waitForLoadState();
    await page.reload();
    expect(await page.getByRole("alert").textContent()).toContain("This form was sent before");
    expect(await keyField(page).getAttribute("aria-invalid")).toBeNull();
    await enter(page, served.sandbox.apiKey);
    expect(await heading(page)).toBe("The key works");
    await page.reload();
    expect(await page.getByRole("alert").textContent()).toContain("This form was sent before");
    await enter(page, served.sandbox.apiKey);
    await page.getByRole("link", { name: "Continue to" }).click();
    // Nothing is cached: the browser does not show a page with a code again.
    await page.goBack().catch(() => {});
    const reopen = () =>
      page.goto(host.url).then(
        () => heading(page),
        () => undefined,
      );
    await expect.poll(reopen).toBe("Connect Browser host");
    expect(host.received).toHaveLength(1);
    expect(incidents.filter((text) => !text.includes("ERR_CACHE_MISS"))).toEqual([]);
  });

  it("connects with the keyboard alone", async () => {
    const served = await openConnector();
    const host = await openHost(served);
    const { page } = await visit(browser, host.url, noScript);
    const focusedId = () => page.evaluate("document.activeElement.id");
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press("Tab");
    expect(await focusedId()).toBe("key");
    await page.keyboard.type(served.sandbox.apiKey);
    await press("Tab", "Tab", "ArrowDown");
    expect(await focusedId()).toBe("access-read");
    await press("Tab", "Enter");
    await page.getByRole("link", { name: "Continue to" }).waitFor();
    await press("Tab", "Enter");
    await expect.poll(() => host.received.length).toBe(1);
    expect(await scopeOf(await host.exchange(host.received[0]?.["code"] ?? ""))).toBe("polls:read");
  });

  it("lists connections, ends one and all, and leaves", async () => {
    const served = await openConnector();
    const { origin, sandbox } = served;
    for (const access of ["read", "write", "write"] as const)
      await connectHost(origin, { key: sandbox.apiKey, access });
    const { page, incidents } = await visit(browser, `${origin}/connections`, noScript);
    const enterKey = async (key: string) => {
      await keyField(page).fill(key);
      await page.getByRole("button", { name: "Show connections" }).click();
    };
    await enterKey(wrongKey);
    expect(await page.textContent("main")).toContain("No connection uses this key");
    await page.getByRole("button", { name: "Leave this page" }).click();
    await enterKey(sandbox.apiKey);
    const items = page.getByRole("listitem");
    expect(await items.count()).toBe(3);
    const day = new Date().toISOString().slice(0, 10);
    await items
      .filter({ hasText: "reads only" })
      .getByRole("button", { name: `End the connection of Test host of ${day}` })
      .click();
    expect(await items.count()).toBe(2);
    await page.reload();
    expect(await items.count()).toBe(2);
    expect(await page.textContent("main")).not.toContain("reads only");
    await page.getByRole("button", { name: "End all connections" }).click();
    expect(await page.textContent("main")).toContain("No connection uses this key");
    expect(await countGrants(served)).toBe(0);
    await page.getByRole("button", { name: "Leave this page" }).click();
    expect(await keyField(page).inputValue()).toBe("");
    await page.goBack();
    expect(await keyField(page).count()).toBe(1);
    expect(await page.context().cookies()).toEqual([]);
    expect(incidents.filter((text) => !text.includes("ERR_CACHE_MISS"))).toEqual([]);
  });

  it("has no violations in axe and no horizontal scrolling on any page, in light, dark and at 320 px", async () => {
    const served = await openConnector();
    const { origin, sandbox } = served;
    const host = await openHost(served);
    const reader = await openHost(served, { scope: "polls:read" });
    const list = async (page: Page, key: string) => {
      await keyField(page).fill(key);
      await page.getByRole("button", { name: "Show connections" }).click();
    };
    const pages: [name: string, url: string, act?: (page: Page) => Promise<void>][] = [
      ["the start page", `${origin}/`],
      ["the form", host.url],
      ["the form of a host that only reads", reader.url],
      ["a wrong key", host.url, (page) => enter(page, wrongKey)],
      ["the page after a key that works", host.url, (page) => enter(page, sandbox.apiKey)],
      ["the key of an empty list", `${origin}/connections`, (page) => list(page, wrongKey)],
      ["the key of connections", `${origin}/connections`],
      ["two connections", `${origin}/connections`, (page) => list(page, sandbox.apiKey)],
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
      const { page, incidents } = await visit(browser, url);
      await act?.(page);
      await check(name, page);
      expect.soft(incidents, name).toEqual([]);
    }
    const { page } = await visit(browser, host.url);
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
      const { page, incidents } = await visit(browser, host.url, { viewport: { width: 320, height: 700 } });
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
    const { page, incidents } = await visit(browser, `${origin}/connections`);
    await keyField(page).fill(sandbox.apiKey);
    await page.getByRole("button", { name: "Show connections" }).click();
    expect(await page.getByRole("listitem").count()).toBe(hostile.length);
    expect(await page.textContent("main")).toContain("<script>alert(1)</script>");
    expect(await findOverflow(page)).toBe(0);
    expect(incidents).toEqual([]);
  }, 120_000);

  it("lets a host that runs in a browser discover, register, get tokens and call", async () => {
    const { origin, sandbox } = await openConnector();
    const inspector = await openHost({ origin }, { address: "127.0.0.3" });
    const { page } = await visit(browser, new URL(inspector.url).searchParams.get("redirect_uri") ?? "");
    const send = (url: string, init: unknown = {}) =>
      page.evaluate(
        `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(async (response) => ({
          status: response.status, challenge: response.headers.get("www-authenticate"), text: await response.text() }))`,
      ) as Promise<{ status: number; challenge: string | null; text: string }>;
    const message = {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "list_polls", arguments: {} },
      }),
    };
    const refused = await send(`${origin}/mcp`, message);
    expect(refused).toMatchObject({ status: 401, challenge: expect.stringContaining("resource_metadata=") });
    for (const path of ["oauth-protected-resource/mcp", "oauth-authorization-server"])
      expect((await send(`${origin}/.well-known/${path}`)).status).toBe(200);
    const registered = await send(`${origin}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "Inspector",
        redirect_uris: ["http://127.0.0.3:1/callback"],
        token_endpoint_auth_method: "none",
      }),
    });
    expect(registered.status).toBe(201);
    const form = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } };
    expect(
      JSON.parse((await send(`${origin}/oauth/token`, { ...form, body: "grant_type=x" })).text),
    ).toHaveProperty("error");
    const tooLarge = await send(`${origin}/oauth/token`, { ...form, body: "x".repeat(70_000) });
    expect(tooLarge.status).toBe(413);
    const { state } = await connectHost(origin, { key: sandbox.apiKey, access: "read" });
    const authorized = { ...message.headers, authorization: `Bearer ${state.tokens?.access_token}` };
    const called = await send(`${origin}/mcp`, { ...message, headers: authorized });
    expect(called.status).toBe(200);
    expect(called.text).toContain("DemoPoll0025");
    const beyond = await send(`${origin}/mcp`, {
      ...message,
      headers: authorized,
      body: message.body.replace("list_polls", "create_poll"),
    });
    expect(beyond).toMatchObject({ status: 403, challenge: expect.stringContaining("insufficient_scope") });
  });
});
