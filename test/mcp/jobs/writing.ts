import { each, type Job, starts, when } from "./run-job.ts";

const berlin = { timeZone: "Europe/Berlin", duration: 60 };

/** Jobs that create or delete polls. */
export const writingJobs: Job[] = [
  {
    question: "Find a day in the week of 15 February for the offsite, but not on Wednesday",
    calls: 1,
    made: 1,
    run: async ({ call }) => {
      const windows = { startDate: "2027-02-15", endDate: "2027-02-19" };
      return starts(
        (await call("create_poll", { title: "Offsite", windows, except: "2027-02-17" }))["options"],
      );
    },
    answer: ["2027-02-15", "2027-02-16", "2027-02-18", "2027-02-19"],
  },
  {
    question: "Every second Tuesday at three in March and April, with the times in Kolkata",
    calls: 1,
    made: 1,
    run: async ({ call }) => {
      const windows = [
        {
          startDate: "2027-03-02",
          endDate: "2027-04-30",
          days: ["tue"],
          everyWeeks: 2,
          from: "15:00",
          to: "16:00",
        },
      ];
      const { options, inSecondZone } = await call("create_poll", {
        title: "Review",
        ...berlin,
        windows,
        secondTimeZone: "Asia/Kolkata",
      });
      return [starts(options), inSecondZone];
    },
    answer: [
      ["2027-03-02 15:00", "2027-03-16 15:00", "2027-03-30 15:00", "2027-04-13 15:00", "2027-04-27 15:00"],
      [
        "Tue 2027-03-02 15:00 = 19:30",
        "Tue 2027-03-16 15:00 = 19:30",
        "Tue 2027-03-30 15:00 = 18:30",
        "Tue 2027-04-13 15:00 = 18:30",
        "Tue 2027-04-27 15:00 = 18:30",
      ],
    ],
  },
  {
    question: "Interviews in the mornings of that week, half an hour each, New York time. Show me first.",
    calls: 2,
    made: 1,
    run: async ({ call }) => {
      const windows = {
        startDate: "2027-03-01",
        endDate: "2027-03-05",
        from: "09:00",
        to: "12:00",
        interval: 60,
      };
      const args = { title: "Interviews", timeZone: "America/New_York", duration: 30, windows };
      const preview = await call("create_poll", { ...args, dryRun: true });
      return [preview["optionCount"], (await call("create_poll", args))["optionCount"]];
    },
    answer: [15, 15],
  },
  {
    question: "A sync at nine in Los Angeles (Z is written first and corrected)",
    calls: 2,
    made: 1,
    run: async ({ call, fail }) => {
      const input = { title: "Sync", timeZone: "America/Los_Angeles", duration: 30 };
      const error = await fail("create_poll", { ...input, times: { start: "2027-03-02T09:00:00Z" } });
      const { options } = await call("create_poll", { ...input, times: [{ start: "2027-03-02T09:00:00" }] });
      return [/times\.0\.start.*without Z/.test(error), starts(options)];
    },
    answer: [true, ["2027-03-02 09:00"]],
  },
  {
    question: "A release party on Meet, nobody may see names or counts. Then tell me what is set.",
    calls: 1,
    made: 1,
    run: async ({ call }) => {
      const made = await call("create_poll", {
        title: "Release party",
        dates: ["2027-03-05", "2027-03-06"],
        conferencing: "meet",
        hideParticipants: true,
        hideScores: true,
      });
      return [
        made["conferencing"],
        made["organizer"],
        Object.keys(made)
          .filter((field) => made[field] === true)
          .sort(),
      ];
    },
    answer: [
      "meet",
      "Ada Lovelace",
      ["allowTentativeVotes", "created", "disableComments", "hideParticipants", "hideScores"],
    ],
  },
  {
    question: "The kick-off call again, two weeks later and an hour later",
    calls: 1,
    made: 1,
    run: async ({ call }) =>
      starts(
        (await call("create_poll", { copyFrom: "kick-off", shiftDays: 14, shiftMinutes: 60 }))["options"],
      ),
    answer: ["2027-02-14 11:00", "2027-02-15 11:00"],
  },
  {
    question: "The weekly sync again six weeks later, only the times that at least two can make",
    calls: 1,
    made: 1,
    run: async ({ call }) => {
      const { options } = await call("create_poll", {
        copyFrom: "weekly sync",
        shiftDays: 42,
        minAvailable: 2,
      });
      return starts(options).sort();
    },
    answer: ["2027-03-28 09:00", "2027-03-28 13:00", "2027-03-29 13:00"],
  },
  {
    question: "An hour with the supplier on Thursday or Friday afternoon, but avoid my busy times",
    calls: 1,
    made: 1,
    run: async ({ call }) => {
      const { options, droppedCount } = await call("create_poll", {
        title: "Supplier",
        timeZone: "Europe/Lisbon",
        duration: 60,
        windows: [{ startDate: "2027-02-18", endDate: "2027-02-19", from: "13:00", to: "17:00" }],
        busy: [
          { start: "2027-02-18T14:00", end: "2027-02-18T16:00" },
          { start: "2027-02-19T15:00Z", end: "2027-02-19T17:00Z" },
        ],
      });
      return [starts(options), droppedCount];
    },
    answer: [["2027-02-18 13:00", "2027-02-18 16:00", "2027-02-19 13:00", "2027-02-19 14:00"], 4],
  },
  {
    question: "A month of hourly slots (too many: the days are polled first)",
    calls: 2,
    made: 1,
    run: async ({ call, fail }) => {
      const window = { startDate: "2027-03-01", endDate: "2027-03-31", from: "09:00", to: "17:00" };
      const error = await fail("create_poll", { title: "Onboarding", ...berlin, windows: window });
      const { startDate, endDate } = window;
      const days = ["mon", "tue", "wed", "thu", "fri"];
      const { optionCount } = await call("create_poll", {
        title: "Onboarding",
        windows: [{ startDate, endDate, days }],
      });
      return [/days first/.test(error), optionCount];
    },
    answer: [true, 23],
  },
  {
    question: "Dinner tonight or on 30 February",
    calls: 2,
    made: 1,
    run: async ({ call, fail }) => {
      const dates = ["2027-02-12", "2027-02-30"];
      const error = await fail("create_poll", { title: "Dinner", dates });
      const { notes } = await call("create_poll", {
        title: "Dinner",
        dates: dates[0],
        timeZone: "Europe/Berlin",
      });
      return [/Ask the person which day they mean/.test(error), (notes as string[]).length > 0];
    },
    answer: [true, true],
  },
  {
    question: "A poll whose response was lost: is it there?",
    calls: 2,
    made: 1,
    run: async ({ call }) => {
      await call("create_poll", { title: "Only once", dates: ["2027-03-01"] });
      return each((await call("list_polls", { query: "only once" }))["polls"], "title");
    },
    answer: ["Only once"],
  },
  {
    question: "Delete all open polls nobody answered that begin after February",
    calls: 3,
    gone: 2,
    before: async ({ client }) => {
      for (const title of ["Summer party", "Autumn walk"])
        await client.createPoll({ title, kind: "date", options: [{ date: "2027-06-01" }] });
    },
    run: async ({ call }) => {
      const { polls } = await call("list_polls", { status: "open", maxResponses: 0, from: "2027-05-01" });
      const deleted = [];
      for (const { id: pollId, title: confirmTitle } of polls as { id: string; title: string }[])
        deleted.push(
          (await call("delete_poll", { poll: pollId, confirmTitle, onlyIfNoVotes: true }))["title"],
        );
      return deleted;
    },
    answer: ["Autumn walk", "Summer party"],
  },
  {
    question: "Delete the older one of the two lunches (same title, told apart by their first time)",
    calls: 2,
    gone: 1,
    before: async ({ client }) => {
      for (const date of ["2027-04-01", "2027-04-08"])
        await client.createPoll({ title: "Farewell lunch", kind: "date", options: [{ date }] });
    },
    run: async ({ call }) => {
      const polls = (await call("list_polls", { query: "farewell" }))["polls"] as {
        id: string;
        first: string;
      }[];
      const oldest = polls.find(({ first }) => when(first) === "2027-04-01");
      return when((await call("delete_poll", { poll: oldest?.id, confirmTitle: "Farewell lunch" }))["first"]);
    },
    answer: "2027-04-01",
  },
  {
    question: "Delete the board thing (a wrong title is repeated)",
    calls: 2,
    run: async ({ call, fail }) => {
      const [poll] = (await call("list_polls", { query: "board" }))["polls"] as { id: string }[];
      const error = await fail("delete_poll", { poll: poll?.id, confirmTitle: "The board thing" });
      return error.startsWith("Nothing was deleted");
    },
    answer: true,
  },
];
