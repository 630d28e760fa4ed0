import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import type { Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeLine, sanitizeText } from "../../src/sanitize.ts";
import { formatCalendarEntry } from "../../src/scheduling/index.ts";

/** A poll of the service. */
const poll = {
  id: "Xk3pQ9vLm2Ab",
  title: "Team lunch",
  description: null,
  location: null,
  conferencing: null,
  timeZone: "Europe/Berlin",
  status: "open",
  inviteUrl: "https://app.rallly.co/invite/Xk3pQ9vLm2Ab",
  createdAt: "2027-02-01T08:00:00.000Z",
  updatedAt: "2027-02-03T09:10:11.123Z",
} as Poll;
/** One of its options. */
const slot = { id: "o1", startTime: "2027-03-01T08:00:00.000Z", duration: 90 };

describe("a calendar entry", () => {
  it("is one tentative event with the texts of the poll", () => {
    const text = formatCalendarEntry(
      {
        ...poll,
        description: "Bring:\nfood; drinks, C:\\games",
        location: "Room 1, 2nd floor",
        conferencing: { provider: "custom", label: "Jitsi", uri: "https://meet.example/a;b,c" },
      },
      slot,
    );
    expect(text).toBe(
      [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//rallly-connect//rallly-connect 0.1.0//EN",
        "BEGIN:VEVENT",
        "UID:Xk3pQ9vLm2Ab-o1@rallly-connect",
        "DTSTAMP:20270203T091011Z",
        "CREATED:20270201T080000Z",
        "SUMMARY:Team lunch",
        "DESCRIPTION:Bring:\\nfood\\; drinks\\, C:\\\\games\\n\\nVideo call: Jitsi https:/",
        " /meet.example/a\\;b\\,c\\n\\nNot confirmed: this is one option of a poll. http",
        " s://app.rallly.co/invite/Xk3pQ9vLm2Ab",
        "LOCATION:Room 1\\, 2nd floor",
        "URL:https://app.rallly.co/invite/Xk3pQ9vLm2Ab",
        "CONFERENCE;FEATURE=VIDEO;VALUE=URI:https://meet.example/a;b,c",
        "STATUS:TENTATIVE",
        "DTSTART:20270301T080000Z",
        "DTEND:20270301T093000Z",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
      ].join("\r\n"),
    );
  });

  it.each<[string, Partial<Poll>, PollOption, string[]]>([
    [
      "a date for a whole day, also when clocks change",
      { timeZone: null },
      { id: "d1", date: "2027-03-28" },
      ["DTSTART;VALUE=DATE:20270328", "DTEND;VALUE=DATE:20270329"],
    ],
    [
      "the clock time without a zone for a floating poll",
      { timeZone: null },
      slot,
      ["DTSTART:20270301T080000", "DTEND:20270301T093000"],
    ],
    ["canceled when the poll is", { status: "canceled" }, slot, ["STATUS:CANCELLED"]],
  ])("is %s", (_, changes, option, lines) => {
    const text = formatCalendarEntry({ ...poll, ...changes } as Poll, option);
    expect(text.split("\r\n")).toEqual(expect.arrayContaining(lines));
    expect(text).not.toContain("VTIMEZONE");
  });

  it("is confirmed at the time that the organizer picked", () => {
    const text = formatCalendarEntry({ ...poll, status: "scheduled" }, slot, true);
    expect(text).toContain("STATUS:CONFIRMED");
    expect(text).toContain(`DESCRIPTION:${poll.inviteUrl}\r\n`);
  });

  it("has a UID that depends on the option only", () => {
    const uidOf = (text: string) => /\r\nUID:(.*)\r\n/.exec(text)?.[1];
    const one = uidOf(formatCalendarEntry(poll, slot));
    expect(uidOf(formatCalendarEntry({ ...poll, title: "Moved", status: "closed" }, slot))).toBe(one);
    expect(uidOf(formatCalendarEntry(poll, { ...slot, id: "o2" }))).not.toBe(one);
  });
});

describe("text of other people in a calendar entry", () => {
  const hostile = [
    "x\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nEND:VALARM",
    "x\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:second",
    "x\\nEND:VEVENT\\",
    'a;VALUE=URI:http://evil.example,"quoted"',
    "tab\tbell\u0007 null\u0000 rtl\u202e zero\u200b",
    "🎉👩‍👩‍👧‍👦".repeat(40),
    "é".repeat(74),
    "\u2028BEGIN:VALARM\u0085x\u000bEND:VCALENDAR",
  ];

  function expectData(typed: string) {
    const text = formatCalendarEntry(
      {
        ...poll,
        title: typed,
        description: typed,
        location: typed,
        conferencing: { provider: typed, label: typed, uri: `https://meet.example/${typed}` },
        inviteUrl: `https://app.rallly.co/invite/${typed}`,
      },
      slot,
    );
    const lines = text.split("\r\n");
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in the file
    expect(lines.join("")).not.toMatch(/[\u0000-\u001f\u007f]/);
    expect(lines.filter((line) => /^(?:BEGIN|END):/.test(line))).toHaveLength(4);
    const line = sanitizeLine(typed);
    const [component, ...others] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents();
    expect([...others, ...(component?.getAllSubcomponents() ?? [])]).toEqual([]);
    const event = new ICAL.Event(component);
    expect(event.summary).toBe(line);
    expect(event.location).toBe(line);
    expect(event.description.startsWith(sanitizeText(typed))).toBe(true);
  }

  it.each(hostile)("stays data: %j", expectData);

  it("opens no other URLs than http and https", () => {
    const text = formatCalendarEntry(
      {
        ...poll,
        inviteUrl: "javascript:alert(1)",
        conferencing: { provider: "custom", label: "Call", uri: "data:text/html,x" },
      },
      slot,
    );
    expect(text).not.toMatch(/javascript|data:|\r\n(?:URL|CONFERENCE)/);
  });

  it("masks keys before long lines are divided", () => {
    const secret = "sk_test_0123456789abcdef0123456789abcdef";
    const texts = { title: `${"x".repeat(50)} ${secret}`, description: secret, location: `At ${secret}` };
    const text = formatCalendarEntry({ ...poll, ...texts }, slot);
    expect(text.replaceAll("\r\n ", "")).not.toContain(secret);
    expect(text.replaceAll("\r\n ", "").match(/\[key\]/g)).toHaveLength(3);
  });
});
