/** What the client accepts the service accepts; what it refuses the service refuses, naming the same fields. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, InvalidInputError, type OperationName, operations } from "../../src/api/index.ts";
import { prepareRequest } from "../../src/api/request.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { call } from "../sandbox/call.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ now: "2027-02-01T08:00:00Z", limits: "none", seed: "empty" });
});
afterAll(() => sandbox.close());

/** The fields that the client refuses an input for; none when it would send it. */
async function fieldsOfClient(name: OperationName, input: unknown): Promise<string[]> {
  const client = createClient({
    apiKey: sandbox.apiKey,
    transport: async () => {
      throw new Error("sent");
    },
    attempts: 1,
    settleMs: [],
  });
  try {
    await (client[name] as (input: unknown) => Promise<unknown>)(input);
  } catch (error) {
    if (error instanceof InvalidInputError) return unique(error.problems.map(({ field }) => field));
  }
  return [];
}

/** The fields that the service refuses it for. */
async function fieldsOfService(name: OperationName, input: object): Promise<string[]> {
  const { method } = operations[name];
  const { url, body } = prepareRequest(sandbox.url, operations[name], input);
  // The body as given: what the client would leave out, the service shall judge too.
  const raw = JSON.stringify(input);
  const answer = await call(
    sandbox,
    method,
    url.slice(sandbox.url.length),
    body === undefined ? {} : { raw },
  );
  if (answer.body.error?.code === "TOO_MANY_OPTIONS") return ["options"];
  if (answer.body.error?.code !== "VALIDATION_ERROR") return [];
  const message: string = answer.body.error.message;
  // A message may itself hold a semicolon; a field never holds white space here.
  return unique([...message.matchAll(/(?:^|; )([^\s:;]+): /g)].map(([, field]) => field ?? ""));
}

const unique = (fields: string[]) => [...new Set(fields)].sort();

const word = fc.constantFrom(
  "",
  " ",
  "x",
  "Europe/Berlin",
  "open",
  "2027-03-01",
  "09:00",
  "mon",
  "a@b.co",
  "null",
);
const junk = fc.oneof(
  word,
  fc.integer({ min: -5, max: 2000 }),
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.double({ min: -1e3, max: 1e3, noNaN: true }),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const mostly = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: junk });
const usually = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 12 });

const day = fc
  .oneof(
    fc.date({ min: new Date("2027-01-01"), max: new Date("2028-12-31"), noInvalidDate: true }),
    fc.date({ min: new Date("2027-03-01"), max: new Date("2027-03-09"), noInvalidDate: true }),
  )
  .map((date) => date.toISOString().slice(0, 10));
const calendarDate = mostly(
  fc.oneof({ weight: 9, arbitrary: day }, fc.constantFrom("2027-02-29", "2027-13-01", "2027-3-1")),
);
const two = (value: number) => String(value).padStart(2, "0");
const clock = fc
  .tuple(fc.integer({ min: 0, max: 24 }), fc.constantFrom(0, 15, 30, 59, 60))
  .map(([h, m]) => `${two(h)}:${two(m)}`);
const zone = mostly(
  fc.constantFrom(
    "Europe/Berlin",
    "America/New_York",
    "Pacific/Auckland",
    "UTC",
    "Asia/Kolkata",
    "EST",
    "+02:00",
    "Nowhere/Land",
    null,
  ),
);
const startTime = mostly(
  fc
    .tuple(
      day,
      clock,
      fc.constantFrom("", ":00", ":30.5", ":60"),
      fc.constantFrom("", "", "Z", "+05:30", "-08:00", "+25:00", "z"),
    )
    // The client adds the seconds that a person leaves out beside an offset, so nothing is to be compared there.
    .map(([date, time, seconds, offset]) => `${date}T${time}${seconds || (offset && ":00")}${offset}`),
);
const minutes = mostly(
  fc.oneof(fc.constantFrom(15, 30, 45, 60, 90, 1440), fc.integer({ min: 0, max: 1500 })),
);
const extra = <T extends object>(arbitrary: fc.Arbitrary<T>) =>
  fc
    .tuple(
      arbitrary,
      fc.option(fc.constantFrom("colour", "titel", "Duration", "id", "toString"), {
        freq: 8,
        nil: undefined,
      }),
    )
    .map(([value, name]) => {
      const flip = name !== undefined && value !== null && "seldom" in value;
      const { seldom: _, ...rest } = { seldom: 0, ...value };
      return flip
        ? rest
        : name === undefined || name === "id" || name === "toString"
          ? rest
          : { ...rest, [name]: 1 };
    });

