import * as z from "zod";
import { parseJson } from "../arguments.ts";

/** Maximum length of an .ics text, in characters. About 3,000 events. */
export const maxIcsLength = 1_000_000;

const busyEntry = z.preprocess(
  (given) => (typeof given === "string" && parseJson(given)) || given,
  z.union([z.string().max(maxIcsLength), z.strictObject({ start: z.string(), end: z.string().optional() })], {
    error: "must be {start, end}, or the text of an .ics file",
  }),
);

/** The argument with the times at which somebody is busy. */
export const busyTimes = z.array(busyEntry).max(1_000);
