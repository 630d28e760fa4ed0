/** Any combination of the arguments of create_poll: it creates what it says, once, or nothing. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { createClient, createUndiciTransport } from "../../src/api/index.ts";
import { connectInMemory, openSandbox, resultText } from "./harness.ts";

/** Polls that are copied. Some of their values can only come from the service. */
const sources = [
  {
    poll: {
      title: "Berlin",
      kind: "time",
      timeZone: "Europe/Berlin",
      duration: 45,
      options: [{ startTime: "2027-03-22T18:00:00Z" }, { startTime: "2027-03-23T00:30:00Z" }],
    },
  },
  {
    poll: {
      title: "Lord Howe",
      kind: "time",
      timeZone: "Australia/Lord_Howe",
      options: [
        { startTime: "2027-03-31T15:15:00Z", duration: 30 },
        { startTime: "2027-03-31T15:15:00Z", duration: 60 },
      ],
    },
  },
  {
    poll: {
      title: "Floating",
      kind: "time",
      duration: 60,
      options: [{ startTime: "2027-03-28T02:30:00Z" }, { startTime: "2027-04-01T23:30:00Z" }],
    },
  },
  { poll: { title: "Days", kind: "date", options: [{ date: "2027-02-28" }, { date: "2027-03-01" }] } },
  {
    poll: {
      title: "Short",
      kind: "time",
      timeZone: "UTC",
      duration: 30,
      options: [{ startTime: "2027-03-22T18:00:00Z" }],
    },
    change: (text: string) => text.replace(/"duration":\d+/gu, '"duration":5'),
  },
  {
    poll: {
      title: "Mars",
      kind: "time",
      timeZone: "UTC",
      duration: 30,
      options: [{ startTime: "2027-03-22T18:00:00Z" }],
    },
    change: (text: string) => text.replace('"timeZone":"UTC"', '"timeZone":"Mars/Phobos"'),
  },
  {
    poll: { title: "Webex", kind: "date", options: [{ date: "2027-03-01" }] },
    change: (text: string) => text.replace('"conferencing":null', '"conferencing":{"provider":"webex"}'),
  },
  {
    poll: { title: "Left", kind: "date", options: [{ date: "2027-03-01" }] },
    change: (text: string) =>
      text.replace(
        /"organizer":(?:null|\{[^}]*\})/u,
        '"organizer":{"id":"u9","name":"Gone","email":"gone@example.com","image":""}',
      ),
  },
  {
    poll: {
      title: "Hundred",
      kind: "time",
      timeZone: "Pacific/Apia",
      duration: 15,
      options: Array.from({ length: 100 }, (_, index) => ({
        startTime: new Date(Date.parse("2027-04-01T00:00:00Z") + index * 3_600_000).toISOString(),
      })),
    },
  },
] as const;

const zones = ["Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Kiritimati", "floating"];
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const two = (value: number) => String(value).padStart(2, "0");
const day = fc
  .integer({ min: 0, max: 400 })
  .map((days) => new Date(Date.parse("2027-02-10") + days * 86_400_000).toISOString().slice(0, 10));
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30))
  .map((time) => time.map(two).join(":"));
const line = fc
  .tuple(
    fc.constantFrom("", "", "", ...weekdays.map((name) => `${name} `)),
    day,
    clock,
    fc.constantFrom("", "–23:45", " +01:00", " +11:00–12:00 +10:30"),
  )
  .map(([weekday, date, time, end]) => `${weekday}${date} ${time}${end}`);
const busy = fc.array(
  fc.oneof(
    fc.record({ start: day }),
    fc.tuple(day, clock, fc.constantFrom("", "Z", "+05:30")).map(([date, time, offset]) => ({
      start: `${date}T${time}${offset}`,
      end: `${date}T23:59${offset}`,
    })),
  ),
  { maxLength: 5 },
);
const rarely = <Value>(arbitrary: fc.Arbitrary<Value>, weight = 1) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight, arbitrary });
const list = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  rarely(fc.array(arbitrary, { minLength: 1, maxLength: 4 }));

const request = fc.record({
  source: rarely(fc.nat({ max: sources.length - 1 }), 12),
  title: fc.constantFrom("Copy", undefined),
  shiftDays: rarely(fc.constantFrom(0, 1, 5, 6, 7, 28, 203, -7, -400, 5_000)),
  minAvailable: fc.constantFrom(undefined, undefined, undefined, 1, 2),
  options: list(fc.oneof(line, day)),
  dates: list(day),
  times: list(fc.tuple(day, clock).map(([date, time]) => ({ start: `${date}T${time}` }))),
  timeZone: rarely(fc.constantFrom(...zones)),
  duration: rarely(fc.constantFrom(15, 45, 1_440, 5)),
  kind: fc.constantFrom(undefined, undefined, undefined, "date", "time"),
  busy: rarely(busy, 2),
  allowPast: rarely(fc.boolean()),
  dryRun: fc.constantFrom(undefined, undefined, true, false),
});

