import { newYork } from "../create-poll-arguments.ts";
import {
  createBarePoll,
  findBarePoll,
  listBarePeople,
  listNamesWith,
  localStart,
  parseLines,
} from "./bare.ts";
import type { Job } from "./job.ts";

interface Created {
  pollId: string;
  inviteUrl: string;
  optionCount: number;
  options: string[];
}

interface Confirmed extends Created {
  conferencing: { provider: string };
  organizer: string;
  [setting: string]: unknown;
}

const inviteUrl = "https://app.rallly.co/invite/Xk3pQ9vLm2Ab";
const dayLength = 86_400_000;

/** The date some days later. */
function shiftDate(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);
}

/** `2027-02-14 09:00` some days later at the same time of day, as create_poll and the service take it. */
function shiftStart(start: string, days: number): string {
  return `${shiftDate(start.slice(0, 10), days)}T${start.slice(11)}`;
}

/** New polls and copies. */
export const creatingJobs: Job[] = [
  {
    question: "Find a day next week for the team offsite in Porto",
    calls: 1,
    answer: { inviteUrl, options: ["2027-02-15", "2027-02-16", "2027-02-17"] },
    made: ["Team offsite in Porto"],
    async run({ call }) {
      const made = await call<Created>("create_poll", {
        title: "Team offsite in Porto",
        dates: ["2027-02-15", "2027-02-16", "2027-02-17"],
      });
      return { inviteUrl: made.inviteUrl, options: parseLines(made.options) };
    },
    async bare(api) {
      const options = ["2027-02-15", "2027-02-16", "2027-02-17"].map((date) => ({ date }));
      const made = await createBarePoll(api, { title: "Team offsite in Porto", kind: "date", options });
      return { inviteUrl: made.inviteUrl, options: made.options.map(({ date }) => date) };
    },
  },
  {
    question: "Interviews in the mornings of that week, half an hour each, New York time. Show me first.",
    calls: 2,
    answer: { inviteUrl, previewed: 15, created: 15 },
    made: ["Interviews"],
    async run({ call }) {
      const preview = await call<Created>("create_poll", { ...newYork, dryRun: true });
      const made = await call<Created>("create_poll", newYork);
      return { inviteUrl: made.inviteUrl, previewed: preview.optionCount, created: made.optionCount };
    },
    async bare(api) {
      const { windows, ...rest } = newYork;
      const made = await createBarePoll(api, { ...rest, kind: "time", generators: windows });
      return { inviteUrl: made.inviteUrl, previewed: 15, created: made.options.length };
    },
  },
  {
    question: "Coffee on Tuesday at three in Berlin, on both sides of the change to summer time",
    calls: 1,
    answer: ["2027-03-23 15:00", "2027-03-30 15:00"],
    made: ["Kaffee"],
    async run({ call }) {
      const times = [{ start: "2027-03-23T15:00" }, { start: "2027-03-30T15:00" }];
      const input = { title: "Kaffee", timeZone: "Europe/Berlin", duration: 60, times };
      return parseLines((await call<Created>("create_poll", input)).options);
    },
    async bare(api) {
      const options = [
        { startTime: "2027-03-23T15:00:00+01:00" },
        { startTime: "2027-03-30T15:00:00+02:00" },
      ];
      const input = { title: "Kaffee", kind: "time", timeZone: "Europe/Berlin", duration: 60, options };
      const made = await createBarePoll(api, input);
      return made.options.map((option) => localStart(made, option));
    },
  },
  {
    question: "A sync at nine in Los Angeles (the script writes Z first and corrects it)",
    calls: 2,
    answer: ["2027-03-02 09:00"],
    made: ["Sync"],
    async run({ call, fail }) {
      const input = { title: "Sync", timeZone: "America/Los_Angeles", duration: 30 };
      const error = await fail("create_poll", { ...input, times: [{ start: "2027-03-02T09:00:00Z" }] });
      if (!error.includes("times.0.start") || !error.includes("without Z")) throw new Error(error);
      const times = [{ start: "2027-03-02T09:00:00" }];
      return parseLines((await call<Created>("create_poll", { ...input, times })).options);
    },
    async bare(api) {
      const input = { title: "Sync", kind: "time", timeZone: "America/Los_Angeles", duration: 30 };
      const made = await createBarePoll(api, { ...input, options: [{ startTime: "2027-03-02T09:00:00" }] });
      return made.options.map((option) => localStart(made, option));
    },
  },
  {
    question: "A release party on Meet, nobody may see names or counts. Then tell me what is set.",
    calls: 1,
    answer: {
      conferencing: "meet",
      organizer: "Ada Lovelace",
      on: ["allowTentativeVotes", "disableComments", "hideParticipants", "hideScores"],
    },
    made: ["Release party"],
    async run({ call }) {
      const made = await call<Confirmed>("create_poll", {
        title: "Release party",
        dates: ["2027-03-05", "2027-03-06"],
        conferencing: { provider: "meet" },
        hideParticipants: true,
        hideScores: true,
      });
      const on = Object.keys(made).filter((field) => field !== "created" && made[field] === true);
      return { conferencing: made.conferencing.provider, organizer: made.organizer, on: on.sort() };
    },
    async bare(api) {
      const made = await createBarePoll(api, {
        title: "Release party",
        kind: "date",
        options: [{ date: "2027-03-05" }, { date: "2027-03-06" }],
        conferencing: { provider: "meet" },
        hideParticipants: true,
        hideScores: true,
      });
      const { provider } = made["conferencing"] as { provider: string };
      const { name } = made["organizer"] as { name: string };
      const on = Object.keys(made).filter((field) => made[field] === true);
      return { conferencing: provider, organizer: name, on: on.sort() };
    },
  },
  {
    question: "The kick-off call again, two weeks later",
    calls: 1,
    answer: { inviteUrl, options: ["2027-02-14 10:00", "2027-02-15 10:00"] },
    made: ["Kick-off call"],
    async run({ call }) {
      const made = await call<Created>("create_poll", { copyFrom: "kick-off", shiftDays: 14 });
      return { inviteUrl: made.inviteUrl, options: parseLines(made.options) };
    },
    async bare(api) {
      const { title, timeZone, options } = await findBarePoll(api, "kick-off");
      const shifted = options.map(({ startTime = "", duration }) => ({
        startTime: new Date(Date.parse(startTime) + 14 * dayLength).toISOString(),
        duration,
      }));
      const made = await createBarePoll(api, { title, kind: "time", timeZone, options: shifted });
      return { inviteUrl: made.inviteUrl, options: made.options.map((option) => localStart(made, option)) };
    },
  },
  {
    question: "The weekly sync again six weeks later, only the times that at least two can make",
    calls: 1,
    answer: ["2027-03-28 09:00", "2027-03-28 13:00", "2027-03-29 13:00"],
    made: ["Weekly sync"],
    async run({ call }) {
      const made = await call<Created>("create_poll", {
        copyFrom: "weekly sync",
        shiftDays: 42,
        minAvailable: 2,
      });
      return parseLines(made.options).sort();
    },
    async bare(api) {
      const poll = await findBarePoll(api, "weekly sync");
      const people = await listBarePeople(api, poll);
      const options = poll.options
        .filter((option) => listNamesWith(people, option, "yes", "ifNeedBe").length >= 2)
        // British summer time begins on 28 March.
        .map((option) => ({ startTime: `${shiftStart(localStart(poll, option), 42)}:00+01:00` }));
      const { title, timeZone } = poll;
      const made = await createBarePoll(api, { title, kind: "time", timeZone, duration: 30, options });
      return made.options.map((option) => localStart(made, option)).sort();
    },
  },
  {
    question: "A poll whose response was lost: is it there?",
    calls: 2,
    answer: "there",
    made: ["Only once"],
    async run({ call }) {
      await call("create_poll", { title: "Only once", dates: ["2027-03-01"] });
      // The host lost the response. The instructions: look before creating again.
      const { polls } = await call<{ polls: unknown[] }>("list_polls", { query: "only once" });
      if (polls.length === 0) await call("create_poll", { title: "Only once", dates: ["2027-03-01"] });
      return polls.length === 1 ? "there" : "created again";
    },
    async bare(api) {
      await createBarePoll(api, { title: "Only once", kind: "date", options: [{ date: "2027-03-01" }] });
      return (await findBarePoll(api, "only once")) && "there";
    },
  },
];
