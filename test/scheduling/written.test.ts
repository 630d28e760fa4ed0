/** What the documents say of written values. Texts of people and programs are tried through the steps and tools that take them. */
import { describe, expect, it } from "vitest";
import { type FormatKind, writtenFormats } from "../../src/scheduling/written/formats.ts";
import {
  readClock,
  readLength,
  readTime,
  readTimeZone,
  settleTime,
} from "../../src/scheduling/written/index.ts";

describe("a value in the table of formats", () => {
  /** Whether a text of a kind has one meaning, for a poll in New York. */
  const isRead: Record<FormatKind, (text: string) => boolean> = {
    Day: (text) => isValue(readTime(text)),
    Time: (text) => isValue(readClock(text)),
    Range: (text) => isTime(`2027-03-01 ${text}`),
    Offset: isTime,
    Duration: (text) => isValue(readLength(text)),
    "Time Zone": (text) => isValue(readTimeZone(text)),
  };
  const isValue = (read: object | undefined) => read !== undefined && "value" in read;
  function isTime(text: string): boolean {
    const read = readTime(text);
    if (read === undefined || "problem" in read) return false;
    return "start" in settleTime(read.value, { timeZone: "America/New_York" });
  }

  const formats = Object.entries(writtenFormats) as [FormatKind, (typeof writtenFormats)[FormatKind]][];
  it.each(formats.flatMap(([kind, { accepted }]) => accepted.map((text) => [kind, text] as const)))(
    "%s %s is accepted",
    (kind, text) => {
      expect(isRead[kind](text)).toBe(true);
    },
  );

  it.each(formats.flatMap(([kind, { refused }]) => refused.map((text) => [kind, text] as const)))(
    "%s %s is refused",
    (kind, text) => {
      expect(isRead[kind](text)).toBe(false);
    },
  );
});
