/** The start page: the polls of every space, and forms for clock, faults, outage and reset. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { faultChoices } from "../../src/sandbox/pages/fault-choices.ts";
import { call, create, datePoll, start } from "./request.ts";
import { open, submit, type WebPage } from "./web-page.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterEach(() => sandbox.close());

const follow = async ({ status, headers }: WebPage) => {
  expect(status).toBe(303);
  return open(sandbox, headers["location"] ?? "");
};

describe("the start page", () => {
  it("lists the polls of every space, newest first, with their links", async () => {
    expect((await open(sandbox, "/")).text).toContain("No polls yet.");
    const polls = [await create(sandbox, datePoll), await create(sandbox, { ...datePoll, title: "Lunch" })];
    await create(sandbox, { ...datePoll, title: "Elsewhere" }, sandbox.apiKeys.secondSpace);
    const { text, markup } = await open(sandbox, "/");
    expect(text).toMatch(
      /space “Demo” Lunch open 0 answers 2 dates .*Team offsite .*space “Second” Elsewhere/,
    );
    for (const { id } of polls) {
      expect(markup).toContain(`href="/invite/${id}"`);
      expect(markup).toContain(`href="/poll/${id}"`);
    }
  });

  it("shows the demo polls, and at most 200 of a space", async () => {
    const demo = await startSandbox({ now: start, limits: "none" });
    expect((await open(demo, "/")).text).toContain("Weekly sync");
    for (let count = 0; count < 180; count++) await create(demo, datePoll);
    const { text, markup } = await open(demo, "/");
    expect(text).toContain("5 older polls are not shown.");
    expect([...markup.matchAll(/Invite page</g)]).toHaveLength(202);
    await demo.close();
  });

  it("closes past polls before it lists them", async () => {
    let now = Date.parse(start);
    const running = await startSandbox({ now: () => now, seed: "empty", limits: "none" });
    await create(running, datePoll);
    now = Date.parse("2027-04-01T00:00:00Z");
    expect((await open(running, "/")).text).toContain("Team offsite closed");
    await running.close();
  });

  it("never shows an API key", async () => {
    const demo = await startSandbox({ limits: "none" });
    const paths = ["/", "/invite/DemoPoll0024", "/poll/DemoPoll0024", "/poll/DemoPoll0024/delete"];
    for (const path of paths) expect((await open(demo, path)).markup).not.toMatch(/sk_|whsec_/);
    await demo.close();
  });
});

describe("the form for the clock", () => {
  it.each([
    [{ action: "advance", amount: "2", unit: "86400000" }, "2027-02-03T08:00:00.000Z"],
    [{ action: "advance", amount: "0,5", unit: "3600000" }, "2027-02-01T08:30:00.000Z"],
    [{ action: "advance", amount: "-90", unit: "60000" }, "2027-02-01T06:30:00.000Z"],
    [{ action: "set", now: "2027-05-01T10:15" }, "2027-05-01T10:15:00.000Z"],
  ])("with %j sets it to %s", async (fields, now) => {
    const page = await follow(await submit(sandbox, "/clock", fields));
    expect(sandbox.now()).toBe(now);
    expect(page.text).toContain("The clock is set.");
  });

  it("can return to the machine's time, and closes past polls", async () => {
    const { id } = await create(sandbox, datePoll);
    await submit(sandbox, "/clock", { action: "set", now: "2027-04-01T00:00" });
    expect((await call(sandbox, "GET", `/polls/${id}`)).body.data.status).toBe("closed");
    const before = Date.now();
    await submit(sandbox, "/clock", { action: "machine" });
    expect(Date.parse(sandbox.now())).toBeGreaterThanOrEqual(before);
    expect(Date.parse(sandbox.now())).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    [{ action: "advance", amount: "soon", unit: "60000" }, "amount", "Enter a number, such as 2 or 0.5."],
    [{ action: "advance", amount: "", unit: "60000" }, "amount", "Enter a number, such as 2 or 0.5."],
    [{ action: "advance", amount: "1e300", unit: "60000" }, "amount", "Enter a number, such as 2 or 0.5."],
    [{ action: "advance", amount: "0x10", unit: "60000" }, "amount", "Enter a number, such as 2 or 0.5."],
    [
      { action: "advance", amount: "999999999", unit: "86400000" },
      "amount",
      "not a time that a clock can show",
    ],
    [{ action: "advance", amount: "1", unit: "x" }, "unit", "Choose minutes, hours or days."],
    [{ action: "advance", amount: "1" }, "unit", "Choose minutes, hours or days."],
    [{ action: "set", now: "" }, "now", "Enter a date and a time."],
    [{ action: "set", now: "2027-13-01T00:00" }, "now", "This day does not exist."],
    [{ action: "set", now: "2027-02-30T10:00" }, "now", "This day does not exist."],
    [{ action: "set", now: "2027-02-29T10:00" }, "now", "This day does not exist."],
    [{ action: "set", now: "2027-04-31T10:00" }, "now", "This day does not exist."],
    [{ action: "set", now: "2027-03-01T24:00" }, "now", "Enter a date and a time."],
    [{ action: "set", now: "2027-03-01T10:00Z" }, "now", "Enter a date and a time."],
    [{ action: "other", now: "2027-03-01T10:00" }, "now", "Enter a date and a time."],
    [{}, "now", "Enter a date and a time."],
  ])(
    "with %j names the field %s, keeps what was entered, and changes nothing",
    async (fields, field, message) => {
      const page = await submit(sandbox, "/clock", fields as Record<string, string>);
      expect([page.status, page.text]).toEqual([400, expect.stringContaining(message)]);
      expect(page.markup).toContain(`<a href="#${field}">`);
      if ("amount" in fields) expect(page.markup).toContain(`name="amount" value="${fields.amount}"`);
      expect(sandbox.now()).toBe(start);
    },
  );
});

describe("the form for faults", () => {
  it("starts a fault for some requests, and shows it", async () => {
    const { id } = await create(sandbox, datePoll);
    const fields = { fault: "status-503", when: "before", method: "GET", path: "/v1/polls/*", times: "1" };
    expect((await follow(await submit(sandbox, "/faults", fields))).text).toContain("applied 0 times");
    expect((await call(sandbox, "GET", "/polls")).status).toBe(200);
    const refused = await call(sandbox, "GET", `/polls/${id}`);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "30"]);
    expect((await call(sandbox, "GET", `/polls/${id}`)).status).toBe(200);
    expect((await open(sandbox, "/")).text).toContain('"times":1} , applied 1 time');
  });

  it.each(Object.keys(faultChoices))("offers %s", async (fault) => {
    const fields = { fault, when: "before", method: "POST", path: "", times: "" };
    expect((await follow(await submit(sandbox, "/faults", fields))).text).toContain(
      JSON.stringify(faultChoices[fault]?.fault),
    );
  });

  it.each([
    [{ fault: "nothing" }, "fault", "Choose a fault from the list."],
    [{ fault: "constructor" }, "fault", "Choose a fault from the list."],
    [{ path: "/polls" }, "path", "Enter a path that starts with /v1/, or leave it empty."],
    [{ times: "often" }, "times", "Enter a whole number from 1, or leave it empty."],
    [{ times: "0" }, "times", "Enter a whole number from 1, or leave it empty."],
    [{ times: "1e3" }, "times", "Enter a whole number from 1, or leave it empty."],
    [{ times: "9".repeat(30) }, "times", "Enter a whole number from 1, or leave it empty."],
    [{ method: "PUT" }, "method", "Choose a method from the list."],
    [{ fault: "status-429", when: "after" }, "when", "Must be before"],
    [{ when: "never" }, "when", "Choose from the list when it applies."],
  ])("with %j names the field %s and starts nothing", async (fields, field, message) => {
    const usual = { fault: "reset", when: "before", method: "", path: "", times: "1" };
    const page = await submit(sandbox, "/faults", { ...usual, ...fields });
    expect([page.status, page.text]).toEqual([400, expect.stringContaining(message)]);
    expect(page.markup).toContain(`<a href="#${field}">`);
    expect((await call(sandbox, "GET", "/polls")).status).toBe(200);
  });
});

describe("the forms for outage and reset", () => {
  it("start an outage, and end outages, faults and used-up limits", async () => {
    await sandbox.close();
    sandbox = await startSandbox({ now: start, seed: "empty", limits: { perMinute: 2, perDay: 9 } });
    const status = async () => (await call(sandbox, "GET", "/polls")).status;
    const page = await follow(await submit(sandbox, "/outage", { state: "maintenance" }));
    expect(page.markup).toContain('value="maintenance" selected');
    expect(await status()).toBe(503);
    await submit(sandbox, "/outage", { state: "none" });
    expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
    sandbox.setFaults({ rules: [{ fault: { kind: "status", status: 500 } }] });
    sandbox.setOutage({ state: "limiter" });
    expect((await follow(await submit(sandbox, "/reset"))).text).toContain("No fault is active.");
    expect(await status()).toBe(200);
  });

  it("reject an unknown outage", async () => {
    const page = await submit(sandbox, "/outage", { state: "apocalypse" });
    expect([page.status, page.text]).toEqual([
      400,
      expect.stringContaining("Choose an outage from the list."),
    ]);
    for (const path of ["/clock", "/faults", "/outage", "/reset"])
      expect((await open(sandbox, path)).headers["location"]).toBe("/");
  });
});
