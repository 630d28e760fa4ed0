/** Messages between the view and its host. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGrid, reviewPoll } from "../sample.ts";
import {
  createToolResult,
  getRequests,
  holdResponses,
  launchBrowser,
  openStage,
  sendGrid,
  setToolResult,
} from "./stage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const grid = createGrid(reviewPoll);

describe("the view and its host", () => {
  it("initialize, show the result and report the size", async () => {
    const { page, view } = await openStage(browser, {});
    expect((await getRequests(page)).initialized).toEqual([
      { name: "rallly-connect-results", version: "1.0.0" },
    ]);
    expect(await view.textContent("#notice")).toContain("Waiting");
    await sendGrid(page, grid);
    await view.waitForSelector(".entry");
    expect(await view.textContent("h1")).toBe("Design review: the new booking flow");
    expect(await view.locator("#notice").isVisible()).toBe(false);
    const height = await view.evaluate(() => document.body.getBoundingClientRect().height);
    await page.waitForFunction(
      (expected) => window.host.requests.sizes.at(-1)?.height === expected,
      Math.ceil(height),
    );
  });

  it("shows one vote per person and option", async () => {
    const { view } = await openStage(browser, { grid });
    const rows = await view
      .locator("tbody .row")
      .evaluateAll((each) =>
        each.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.className)),
      );
    const classes = ["no-or-unanswered", "if-need-be", "yes"];
    expect(rows).toEqual(
      Object.values(reviewPoll.people).map((votes) => [...votes].map((vote) => classes[Number(vote)])),
    );
  });

  it("make no network request and violate no policy", async () => {
    const { page, view, requests, errors } = await openStage(browser, { grid });
    await view.click("#more");
    await view.locator("#orders button").last().click();
    await view.click("#refresh");
    await page.waitForFunction(() => window.host.requests.calls.length === 1);
    expect(requests).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("open links through the host and show its refusal", async () => {
    const { page, view } = await openStage(browser, { grid });
    await view.getByRole("button", { name: "Open poll" }).click();
    await view.getByRole("button", { name: "Manage" }).click();
    await page.waitForFunction(() => window.host.requests.links.length === 2);
    expect((await getRequests(page)).links).toEqual([grid.poll.inviteUrl, grid.poll.adminUrl]);
    await page.evaluate(() => {
      window.host.opensLinks = false;
    });
    await view.getByRole("button", { name: "Open poll" }).click();
    await view.getByText("The host did not open the link.").waitFor();
  });

  it("refresh with the tool call and keep the stars of remaining people", async () => {
    const { page, view } = await openStage(browser, { grid });
    await view.getByRole("button", { name: "Ana Souza", exact: true }).click();
    await view.getByRole("button", { name: "Imani Mwangi", exact: true }).click();
    const { "Imani Mwangi": _, ...stayed } = reviewPoll.people;
    await setToolResult(
      page,
      createToolResult(createGrid({ ...reviewPoll, title: "Moved", people: stayed })),
    );
    await view.click("#refresh");
    await view.getByText("Up to date.").waitFor();
    expect((await getRequests(page)).calls).toEqual([
      { name: "find_best_times", arguments: { pollId: "Xk3pQ9vLm2Ab" } },
    ]);
    expect(await view.textContent("h1")).toBe("Moved");
    const starred = view.locator('tbody button[aria-pressed="true"]');
    expect(await starred.allTextContents()).toEqual(["Ana Souza"]);
  });

  it("refresh once while a refresh is in flight", async () => {
    const { page, view } = await openStage(browser, { grid });
    await setToolResult(page, createToolResult(grid));
    const release = await holdResponses(page);
    await view.locator("#refresh").focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press("Enter");
    await page.waitForFunction(() => window.host.requests.calls.length === 1);
    await release();
    await view.getByText("Up to date.").waitFor();
    expect((await getRequests(page)).calls).toHaveLength(1);
  });

  it("respond to resource-teardown", async () => {
    const { page } = await openStage(browser, { grid });
    expect(await page.evaluate(() => window.host.teardown())).toEqual({});
  });

  it("keep the results and show the error when a refresh fails", async () => {
    const { page, view } = await openStage(browser, { grid });
    await setToolResult(page, {
      isError: true,
      content: [{ type: "text", text: "Too many requests: wait 20 seconds." }],
    });
    await view.click("#refresh");
    await view.getByText("Too many requests: wait 20 seconds.").waitFor();
    expect(await view.locator(".entry").count()).toBe(3);
  });

  it("show a result's text without a grid", async () => {
    const { page, view } = await openStage(browser, {});
    await page.evaluate(() =>
      window.host.sendResult({ content: [{ type: "text", text: "No such <b>poll</b>." }] }),
    );
    await view.getByText("No such <b>poll</b>.").waitFor();
  });

  it("ignore messages of other windows", async () => {
    const { view } = await openStage(browser, { grid });
    await view.evaluate(
      async (meta) => {
        const frame = document.createElement("iframe");
        document.body.append(frame);
        const message = {
          jsonrpc: "2.0",
          method: "ui/notifications/tool-result",
          params: { content: [], _meta: meta },
        };
        window.postMessage(message, "*");
        // The source of this event is the frame, not the host.
        frame.contentWindow?.parent.postMessage(message, "*");
        await new Promise((resolve) => setTimeout(resolve, 50));
      },
      JSON.parse(
        JSON.stringify(createToolResult({ ...grid, poll: { ...grid.poll, title: "Forged" } })._meta),
      ),
    );
    expect(await view.textContent("h1")).toBe(grid.poll.title);
  });
});

describe("hostile text in the view", () => {
  const hostile = {
    title: "<img src=x onerror=alert(1)>",
    starts: ["2027-03-01T08:00:00Z"],
    people: {
      "<script>alert(2)</script>": "2",
      '"><svg onload=alert(3)>': "1",
      "javascript:alert(4)": "0",
      "{{constructor.constructor('alert(5)')()}}": "2",
      "</title></style><iframe src=https://evil.example>": "2",
    },
  };

  it("stays text", async () => {
    const { view, requests, errors } = await openStage(browser, { grid: createGrid(hostile) });
    expect(await view.textContent("h1")).toBe(hostile.title);
    expect(await view.locator("tbody .name").allTextContents()).toEqual(Object.keys(hostile.people));
    expect(await view.locator("main :is(img, script, iframe), svg:not(.star)").count()).toBe(0);
    expect([requests, errors]).toEqual([[], []]);
  });

  it("opens no URL other than http and https", async () => {
    const bad = { ...grid, poll: { ...grid.poll, inviteUrl: null, adminUrl: null } };
    const { view } = await openStage(browser, { grid: bad });
    expect(await view.locator("#links button").allTextContents()).toEqual(["Refresh"]);
  });
});
