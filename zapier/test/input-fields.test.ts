/** The input fields of every step: Zapier's integration checks, and the labels that errors use. */
import { describe, expect, it } from "vitest";
import { labelOf } from "../label.ts";
import { keyed, listInputFields, listSteps, readDefinition, titleCase } from "./app-definition.ts";

const steps = listSteps(await readDefinition()).filter(({ display }) => display.hidden !== true);

const listFields = [
  "dates",
  "times",
  "weekdays",
  "settings",
  "people_who_must_attend",
  "people_who_may_miss_it",
  "people_who_must_respond",
  "invited_people",
  "options",
  "answers",
];

describe.each(keyed(steps))("the input fields of %s", (_key, step) => {
  it("are labeled as errors name them, and explained without their label (D004, D011, D018)", async () => {
    for (const { key, type, label = "", helpText = "", choices = {} } of await listInputFields(step)) {
      if (type === "copy") continue;
      expect([key, label]).toEqual([key, labelOf(key)]);
      expect(label).toMatch(titleCase);
      expect(label).not.toMatch(/\bID\b/i);
      expect(helpText.length).toBeGreaterThan(0);
      expect(helpText.toLowerCase().replaceAll("polls", "")).not.toContain(label.toLowerCase());
      // The editor marks fields with these words by itself, and a label is often all that is seen.
      expect(label).not.toMatch(/^(?:Required|Optional|Offer|Minimum|Time|From|To|Match)$/);
      expect(helpText).not.toMatch(/comma/i);
      // The names of time zones are not ours.
      if (key !== "time_zone") for (const choice of Object.values(choices)) expect(choice).toMatch(titleCase);
      for (const [link] of helpText.matchAll(/https?:\/\/[^\s)]+/g)) expect(link).toMatch(/^https:/);
    }
  });

  it("pick a poll from a dropdown with a search beside it, and several values in a list (D005, D014)", async () => {
    for (const { key, list, dynamic, search } of await listInputFields(step)) {
      if (key === "poll")
        expect({ dynamic, search }).toEqual({ dynamic: "poll_list.id.name", search: "find_poll.id" });
      if (listFields.includes(key)) expect([key, list]).toEqual([key, true]);
    }
  });

  it("are text, are no required parents, and show something before anything is chosen (D009, D022)", async () => {
    const { inputFields } = step.operation;
    if (step.type !== "triggers")
      expect(inputFields.filter((field) => typeof field !== "string" && field.type !== "copy")).not.toEqual(
        [],
      );
    for (const { type, required, children, default: standard } of await listInputFields(step)) {
      // Zapier uses a default in place of a false or 0 that is mapped from an earlier step.
      expect(standard).toBeUndefined();
      if (children === undefined) expect(["string", "text", "copy", "password"]).toContain(type);
      else expect(required).not.toBe(true);
      for (const child of children ?? []) {
        expect(child).toMatchObject({ label: expect.stringMatching(titleCase), type: "string" });
        expect(child.helpText?.toLowerCase()).not.toContain(child.label?.toLowerCase());
      }
    }
  });
});
