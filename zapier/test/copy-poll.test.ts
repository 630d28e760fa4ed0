import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Fault } from "../../src/sandbox/faults.ts";
import App from "../../zapier/index.ts";
import { startHarness, today } from "./harness.ts";

const harness = startHarness();
const { creates, searches } = App;

type Output = Record<string, unknown> & { id: string };

const create = (inputData: Record<string, unknown>) =>
  harness.run<Output>(creates.create_poll, { inputData, meta: { timezone: "America/New_York" } });
const copy = (inputData: Record<string, unknown>) =>
  harness.run<Output>(creates.copy_poll, { inputData: { move_by: "1 week", ...inputData }, meta: {} });
const posts = () => harness.sandbox.requests.filter(({ method }) => method === "POST");

const lunch = {
  title: "Team lunch",
  kind: "time",
  times: ["2027-03-11 12:00 - 13:00", "2027-03-12 09:00 - 09:30"],
  description: "Bring food.",
  location: "Room 4",
  conferencing: "custom",
  conferencing_label: "Jitsi",
  conferencing_link: "https://meet.example.com/a",
  require_email: "Yes",
  disable_comments: "No",
};

/** Fields that a copy shares with its original. */
const kept = ({ id: _, options: __, options_text: ___, ...poll }: Output) => {
  const { created_at, updated_at, created_text, updated_text, invite_link, admin_link, notes, ...same } =
    poll;
  return same;
};

beforeEach(() => harness.sandbox.setFaults({ rules: [] }));

describe("Copy Poll", () => {
  it("creates the poll again a week later, at the same clock time, with everything that it had", async () => {
    const poll = await create(lunch);
    const made = await copy({ poll: poll.id });
    const { copied_poll_id, moved_days, ...record } = made;
    expect(kept(record as Output)).toEqual(kept(poll));
    expect({ copied_poll_id, moved_days, notes: made["notes"] }).toEqual({
      copied_poll_id: poll.id,
      moved_days: 7,
      notes: "",
    });
    expect(made.id).not.toBe(poll.id);
    expect(poll["options"]).toMatchObject([
      { start: "2027-03-11T12:00:00-05:00", duration_minutes: 60 },
      { start: "2027-03-12T09:00:00-05:00", duration_minutes: 30 },
    ]);
    expect(made["options"]).toMatchObject([
      { start: "2027-03-18T12:00:00-04:00", duration_minutes: 60 },
      { start: "2027-03-19T09:00:00-04:00", duration_minutes: 30 },
    ]);
    expect(Object.keys(made)).toEqual(Object.keys(creates.copy_poll.operation.sample));
  });

  it("copies days, floating polls and a poll of the most options", async () => {
    const days = await create({ title: "Days", kind: "date", dates: ["2027-03-01", "2027-03-03"] });
    expect((await copy({ poll: days.id }))["options"]).toMatchObject([
      { date: "2027-03-08", all_day: true },
      { date: "2027-03-10", all_day: true },
    ]);
    const floating = await create({ ...lunch, time_zone: "floating" });
    expect(await copy({ poll: floating.id })).toMatchObject({
      is_floating: true,
      time_zone: null,
      options: [{ start: "2027-03-18 12:00" }, { start: "2027-03-19 09:00" }],
    });
    const many = Array.from({ length: 100 }, (_, day) =>
      new Date(Date.UTC(2027, 2, 1) + day * 86_400_000).toISOString().slice(0, 10),
    );
    const full = await create({ title: "Full", kind: "date", dates: many });
    expect(await copy({ poll: full.id })).toMatchObject({ option_count: 100 });
  });

  it("copies closed, scheduled and canceled polls, as open polls without responses", async () => {
    for (const end of ["closePoll", "cancelPoll", "schedulePoll"] as const) {
      const { id } = await create({ title: end, kind: "date", dates: ["2027-03-01"] });
      harness.sandbox.vote(id, { name: "Ada", choices: { "2027-03-01": "yes" } });
      harness.sandbox[end](id, "2027-03-01");
      expect(await copy({ poll: id })).toMatchObject({ status: "open", response_count: 0 });
    }
  });

  it("changes only what is filled in", async () => {
    const poll = await create(lunch);
    const changed = {
      title: "Team dinner",
      location: "Room 5",
      conferencing: "None",
      require_email: "No",
      hide_scores: "Yes",
      description: "",
    };
    expect(await copy({ poll: poll["invite_link"], ...changed })).toMatchObject({
      title: "Team dinner",
      description: "Bring food.",
      location: "Room 5",
      conferencing: null,
      conferencing_label: null,
      require_email: false,
      hide_scores: true,
      disable_comments: false,
    });
    expect(await copy({ poll: poll.id, conferencing: "Google Meet" })).toMatchObject({
      conferencing: "meet",
    });
  });

  it("never creates wall-clock times: every start is an instant", async () => {
    await copy({ poll: (await create(lunch)).id });
    const starts = [...JSON.stringify(posts().at(-1)?.body).matchAll(/"startTime":"([^"]+)"/g)];
    expect(starts.map(([, start]) => start)).toEqual(["2027-03-18T16:00:00Z", "2027-03-19T13:00:00Z"]);
  });
});

