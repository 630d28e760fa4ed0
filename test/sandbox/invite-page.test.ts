/** The page of a poll's links: options in the poll's time zone, and a curl command that votes. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { runCurl } from "./curl.ts";
import { call, create, datePoll, start } from "./request.ts";
import type { ResultsShape } from "./shapes.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterEach(() => sandbox.close());

const show = async (url: string) => (await fetch(url)).text();
const findCommand = (page: string) => /^ {2}(curl .*)$/m.exec(page)?.[1] ?? "";
const timePoll = {
  title: "Sprint review",
  kind: "time",
  timeZone: "Europe/Berlin",
  duration: 30,
  options: [{ startTime: "2027-03-01T18:00" }, { startTime: "2027-03-31T09:30", duration: 60 }],
};

describe("the page of an open poll", () => {
  it("shows each time in the poll's zone and its start in UTC, at both links", async () => {
    const { inviteUrl, adminUrl } = await create(sandbox, timePoll);
    for (const url of [inviteUrl, adminUrl]) {
      const response = await fetch(url);
      expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect((await response.text()).split("\n").slice(0, 5)).toEqual([
        "Sprint review",
        "open, 0 voted",
        "",
        "  Mon, 1 March 2027, 18:00-18:30 (Europe/Berlin, UTC+01:00)   2027-03-01T17:00:00.000Z",
        "  Wed, 31 March 2027, 09:30-10:30 (Europe/Berlin, UTC+02:00)  2027-03-31T07:30:00.000Z",
      ]);
    }
  });

  it("shows dates with weekday, and floating times without a zone", async () => {
    const days = await show((await create(sandbox, datePoll)).inviteUrl);
    expect(days).toContain("\n  Monday, 1 March 2027   2027-03-01\n  Tuesday, 2 March 2027  2027-03-02\n");
    const { timeZone: _, ...floating } = timePoll;
    const times = await show((await create(sandbox, floating)).inviteUrl);
    expect(times).toContain("\n  Mon, 1 March 2027, 18:00-18:30   2027-03-01T18:00:00.000Z\n");
  });

  it.each([
    ["with dates", datePoll],
    ["with times", timePoll],
    ["that requires an email", { ...timePoll, requireEmail: true }],
    [
      "with two durations of one start",
      { ...timePoll, options: [60, 30].map((duration) => ({ startTime: "2027-03-01T18:00", duration })) },
    ],
  ])("has a command that votes in a poll %s", async (_, body) => {
    const { id, inviteUrl } = await create(sandbox, body);
    expect(await runCurl(findCommand(await show(inviteUrl)))).toEqual({ id: expect.any(String) });
    const { options } = (await call<ResultsShape>(sandbox, "GET", `/polls/${id}/results`)).body.data;
    expect(options.map(({ votes }) => votes[0]?.count)).toEqual([1, 0]);
    expect(await show(inviteUrl)).toContain("open, 1 voted");
  });

  it("names ifNeedBe only when the poll allows it", async () => {
    const plain = await create(sandbox, { ...datePoll, allowTentativeVotes: false });
    expect(await show(plain.inviteUrl)).toContain("give yes or no for each option");
    expect(await show((await create(sandbox, datePoll)).inviteUrl)).toContain(
      "give yes or ifNeedBe or no for",
    );
  });

  it("names options with the same start by their ids", async () => {
    const options = [30, 60].map((duration) => ({ startTime: "2027-03-01T18:00", duration }));
    const poll = await create(sandbox, { ...timePoll, options });
    const page = await show(poll.inviteUrl);
    for (const { id } of poll.options) expect(page).toContain(`(Europe/Berlin, UTC+01:00)  ${id}\n`);
  });
});

describe("the page of a poll that is not open", () => {
  it.each(["closed", "scheduled", "canceled"])("has the status %s and no command", async (status) => {
    const { id, inviteUrl } = await create(sandbox, datePoll);
    if (status === "closed") sandbox.setNow("2027-04-01T00:00:00Z");
    else if (status === "scheduled") sandbox.schedulePoll(id, "2027-03-01");
    else sandbox.cancelPoll(id);
    const page = await show(inviteUrl);
    expect(page).toContain(`The poll is ${status}. Nobody can vote.`);
    expect(page).toContain("Monday, 1 March 2027");
    expect(page).not.toContain("curl");
  });
});

describe("a vote for an unknown option", () => {
  it("is rejected with the names of all options", async () => {
    const { id } = await create(sandbox, timePoll);
    for (const name of ["2027-03-01T18:00", "2027-03-01T17:00", "2027-03-01", "nothing"]) {
      expect(() => sandbox.vote(id, { name: "Ada", choices: { [name]: "yes" } })).toThrow(
        `the poll has no option ${name}; its options: 2027-03-01T17:00:00.000Z, 2027-03-31T07:30:00.000Z`,
      );
    }
    sandbox.vote(id, { name: "Ada", choices: { "2027-03-01T18:00:00+01:00": "yes" } });
  });
});
