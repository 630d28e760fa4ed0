import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../src/api/index.ts";
import { dates, days, generator, hours, times, windows } from "./create-bodies.ts";
import { getRejection, poll, reply, scriptClient } from "./scripted.ts";

/** The invalid fields that createPoll names for a body. Expects that nothing was sent. */
async function fieldsOf(body: unknown): Promise<string[]> {
  const { client, requests } = scriptClient([reply(201, { data: poll })]);
  const error = await getRejection(client.createPoll(body as Parameters<typeof client.createPoll>[0]));
  expect(requests).toEqual([]);
  expect(error).toBeInstanceOf(InvalidInputError);
  if (!(error instanceof InvalidInputError)) return [];
  expect(error).toMatchObject({ operation: "createPoll", attempts: 0, outcome: "not-sent" });
  for (const { path } of error.problems) expect(error.message).toContain(`${path}: `);
  return [...new Set(error.problems.map(({ path }) => path))].sort();
}

describe("createPoll rejects, naming every field,", () => {
  const longest = { title: "x".repeat(256), description: "x".repeat(1001), location: "x".repeat(256) };
  const cases: [string, unknown, string[]][] = [
    ["no body", undefined, ["kind", "title"]],
    ["null", null, ["input"]],
    ["a list", [], ["input"]],
    ["a missing title", { ...dates, title: undefined }, ["title"]],
    ["a title of white space", { ...dates, title: " \t\n" }, ["title"]],
    ["long texts", { ...dates, ...longest }, ["description", "location", "title"]],
    ["an unknown field", { ...dates, descripton: "x" }, ["descripton"]],
    [
      "unknown fields inside",
      { ...dates, options: [{ date: "2027-03-01", day: 1 }], organizer: { email: "a@b.co", name: "A" } },
      ["options.0.day", "organizer.name"],
    ],
    [
      "a date that does not exist",
      { ...dates, options: [{ date: "2027-03-01" }, { date: "2027-02-29" }] },
      ["options.1.date"],
    ],
    [
      "a date in another format",
      { ...dates, options: [{ date: "1.3.2027" }, {}] },
      ["options.0.date", "options.1.date"],
    ],
    ["no dates", { ...dates, options: [] }, ["options"]],
    ["dates left out", { title: "T", kind: "date" }, ["options"]],
    [
      "fields of the other kind",
      { ...dates, timeZone: "UTC", duration: 30, generators: [] },
      ["duration", "generators", "timeZone"],
    ],
    [
      "times in a date poll",
      { ...dates, options: [{ startTime: "2027-03-01T09:00Z" }] },
      ["options.0.date", "options.0.startTime"],
    ],
    ["101 dates", { ...dates, options: days(101) }, ["options"]],
    [
      "101 dates and a long title",
      { ...dates, options: days(101), title: longest.title },
      ["options", "title"],
    ],
    [
      "a wrong kind and the other problems",
      {
        kind: "dates",
        title: "",
        requireEmail: "yes",
        colour: 1,
        options: 5,
        conferencing: { provider: "custom" },
      },
      ["colour", "conferencing.label", "kind", "requireEmail", "title"],
    ],
    [
      "a missing kind",
      { description: 5, organizer: { email: "nobody" } },
      ["description", "kind", "organizer.email", "title"],
    ],
    [
      "an empty conferencing provider",
      { ...dates, conferencing: { provider: " " } },
      ["conferencing.provider"],
    ],
    ...[
      "javascript:alert(1)",
      "data:text/html,x",
      "mailto:a@example.com",
      "ftp://example.com/a",
      "//example.com",
    ].map((uri): [string, object, string[]] => [
      `a custom call with the link ${uri}`,
      { ...dates, conferencing: { provider: "custom", label: "Call", uri } },
      ["conferencing.uri"],
    ]),
    [
      "a label beside zoom",
      { ...dates, conferencing: { provider: "zoom", label: "x" } },
      ["conferencing.label"],
    ],
    [
      "a custom call without a label or a valid link",
      { ...dates, conferencing: { provider: "custom", label: " ", uri: "nowhere" } },
      ["conferencing.label", "conferencing.uri"],
    ],
    [
      "null in a field that is never null",
      { ...dates, title: null, requireEmail: null, options: null },
      ["options", "requireEmail", "title"],
    ],
    ["neither options nor generators", { title: "T", kind: "time" }, ["options"]],
    ["empty lists", { ...times, options: [], generators: [] }, ["generators", "options"]],
    ["a length missing where options need it", { ...times, duration: undefined }, ["duration"]],
    ["a length missing where generators need it", { ...windows, duration: undefined }, ["duration"]],
    [
      "lengths out of range",
      {
        ...times,
        duration: 14,
        options: [
          { startTime: "2027-03-01T09:00", duration: 1441 },
          { startTime: "2027-03-01T09:00", duration: 20.5 },
          { startTime: "2027-03-01T09:00", duration: 14 },
          { startTime: "2027-03-01T09:00", duration: 1 },
        ],
      },
      ["duration", "options.0.duration", "options.1.duration", "options.2.duration", "options.3.duration"],
    ],
    ["a zone that is an offset", { ...times, timeZone: "+02:00" }, ["timeZone"]],
    ["an unknown zone", { ...times, timeZone: "Europe/Londn" }, ["timeZone"]],
    [
      "invalid times",
      {
        ...times,
        options: [
          "2027-03-01",
          "2027-02-30T09:00",
          "2027-03-01T24:00",
          "2027-03-01 09:00",
          "2027-03-01T09:00+0200",
          "soon",
        ].map((startTime) => ({ startTime })),
      },
      [0, 1, 2, 3, 4, 5].map((at) => `options.${at}.startTime`),
    ],
    ["times as bare texts", { ...times, options: ["2027-03-01T09:00"] }, ["options.0"]],
    [
      "a window that ends before it starts",
      { ...windows, generators: [{ ...generator, to: "08:00" }] },
      ["generators.0.to"],
    ],
    [
      "a window shorter than a slot",
      { ...windows, generators: [generator, { ...generator, to: "09:29" }] },
      ["generators.1.to"],
    ],
    [
      "an endDate before startDate",
      { ...windows, generators: [{ ...generator, endDate: "2027-02-01" }] },
      ["generators.0.endDate"],
    ],
    [
      "a range of more than a year",
      { ...windows, generators: [{ ...generator, endDate: "2028-03-02" }] },
      ["generators.0.endDate"],
    ],
    [
      "a range without the listed days",
      { ...windows, generators: [{ ...generator, days: ["sun"] }] },
      ["generators.0.days"],
    ],
    [
      "no days, unknown days",
      {
        ...windows,
        generators: [
          { ...generator, days: [] },
          { ...generator, days: ["monday"] },
        ],
      },
      ["generators.0.days", "generators.1.days.0"],
    ],
    [
      "all problems of one generator",
      {
        ...windows,
        generators: [
          {
            startDate: "2027-03-05",
            endDate: "2027-03-01",
            from: "12:00",
            to: "09:00",
            interval: 5,
            step: 1,
          },
        ],
      },
      ["generators.0.endDate", "generators.0.interval", "generators.0.step", "generators.0.to"],
    ],
    [
      "invalid times of day",
      { ...windows, generators: [{ ...generator, from: "9:00", to: "24:00" }] },
      ["generators.0.from", "generators.0.to"],
    ],
    [
      "a generator of another type",
      { ...windows, generators: ["daily", null] },
      ["generators.0", "generators.1"],
    ],
    [
      "rules across fields beside a wrong shape",
      { kind: "time", titel: "T", generators: [{ ...generator, to: "08:00" }] },
      ["duration", "generators.0.to", "titel", "title"],
    ],
    ["101 slots", { ...times, options: hours(101) }, ["options"]],
    ["101 slots once expanded", { ...windows, options: hours(95) }, ["options"]],
    [
      "thousands of slots",
      { ...windows, generators: [{ ...generator, endDate: "2027-12-31", interval: 15 }] },
      ["options"],
    ],
    [
      "a window that a clock change removes",
      {
        ...windows,
        timeZone: "America/New_York",
        generators: [
          { startDate: "2027-03-14", endDate: "2027-03-14", from: "02:00", to: "03:00" },
          generator,
        ],
      },
      ["generators.0.to"],
    ],
  ];
  it.each(cases)("%s", async (_, body, fields) => {
    expect(await fieldsOf(body)).toEqual(fields);
  });
});
