/** The admin page: who answered what, and the actions of the organizer with their webhooks. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { startReceiver } from "./receiver.ts";
import { call, create, datePoll, start } from "./request.ts";
import { open, submit } from "./web-page.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterEach(() => sandbox.close());

const statusOf = async (id: string) => {
  const response = await call(sandbox, "GET", `/polls/${id}`);
  return response.status === 404 ? "deleted" : response.body.data.status;
};

describe("the admin page", () => {
  it("shows who answered what, with addresses, totals and the best option, whatever participants may see", async () => {
    const { id, options } = await create(sandbox, { ...datePoll, hideParticipants: true, hideScores: true });
    const [first = "", second = ""] = options.map((option) => option.id);
    const ada = sandbox.vote(id, { name: "Ada", email: "ada@example.com", choices: { [first]: "yes" } });
    sandbox.vote(id, { name: "Grace", choices: { [first]: "ifNeedBe", [second]: "no" } });
    const { markup, text } = await open(sandbox, `/poll/${id}`);
    expect(text).toContain("Settings: participants hidden from each other, votes hidden from participants.");
    expect(text).toMatch(/Can make it Best 2 0 Ada change the answers of Ada ada@example.com/);
    expect(markup).toContain(`href="/invite/${id}/${ada.id}"`);
    const cells = [...markup.matchAll(/<td>.*?(?:aria-label="([^"]+)"|>(No answer)<)/g)].map(
      ([, vote, none]) => vote ?? none,
    );
    expect(cells).toEqual(["Yes", "No answer", "If need be", "No"]);
    expect(text).toContain("Best 2 of 2 (1 if need be)");
  });

  it("closes, reopens, picks, cancels and deletes, with the webhooks of the control routes", async () => {
    const receiver = await startReceiver();
    sandbox.webhooks.add({ url: receiver.url });
    const { id, options } = await create(sandbox, datePoll);
    const option = options[1]?.id ?? "";
    const steps = [
      ["close", {}, "closed", "The poll is closed."],
      ["reopen", {}, "open", "The poll is open again."],
      ["schedule", { option }, "scheduled", "The time is picked."],
      ["cancel", {}, "canceled", "The poll is canceled."],
      ["reopen", {}, "open", "The poll is open again."],
      ["delete", {}, "deleted", "The poll is deleted."],
    ] as const;
    for (const [action, fields, status, message] of steps) {
      const sent = await submit(sandbox, `/poll/${id}/${action}`, fields);
      expect(sent.status).toBe(303);
      expect(await statusOf(id)).toBe(status);
      const page = await open(sandbox, sent.headers["location"] ?? "");
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(message)]);
      if (action === "schedule") expect(page.text).toContain("Tuesday, 2 March 2027 picked");
      if (status === "canceled") expect(page.text).not.toContain("picked");
    }
    await sandbox.webhooks.settled();
    expect(
      receiver
        .events()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(
      ["closed", "created", "deleted", "reopened", "reopened", "scheduled"].map((type) => `poll.${type}`),
    );
    await receiver.close();
  });

  it("offers to pick another date once one is picked, as the control route does", async () => {
    const { id, options } = await create(sandbox, datePoll);
    const [first, second] = options.map((option) => option.id);
    const read = async () => (await open(sandbox, `/poll/${id}`)).text;
    expect(await read()).toMatch(/Picking one ends the poll\. .* Pick this date (?!instead)/);
    sandbox.closePoll(id);
    expect(await read()).toContain("The poll has ended. You can still pick one.");
    await submit(sandbox, `/poll/${id}/schedule`, { option: first ?? "" });
    const text = await read();
    expect(text).toMatch(/A date is picked\. You can pick another one instead\. .* Pick this date instead/);
    expect(text).not.toContain("ends the poll");
    expect((await submit(sandbox, `/poll/${id}/schedule`, { option: second ?? "" })).status).toBe(303);
    expect(await read()).toContain("Tuesday, 2 March 2027 picked");
  });

  it("asks before it deletes, and GET deletes nothing", async () => {
    const { id } = await create(sandbox, datePoll);
    sandbox.vote(id, { name: "Ada", choices: {} });
    const { text, markup } = await open(sandbox, `/poll/${id}/delete`);
    expect(text).toContain("The poll and its 1 answer cannot be restored.");
    expect(markup).toContain(`action="/poll/${id}/delete"`);
    expect(await statusOf(id)).toBe("open");
    for (const action of ["close", "cancel", "schedule"])
      expect((await open(sandbox, `/poll/${id}/${action}`)).status).toBe(303);
    expect(await statusOf(id)).toBe("open");
  });

  it("says why an action is not possible, and changes nothing", async () => {
    const { id, options } = await create(sandbox, datePoll);
    const option = options[0]?.id ?? "";
    const refusals = [
      ["reopen", {}, "the poll is already open."],
      ["schedule", {}, "Choose one of the options."],
      ["schedule", { option: "nothing" }, "the poll has no option nothing"],
    ] as const;
    for (const [action, fields, message] of refusals) {
      const page = await submit(sandbox, `/poll/${id}/${action}`, fields);
      expect([page.status, page.text]).toEqual([409, expect.stringContaining(message)]);
    }
    expect(await statusOf(id)).toBe("open");
    sandbox.cancelPoll(id);
    expect((await submit(sandbox, `/poll/${id}/schedule`, { option })).text).toContain(
      "the poll is canceled.",
    );
    sandbox.setNow("2028-01-01T00:00:00Z");
    expect((await submit(sandbox, `/poll/${id}/reopen`)).text).toContain(
      "all options of the poll have passed.",
    );
  });

  it("does not exist for unknown polls and actions", async () => {
    const { id } = await create(sandbox, datePoll);
    for (const path of [
      "/poll/nothing",
      "/poll/nothing/close",
      `/poll/${id}/explode`,
      `/poll/${id}/close/now`,
    ])
      expect([(await open(sandbox, path)).status, (await submit(sandbox, path)).status]).toEqual([404, 404]);
  });
});
