/** The pages, in a real Chromium without scripts where nothing else is said. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createClient, paginate } from "../../src/api/index.ts";
import { launchBrowser } from "../browser.ts";
import { type Connector, listGrants, shareConnector } from "./harness.ts";
import { type Flow, openFlow, openPage, sendForm, submit, toPage } from "./person.ts";

/** Whether the Chromium that npm installs runs here: on Linux on x86-64. */
const hasBrowser = process.platform === "linux" && process.arch === "x64";

const shared = shareConnector();

/** The field for the key. */
const keyField = (page: Page) => page.getByLabel("API key of your space");

/** The button that sends the key. */
const checkButton = (page: Page) => page.getByRole("button", { name: "Check the key" });

/** The text of the page's heading. */
const heading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();

/** Chooses the access, and enters a key. */
async function enter(page: Page, key: string, access = "Create and delete polls"): Promise<void> {
  await page.getByLabel(access).check();
  await keyField(page).fill(key);
  await checkButton(page).click();
}

/** An open page. */
interface Visit {
  page: Page;
  /** Errors and warnings in the console, with violations of the policy. */
  incidents: string[];
}

/** Opens a page of the connector in a context of its own, until the test ends. */
async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const incidents: string[] = [];
  page.on("console", (message) => {
    // Pages with an error status are errors in the console.
    const isStatus = /the server responded with a status of/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isStatus) incidents.push(message.text());
  });
  page.on("pageerror", (error) => incidents.push(error.message));
  await page.goto(url);
  return { page, incidents };
}

/** The violations that axe finds in a page. */
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const found = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** How much wider a page is than its window, in pixels. */
const findOverflow = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** A host that takes codes on this machine. */
interface BrowserHost extends Flow {
  /** The parameters that its callback received, in order. */
  received: Record<string, string>[];
}

/** Registers a host whose callback listens on loopback, until the test ends. */
async function openHost(connector: Connector, client_name = "Browser host"): Promise<BrowserHost> {
  const received: Record<string, string>[] = [];
  const listener = createServer(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://host.invalid");
    if (pathname === "/callback") received.push(Object.fromEntries(searchParams));
    response.setHeader("content-type", "text/html").end("<title>Host</title><p>Back at the host</p>");
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    listener.closeAllConnections();
    listener.close();
  });
  const { port } = listener.address() as AddressInfo;
  const redirect_uris = [`http://127.0.0.1:${port}/callback`];
  return { ...(await openFlow(connector, { client_name, redirect_uris })), received };
}

const noScript = { javaScriptEnabled: false };
const wrongKey = "sk_wrong_0000000000000000000000000000";
const connectLink = (page: Page) => page.getByRole("link", { name: "Connect " });
const usedUp = "The space has used up its requests to Rallly";

it.each([
  ["wrong", wrongKey, "does not accept this key"],
  ["revoked", "revoked", "does not accept this key"],
  ["of a space without a plan", "nonPro", "no Pro plan"],
  ["no key at all", "with spaces in it", "not an API key"],
])("explains a key that is %s, stores nothing, and takes the right one then", async (_, key, message) => {
  const connector = shared();
  const { sandbox, stored, log } = connector;
  const flow = await openFlow(connector);
  const entered = key in sandbox.apiKeys ? sandbox.apiKeys[key as keyof typeof sandbox.apiKeys] : key;
  const page = await openPage(flow.pageUrl());
  const refused = await submit(page, { key: entered });
  const again = await toPage(page.url, refused);
  expect([again.status, again.text]).toEqual([422, expect.stringContaining(message)]);
  for (const output of [again.text, log(), JSON.stringify(await stored())])
    expect(output).not.toContain(entered);
  expect((await submit(again, { key: sandbox.apiKey })).status).toBe(200);
});

it.each([
  ["an error", { kind: "respond", status: 500 }, "Rallly did not respond", "Try again in a minute."],
  [
    "a page of a proxy",
    { kind: "respond", status: 200, headers: { "Content-Type": "text/html" }, body: "<h1>Error</h1>" },
    "Rallly did not respond",
    "Try again in a minute.",
  ],
  ["no connection", { kind: "reset" }, "Rallly did not respond", "Try again in a minute."],
  [
    "the limit of a minute",
    { kind: "respond", status: 429, headers: { "Retry-After": "59" } },
    usedUp,
    "in a minute.",
  ],
  [
    "the limit of a day",
    { kind: "respond", status: 429, headers: { "Retry-After": "7201" } },
    usedUp,
    "in 3 hours.",
  ],
] as const)("does not blame the key for %s, and sends one request", async (_, fault, cause, next) => {
  const connector = shared();
  const flow = await openFlow(connector);
  connector.sandbox.setFaults({ rules: [{ fault }] });
  const refused = await submit(await openPage(flow.pageUrl()), { key: connector.sandbox.apiKey });
  const text = await refused.text();
  expect(refused.status).toBe(422);
  expect(text).toContain(`${cause}, so the key could not be checked. The key was not stored.`);
  expect(text).toContain(next);
  expect(text).not.toContain("aria-invalid");
  expect(connector.requests()).toHaveLength(1);
  expect(await listGrants(connector)).toEqual([]);
});

