/** What the app writes as text for an option, it takes back as the same option. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatOption } from "../../src/time/index.ts";
import App from "../../zapier/index.ts";
import { toDay } from "../../zapier/input/dates.ts";
import { splitTimes, toSlot } from "../../zapier/input/times.ts";
import { toWhen } from "../../zapier/output/poll.ts";
import { startHarness } from "./harness.ts";
import { formatSlot } from "./parse.ts";

const now = Date.parse("2027-01-15T10:00:30Z");
const zones = [
  "UTC",
  "America/New_York",
  "America/St_Johns",
  "America/Argentina/ComodRivadavia",
  "Europe/London",
  "Europe/Berlin",
  "Africa/Cairo",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Etc/GMT+12",
];

const minuteMs = 60_000;
const slot = fc.record({
  startTime: fc
    .integer({
      min: Date.parse("2027-02-01T00:00Z") / minuteMs,
      max: Date.parse("2029-12-31T00:00Z") / minuteMs,
    })
    .map((minutes) => new Date(minutes * minuteMs).toISOString().replace(".000Z", "Z")),
  duration: fc.integer({ min: 15, max: 1440 }),
});
// Half of the slots are near a change of the clocks in New York, Berlin or Auckland.
const nearChange = fc
  .tuple(
    fc.constantFrom("2027-11-07T06:00Z", "2027-03-14T07:00Z", "2027-10-31T01:00Z", "2027-04-03T14:00Z"),
    fc.integer({ min: -240, max: 240 }),
  )
  .chain(([change, minutes]) =>
    fc.record({
      startTime: fc.constant(
        new Date(Date.parse(change) + minutes * minuteMs).toISOString().replace(".000Z", "Z"),
      ),
      duration: fc.integer({ min: 15, max: 300 }),
    }),
  );
const slots = fc.uniqueArray(fc.oneof(slot, nearChange), {
  minLength: 1,
  maxLength: 8,
  selector: ({ startTime, duration }) => `${startTime} ${duration}`,
});

/** The slots that a value is read as, by a poll of another zone than the one that the texts name. */
function readSlots(value: unknown, timeZone: string | null) {
  return splitTimes(value).items.map(({ text, parsed }) => {
    const reading = formatSlot(toSlot(text, parsed, { now, timeZone }));
    if ("problem" in reading) return `${text}: ${reading.problem}`;
    const { start, duration } = reading.value;
    const instant = /(Z|[+-]\d\d:\d\d)$/.test(start) ? start : `${start}Z`;
    return { startTime: new Date(instant).toISOString().replace(".000Z", "Z"), duration };
  });
}

describe("the text of an option", () => {
  it.each(["\n", "; ", ", "])(
    "is read as the same time, whatever zone the next poll is in; joined by %j",
    (joint) => {
      fc.assert(
        fc.property(slots, fc.constantFrom(...zones), fc.constantFrom(...zones, null), (all, zone, other) => {
          const options = all.map(({ startTime, duration }) => toWhen({ startTime, duration }, zone));
          expect(readSlots(options.map(({ text }) => text).join(joint), other)).toEqual(all);
        }),
        { numRuns: 300 },
      );
    },
  );

  it("is read as the same time in a floating poll", () => {
    fc.assert(
      fc.property(slots, (all) => {
        const texts = all.map(({ startTime, duration }) => toWhen({ startTime, duration }, null).text);
        expect(readSlots(texts.join("\n"), null)).toEqual(all);
      }),
    );
  });

  it("is read as the same day", () => {
    const day = fc
      .date({ min: new Date("2027-02-01"), max: new Date("2029-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        fc.uniqueArray(day, { minLength: 1, maxLength: 10 }),
        fc.constantFrom("\n", ", ", ";"),
        (days, joint) => {
          for (const texts of [
            days.map((date) => toWhen({ date }, null).text),
            days.map((date) => formatOption({ date }, null, { style: "short" })),
          ]) {
            const { items } = splitTimes(texts.join(joint));
            expect(items.map(({ text, parsed }) => toDay(text, parsed, { now, timeZone: null }))).toEqual(
              days.map((value) => ({ value })),
            );
          }
        },
      ),
    );
  });

  it("and the option as a line item, with its start and its end, too", () => {
    fc.assert(
      fc.property(slots, fc.constantFrom(...zones, null), (all, zone) => {
        const items = all.map(({ startTime, duration }) => ({
          id: "x",
          ...toWhen({ startTime, duration }, zone),
        }));
        expect(readSlots(items, zone)).toEqual(all);
        expect(readSlots(JSON.stringify(items), zone)).toEqual(all);
      }),
    );
  });
});

describe("a poll made from another poll's output", () => {
  const harness = startHarness();
  type Poll = { options_text: string; options: { start: string; end: string }[] };
  const create = (inputData: Record<string, unknown>) =>
    harness.run<Poll>(App.creates.create_poll, { inputData, meta: { timezone: "Asia/Tokyo" } });

  it.each([
    [{ kind: "date", dates: ["2027-03-01", "2027-03-28", "2027-12-31"] }, "dates"],
    [
      {
        kind: "time",
        time_zone: "America/New_York",
        times: ["2027-11-07 00:30 - 03:00", "2027-11-06 23:00 - 01:15", "2027-03-01 09:00 - 24:00"],
      },
      "times",
    ],
    [
      {
        kind: "time",
        time_zone: "floating",
        times: ["2027-11-07 00:30 - 03:00", "2027-11-06 23:00 - 01:15"],
      },
      "times",
    ],
  ])("has the same options: %o", async (form, field) => {
    const first = await create({ title: "First", ...form });
    for (const value of [first.options_text, first.options_text.split("\n"), first.options]) {
      const second = await create({ title: "Second", ...form, [field]: value });
      const when = ({ options }: Poll) => options.map(({ start, end }) => ({ start, end }));
      expect(when(second)).toEqual(when(first));
    }
  });
});