const generator = mostly(
  extra(
    fc.record({
      startDate: usually(calendarDate),
      endDate: usually(calendarDate),
      days: maybe(
        mostly(fc.array(mostly(fc.constantFrom("mon", "tue", "wed", "sat", "sun")), { maxLength: 3 })),
      ),
      from: usually(mostly(clock)),
      to: usually(mostly(clock)),
      interval: maybe(minutes),
    }),
  ),
);
const common = {
  title: usually(
    mostly(
      fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.constant("x".repeat(256)), fc.constant(" \n ")),
    ),
  ),
  description: maybe(mostly(fc.constantFrom("d", "", "d".repeat(1001), null))),
  location: maybe(mostly(fc.constantFrom("l", "l".repeat(256), null))),
  conferencing: maybe(
    mostly(
      fc.record(
        {
          provider: mostly(fc.constantFrom("custom", "meet", "custom", "jitsi")),
          label: mostly(fc.constantFrom("Room", " ", "x".repeat(101))),
          uri: mostly(fc.constantFrom("https://meet.example/1", "nowhere", "tel:+1")),
        },
        { requiredKeys: ["provider"] },
      ),
    ),
  ),
  requireEmail: maybe(mostly(fc.boolean())),
  hideScores: maybe(mostly(fc.boolean())),
  organizer: maybe(
    mostly(extra(fc.record({ email: mostly(fc.constantFrom("ada@example.com", "nobody", "a@b")) }))),
  ),
};
const datePoll = extra(
  fc.record({
    ...common,
    kind: fc.constant("date"),
    options: usually(
      mostly(fc.array(mostly(extra(fc.record({ date: usually(calendarDate) }))), { maxLength: 4 })),
    ),
    timeZone: fc.option(zone, { nil: undefined, freq: 10 }),
  }),
);
const timePoll = extra(
  fc.record({
    ...common,
    kind: fc.constant("time"),
    timeZone: maybe(zone),
    duration: usually(minutes),
    options: maybe(
      mostly(
        fc.array(mostly(extra(fc.record({ startTime: usually(startTime), duration: maybe(minutes) }))), {
          maxLength: 4,
        }),
      ),
    ),
    generators: maybe(mostly(fc.array(generator, { maxLength: 2 }))),
  }),
);
const unclearPoll = extra(fc.record({ ...common, kind: maybe(junk), duration: maybe(minutes) }));

/** Without what JSON does not carry: the service never sees an undefined field. */
const asSent = (input: object): object => JSON.parse(JSON.stringify(input));

const same = (name: OperationName, inputs: fc.Arbitrary<object>, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(inputs, async (given) => {
      const input = asSent(given);
      const refused = await fieldsOfClient(name, input);
      const answered = await fieldsOfService(name, input);
      // The service counts options only once all else is well; the client says so at once.
      const withoutCount =
        answered.length > 0 && !answered.includes("options")
          ? refused.filter((field) => field !== "options")
          : refused;
      expect(withoutCount).toEqual(answered);
    }),
    { seed: 20270301, numRuns },
  );

describe("client and service agree on", () => {
  it("polls about dates", () => same("createPoll", datePoll, 400));
  it("polls about times", () => same("createPoll", timePoll, 800));
  it("polls of no clear kind", () => same("createPoll", unclearPoll, 200));
  it("what to list", () =>
    same(
      "listPolls",
      fc
        .record(
          {
            status: mostly(fc.constantFrom("open", "closed", "live")),
            limit: fc.integer({ min: -3, max: 120 }),
            page: fc.constant(1),
          },
          { requiredKeys: [] },
        )
        .map(({ status, ...rest }) => ({ ...rest, ...(typeof status === "string" && { status }) })),
      200,
    ));
});

it("never throws anything but a refusal, whatever it is given", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(operations) as OperationName[])),
      fc.anything(),
      async (name, input) => {
        const client = createClient({
          apiKey: "sk_a_b",
          transport: async () => Promise.reject(new Error("sent")),
          attempts: 1,
          settleMs: [],
        });
        const error = await (client[name] as (input: unknown) => Promise<unknown>)(input).catch(
          (thrown: unknown) => thrown,
        );
        expect(error).toMatchObject({ operation: name });
      },
    ),
    { seed: 1, numRuns: 600 },
  );
});
