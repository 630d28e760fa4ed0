import { buildGrid, type Grid, type GridRequest } from "../../mcp/view/grid.ts";
import { rankOptions } from "../../src/scheduling/index.ts";
import type { OptionTime } from "../../src/time/index.ts";
import { getOptionEnd, getOptionStart } from "../../src/time/option-times.ts";

/** Content of a sample poll. */
export interface SamplePoll {
  title?: string;
  timeZone?: string | null;
  /** Dates, or starts in UTC of slots of 45 minutes. */
  dates?: string[];
  starts?: string[];
  /** Name -> one digit of `voteCodes` for each option. */
  people: Record<string, string>;
}

/** A poll and its participants, in the service's own shape. The ids of people are p0, p1 and so on. */
export function createSample({ title = "Design review", timeZone, dates, starts = [], people }: SamplePoll) {
  const options: OptionTime[] = dates
    ? dates.map((date) => ({ date }))
    : starts.map((startTime) => ({ startTime, duration: 45 }));
  const poll = {
    id: "Xk3pQ9vLm2Ab",
    title,
    kind: dates ? ("date" as const) : ("time" as const),
    status: "open" as const,
    timeZone: timeZone === undefined ? "Europe/Paris" : timeZone,
    inviteUrl: "https://rallly.example/invite/Xk3pQ9vLm2Ab",
    adminUrl: "https://rallly.example/poll/Xk3pQ9vLm2Ab",
    options,
  };
  const participants = Object.entries(people).map(([name, votes], index) => ({
    id: `p${index}`,
    name,
    email: null,
    availability: options.flatMap((option, position) => {
      const span = [getOptionStart(option), getOptionEnd(option)];
      const [from = "", to = ""] = span.map((at) => new Date(at).toISOString());
      const modifiers = votes[position] === "1" ? ["ifNeedBe"] : [];
      return votes[position] === "0" ? [] : [{ start: from, end: to, modifiers }];
    }),
  }));
  return { poll, participants };
}

/** What is asked of a sample. People are named as in `rankOptions`. */
export interface SampleRequest extends Partial<GridRequest> {
  required?: string[];
  optional?: string[];
  exclude?: string[];
  minAvailable?: number | undefined;
  minYes?: number | undefined;
}

/** The grid of a sample. */
export function createGrid(
  sample: SamplePoll,
  { required, optional, exclude, minAvailable, minYes, ...request }: SampleRequest = {},
): Grid {
  const { poll, participants } = createSample(sample);
  const lists = { required, optional, exclude, minAvailable, minYes };
  const { table } = rankOptions({ poll, participants, ...lists, now: 0, localZone: request.shownIn });
  const refresh = { name: "find_best_times", arguments: { poll: poll.id } };
  return buildGrid(poll, table, { refresh, readAt: Date.parse("2027-02-20T09:00:00Z"), ...request });
}

/** A typical poll: fifteen slots on five days, nine people. */
export const reviewPoll: SamplePoll = {
  title: "Design review: the new booking flow",
  starts: ["01", "02", "03", "04", "05"].flatMap((day) =>
    ["08:00", "13:00", "15:30"].map((time) => `2027-03-${day}T${time}:00Z`),
  ),
  people: {
    "Ana Souza": "220221222022020",
    "Bartłomiej Nowak": "022210222200021",
    "Chloé Lefèvre": "210122221222022",
    "דנה לוי": "002220221221002",
    "Ольга Иванова": "222020212202200",
    "Ελένη Παππά": "102222220221020",
    "Grace O’Connor": "221200022222222",
    "Henrik Åström": "020212222022212",
    "Imani Mwangi": "200222202220220",
  },
};

/** A poll with this many options and people. */
export function createCrowd(options: number, people: number): SamplePoll {
  const first = Date.UTC(2027, 2, 1, 8);
  const vote = (person: number, option: number) =>
    "22021"[(person * 7 + option * 3 + ((person * option) % 11)) % 5] ?? "0";
  return {
    title: "All hands",
    starts: Array.from({ length: options }, (_, index) =>
      new Date(first + (Math.floor(index / 8) * 24 + (index % 8)) * 3_600_000).toISOString(),
    ),
    people: Object.fromEntries(
      Array.from({ length: people }, (_, person) => [
        `Person ${person + 1}`,
        Array.from({ length: options }, (_, option) => vote(person, option)).join(""),
      ]),
    ),
  };
}

const week = { startDate: "2027-03-01", endDate: "2027-03-05" };

/** Twenty slots on five days. */
export const review = {
  title: "Design review",
  timeZone: "Europe/Berlin",
  duration: 60,
  windows: [{ ...week, from: "09:00", to: "13:00" }],
};

/** Arguments of typical and difficult previews. */
export const plans: Record<string, Record<string, unknown>> = {
  "one option": {
    title: "Coffee",
    timeZone: "Europe/Berlin",
    times: [{ start: "2027-03-01T09:00", duration: 30 }],
  },
  "twelve with busy and excluded days": {
    ...review,
    secondTimeZone: "Asia/Tokyo",
    except: ["2027-03-04"],
    busy: [{ start: "2027-03-02", end: "2027-03-03" }],
    description: "Bring <b>ideas</b>",
    location: "Room 5",
    requireEmail: true,
  },
  "a hundred": {
    title: "Office hours",
    timeZone: "Asia/Kolkata",
    duration: 30,
    windows: [{ startDate: "2027-03-01", endDate: "2027-03-10", from: "09:00", to: "14:00" }],
  },
  "three weeks": {
    ...review,
    windows: [
      { startDate: "2027-03-15", endDate: "2027-04-02", days: ["mon", "thu"], from: "09:00", to: "11:00" },
    ],
  },
  "a clock change": {
    ...review,
    times: [{ start: "2027-10-31T01:30", duration: 120 }, { start: "2027-10-31T02:30+01:00" }],
    windows: [],
  },
  "whole days over two months": {
    title: "Retreat",
    windows: [{ startDate: "2027-02-19", endDate: "2027-03-10", days: ["fri", "sat"] }],
    except: ["2027-02-26"],
  },
};
