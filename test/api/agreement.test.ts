/** Client and service accept the same input, and name the same fields of invalid input. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, InvalidInputError, type OperationName, operations } from "../../src/api/index.ts";
import { prepareRequest } from "../../src/api/request.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { call } from "../sandbox/request.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ now: "2027-02-01T08:00:00Z", limits: "none", seed: "empty" });
});
afterAll(() => sandbox.close());

/** The invalid fields that the client names. Empty if it would send the input. */
async function fieldsOfClient(name: OperationName, input: unknown): Promise<string[]> {
  const client = createClient({
    apiKey: sandbox.apiKey,
    transport: async () => {
      throw new Error("sent");
    },
    attempts: 1,
    reconcileDelaysMs: [],
  });
  try {
    await (client[name] as (input: unknown) => Promise<unknown>)(input);
  } catch (error) {
    if (error instanceof InvalidInputError) return unique(error.problems.map(({ path: field }) => field));
  }
  return [];
}

/** The invalid fields that the service names. */
async function fieldsOfService(name: OperationName, input: object): Promise<string[]> {
  const { method } = operations[name];
  const { url, body } = prepareRequest(sandbox.url, operations[name], input);
  // The body as given, with fields that the client would omit.
  const raw = JSON.stringify(input);
  const response = await call(
    sandbox,
    method,
    url.slice(sandbox.url.length),
    body === undefined ? {} : { raw },
  );
  if (response.body.error?.code === "TOO_MANY_OPTIONS") return ["options"];
  if (response.body.error?.code !== "VALIDATION_ERROR") return [];
  const message: string = response.body.error.message;
  // A message may contain a semicolon; a field contains no white space here.
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
/** Mostly a valid value, sometimes a nearly valid one or any value, so that valid and invalid bodies both occur. */
const slip = <T, U>(good: fc.Arbitrary<T>, ...bad: U[]) =>
  fc.oneof(
    { weight: 40, arbitrary: good },
    { weight: 1, arbitrary: junk },
    ...(bad.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...bad) }] : []),
  );
const maybe = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const usually = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 40, arbitrary }, { weight: 1, arbitrary: fc.constant(undefined) });
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const list = <T>(item: fc.Arbitrary<T>, maxLength: number) =>
  slip(fc.array(item, { minLength: 1, maxLength }), []);
/** An object, sometimes with an unknown field. */
const fields = <T extends Record<string, fc.Arbitrary<unknown>>>(shape: T) =>
  fc.record({ ...shape, color: sometimes(fc.constant(1)), Title: sometimes(fc.constant("T")) });

const day = fc
  .oneof(
    fc.date({ min: new Date("2027-01-01"), max: new Date("2028-12-31"), noInvalidDate: true }),
    fc.date({ min: new Date("2027-03-01"), max: new Date("2027-03-09"), noInvalidDate: true }),
  )
  .map((date) => date.toISOString().slice(0, 10));
const calendarDate = slip(day, "2027-02-29", "2027-13-01", "2027-3-1");
const two = (value: number) => String(value).padStart(2, "0");
const clockBetween = (min: number, max: number) =>
  slip(
    fc
      .tuple(fc.integer({ min, max }), fc.constantFrom(0, 15, 30, 59))
      .map(([hour, minute]) => `${two(hour)}:${two(minute)}`),
    "24:00",
    "9:00",
    "12:60",
  );
const zone = slip(
  fc.constantFrom(
    "Europe/Berlin",
    "America/New_York",
    "Pacific/Auckland",
    "UTC",
    "Asia/Kolkata",
    "EST",
    "NZ",
    "Etc/GMT-3",
  ),
  "PST",
  "+02:00",
  "Nowhere/Land",
  null,
);
const startTime = slip(
  fc
    .tuple(
      day,
      fc.integer({ min: 0, max: 23 }),
      fc.constantFrom("", ":00", ":30.5"),
      fc.constantFrom("", "", "Z", "+05:30", "-08:00"),
    )
    // Not compared: the client adds missing seconds before an offset, which the service refuses.
    .map(
      ([date, hour, seconds, offset]) => `${date}T${two(hour)}:30${seconds || (offset && ":00")}${offset}`,
    ),
  "2027-02-29T09:00",
  "2027-03-01T24:00",
  "2027-03-01T09:00:60Z",
  "2027-03-01T09:00:00+25:00",
  "2027-03-01T09:00:00z",
  "2027-03-01 09:00",
);
const minutes = slip(fc.constantFrom(15, 30, 45, 60, 90), 0, 14, 1440, 1441, 30.5);

