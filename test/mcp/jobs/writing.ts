import { findId, type Job, type ToolCall } from "./play.ts";

const zone = (timeZone: string, duration = 60) => ({ timeZone, duration });
const berlin = zone("Europe/Berlin");
const days = (month: string, ...list: number[]) =>
  list.map((day) => `2027-${month}-${String(day).padStart(2, "0")}`);
const at = (time: string, dates: string[]) => dates.map((date) => `${date} ${time}`);

const hours = (startDate: string, endDate: string, from: string, to: string) => ({
  startDate,
  endDate,
  from,
  to,
});

const planned = {
  title: "Planning",
  ...berlin,
  windows: hours("2027-03-01", "2027-03-02", "09:00", "11:00"),
};

const create = (args: Record<string, unknown>): ToolCall => ["create_poll", args];

/** Jobs that create or delete polls, and those that must not. */
export const writingJobs: Job[] = [
  {
    ask: "Find a day in the week of 15 February for the offsite, Monday to Friday, but not on Wednesday.",
    calls: [
      create({
        title: "Offsite",
        windows: { startDate: "2027-02-15", endDate: "2027-02-19" },
        except: "2027-02-17",
      }),
    ],
    made: [{ title: /offsite/i, options: days("02", 15, 16, 18, 19) }],
    facts: [/\/invite\/\w+/],
  },
  {
    ask: "Every second Tuesday at three in March and April, beginning on 2 March, an hour, for 'Review'. Also tell me the times in Kolkata.",
    calls: [
      create({
        title: "Review",
        ...berlin,
        windows: {
          ...hours("2027-03-02", "2027-04-30", "15:00", "16:00"),
          ...{ days: ["tue"], everyWeeks: 2 },
        },
        secondTimeZone: "Asia/Kolkata",
      }),
    ],
    made: [{ title: /review/i, options: at("15:00", [...days("03", 2, 16, 30), ...days("04", 13, 27)]) }],
    facts: [/19:30|7:30 ?p\.?m/i, /18:30|6:30 ?p\.?m/i],
  },
  {
    ask: "Interviews of half an hour from 1 to 5 March, 9 to 12 New York time, one an hour. Show me the slots before you create anything.",
    calls: [
      create({
        title: "Interviews",
        ...zone("America/New_York", 30),
        windows: { ...hours("2027-03-01", "2027-03-05", "09:00", "12:00"), interval: 60 },
        dryRun: true,
      }),
    ],
    facts: [/\b0?9:00|9 ?a\.?m/i, /\b11:00|11 ?a\.?m/i],
  },
  {
    ask: "A half-hour 'Sync' on 2 March at nine in Los Angeles.",
    calls: [
      create({ title: "Sync", ...zone("America/Los_Angeles", 30), times: "2027-03-02T09:00:00Z" }),
      create({ title: "Sync", ...zone("America/Los_Angeles", 30), times: ["2027-03-02T09:00"] }),
    ],
    made: [{ title: /sync/i, options: ["2027-03-02 09:00"] }],
  },
  {
    ask: "来週の火曜か木曜、東京時間の10時から1時間で「定例会」の投票を作ってください。",
    calls: [
      create({ title: "定例会", ...zone("Asia/Tokyo"), times: ["2027-02-16T10:00", "2027-02-18T10:00"] }),
    ],
    made: [{ title: /定例会/, options: at("10:00", days("02", 16, 18)) }],
  },
  {
    ask: "Fai il Kick-off call di nuovo, due settimane dopo e un'ora più tardi.",
    calls: [create({ copyFrom: "kick-off", shiftDays: 14, shiftMinutes: 60 })],
    made: [{ title: /kick-off/i, options: ["2027-02-14 11:00", "2027-02-15 11:00"] }],
  },
  {
    ask: "The weekly sync again six weeks later, only the times that at least two can make.",
    calls: [create({ copyFrom: "weekly sync", shiftDays: 42, minAvailable: 2 })],
    made: [{ title: /weekly/i, options: ["2027-03-28 09:00", "2027-03-28 13:00", "2027-03-29 13:00"] }],
  },
  {
    ask: "An hour of onboarding in March, on any weekday from 9 to 17. If that is too much for one poll, ask for the day first.",
    calls: [
      create({
        title: "Onboarding",
        ...berlin,
        windows: hours("2027-03-01", "2027-03-31", "09:00", "17:00"),
      }),
      create({
        title: "Onboarding",
        windows: {
          startDate: "2027-03-01",
          endDate: "2027-03-31",
          days: ["mon", "tue", "wed", "thu", "fri"],
        },
      }),
    ],
    made: [{ title: /onboarding/i }],
  },
  {
    ask: "Abendessen heute oder am 30. Februar?",
    calls: [create({ title: "Abendessen", dates: ["2027-02-12", "2027-02-30"] })],
    facts: [/30/],
  },
  {
    ask: "Night shift on 1 March: hours between 22:00 and 02:00, Berlin.",
    calls: [
      create({
        title: "Night shift",
        ...berlin,
        windows: hours("2027-03-01", "2027-03-01", "22:00", "02:00"),
      }),
    ],
    facts: [/midnight|0?2:00|2 ?a\.?m/i],
  },
  {
    ask: "Create a poll 'Only once' for 1 March. My last try broke off, so it may exist already; once is enough.",
    before: (client) =>
      client.createPoll({ title: "Only once", kind: "date", options: [{ date: "2027-03-01" }] }),
    calls: [create({ title: "Only once", dates: "2027-03-01" })],
    facts: [/\/invite\/\w+|exist/],
  },
  {
    ask: "Show me the hours from 9 to 11 on 1 and 2 March in Berlin for 'Planning' first. (In the page of the preview two were taken away, and the page told which are left.) Create it.",
    calls: [
      create({ ...planned, dryRun: true }),
      create({
        ...{ title: "Planning", timeZone: "Europe/Berlin" },
        times: ["Mon 2027-03-01 09:00 +01:00", "2027-03-02T10:00"],
        duration: 60,
      }),
    ],
    made: [{ title: /planning/i, options: ["2027-03-01 09:00", "2027-03-02 10:00"] }],
  },
  {
    ask: "Supprime tous les sondages ouverts sans réponse qui commencent en mai ou plus tard.",
    before: async (client) => {
      for (const title of ["Summer picnic", "Autumn walk"])
        await client.createPoll({ title, kind: "date", options: [{ date: "2027-06-01" }] });
    },
    calls: [
      ["list_polls", { status: "open", maxResponses: 0, from: "2027-05-01" }],
      ...["Autumn walk", "Summer picnic"].map(
        (title) =>
          (seen: string): [string, Record<string, unknown>] => [
            "delete_poll",
            { poll: findId(seen, title), confirmTitle: title, onlyIfNoVotes: true },
          ],
      ),
    ],
    gone: ["Autumn walk, 2027-06-01", "Summer picnic, 2027-06-01"],
  },
  {
    ask: "Delete the farewell lunch of 1 April. The other one stays.",
    before: async (client) => {
      for (const date of ["2027-04-08", "2027-04-01"])
        await client.createPoll({ title: "Farewell lunch", kind: "date", options: [{ date }] });
    },
    calls: [
      ["list_polls", { query: "farewell" }],
      // The newest is first.
      (seen) => ["delete_poll", { poll: findId(seen, "Farewell lunch"), confirmTitle: "Farewell lunch" }],
    ],
    gone: ["Farewell lunch, 2027-04-01"],
  },
  {
    ask: "The picnic poll that you just made has the wrong day. Replace it: it is on 9 March.",
    before: (client) =>
      client.createPoll({ title: "Picnic", kind: "date", options: [{ date: "2027-03-08" }] }),
    calls: [
      ["create_poll", { title: "Picnic", dates: ["2027-03-09"] }],
      (seen) => ["delete_poll", { poll: findId(seen, "Picnic"), confirmTitle: "Picnic" }],
      ["create_poll", { title: "Picnic", dates: ["2027-03-09"] }],
    ],
    made: [{ title: /Picnic/, options: ["2027-03-09"] }],
    gone: ["Picnic, 2027-03-08"],
  },
  {
    ask: "Repeat the TL meeting a week later.",
    // No title has that abbreviation, though "tl" stands inside of words.
    before: (client) =>
      client.createPoll({ title: "Castle meeting", kind: "date", options: [{ date: "2027-03-08" }] }),
    calls: [["create_poll", { copyFrom: "TL meeting", shiftDays: 7 }]],
    facts: [/Castle meeting/],
  },
];
