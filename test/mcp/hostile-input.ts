/** Creates requests to the MCP server of up to a megabyte that are expensive to validate. */

/** One request: its method and its params. */
export interface HostileRequest {
  name: string;
  method: string;
  params: Record<string, unknown>;
}

const megabyte = 1_000_000;

/** As many copies of a value as fit into a megabyte of JSON. */
function fillList<T>(value: T): T[] {
  return Array.from({ length: Math.floor(megabyte / (JSON.stringify(value).length + 1)) }, () => value);
}

/** An object with as many fields as fit into a megabyte of JSON. */
function fillFields(value: unknown, prefix = "name"): Record<string, unknown> {
  const size = JSON.stringify({ [`${prefix}123456`]: value }).length;
  return Object.fromEntries(
    Array.from({ length: Math.floor(megabyte / size) }, (_, index) => [`${prefix}${index}`, value]),
  );
}

const long = "x".repeat(megabyte);
const invisible = "\u200b".repeat(megabyte / 3);
const escapes = "\u001b".repeat(megabyte / 6);
const words = "a ".repeat(megabyte / 2);
const deepText = `${"[".repeat(megabyte / 2)}${"]".repeat(megabyte / 2)}`;
// JSON.stringify cannot format values this deep. `toJson` inserts their text.
const deepList = "<deep list>";
const deepObject = "<deep object>";
const window = { startDate: "2027-03-01", endDate: "2028-02-29", from: "09:00", to: "17:00", interval: 15 };
const timed = { title: "T", timeZone: "America/New_York", duration: 30 };

const createPollArguments: [name: string, given: unknown][] = [
  ["dates that are numbers", { title: "T", dates: fillList(0) }],
  ["dates that are null", { title: "T", dates: fillList(null) }],
  ["dates that are lists", { title: "T", dates: fillList([]) }],
  ["dates of one letter", { title: "T", dates: fillList("x") }],
  ["dates that exist", { title: "T", dates: fillList("2027-03-01") }],
  ["500 dates that do not exist", { title: "T", dates: Array(500).fill("2027-02-30") }],
  ["500 dates of 1,900 characters", { title: "T", dates: Array(500).fill("x".repeat(1_900)) }],
  ["500 dates that are numbers", { title: "T", dates: Array(500).fill(0) }],
  ["dates as JSON in a string", { title: "T", dates: JSON.stringify(fillList(0)) }],
  [
    "dates as JSON in a string, at its bound",
    { title: "T", dates: JSON.stringify(Array(500).fill("x".repeat(190))) },
  ],
  ["windows that are empty objects", { ...timed, windows: fillList({}) }],
  ["windows that are numbers", { ...timed, windows: fillList(0) }],
  ["windows that are right", { ...timed, windows: fillList(window) }],
  ["500 windows that are empty objects", { ...timed, windows: Array(500).fill({}) }],
  ["500 windows with unknown names", { ...timed, windows: Array(500).fill(createUnknownFields(50)) }],
  ["100 windows of a year", { ...timed, windows: Array(100).fill(window) }],
  [
    "100 windows of a year on no listed day",
    { ...timed, windows: Array(100).fill({ ...window, endDate: "2027-03-02", days: ["sat"] }) },
  ],
  ["one window of 90,000 days", { ...timed, windows: [{ ...window, days: fillList("mon") }] }],
  ["one window of 100,000 wrong days", { ...timed, windows: [{ ...window, days: fillList(1) }] }],
  ["times that are empty objects", { ...timed, times: fillList({}) }],
  ["500 times that are not times", { ...timed, times: Array(500).fill({ start: "x".repeat(1_900) }) }],
  [
    "500 times with a wrong offset",
    { ...timed, times: Array(500).fill({ start: "2027-07-01T09:00:00+01:00" }) },
  ],
  ["500 times that the clocks skip", { ...timed, times: Array(500).fill({ start: "2027-03-14T02:30" }) }],
  ["times as JSON strings in a list", { ...timed, times: fillList('{"start":"x"}') }],
  ["a title of a megabyte", { title: long, dates: ["2027-03-01"] }],
  ["an invisible title", { title: invisible, dates: ["2027-03-01"] }],
  ["a title of white space", { title: " ".repeat(megabyte), dates: ["2027-03-01"] }],
  ["a title that is a deep list", { title: deepList, dates: ["2027-03-01"] }],
  ["dates that are a deep list", { title: "T", dates: deepList }],
  ["dates that are a deep list as text", { title: "T", dates: deepText }],
  ["a conferencing of many names", { title: "T", dates: ["2027-03-01"], conferencing: fillFields(1) }],
  ["a conferencing that is a deep object", { title: "T", dates: ["2027-03-01"], conferencing: deepObject }],
  ["a time zone of a megabyte", { ...timed, timeZone: long, times: [{ start: "2027-03-01T09:00" }] }],
  ["an organizer of at signs", { title: "T", dates: ["2027-03-01"], organizerEmail: "@".repeat(megabyte) }],
  [
    "an organizer of 4,000 brackets",
    { title: "T", dates: ["2027-03-01"], organizerEmail: "<a@".repeat(1_300) },
  ],
];

