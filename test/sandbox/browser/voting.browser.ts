/** Votes by clicking and by keyboard on a poll that an assistant makes over MCP, and the best time that it finds. */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { call, countPeople, create, datePoll, start } from "../request.ts";
import { choose, launchBrowser, originOf, visit } from "./visit.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterEach(() => sandbox.close());

const pathOf = (url: unknown) => String(url).replace(originOf(sandbox), "");

async function sendAnswers(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send your answers" }).click();
  await page.getByRole("status").waitFor();
}

async function connectAssistant(): Promise<Client> {
  const assistant = new Client({ name: "browser-test", version: "1.0.0" });
  const program = fileURLToPath(new URL("../../../dist/mcp/main.js", import.meta.url));
  const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
  await assistant.connect(
    new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: "ignore" }),
  );
  return assistant;
}

describe("a poll that an assistant makes over MCP", () => {
  it("gets the votes of three people by clicking, without scripts, and has the best time of their votes", async () => {
    const assistant = await connectAssistant();
    const window = {
      startDate: "2027-03-02",
      endDate: "2027-03-03",
      from: "09:00",
      to: "11:00",
      interval: 60,
    };
    const made = await assistant.callTool({
      name: "create_poll",
      arguments: { title: "Design review", timeZone: "Europe/Paris", duration: 60, windows: [window] },
    });
    const { inviteUrl, pollId } = made.structuredContent as Record<string, string>;
    const votes = {
      "Ana Souza": ["Yes", "No", "Yes", "Yes"],
      "דנה לוי": ["No", "No", "If need be", "Yes"],
      "Grace O’Connor": ["Yes", "No", "Yes", "If need be"],
    } as const;
    for (const [name, marks] of Object.entries(votes)) {
      const { page, incidents, close } = await visit(browser, sandbox, pathOf(inviteUrl), {
        javaScriptEnabled: false,
      });
      await page.getByLabel("Your name").fill(name);
      for (const [option, mark] of marks.entries()) await choose(page, option, mark);
      await sendAnswers(page);
      expect(await page.getByRole("status").textContent()).toContain("Your answers are saved.");
      expect(incidents).toEqual([]);
      await close();
    }
    const best = await assistant.callTool({ name: "find_best_times", arguments: { pollId } });
    const { options } = best.structuredContent as { options: { when: string; yes: number }[] };
    expect(options[0]?.when).toContain("2027-03-03 09:00");
    expect(options[1]?.when).toContain("2027-03-03 10:00");
    const people = await assistant.callTool({ name: "list_participants", arguments: { pollId } });
    for (const name of Object.keys(votes)) expect(JSON.stringify(people)).toContain(name);
    await assistant.close();
    const { page, close } = await visit(browser, sandbox, `/poll/${pollId}`);
    const rows = await page
      .locator("tbody tr:not(.totals)")
      .evaluateAll((each) =>
        each.map((row) =>
          [...row.querySelectorAll("[aria-label]")].map((cell) => cell.getAttribute("aria-label")),
        ),
      );
    expect(rows).toEqual(Object.values(votes));
    await close();
  });
});

