/** The page where a person connects, in a real Chromium without scripts. */
import { expect, it } from "vitest";
import {
  connectButton,
  describeInBrowser,
  enter,
  heading,
  keyField,
  noScript,
  openHost,
  visit,
  wrongKey,
} from "./browser.ts";
import { countGrants, openConnector } from "./harness.ts";

const scopeOf = async (exchanged: Response) => ((await exchanged.json()) as { scope: string }).scope;

describeInBrowser("the page where a person connects", (getBrowser) => {
  it("reports violations of the policy, so that tests see them", async () => {
    const { origin } = await openConnector();
    const { page, incidents } = await visit(getBrowser(), origin);
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { text: 'document.title = `run`' }))",
    );
    await expect.poll(() => incidents).toEqual([expect.stringContaining("Content Security Policy")]);
    expect(await page.title()).toBe("Rallly connector");
  });

  it("connects without scripts, and the link back gives the host a code", async () => {
    const served = await openConnector();
    const host = await openHost(served);
    const { page, incidents } = await visit(getBrowser(), host.url, noScript);
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
    const { page, incidents } = await visit(getBrowser(), host.url, noScript);
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
    const { page } = await visit(getBrowser(), host.url, noScript);
    expect(await page.getByRole("radio").count()).toBe(0);
    await enter(page, served.sandbox.apiKey);
    await page.getByRole("link", { name: "Continue to" }).click();
    expect(await scopeOf(await host.exchange(host.received[0]?.["code"] ?? ""))).toBe("polls:read");
  });

  it("sends a cancel to the host, also when the host's page redirects elsewhere, and without a key", async () => {
    const served = await openConnector();
    const last = await openHost(served, { address: "127.0.0.2", reply: "The end" });
    const elsewhere = new URL("/done", new URL(last.url).searchParams.get("redirect_uri") ?? "");
    for (const [options, end] of [
      [{}, "Back at the host"],
      [{ reply: elsewhere }, "The end"],
    ] as const) {
      const host = await openHost(served, options);
      const { page, incidents } = await visit(getBrowser(), host.url, noScript);
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
    const { page, incidents } = await visit(getBrowser(), host.url, noScript);
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
    const { page, incidents } = await visit(getBrowser(), host.url, noScript);
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
    const { page } = await visit(getBrowser(), host.url, noScript);
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
});