function createUnknownFields(count: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown${index}`, 1]));
}

const argumentsOfAnyTool: [name: string, given: unknown][] = [
  ["many unknown names", fillFields(1)],
  ["many unknown names with null", fillFields(null)],
  ["50 unknown names of 20,000 characters", createLongFields(50, 20_000)],
  ["an unknown name of a megabyte", { [long]: 1 }],
  ["an unknown name of terminal sequences", { [escapes]: 1 }],
  ["an unknown name of characters that expand", { ["\ufdfa".repeat(20_000)]: 1 }],
  ["a deep list", { pollId: deepList, title: deepList, query: deepList }],
  ["a deep object under an unknown name", { other: deepObject }],
  ["a text of a megabyte", { pollId: long, query: long, participantId: long, title: long }],
  ["many words", { pollId: words, query: words, title: words }],
  ["a cursor of a megabyte", { cursor: long }],
  ["a number of a megabyte", { limit: "9".repeat(megabyte) }],
  ["a list instead of arguments", fillList(0)],
];

function createLongFields(count: number, length: number): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${index}${"x".repeat(length)}`, 1]),
  );
}

const findBestTimesArguments: [name: string, given: unknown][] = [
  ["many names", { title: "T", required: fillList("x") }],
  ["many names that are numbers", { title: "T", required: fillList(0), exclude: fillList(0) }],
  ["50 names of 4,000 characters", { title: "T", required: Array(50).fill("a b ".repeat(1_000)) }],
  ["50 names of 4,000 quotes", { title: "T", required: Array(50).fill('"<'.repeat(2_000)) }],
];

const findMissingPeopleArguments: [name: string, given: { title: string; invited: string[] }][] = [
  ["many people", { title: "lunch", invited: fillList("x") }],
  ["500 texts of 1,900 characters", { title: "lunch", invited: Array(500).fill("a b ".repeat(475)) }],
  ["a text of commas", { title: "lunch", invited: [",a".repeat(2_000)] }],
  ["3,000 parts", { title: "lunch", invited: Array(2).fill("a,".repeat(1_490)) }],
  [
    "texts of 4,000 quotes",
    { title: "lunch", invited: [...Array(24).fill('"<'.repeat(2_000)), "a,".repeat(1_200)] },
  ],
];

const waitForResponsesArguments = findMissingPeopleArguments.map(
  ([name, { title, invited }]): [string, unknown] => [name, { title, people: invited, timeoutSeconds: 1 }],
);

const uri = "rallly://polls/";

// The character that normalization expands most, as often as sanitizing reads it.
const ligatureText = "\ufdfa".repeat(20_000);

