/** The recipes of docs/zapier.md that end with a new poll, played from the trigger to the fields of the poll. */
import { afterEach, describe, expect, it, vi } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness, today } from "./harness.ts";

const harness = startHarness();
const { creates, searches } = App;

type Output = Record<string, unknown> & { id: string };

/** Maps outputs of earlier steps into a form, as Zapier's editor does: `{{entry.subject}}`. Lists stay lists. */
function map(form: Record<string, unknown>, outputs: Record<string, Record<string, unknown>>) {
  const find = (step = "", key = "") => outputs[step]?.[key] ?? "";
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.flatMap(fill);
    if (typeof value !== "string") return value;
    const [, step, key] = /^\{\{(\w+)\.(\w+)\}\}$/.exec(value) ?? [];
    if (step !== undefined) return find(step, key);
    return value.replace(/\{\{(\w+)\.(\w+)\}\}/g, (_all, step, key) => String(find(step, key)));
  };
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, fill(value)]));
}

const run = <Result = Output>(
  step: object,
  form: Record<string, unknown>,
  outputs: Record<string, Record<string, unknown>> = {},
  timezone = "America/New_York",
) => harness.run<Result>(step, { inputData: map(form, outputs), meta: { timezone } });

/** Moves the clocks of Zapier and of the service. Returns the fields of Schedule by Zapier in New York. */
function schedule(instant: string) {
  vi.setSystemTime(new Date(instant));
  harness.sandbox.setNow(instant);
  const parts = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", ...options }).format(new Date(instant));
  return {
    id: instant,
    pretty_date: parts({ month: "short", day: "2-digit", year: "numeric" }),
    pretty_time: parts({ hour: "2-digit", minute: "2-digit" }).replace(" ", ""),
    pretty_day_of_week: parts({ weekday: "long" }),
  };
}

const starts = (poll: Output) => (poll["options"] as { start: string }[]).map(({ start }) => start);

afterEach(() => vi.setSystemTime(new Date(today)));

describe("a form entry becomes a poll", () => {
  it("of the days of the entry, joined as the form app gives them", async () => {
    const entry = {
      subject: "Garden party",
      details: "Bring a chair.\nIt may rain.",
      days: "2027-05-07, 2027-05-08,2027-05-08",
      place: "",
      email: "Sam Reed <sam@example.com>",
    };
    const poll = await run(
      creates.create_poll,
      {
        title: "{{entry.subject}}",
        offer: "Whole days",
        dates: ["{{entry.days}}"],
        description: "{{entry.details}}",
        location: "{{entry.place}}",
        organizer: "",
      },
      { entry },
    );
    expect(poll).toMatchObject({
      title: "Garden party",
      description: "Bring a chair.\nIt may rain.",
      location: null,
      options_text: "Friday, 7 May 2027\nSaturday, 8 May 2027",
      require_email: false,
    });
    expect(`Vote here: ${poll["invite_link"]}`).toMatch(/^Vote here: https?:\/\/\S+\/invite\/\w+$/);
  });

  it("of slots, from a date and two times in American notation", async () => {
    const entry = { subject: "Interview", day: "March 1, 2027", from: "9:00 AM", to: "12:00 PM" };
    const window = { from: "{{entry.from}}", to: "{{entry.to}}", interval: "60" };
    const poll = await run(
      creates.create_poll,
      {
        title: "{{entry.subject}}",
        kind: "time",
        duration: "30",
        start_date: "{{entry.day}}",
        end_date: "{{entry.day}}",
        ...window,
      },
      { entry },
    );
    expect(starts(poll)).toEqual([
      "2027-03-01T09:00:00-05:00",
      "2027-03-01T10:00:00-05:00",
      "2027-03-01T11:00:00-05:00",
    ]);
  });

  it("or an error that names the field and the value, and no poll", async () => {
    const before = harness.sandbox.requests.length;
    const entry = { subject: "Party", days: "03/04/2027" };
    const form = { title: "{{entry.subject}}", offer: "days", dates: ["{{entry.days}}"] };
    await expect(run(creates.create_poll, form, { entry })).rejects.toThrow(
      /Dates: \\"03\/04\/2027\\" could be 3 April or 4 March\..*Formatter by Zapier/,
    );
    expect(harness.sandbox.requests).toHaveLength(before);
  });
});

describe("every Monday, a poll for next week's evenings", () => {
  const form = {
    title: "Evenings next week",
    kind: "time",
    duration: "120",
    start_date: "{{schedule.pretty_date}} +7d",
    end_date: "{{schedule.pretty_date}} +11d",
    from: "18:00",
    to: "22:00",
  };

  it("from the fields of Schedule by Zapier, at the same clock time after a clock change", async () => {
    const first = await run(creates.create_poll, form, { schedule: schedule("2027-03-01T13:00:00Z") });
    expect(starts(first)).toHaveLength(10);
    expect(starts(first)[0]).toBe("2027-03-08T18:00:00-05:00");
    expect(starts(first)[9]).toBe("2027-03-12T20:00:00-05:00");
    const second = await run(creates.create_poll, form, { schedule: schedule("2027-03-08T13:00:00Z") });
    expect(starts(second)[0]).toBe("2027-03-15T18:00:00-04:00");
    expect(second["invite_link"]).not.toBe(first["invite_link"]);
  });
});

describe("every Monday, last week's poll again", () => {
  const form = { poll: "{{found.id}}", move_by: "1 week", past_options: "move_on" };

  async function week(instant: string) {
    const tick = schedule(instant);
    const [found] = await run<Output[]>(
      searches.find_poll,
      { title: "Team lunch", match: "whole" },
      { tick },
    );
    return run(creates.copy_poll, form, { found: found ?? {} });
  }

  it("from Schedule by Zapier through Find Poll to the new poll, over a clock change and a pause", async () => {
    schedule("2027-03-08T13:00:00Z");
    const original = await run(creates.create_poll, {
      title: "Team lunch",
      kind: "time",
      times: ["2027-03-10 12:00 - 13:00", "2027-03-12 12:30 - 13:30"],
      description: "Who eats with us?",
      require_email: "Yes",
    });
    harness.sandbox.vote(original.id, { name: "Ada", email: "ada@example.com", choices: {} });
    const second = await week("2027-03-15T13:00:00Z");
    expect(second).toMatchObject({
      title: "Team lunch",
      description: "Who eats with us?",
      require_email: true,
      response_count: 0,
      copied_poll_id: original.id,
      moved_days: 7,
      notes: "",
    });
    expect(starts(second)).toEqual(["2027-03-17T12:00:00-04:00", "2027-03-19T12:30:00-04:00"]);
    const third = await week("2027-03-22T13:00:00Z");
    expect(third["copied_poll_id"]).toBe(second.id);
    expect(starts(third)[0]).toBe("2027-03-24T12:00:00-04:00");
    // The Zap was off until November, after the clocks were set back.
    const later = await week("2027-11-15T13:00:00Z");
    expect(starts(later)).toEqual(["2027-11-17T12:00:00-05:00", "2027-11-19T12:30:00-05:00"]);
    expect(later["notes"]).toMatch(
      /^Move By \(Days\): moved by 238 days, since options would still be in the past/,
    );
  });

  it("says what is missing when Find Poll found nothing and the Zap goes on", async () => {
    await expect(run(creates.copy_poll, form, { found: {} })).rejects.toThrow("Poll: is required");
  });
});