it("shows what a key opens: a space without polls, or its organizer and newest polls", async () => {
  const connector = shared();
  const { demo, secondSpace } = connector.sandbox.apiKeys;
  const client = createClient({ apiKey: secondSpace, baseUrl: connector.sandbox.url });
  for await (const { id } of paginate(client)) await client.deletePoll({ pollId: id });
  for (const [key, shown] of [
    [secondSpace, /It opens a space without polls\./],
    [demo, /organizes polls\.<\/p>\s*<p>Its newest polls:<\/p><ul><li><bdi>/],
  ] as const) {
    const page = await openPage((await openFlow(connector)).pageUrl());
    expect(await (await submit(page, { key })).text()).toMatch(shown);
  }
});

describe.runIf(hasBrowser)("in a browser", () => {
  const limited = shareConnector({ limits: true });
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it.each([
    [undefined, "Read only", "read only", "polls:read"],
    [
      "polls:read polls:write",
      "Create and delete polls",
      "read, create and delete polls",
      "polls:read polls:write",
    ],
  ])("asked for %s, gives a host what the person chooses: %s", async (asked, choice, repeated, scope) => {
    const connector = shared();
    const host = await openHost(connector);
    const { page, incidents } = await visit(browser, host.pageUrl({ scope: asked }), noScript);
    for (const each of ["Read only", "Create and delete polls"])
      expect(await page.getByLabel(each).isChecked()).toBe(false);
    await enter(page, connector.sandbox.apiKey, choice);
    expect(await heading(page)).toBe("The key works");
    expect(page.url()).not.toContain(connector.sandbox.apiKey);
    await page.getByRole("link", { name: `Connect Browser host: ${repeated}` }).click();
    expect(await page.textContent("p")).toBe("Back at the host");
    expect(host.received).toEqual([
      { code: expect.any(String), iss: connector.origin, state: "a state & more" },
    ]);
    expect((await host.exchange(host.received[0]?.["code"] ?? "")).scope).toBe(scope);
    expect(incidents).toEqual([]);
  });

  it("keeps a key of the wrong form in the field, and sends nothing without a choice", async () => {
    const connector = shared();
    const { page } = await visit(browser, (await openHost(connector)).pageUrl());
    await keyField(page).fill("rallly_123");
    await checkButton(page).click();
    const isValid = (field: string) => page.evaluate(`document.querySelector('${field}').validity.valid`);
    expect([await isValid("#key"), await keyField(page).inputValue()]).toEqual([false, "rallly_123"]);
    await keyField(page).fill(` ${connector.sandbox.apiKey} `);
    await checkButton(page).click();
    expect([await isValid("#key"), await isValid("#access-read")]).toEqual([true, false]);
    expect(connector.requests()).toEqual([]);
  });

  it("moves the focus to the message after a wrong key, forgets the key and keeps the choice", async () => {
    const connector = shared();
    const host = await openHost(connector);
    const { page, incidents } = await visit(browser, host.pageUrl(), noScript);
    await enter(page, wrongKey);
    expect(await page.getByRole("alert").textContent()).toContain("does not accept this key");
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("problem");
    expect(await keyField(page).inputValue()).toBe("");
    expect(await keyField(page).getAttribute("aria-describedby")).toBe("key-help problem");
    expect(await page.getByLabel("Create and delete polls").isChecked()).toBe(true);
    expect(await page.content()).not.toContain(wrongKey);
    await enter(page, connector.sandbox.apiKey);
    await connectLink(page).click();
    await expect.poll(() => host.received.length).toBe(1);
    expect(await page.context().cookies()).toEqual([]);
    expect(incidents).toEqual([]);
  });

  it.each(["before the key", "after the key"])("returns to the host with a cancel %s", async (moment) => {
    const connector = shared();
    const host = await openHost(connector);
    const { page, incidents } = await visit(browser, host.pageUrl(), noScript);
    if (moment === "after the key") await enter(page, connector.sandbox.apiKey);
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect.poll(() => page.textContent("p")).toBe("Back at the host");
    expect(host.received).toEqual([
      { error: "access_denied", iss: connector.origin, state: "a state & more" },
    ]);
    expect(incidents).toEqual([]);
  });

  it("links to no app: a cancel closes the page", async () => {
    const connector = shared();
    const flow = await openFlow(connector, {
      redirect_uris: ["cursor://anysphere.cursor-mcp/oauth/callback"],
    });
    const { page } = await visit(browser, flow.pageUrl(), noScript);
    expect(await page.getByText("To cancel, close this page.").count()).toBe(1);
    expect(await page.locator("a[href^=cursor]").count()).toBe(0);
    await page.goto(flow.pageUrl({ code_challenge: "wrong" }));
    expect(await heading(page)).toBe("This link does not work");
    expect(await page.locator("a[href^=cursor]").count()).toBe(0);
  });

  it("names on every page its operator, Rallly's part and where the key goes, and passes axe in light, and in dark at 320 px", async () => {
    const connector = limited();
    const { origin, sandbox } = connector;
    const host = await openHost(connector);
    const pages: [name: string, url: string, act?: (page: Page) => Promise<void>][] = [
      ["the start page", `${origin}/`],
      ["the page about privacy", `${origin}/privacy`],
      ["the form", host.pageUrl()],
      ["a wrong key", host.pageUrl(), (page) => enter(page, wrongKey)],
      ["the page after a key that works", host.pageUrl(), (page) => enter(page, sandbox.apiKey)],
      ["the set-up of events", `${origin}/webhook`],
      [
        "a wrong secret",
        `${origin}/webhook`,
        async (page) => {
          await keyField(page).fill(sandbox.apiKey);
          await page.getByLabel("Signing secret").fill(sandbox.apiKey);
          await page.getByRole("button").click();
          expect(await page.getByRole("alert").textContent()).toContain("not the webhook's signing secret");
        },
      ],
      [
        "the saved secret",
        `${origin}/webhook`,
        async (page) => {
          for (const secret of ["whsec_1", "whsec_2"]) {
            await keyField(page).fill(sandbox.apiKey);
            await page.getByLabel("Signing secret").fill(secret);
            await page.getByRole("button").click();
            expect(await heading(page)).toBe("The secret is saved");
          }
        },
      ],
      ["an error of the link", `${origin}/authorize?client_id=unknown`],
      ["a path without a page", `${origin}/nothing`],
    ];
    const check = async (name: string, page: Page) => {
      const text = await page.textContent("footer");
      expect.soft(text, name).toContain("operated by Example Ltd. Not affiliated with Rallly.");
      expect.soft(text, name).toMatch(/encrypted in this Worker's storage, and sent only to Rallly/);
      for (const [width, colorScheme] of [
        [1000, "light"],
        [320, "dark"],
      ] as const) {
        await page.setViewportSize({ width, height: 700 });
        await page.emulateMedia({ colorScheme });
        const folder = process.env["PAGES_FOLDER"];
        if (folder)
          await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
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
    const form = { url: host.pageUrl(), cookie: "" };
    const { page } = await visit(browser, form.url);
    const tryTooOften = async () => {
      await Promise.all(Array.from({ length: 20 }, () => sendForm(form, {})));
      await page.goto(form.url);
      await enter(page, wrongKey);
      return heading(page);
    };
    // Again, because another minute of the limiter may begin meanwhile.
    await expect.poll(tryTooOften).toBe("Too many tries");
    await check("too many tries", page);
  });

  it("shows hostile names and titles as text of one line", async () => {
    const connector = shared();
    const { sandbox } = connector;
    const attack = `"><img src=x onerror=alert(1)></title></bdi><script>alert(1)</script><meta http-equiv=refresh content="0;url=https://evil.example">`;
    for (const title of [attack, `\u202E${"W".repeat(200)}`, "👩‍👩‍👧‍👦"])
      await fetch(`${sandbox.url}/polls`, {
        method: "POST",
        headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ title, kind: "date", options: [{ date: "2037-03-02" }] }),
      });
    for (const name of [attack, "\u202Emoc.elpmaxe\u2066", "W".repeat(7_000), "\u200B\u2060", "محمد"]) {
      const host = await openHost(connector, name);
      const { page, incidents } = await visit(browser, host.pageUrl(), {
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
      expect(await page.getByRole("listitem").first().textContent()).toContain("👩");
      await check();
      expect(incidents).toEqual([]);
    }
  });
});