const generator = slip(
  fields({
    startDate: usually(calendarDate),
    endDate: usually(calendarDate),
    days: maybe(list(slip(fc.constantFrom("mon", "tue", "wed", "sat", "sun"), "monday"), 5)),
    from: usually(clockBetween(0, 12)),
    to: usually(clockBetween(10, 23)),
    interval: maybe(minutes),
  }),
);
const common = {
  title: usually(
    slip(
      fc.string({ minLength: 1, maxLength: 20 }).map((text) => `T${text}`),
      "x".repeat(256),
      " \n ",
    ),
  ),
  description: maybe(slip(fc.constantFrom("d", "", null), "d".repeat(1001))),
  location: maybe(slip(fc.constantFrom("l", null), "l".repeat(256))),
  conferencing: sometimes(
    slip(
      fc.record(
        {
          provider: slip(fc.constantFrom("custom", "meet"), "jitsi"),
          label: slip(fc.constant("Room"), " ", "x".repeat(101)),
          uri: slip(fc.constant("https://meet.example/1"), "nowhere", "tel:+1"),
        },
        { requiredKeys: ["provider"] },
      ),
    ),
  ),
  requireEmail: maybe(slip(fc.boolean())),
  hideScores: maybe(slip(fc.boolean())),
  organizer: maybe(slip(fields({ email: slip(fc.constant("ada@example.com"), "nobody", "a@b") }))),
};
const datePoll = fields({
  ...common,
  kind: fc.constant("date"),
  options: usually(list(slip(fields({ date: usually(calendarDate) })), 4)),
  timeZone: sometimes(zone),
});
const timePoll = fields({
  ...common,
  kind: fc.constant("time"),
  timeZone: maybe(zone),
  duration: usually(minutes),
  options: fc.oneof(
    maybe(list(slip(fields({ startTime: usually(startTime), duration: maybe(minutes) })), 4)),
    list(fields({ startTime, duration: maybe(minutes) }), 120),
  ),
  generators: maybe(list(generator, 2)),
});
const unclearPoll = fields({ ...common, kind: maybe(junk), duration: maybe(minutes) });

/** Removes undefined fields, as JSON does. */
const asSent = (input: object): object => JSON.parse(JSON.stringify(input));

async function same(name: OperationName, inputs: fc.Arbitrary<object>, numRuns: number): Promise<number> {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(inputs, async (given) => {
      const input = asSent(given);
      const refused = await fieldsOfClient(name, input);
      const answered = await fieldsOfService(name, input);
      // The service counts options only if all else is valid. The client always counts them.
      const withoutCount =
        answered.length > 0 && !answered.includes("options")
          ? refused.filter((field) => field !== "options")
          : refused;
      // The client leaves the name of a provider to the service.
      const openFields = ["conferencing.provider"];
      expect(withoutCount).toEqual(
        answered.filter((field) => refused.includes(field) || !openFields.includes(field)),
      );
      if (answered.length === 0) accepted += 1;
    }),
    { seed: 20270301, numRuns },
  );
  return accepted;
}

describe("client and sandbox agree on", () => {
  // Valid and invalid input must both occur, or the comparison would prove nothing.
  it("polls about dates", async () => {
    expect(await same("createPoll", datePoll, 400)).toBeGreaterThan(30);
  });
  it("polls about times", async () => {
    expect(await same("createPoll", timePoll, 800)).toBeGreaterThan(30);
  });
  it("polls without a valid kind", async () => {
    expect(await same("createPoll", unclearPoll, 200)).toBe(0);
  });
  it("the input of listPolls", async () => {
    const accepted = await same(
      "listPolls",
      fc
        .record(
          {
            status: slip(fc.constantFrom("open", "closed"), "live"),
            limit: fc.oneof(fc.integer({ min: -3, max: 120 }), fc.constant(1.5)),
            page: sometimes(fc.constant(1)),
          },
          { requiredKeys: [] },
        )
        .map(({ status, ...rest }) => ({ ...rest, ...(typeof status === "string" && { status }) })),
      200,
    );
    expect(accepted).toBeGreaterThan(30);
  });
});

it("input validation throws no other error, for any value", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(operations) as OperationName[])),
      fc.anything(),
      async (name, input) => {
        const client = createClient({
          apiKey: "sk_a_b",
          transport: async () => Promise.reject(new Error("sent")),
          attempts: 1,
          reconcileDelaysMs: [],
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
