import { describe, expect, it } from "vitest";
import { dates, days, generator, hours, times, windows } from "./create-bodies.ts";
import { errorReply, getRejection, scriptClient } from "./scripted.ts";

/** The JSON that is sent for a valid create body. */
async function sent(body: unknown): Promise<Record<string, unknown>> {
  const { client, requests } = scriptClient([errorReply(403, "SPACE_NOT_PRO")]);
  await getRejection(client.createPoll(body as Parameters<typeof client.createPoll>[0]));
  return JSON.parse(requests[0]?.body ?? "null");
}

describe("createPoll accepts", () => {
  const duplicate = [...hours(100), ...hours(50)];
  const cases: [string, Record<string, unknown>][] = [
    ["dates", dates],
    ["100 dates among 150", { ...dates, options: [...days(100), ...days(50)] }],
    ["100 slots among 150", { ...times, options: duplicate }],
    [
      "the same slot in several notations",
      {
        ...times,
        timeZone: "Europe/Berlin",
        options: [
          ...hours(99),
          ...["2027-07-01T12:00", "2027-07-01T10:00:00Z", "2027-07-01T12:00:00.000+02:00"].map(
            (startTime) => ({
              startTime,
            }),
          ),
        ],
      },
    ],
    [
      "generated slots that are also options",
      { ...windows, options: [...hours(70), { startTime: "2027-03-01T09:00:00Z" }] },
    ],
    [
      "options with their own duration",
      {
        title: "T",
        kind: "time",
        options: [
          { startTime: "2027-03-01T09:00", duration: 15 },
          { startTime: "2027-03-01T09:00", duration: 1440 },
        ],
      },
    ],
    ["floating times", times],
    [
      "a range of 366 days",
      { ...windows, duration: 180, generators: [{ ...generator, endDate: "2028-02-29", days: ["mon"] }] },
    ],
    ["a zone without places", { ...times, timeZone: "UTC" }],
    ["an abbreviation that is IANA's", { ...times, timeZone: "EST" }],
    [
      "a custom call",
      { ...dates, conferencing: { provider: "custom", label: "Our room", uri: "https://meet.example/x" } },
    ],
  ];
  it.each(cases)("%s", async (_, body) => {
    expect(await sent(body)).toEqual(body);
  });

  it("createPoll trims the title and omits null and undefined", async () => {
    const body = { ...dates, title: "  T ", description: null, location: undefined, organizer: null };
    expect(await sent(body)).toEqual(dates);
  });

  it("createPoll adds seconds before an offset, and only there", async () => {
    const asked = [
      "2027-07-01T10:00:00Z",
      "2027-07-01T13:00+02:00",
      "2027-07-01T14:00",
      "2027-07-01T15:00:30Z",
    ];
    const body = { ...times, options: asked.map((startTime) => ({ startTime })) };
    const wanted = [
      "2027-07-01T10:00:00Z",
      "2027-07-01T13:00:00+02:00",
      "2027-07-01T14:00",
      "2027-07-01T15:00:30Z",
    ];
    expect(await sent(body)).toEqual({ ...times, options: wanted.map((startTime) => ({ startTime })) });
  });

  it("createPoll accepts a time in a DST gap, which the service resolves", async () => {
    const body = { ...times, timeZone: "America/New_York", options: [{ startTime: "2027-03-14T02:30" }] };
    expect(await sent(body)).toEqual(body);
  });
});
