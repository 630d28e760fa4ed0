import * as z from "zod";
import { isKnownTimeZone } from "../time/index.ts";
import { mapSettings } from "./model.ts";
import type { Change } from "./store.ts";

// Checks only what the sandbox relies on. The limits of a create body were checked when the poll was created.
const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)), "Not an instant");
const day = z.string().refine((text) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`)), "Not a date");
const vote = z.enum(["yes", "ifNeedBe", "no"]);

const storedPoll = z.strictObject({
  sequence: z.int().min(1),
  spaceId: z.string(),
  id: z.string().min(1),
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  conferencing: z
    .union([
      // Any name: the option `providers` of a later start may differ.
      z.strictObject({ provider: z.string().refine((name) => name !== "custom", "Has no label") }),
      z.strictObject({ provider: z.literal("custom"), label: z.string(), uri: z.string().optional() }),
    ])
    .nullable(),
  timeZone: z.string().refine(isKnownTimeZone, "Not a time zone").nullable(),
  status: z.enum(["open", "closed", "scheduled", "canceled"]),
  kind: z.enum(["date", "time"]),
  createdAt: instant,
  updatedAt: instant,
  organizerId: z.string().nullable(),
  ...mapSettings(() => z.boolean()),
  options: z
    .array(
      z.union([
        z.strictObject({ id: z.string(), date: day }),
        z.strictObject({ id: z.string(), startTime: instant, duration: z.number().positive() }),
      ]),
    )
    .min(1),
  participants: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      createdAt: instant,
      votes: z.record(z.string(), vote),
    }),
  ),
  pickedOptionId: z.string().optional(),
});

const put = z.strictObject({ put: storedPoll });
const remove = z.strictObject({ remove: z.string(), sequence: z.int().min(0) });

/** The schema of a change. Not a union, because the error of a union does not name a field. */
export const changeSchema = (value: object): z.ZodType<Change> =>
  // The cast is safe: parsed JSON has no undefined values.
  ("put" in value ? put : remove) as z.ZodType<Change>;
