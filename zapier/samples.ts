/** What the editor shows before a person tests a step: the output for one poll and one response. */
import { defaultSettings, type Participant, type Poll, type PollOption } from "../src/api/web.ts";
import { compareInvitees, rankOptions } from "../src/scheduling/index.ts";
import { toBestTimeRecord } from "./output/best-time.ts";
import { toMissingValues } from "./output/missing.ts";
import { toPollEventRecord, toPollRecord } from "./output/poll.ts";
import { createAnswered, toResponseRecord } from "./output/response.ts";
import { toResponseListRecord } from "./output/response-list.ts";

/** A poll as the service returns it. */
export const poll: Poll = {
  id: "Xk3pQ9vLm2Ab",
  title: "Planning meeting",
  description: "We settle the plan for spring.",
  location: "Room 4",
  conferencing: { provider: "custom", label: "Jitsi", uri: "https://meet.example.com/planning" },
  timeZone: "America/New_York",
  status: "open",
  kind: "time",
  createdAt: "2027-02-15T15:30:00.000Z",
  updatedAt: "2027-02-16T09:10:00.000Z",
  organizer: { id: "Us8fK2mQ4xTz", name: "Alex Example", email: "alex@example.com", image: null },
  ...defaultSettings,
  participantCount: 3,
  options: [
    { id: "Op1a7Yc3Wn5R", startTime: "2027-03-01T14:00:00.000Z", duration: 30 },
    { id: "Op2b8Zd4Xo6S", startTime: "2027-03-02T15:00:00.000Z", duration: 30 },
  ],
  adminUrl: "https://app.example.com/poll/Xk3pQ9vLm2Ab",
  inviteUrl: "https://app.example.com/invite/Xk3pQ9vLm2Ab",
};

const participant: Participant = {
  id: "Pa5gH1jR9wVe",
  name: "Sam Sample",
  email: "sam@example.com",
  createdAt: "2027-02-16T09:12:00.000Z",
  availability: [
    { start: "2027-03-01T14:00:00.000Z", end: "2027-03-01T14:30:00.000Z", allDay: false, modifiers: [] },
    {
      start: "2027-03-02T15:00:00.000Z",
      end: "2027-03-02T15:30:00.000Z",
      allDay: false,
      modifiers: ["ifNeedBe"],
    },
  ],
};

/** One of two invited people answered. */
const invited = compareInvitees(
  ["Sam Sample <sam@example.com>", "Kim Model <kim@example.com>"],
  [participant],
);

/** A poll. */
export const pollSample = toPollRecord(poll);

/** A poll with enough responses. */
export const enoughResponsesSample = toPollEventRecord(poll, `${poll.id}:reached:8c4e6f0a2b1d`);

/** A poll that was closed. */
export const pollStatusSample = toPollEventRecord({ ...poll, status: "closed" }, `${poll.id}:closed`);

/** A poll for which a person is missing. */
export const peopleMissingSample = {
  ...toPollEventRecord(poll, `${poll.id}:missing:5b1f3a9c7d2e`),
  ...toMissingValues(poll, invited),
};

/** A response. */
export const responseSample = toResponseRecord(createAnswered(poll)(participant), { by: "position" });

/** All responses to a poll. */
export const responseListSample = toResponseListRecord(
  poll,
  [participant],
  { options: [0], answers: ["yes", "ifNeedBe"], person: undefined, note: "" },
  { by: "position", invited },
);

const options: readonly PollOption[] = poll.options;
const best = toBestTimeRecord(
  poll,
  rankOptions({ poll: { options, timeZone: poll.timeZone }, participants: [participant], now: 0 }),
);
if (best === null) throw new Error("No option of the sample suits.");

/** The best option of a poll. */
export const bestTimeSample = best;