/** The line of one option by Intl, which the tools do not use to format options. */
function describe(
  option: { date: string } | { startTime: string; duration: number },
  timeZone: string | null,
) {
  const start = "date" in option ? option.date : option.startTime;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: "date" in option ? "UTC" : (timeZone ?? "UTC"),
    weekday: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
  });
  const part = Object.fromEntries(
    format.formatToParts(new Date(start)).map(({ type, value }) => [type, value]),
  );
  const date = `${part["weekday"]} ${part["year"]}-${part["month"]}-${part["day"]}`;
  if ("date" in option) return { date, time: "", offset: "" };
  const offset = (part["timeZoneName"] ?? "").replace("GMT", "") || "+00:00";
  return { date, time: `${part["hour"]}:${part["minute"]}`, offset: timeZone === null ? "" : ` ${offset}` };
}

it("creates exactly what the result says, once; nothing after an error or with dryRun", async () => {
  const sandbox = await openSandbox({ seed: "empty" });
  const send = createUndiciTransport();
  const ids: string[] = [];
  const client = createClient({
    apiKey: sandbox.apiKey,
    baseUrl: sandbox.url,
    transport: async (sent) => {
      const response = await send(sent);
      const change = sources.map((source, index) =>
        "change" in source && sent.url.endsWith(`/polls/${ids[index]}`) ? source.change : undefined,
      );
      const apply = change.find((each) => each !== undefined);
      return apply === undefined ? response : { ...response, text: apply(response.text) };
    },
  });
  for (const { poll } of sources) ids.push((await client.createPoll(structuredClone(poll) as never)).data.id);
  for (const name of ["Ana", "Ben"])
    for (const id of ids) {
      const { data: poll } = await client.getPoll({ pollId: id });
      const [first] = poll.options;
      if (first !== undefined) sandbox.vote(id, { name, choices: { [first.id]: "yes" } });
    }
  const host = await connectInMemory({ client });
  const seen = { created: 0, refused: 0, previewed: 0 };
  await fc.assert(
    fc.asyncProperty(request, async ({ source, ...rest }) => {
      const before = sandbox.requests.length;
      const args = JSON.parse(
        JSON.stringify({ ...rest, copyFrom: source === undefined ? undefined : ids[source] }),
      );
      const result = await host.callTool({ name: "create_poll", arguments: args });
      const writes = sandbox.requests.slice(before).filter(({ method }) => method !== "GET");
      const text = resultText(result);
      expect(text).not.toContain("Internal error");
      if (result.isError) {
        seen.refused += 1;
        expect(text).toMatch(
          /^Nothing was done|^The organizer|^The service found the request invalid|no poll was created|nothing was (?:created|done)/iu,
        );
        // Only the service knows who is in the space.
        expect(writes.map(({ status }) => status)).toEqual(
          writes.length === 0 ? [] : [expect.toSatisfy((status) => status >= 400)],
        );
        return;
      }
      const data = result.structuredContent as Record<string, unknown>;
      if (args.dryRun) {
        seen.previewed += 1;
        expect([data["created"], writes]).toEqual([false, []]);
        return;
      }
      seen.created += 1;
      expect(writes.map(({ method, status }) => [method, status])).toEqual([["POST", 201]]);
      const { data: stored } = await client.getPoll({ pollId: String(data["pollId"]) });
      expect(data).toMatchObject({
        created: true,
        kind: stored.kind,
        optionCount: stored.options.length,
        title: stored.title,
      });
      const lines = new Map<string, string[]>();
      for (const option of stored.options) {
        const { date, time, offset } = describe(option, stored.timeZone);
        const end = "duration" in option && data["duration"] === undefined;
        expect(end || data["duration"] === ("duration" in option ? option.duration : undefined)).toBe(true);
        lines.set(`${date}|${offset}`, [...(lines.get(`${date}|${offset}`) ?? []), time]);
      }
      if (data["duration"] !== undefined || stored.kind === "date")
        expect(data["options"]).toEqual(
          [...lines].map(([key, times]) =>
            `${key.split("|")[0]} ${times.join(",")}${key.split("|")[1]}`.trim(),
          ),
        );
      else
        expect((data["options"] as string[]).map((each) => each.slice(0, 14))).toEqual(
          [...lines.keys()].map((key) => key.slice(0, 14)),
        );
      const copied = sources[source ?? -1]?.poll;
      if (copied === undefined || rest.options || rest.dates || rest.times) return;
      const allowed = copied.options.map((option) => {
        const zone = "timeZone" in copied ? copied.timeZone : null;
        const { date, time } = describe({ duration: 0, ...option } as never, zone);
        const moved = new Date(Date.parse(date.slice(4)) + (rest.shiftDays ?? 0) * 86_400_000)
          .toISOString()
          .slice(0, 10);
        return `${moved} ${time}`.trim();
      });
      for (const option of stored.options) {
        const { date, time } = describe(option, stored.timeZone);
        expect(allowed).toContain(`${date.slice(4)} ${time}`.trim());
      }
    }),
    { numRuns: 300 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
}, 60_000);
