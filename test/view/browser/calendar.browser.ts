/** The calendar entry of an option, read and saved through the host. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHost } from "../../mcp/harness.ts";
import { createGrid, reviewPoll } from "../sample.ts";
import { allCapabilities, getRequests, holdResponses, launchBrowser, openStage } from "./stage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const grid = createGrid(reviewPoll);

const uriOf = (option: number) => `rallly://polls/Xk3pQ9vLm2Ab/options/${option}/calendar.ics`;

async function setResources(page: Page, resources: Record<string, string>): Promise<void> {
  await page.evaluate((given) => {
    window.host.resources = given;
  }, resources);
}

describe("the button for the calendar", () => {
  it("saves the best option through the host", async () => {
    const { page, view, requests, errors } = await openStage(browser, { grid });
    await setResources(page, { [uriOf(7)]: "BEGIN:VCALENDAR" });
    const button = view.locator("#calendar");
    expect(await view.locator(".entry .when").first().textContent()).toMatch(
      /Wednesday,? 3 March 2027, 09:00/,
    );
    expect(await button.textContent()).toBe("Add to calendar: Wed 3 Mar, 09:00");
    await button.click();
    await view.getByText("Calendar entry saved.").waitFor();
    const { reads, files } = await getRequests(page);
    expect(reads).toEqual([uriOf(7)]);
    expect(files).toEqual([
      [
        {
          type: "resource",
          resource: { uri: uriOf(7), mimeType: "text/calendar", text: "BEGIN:VCALENDAR" },
        },
      ],
    ]);
    expect([requests, errors]).toEqual([[], []]);
  });

  it("saves the selected option, by keyboard, in every time zone and order", async () => {
    const { page, view } = await openStage(browser, { grid });
    await setResources(page, { [uriOf(1)]: "BEGIN:VCALENDAR" });
    await view.getByRole("button", { name: "Best first" }).click();
    await view.getByRole("button", { name: /^Mine/ }).click();
    await view.locator("#more").click();
    await view.locator(".entry", { hasText: "Monday, 1 March 2027, 13:30" }).focus();
    await page.keyboard.press("Enter");
    const button = view.locator("#calendar");
    expect(await button.textContent()).toBe("Add to calendar: Mon 1 Mar, 13:30");
    await button.focus();
    await page.keyboard.press("Enter");
    await view.getByText("Calendar entry saved.").waitFor();
    expect((await getRequests(page)).reads).toEqual([uriOf(1)]);
    expect(await view.evaluate(() => document.activeElement?.id)).toBe("calendar");
  });

  it("uses the number of the option in the poll, not its place in the view", async () => {
    const starts = ["2027-03-03T08:00:00Z", "2027-03-01T08:00:00Z", "2027-03-02T08:00:00Z"];
    const { page, view } = await openStage(browser, {
      grid: createGrid({ starts, people: { Ana: "201", Bo: "201" } }),
    });
    expect(await view.locator("#calendar").textContent()).toContain("Wed 3 Mar");
    await view.locator("#calendar").click();
    await page.waitForFunction(() => window.host.requests.reads.length === 1);
    expect((await getRequests(page)).reads).toEqual([uriOf(1)]);
  });

  it("names a day of a poll of days", async () => {
    const days = createGrid({ dates: ["2027-03-28", "2027-03-29"], people: { Ana: "02" } });
    const { view } = await openStage(browser, { grid: days });
    expect(await view.locator("#calendar").textContent()).toBe("Add to calendar: Mon 29 Mar");
  });

  it.each(["serverResources", "downloadFile"] as const)("is absent without %s", async (missing) => {
    const { [missing]: _, ...capabilities } = allCapabilities;
    const { view } = await openStage(browser, { grid, capabilities });
    await view.waitForSelector(".entry");
    expect(await view.locator("#calendar").isVisible()).toBe(false);
  });

  it("is absent for results of an older server", async () => {
    const { numbers: _, ...older } = grid;
    const { view } = await openStage(browser, { grid: older });
    await view.waitForSelector(".entry");
    expect(await view.locator("#calendar").isVisible()).toBe(false);
  });

  it("reads once while a read is in flight", async () => {
    const { page, view } = await openStage(browser, { grid });
    await setResources(page, { [uriOf(7)]: "BEGIN:VCALENDAR" });
    const release = await holdResponses(page);
    await view.locator("#calendar").focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press("Enter");
    await page.waitForFunction(() => window.host.requests.reads.length === 1);
    await release();
    await view.getByText("Calendar entry saved.").waitFor();
    expect((await getRequests(page)).reads).toHaveLength(1);
    expect((await getRequests(page)).files).toHaveLength(1);
  });

  it("shows the error when the resource cannot be read, and when the host does not save it", async () => {
    const { page, view } = await openStage(browser, { grid });
    await view.locator("#calendar").click();
    await view.getByText("No such resource.").waitFor();
    expect((await getRequests(page)).files).toEqual([]);
    await setResources(page, { [uriOf(7)]: "BEGIN:VCALENDAR" });
    await page.evaluate(() => {
      window.host.savesFiles = false;
    });
    await view.locator("#calendar").click();
    await view.getByText("The host did not save the calendar entry.").waitFor();
    expect(await view.locator("#calendar").getAttribute("aria-disabled")).toBeNull();
  });

  it("fits a narrow view", async () => {
    const { view } = await openStage(browser, {
      grid,
      width: 320,
      context: { theme: "dark", locale: "de-DE" },
    });
    const box = await view.locator("#calendar").boundingBox();
    expect(box).not.toBeNull();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    expect(await view.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  it("saves what the server's resource contains", async () => {
    const { host, client, sandbox } = await openHost();
    const { data: poll } = await client.createPoll({
      title: "Kick-off dinner",
      kind: "time",
      timeZone: "Europe/Berlin",
      options: ["2027-03-01", "2027-03-02"].map((date) => ({ startTime: `${date}T18:00:00Z`, duration: 90 })),
    });
    const choices = Object.fromEntries(
      poll.options.map(({ id }, index) => [id, index === 1 ? "yes" : "no"] as const),
    );
    sandbox.vote(poll.id, { name: "Ada", choices });
    const result = await host.callTool({ name: "find_best_times", arguments: { pollId: poll.id } });
    const { page, view } = await openStage(browser, { result });
    await view.locator("#calendar").click();
    await page.waitForFunction(() => window.host.requests.reads.length === 1);
    const [uri = ""] = (await getRequests(page)).reads;
    expect(result.structuredContent).toMatchObject({ calendarEntry: uri });
    // The host forwards the view's request unchanged.
    const { contents } = await host.readResource({ uri });
    await setResources(page, { [uri]: String((contents[0] as { text: string }).text) });
    await view.locator("#calendar:not([aria-disabled])").click();
    await view.getByText("Calendar entry saved.").waitFor();
    const [[file]] = (await getRequests(page)).files as [[{ resource: { text: string } }]];
    expect(file.resource.text).toContain("DTSTART;TZID=Europe/Berlin:20270302T190000");
  });
});