const otherRequests: HostileRequest[] = [
  {
    name: "an unknown tool's name of 20,000 ligatures",
    method: "tools/call",
    params: { name: ligatureText },
  },
  {
    name: "an unknown tool's name of 1,000 ligatures",
    method: "tools/call",
    params: { name: ligatureText.slice(0, 1_000) },
  },
  {
    name: "a resource's address of ligatures",
    method: "resources/read",
    params: { uri: uri + ligatureText },
  },
  {
    name: "a prompt's three arguments of 20,000 ligatures",
    method: "prompts/get",
    params: {
      name: "plan_meeting",
      arguments: { about: ligatureText, when: ligatureText, timeZone: ligatureText },
    },
  },
  {
    name: "a completion of ligatures",
    method: "completion/complete",
    params: {
      ref: { type: "ref/resource", uri: `${uri}{pollId}` },
      argument: { name: "pollId", value: ligatureText },
    },
  },
  { name: "an unknown tool's name of a megabyte", method: "tools/call", params: { name: long } },
  { name: "an unknown tool's name, invisible", method: "tools/call", params: { name: invisible } },
  { name: "an unknown prompt's name of a megabyte", method: "prompts/get", params: { name: long } },
  {
    name: "a prompt's argument of a megabyte",
    method: "prompts/get",
    params: { name: "plan_meeting", arguments: { about: escapes } },
  },
  {
    name: "a prompt's many unknown arguments",
    method: "prompts/get",
    params: { name: "plan_meeting", arguments: fillFields("x") },
  },
  { name: "a resource's address of a megabyte", method: "resources/read", params: { uri: uri + long } },
  { name: "a resource's unknown address", method: "resources/read", params: { uri: long } },
  {
    name: "a completion of a megabyte",
    method: "completion/complete",
    params: {
      ref: { type: "ref/resource", uri: `${uri}{pollId}` },
      argument: { name: "pollId", value: words },
    },
  },
  {
    name: "a completion of an unknown address",
    method: "completion/complete",
    params: { ref: { type: "ref/resource", uri: uri + long }, argument: { name: "pollId", value: "x" } },
  },
];

/** Formats the params of a request as JSON. */
export function toJson({ params }: HostileRequest): string {
  const depth = megabyte / 6;
  return JSON.stringify(params)
    .replaceAll(JSON.stringify(deepList), deepText.slice(megabyte / 3, -megabyte / 3))
    .replaceAll(JSON.stringify(deepObject), () => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
}

/** An .ics text of a number of events with the same lines. */
const icsText = (count: number, ...lines: string[]): string =>
  [
    "BEGIN:VCALENDAR",
    ...Array(count)
      .fill(["BEGIN:VEVENT", ...lines, "END:VEVENT"])
      .flat(),
    "END:VCALENDAR",
  ].join("\n");

const icsStart = "DTSTART;TZID=Europe/Berlin:20370302T090000";
const icsZones = Array.from({ length: 20_000 }, (_, index) => `DTSTART;TZID=Zone${index}:20370302T090000`);

const icsDates = Array.from(
  { length: 36_000 },
  (_, index) =>
    `RDATE:${new Date(Date.UTC(1990, 0, index)).toISOString().slice(0, 10).replaceAll("-", "")}T090000Z`,
);

const icsPoll = {
  title: "T",
  timeZone: "Europe/Berlin",
  duration: 15,
  times: [{ start: "2037-03-02T09:30" }],
};

/** Values of `busy` in create_poll. No option is left, or the text is refused. */
const busyTexts: [string, string][] = [
  ["single events", icsText(9_000, icsStart, "DURATION:PT1H")],
  ["daily events since 1970", icsText(7_000, "DTSTART:19700101T090000Z", "RRULE:FREQ=DAILY", "DURATION:P1D")],
  [
    "counted events",
    icsText(7_000, "DTSTART:19700101T090000Z", "RRULE:FREQ=MONTHLY;COUNT=1999", "DURATION:P1D"),
  ],
  [
    "dates that do not exist",
    icsText(7_000, "DTSTART:19700101T090000Z", "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"),
  ],
  [
    "exceptions",
    icsText(17, icsStart, "DURATION:P1D", `EXDATE:${Array(2_900).fill("20380302T090000").join()}`),
  ],
  ["listed dates", icsText(1, icsStart, "DURATION:PT1H", ...icsDates)],
  ["unknown zones", icsText(1, ...icsZones)],
  ["one long line", icsText(1, `SUMMARY:${"x".repeat(900_000)}`)],
  ["open components", "BEGIN:VCALENDAR\n".repeat(50_000)],
];

/** Lists the requests for a server with these tools. */
export function listHostileRequests(tools: readonly string[]): HostileRequest[] {
  const call = (tool: string, list: [string, unknown][]) =>
    list.map(([name, given]) => ({
      name: `${tool}: ${name}`,
      method: "tools/call",
      params: { name: tool, arguments: given },
    }));
  return [
    ...call("create_poll", createPollArguments),
    ...call(
      "create_poll",
      busyTexts.map(([name, busy]) => [`an .ics text of ${name}`, { ...icsPoll, busy }]),
    ),
    ...call("find_best_times", findBestTimesArguments),
    ...call("find_missing_people", findMissingPeopleArguments),
    ...call("wait_for_responses", waitForResponsesArguments),
    ...tools.flatMap((tool) => call(tool, argumentsOfAnyTool)),
    ...otherRequests,
  ];
}