describe("Move By", () => {
  it.each([
    ["7", 7],
    ["14.0", 14],
    [" 10 days ", 10],
    ["1 week", 7],
    ["a week", 7],
    ["+2w", 14],
    ["P1W", 7],
    ["P10D", 10],
    [7, 7],
    [["1 week"], 7],
    ["0", 0],
    ["-1 day", -1],
    ["\u22121 day", -1],
  ])("takes %j", async (move_by, days) => {
    const poll = await create({ title: "Move", kind: "date", dates: ["2027-03-10"] });
    const made = await copy({ poll: poll.id, move_by });
    expect(made["moved_days"]).toBe(days);
    expect(made["options"]).toMatchObject([
      { date: new Date(Date.UTC(2027, 2, 10 + days)).toISOString().slice(0, 10) },
    ]);
  });

  it.each([
    [undefined, "is required"],
    ["1 month", "differ in length"],
    ["a year", "differ in length"],
    ["1.5 weeks", "is not a number of days or weeks"],
    ["next week", "is not a number of days or weeks"],
    ["P7", "is not a number of days or weeks"],
    ["3661", "is more than ten years"],
    ["9999 weeks", "is more than ten years"],
    [["1", "2"], "several values"],
    ["9".repeat(1000), "is not a number of days or weeks"],
  ])("refuses %j and sends nothing", async (move_by, message) => {
    const seen = harness.sandbox.requests.length;
    await expect(copy({ poll: "Xk3pQ9vLm2Ab", move_by })).rejects.toThrow(message);
    expect(harness.sandbox.requests).toHaveLength(seen);
  });
});

describe("Copy Poll when options would be in the past", () => {
  const old = async () => {
    return create({ title: "Old", kind: "date", dates: ["2027-01-20", "2027-01-22"] });
  };

  it("stops with an error that says how many, and what to do", async () => {
    const poll = await old();
    const before = posts().length;
    await expect(copy({ poll: poll.id, move_by: "-7" })).rejects.toThrow(
      "Move By (Days): after -7 days, 1 of 2 options is in the past, the first is Wednesday, 13 January 2027. Move the poll further, or choose under Past Options what happens to them.",
    );
    expect(posts()).toHaveLength(before);
  });

  it("leaves them out and says so", async () => {
    const made = await copy({ poll: (await old()).id, move_by: "-7", past_options: "Leave them out" });
    expect(made).toMatchObject({
      option_count: 1,
      notes: "Poll: 1 of 2 options were left out, since they are in the past.",
    });
  });

  it("moves on by whole weeks after a pause, also from a poll that closed by itself", async () => {
    const paused = await create({ title: "Paused", kind: "date", dates: ["2027-01-18", "2027-01-20"] });
    const later = "2027-02-09T15:00:00Z";
    harness.sandbox.setNow(later);
    vi.setSystemTime(new Date(later));
    const run = (past_options: string) => copy({ poll: paused.id, move_by: "1 week", past_options });
    try {
      await expect(run("")).rejects.toThrow("after 7 days, 2 of 2 options are in the past");
      await expect(run("leave_out")).rejects.toThrow("after 7 days, 2 of 2 options are in the past");
      expect(await run("move_on")).toMatchObject({
        moved_days: 28,
        options_text: "Monday, 15 February 2027\nWednesday, 17 February 2027",
        notes: "Move By (Days): moved by 28 days, since options would still be in the past after 21.",
      });
    } finally {
      vi.setSystemTime(new Date(today));
    }
  });
});

describe("Copy Poll without a poll that can be copied", () => {
  it("stops when there is none, and when the poll is of another space", async () => {
    await expect(copy({ poll: "Xk3pQ9vLm2Ab" })).rejects.toMatchObject({ name: "HaltedError" });
    await expect(copy({})).rejects.toThrow("Poll: is required");
    await expect(copy({ poll: "Team lunch" })).rejects.toThrow("add a Find Poll step");
    const { id } = await create(lunch);
    const other = harness.run(creates.copy_poll, {
      authData: { apiKey: harness.sandbox.apiKeys.secondSpace },
      inputData: { poll: id, move_by: "7" },
    });
    await expect(other).rejects.toMatchObject({ name: "HaltedError" });
  });

  it("names every field that cannot be used at once", async () => {
    await expect(copy({ move_by: "soon", past_options: "maybe", require_email: "perhaps" })).rejects.toThrow(
      /Require Email: .*Move By \(Days\): .*Past Options: .*Poll: is required/,
    );
  });
});

describe("Copy Poll when the response of the create is lost", () => {
  const faults: Fault[] = [{ kind: "reset" }, { kind: "notJson" }, { kind: "status", status: 500 }];
  let serial = 0;
  const titled = async (title: string) =>
    (await harness.run<Output[]>(searches.find_poll, { inputData: { title }, meta: {} })).length;

  it.each(faults.map((fault) => [JSON.stringify(fault), fault] as const))(
    "creates one poll, never two: %s",
    async (_name, fault) => {
      const title = `Copy ${++serial}`;
      const poll = await create(lunch);
      const rule = { fault, method: "POST", path: "/v1/polls", times: 1 } as const;
      harness.sandbox.setFaults({ rules: [{ ...rule, when: "after" }] });
      const made = await copy({ poll: poll.id, title });
      expect(made["notes"]).toContain("the poll was found in the space");
      expect(await titled(title)).toBe(1);
      harness.sandbox.setFaults({ rules: [{ ...rule, when: "before" }] });
      const before = posts().length;
      await expect(copy({ poll: poll.id, title: `${title} b` })).rejects.toThrow();
      expect(posts().length).toBeLessThanOrEqual(before + 1);
      expect(await titled(`${title} b`)).toBe(0);
    },
  );

  it("is not even tried when the poll cannot be read", async () => {
    const poll = await create(lunch);
    const before = posts().length;
    harness.sandbox.setFaults({ rules: [{ fault: { kind: "reset" }, method: "GET", times: 1 }] });
    await expect(copy({ poll: poll.id })).rejects.toThrow();
    expect(posts()).toHaveLength(before);
  });
});
