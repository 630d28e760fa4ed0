/** The page of connections, in a real Chromium without scripts. */
import { expect, it } from "vitest";
import { describeInBrowser, keyField, noScript, showConnections, visit, wrongKey } from "./browser.ts";
import { countGrants, openConnector } from "./harness.ts";
import { connectHost } from "./host.ts";

describeInBrowser("the page of connections", (getBrowser) => {
  it("lists connections, ends one and all, and leaves", async () => {
    const served = await openConnector();
    const { origin, sandbox } = served;
    for (const access of ["read", "write", "write"] as const)
      await connectHost(origin, { key: sandbox.apiKey, access });
    const { page, incidents } = await visit(getBrowser(), `${origin}/connections`, noScript);
    await showConnections(page, wrongKey);
    expect(await page.textContent("main")).toContain("No connection uses this key");
    await page.getByRole("button", { name: "Leave this page" }).click();
    await showConnections(page, sandbox.apiKey);
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
});
