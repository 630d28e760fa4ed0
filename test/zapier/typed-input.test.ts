/** What Zapier's own conversion makes of a text before it reaches the app, by the code that its CLI has for it. */
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import type { PlainInputField } from "zapier-platform-core";
import App from "../../zapier/index.ts";
import { listInputFields, listSteps, readDefinition } from "./catalogue.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

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
const zones = ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland"];

const create = (form: Record<string, unknown>, timezone: string) =>
  stage.run<Record<string, unknown>>(App.creates.create_poll, {
    inputData: convert({ ...form }, fields, timezone),
    meta: { timezone },
  });

describe("no field asks Zapier to convert a date", () => {
  it("since it turns unreadable text into the current time and moves days into the account's zone", async () => {
    for (const step of steps)
      for (const { type } of await listInputFields(step)) expect(type).not.toBe("datetime");
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
      /First Day: \\"when it suits\\" could not be read/,
    );
    for (const digits of ["1803891600", "1803891600000", "20270301"])
      await expect(create({ ...form, start_date: digits }, zone)).rejects.toThrow(/First Day: .*is a number/);
  });
});

describe("numbers and switches as Zapier converts them", () => {
  const slot = { title: "Call", kind: "time", times: "2027-03-01 09:00" };

  it("a duration in words arrives as a number too small to be one, and is refused", async () => {
    for (const duration of ["half an hour", "1 hour", "1h30"])
      await expect(create({ ...slot, duration }, "UTC")).rejects.toThrow(/Duration \(Minutes\)/);
    expect(await create({ ...slot, duration: "45 min" }, "UTC")).toMatchObject({
      options: [{ duration_minutes: 45 }],
    });
  });

  it("the defaults shown in the form are what the service has by itself", async () => {
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
    const bare = await stage.run<Record<string, unknown>>(App.creates.create_poll, {
      inputData: days,
      meta: {},
    });
    expect(settings(shown)).toEqual(settings(bare));
  });
});
