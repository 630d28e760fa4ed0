/** What Zapier's own conversion makes of a text before it reaches the app, by the code that its CLI has for it. */
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import type { PlainInputField } from "zapier-platform-core";
import App from "../../zapier/index.ts";
import { labels } from "../../zapier/input/labels.ts";
import { listInputFields, listSteps, readDefinition } from "./app-definition.ts";
import { startHarness } from "./harness.ts";
import { accountZones as zones } from "./parse.ts";

const harness = startHarness();

type Convert = (
  inputData: Record<string, unknown>,
  fields: PlainInputField[],
  timeZone: string,
) => Record<string, unknown>;
const convert = createRequire(import.meta.url)(
  "zapier-platform-cli/src/oclif/commands/invoke/input-types.js",
) as Convert;

const steps = listSteps(await readDefinition());
const createStep = steps.find(({ key }) => key === "create_poll");
const fields = createStep === undefined ? [] : await listInputFields(createStep);

const createUntyped = (inputData: Record<string, unknown>) =>
  harness.run<Record<string, unknown>>(App.creates.create_poll, { inputData, meta: { timezone: "UTC" } });

const create = (form: Record<string, unknown>, timezone: string) =>
  harness.run<Record<string, unknown>>(App.creates.create_poll, {
    inputData: convert({ ...form }, fields, timezone),
    meta: { timezone },
  });

describe("no field asks Zapier to convert its value", () => {
  it("since it turns unreadable text into the current time and moves days into the account's zone", async () => {
    for (const step of steps)
      for (const { type } of await listInputFields(step)) expect(type).not.toBe("datetime");
    for (const { type, children } of fields)
      for (const each of children ?? [{ type }]) expect(["string", "text"]).toContain(each.type);
  });

  const days = [
    "2027-03-01",
    "2027-03-01T00:00:00Z",
    "2027-03-01T23:59:00-11:00",
    "2027-02-22T00:00:00Z +7d",
  ];
  it.each(zones)("so a window's days stay as they were written: %s", async (zone) => {
    for (const day of days) {
      const form = { title: "Call", kind: "time", duration: "60", from: "9:00", to: "10:00" };
      const poll = await create({ ...form, start_date: day, end_date: day }, zone);
      expect(poll["options"]).toMatchObject([{ date: "2027-03-01", start_time: "09:00" }]);
    }
  });

  it.each(zones)("and an unreadable text is seen as it is, not as the current time: %s", async (zone) => {
    const form = {
      title: "Call",
      kind: "time",
      duration: "60",
      from: "9:00",
      to: "10:00",
      end_date: "2027-03-01",
    };
    await expect(create({ ...form, start_date: "when it suits" }, zone)).rejects.toThrow(
      /First Day: \\"when it suits\\" is not a date/,
    );
    for (const digits of ["1803891600", "1803891600000", "20270301"])
      await expect(create({ ...form, start_date: digits }, zone)).rejects.toThrow(/First Day: .*is a number/);
  });
});

describe("numbers and switches as Zapier converts them", () => {
  const slot = { title: "Call", kind: "time", times: "2027-03-01 09:00" };

  const durations: [unknown, number][] = [
    ["90", 90],
    [90, 90],
    ["90.0", 90],
    ["90 min", 90],
    ["90 minutes", 90],
    ["24 hours", 1440],
    ["1 day", 1440],
    ["1.5 h", 90],
    ["1,5 h", 90],
    ["0.5 hours", 30],
    ["1:30", 90],
    ["01:30:00", 90],
    ["0:45", 45],
    ["1 h 30 min", 90],
    ["1 hour and 30 minutes", 90],
    ["1 hour, 30 minutes", 90],
    ["1h30", 90],
    ["1h30m", 90],
    ["1 hr. 30 min.", 90],
    ["5400 seconds", 90],
    ["PT45M", 45],
    ["pt1h30m", 90],
    ["PT1.5H", 90],
    ["P1D", 1440],
    [["45"], 45],
  ];
  it.each(durations)("a length of time is what was written: %j is %d minutes", async (duration, minutes) => {
    const both = [await create({ ...slot, duration }, "UTC"), await createUntyped({ ...slot, duration })];
    for (const poll of both) expect(poll).toMatchObject({ options: [{ duration_minutes: minutes }] });
    const window = { start_date: "2027-03-01", end_date: "2027-03-01", from: "00:00", to: "24:00" };
    const form = { title: "Call", kind: "time", ...window, duration: "15", interval: duration };
    expect((await create(form, "UTC"))["option_count"]).toBe(1440 / minutes);
  });

  it.each([
    "half an hour",
    "24 o'clock",
    "30.5",
    "1,440",
    "30 45",
    "30 min 1 h",
    "1 h 2 h",
    "-30",
    "1:75",
    "90 potatoes",
    "P",
    "PT",
    "1e3",
    "0x5a",
    "30-45",
    "Infinity",
  ])("a length of time that is not understood is refused with its text: %s", async (duration) => {
    for (const field of ["duration", "interval"] as const) {
      const window = { start_date: "2027-03-01", end_date: "2027-03-05", from: "00:00", to: "24:00" };
      const label = field === "duration" ? "Duration \\(Minutes\\)" : "Minutes Between Starts";
      const words = duration.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      await expect(create({ ...slot, duration: 30, ...window, [field]: duration }, "UTC")).rejects.toThrow(
        new RegExp(`${label}: .*${words}.* is not a duration`),
      );
    }
  });

  const switches: [unknown, boolean][] = [
    ...["true", "True", "YES", "yes", "y", "on", "On", "1", "t", "checked", true, 1, ["yes"]].map(
      (text) => [text, true] as [unknown, boolean],
    ),
    ...["false", "False", "NO", "no", "n", "off", "Off", "0", "f", "unchecked", false, 0, ["no"]].map(
      (text) => [text, false] as [unknown, boolean],
    ),
  ];
  const settings = [
    "require_email",
    "hide_participants",
    "hide_scores",
    "disable_comments",
    "allow_tentative_votes",
  ];
  it.each(switches)("a setting is what was written: %j is %j", async (value, meant) => {
    const form = { ...slot, duration: "30", ...Object.fromEntries(settings.map((key) => [key, value])) };
    const expected = Object.fromEntries(settings.map((key) => [key, meant]));
    expect(await create(form, "UTC")).toMatchObject(expected);
    expect(await createUntyped(form)).toMatchObject(expected);
  });

  it.each(["maybe", "nein", "10", "not on", "yes and no", "{}", "x".repeat(1_000)])(
    "a setting that is not understood is refused with its text: %s",
    async (value) => {
      const form = { ...slot, duration: "30", ...Object.fromEntries(settings.map((key) => [key, value])) };
      const error = String(await create(form, "UTC").catch((caught: unknown) => caught));
      for (const key of settings)
        expect(error).toContain(`${labels[key as keyof typeof labels]}: \\"${value.slice(0, 50)}`);
      expect(error.match(/is not yes or no/g)).toHaveLength(settings.length);
    },
  );

  it("the form sends no setting by itself", async () => {
    const days = { title: "Days", kind: "date", dates: ["2027-03-01"] };
    const settings = ({
      require_email,
      hide_participants,
      hide_scores,
      disable_comments,
      allow_tentative_votes,
    }: Record<string, unknown>) => ({
      require_email,
      hide_participants,
      hide_scores,
      disable_comments,
      allow_tentative_votes,
    });
    const shown = await create(days, "UTC");
    const bare = await harness.run<Record<string, unknown>>(App.creates.create_poll, {
      inputData: days,
      meta: {},
    });
    expect(settings(shown)).toEqual(settings(bare));
  });
});