describe("the invite page", () => {
  it("works with the keyboard alone", async () => {
    const poll = await create(sandbox, datePoll);
    const { page, close } = await visit(browser, sandbox, `/invite/${poll.id}`);
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute("name") ?? document.activeElement?.textContent,
      );
    const order: unknown[] = [];
    const tab = async () => {
      await page.keyboard.press("Tab");
      order.push(await focused());
    };
    await tab();
    await tab();
    await page.keyboard.type("Ada Lovelace");
    await tab();
    await page.keyboard.type("ada@example.com");
    await tab();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await tab();
    await page.keyboard.press("Space");
    await tab();
    await page.keyboard.press("Enter");
    await page.getByRole("status").waitFor();
    const [first, second] = poll.options.map(({ id }) => `choice.${id}`);
    expect(order).toEqual(["Rallly sandbox", "name", "email", first, second, "Send your answers"]);
    const { body } = await call<object[]>(sandbox, "GET", `/polls/${poll.id}/participants`);
    expect(body.data).toMatchObject([
      {
        name: "Ada Lovelace",
        email: "ada@example.com",
        availability: [
          { start: "2027-03-01T00:00:00.000Z", modifiers: ["ifNeedBe"] },
          { start: "2027-03-02T00:00:00.000Z", modifiers: [] },
        ],
      },
    ]);
    await close();
  });

  it("votes once for a double click", async () => {
    const { id } = await create(sandbox, datePoll);
    const { page, close } = await visit(browser, sandbox, `/invite/${id}`);
    await page.getByLabel("Your name").fill("Ada");
    await choose(page, 0, "Yes");
    await page.getByRole("button", { name: "Send your answers" }).dblclick();
    await page.getByRole("status").waitFor();
    expect(await countPeople(sandbox, id)).toBe(1);
    await page.reload();
    expect(await countPeople(sandbox, id)).toBe(1);
    await close();
  });

  it("lets a person change the answers, and asks in the chosen zone", async () => {
    const slots = { kind: "time", timeZone: "Europe/Berlin", duration: 30 };
    const poll = await create(sandbox, {
      title: "Call",
      ...slots,
      options: [{ startTime: "2027-03-01T18:00" }],
    });
    const { page, close } = await visit(browser, sandbox, `/invite/${poll.id}`, { javaScriptEnabled: false });
    await page.getByLabel("Your time zone").selectOption("America/New_York");
    await page.getByRole("button", { name: "Show my times" }).click();
    await page.getByText("12:00–12:30 in America/New_York, UTC-05:00").waitFor();
    await page.getByLabel("Your name").fill("Ada");
    await choose(page, 0, "Yes");
    await sendAnswers(page);
    await page.getByText("12:00–12:30 in America/New_York, UTC-05:00").waitFor();
    expect(await page.getByRole("radio", { name: "Yes" }).isChecked()).toBe(true);
    await choose(page, 0, "No");
    await page.getByRole("button", { name: "Save the changes" }).click();
    await page.getByRole("status").waitFor();
    expect(await page.getByRole("radio", { name: "No", exact: true }).isChecked()).toBe(true);
    expect(await countPeople(sandbox, poll.id)).toBe(1);
    await page.getByRole("link", { name: "Answer as somebody else" }).click();
    expect(await page.getByLabel("Your name").inputValue()).toBe("");
    await close();
  });

  it("moves to the problems of a form, which lead to their fields, and keeps what was entered", async () => {
    const { id } = await create(sandbox, { ...datePoll, requireEmail: true });
    const { page, incidents, close } = await visit(browser, sandbox, `/invite/${id}`);
    await page.getByLabel("Your email address").fill("ada@");
    await choose(page, 1, "If need be");
    await page.getByRole("button", { name: "Send your answers" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("alert");
    expect(await page.getByLabel("Your email address").inputValue()).toBe("ada@");
    expect(await page.getByRole("radio", { name: "If need be" }).nth(1).isChecked()).toBe(true);
    await page.getByRole("link", { name: /Enter a whole email address/ }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("email");
    await page.keyboard.press("End");
    await page.keyboard.type("example.com");
    await page.getByLabel("Your name").fill("Ada");
    expect(await countPeople(sandbox, id)).toBe(0);
    await sendAnswers(page);
    expect(await countPeople(sandbox, id)).toBe(1);
    // The browser reports the status 400 of the page with the problems.
    expect(incidents.filter((text) => !text.includes("400"))).toEqual([]);
    await close();
  });
});

describe("the admin page and the start page", () => {
  it("close, reopen, pick, and delete after a question, without scripts", async () => {
    const { id } = await create(sandbox, datePoll);
    const statusOf = async () => (await call(sandbox, "GET", `/polls/${id}`)).body.data?.status;
    const { page, close } = await visit(browser, sandbox, "/", { javaScriptEnabled: false });
    await page.getByRole("link", { name: "Admin page of Team offsite" }).click();
    for (const [button, status] of [
      ["Close", "closed"],
      ["Reopen", "open"],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("status").waitFor();
      expect(await statusOf()).toBe(status);
    }
    await page.getByRole("radio", { name: "Tuesday, 2 March 2027" }).check();
    await page.getByRole("button", { name: "Pick this date" }).click();
    await page.getByText("picked", { exact: true }).waitFor();
    expect(await statusOf()).toBe("scheduled");
    await page.getByRole("link", { name: "Delete…" }).click();
    await page.getByRole("link", { name: "Keep it" }).click();
    await page.getByRole("link", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete the poll" }).click();
    await page.getByText("The poll is deleted.").waitFor();
    expect((await call(sandbox, "GET", `/polls/${id}`)).status).toBe(404);
    await close();
  });

  it("move the clock, and start and end a fault, without scripts", async () => {
    await create(sandbox, datePoll);
    const { page, close } = await visit(browser, sandbox, "/", { javaScriptEnabled: false });
    await page.getByLabel("Move forward by").fill("40");
    await page.getByRole("button", { name: "Move" }).click();
    await page.getByText("The clock is set.").waitFor();
    expect(sandbox.now()).toBe("2027-03-13T08:00:00.000Z");
    expect(await page.getByText("closed", { exact: true }).count()).toBe(1);
    await page.getByLabel("Set to (UTC)").fill("2027-02-05T10:30");
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await page.getByText("Clock: Fri, 5 February 2027, 10:30 UTC").waitFor();
    await page.getByLabel("Fault of the API").selectOption("status-503");
    await page.getByRole("button", { name: "Start this fault" }).click();
    await page.getByText("applied 0 times").waitFor();
    expect((await call(sandbox, "GET", "/polls")).status).toBe(503);
    expect((await call(sandbox, "GET", "/polls")).status).toBe(200);
    await page.getByRole("button", { name: "Reset" }).click();
    await page.getByText("No fault is active.").waitFor();
    await close();
  });
});
