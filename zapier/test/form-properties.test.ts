import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeInput } from "../../zapier/input/form-values.ts";
import { InputError } from "../../zapier/input/input-error.ts";
import { labels } from "../../zapier/input/labels.ts";
import { planInput } from "../../zapier/input/plan.ts";

const now = Date.parse("2027-01-15T10:00:30Z");
const zones = ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland", null];

const day = fc
  .date({ min: new Date("2027-02-01"), max: new Date("2028-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
const anything = fc.oneof(
  fc.anything(),
  fc.string(),
  day,
  fc.constantFrom("", null, "time", "date", "custom", "30"),
);
const form = fc.record(Object.fromEntries(Object.keys(labels).map((key) => [key, anything])), {
  requiredKeys: [],
});

/** The plan of a form, or the refusal; anything else that is thrown is a fault. */
function plan(values: Record<string, unknown>, zone: string | null) {
  try {
    return planInput(normalizeInput(values), zone, now);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

describe("any form", () => {
  it("gives a plan or an error with labels of the form", () => {
    fc.assert(
      fc.property(
        form,
        fc.constantFrom("time", "date", undefined),
        fc.constantFrom(...zones),
        (values, kind, zone) => {
          const result = plan({ ...values, ...(kind && { kind }) }, zone);
          if (!(result instanceof InputError)) return;
          expect(result.problems.length).toBeGreaterThan(0);
          for (const { field } of result.problems)
            expect(Object.values(labels).some((label) => field.startsWith(label))).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe("whatever days and times are chosen", () => {
  it("days are sent as they were written", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(day, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(...zones),
        (dates, zone) => {
          const result = plan({ title: "Days", kind: "date", dates: dates.join(", ") }, zone);
          expect(result).toMatchObject({ body: { options: [...dates].sort().map((date) => ({ date })) } });
        },
      ),
    );
  });

  it("times are sent as instants that show the written clock in the poll's zone", () => {
    fc.assert(
      fc.property(day, clock, fc.constantFrom(...zones), (date, time, zone) => {
        const text = `${date} ${time}`;
        const result = plan({ title: "Time", kind: "time", duration: 30, times: [text] }, zone);
        if (result instanceof InputError) {
          // Only a time that the change to summer time leaves out may be refused.
          expect(result.message).toContain(text);
          return;
        }
        const [option] = result.body.options ?? [];
        const instant = option !== undefined && "startTime" in option ? String(option.startTime) : "";
        expect(instant).toMatch(/Z$/);
        const shown = new Intl.DateTimeFormat("sv-SE", {
          dateStyle: "short",
          timeStyle: "short",
          timeZone: zone ?? "UTC",
        }).format(new Date(instant));
        expect(shown).toBe(text);
      }),
    );
  });
});
