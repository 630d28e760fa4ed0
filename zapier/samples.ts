import { defaultSettings, type Participant, type Poll, type PollResults } from "../src/api/core.ts";
import { compareInvitees, rankOptions } from "../src/scheduling/index.ts";
import { toBestTimeRecord } from "./output/best-time.ts";
import { toMissingPeopleRecord } from "./output/missing-people.ts";
import { toPollEventRecord, toPollRecord, toStatusEventId, toTriggerPollRecord } from "./output/poll.ts";
import {
  createResponseFormatter,
  createTriggerFormatter,
  toMatchRecords,
  toResponseEvent,
} from "./output/response.ts";
import { toResponseListRecord } from "./output/response-list.ts";
import { toResultsRecord } from "./output/results.ts";
import { toWebhookEventRecord } from "./output/webhook-event.ts";

/** A poll as the service returns it. The samples that the editor shows are mapped from it. */
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

const results: PollResults = {
  pollId: "Xk3pQ9vLm2Ab",
  kind: "time",
  status: "open",
  participantCount: 3,
  highScore: 3001,
  options: [
    {
      id: "Op1a7Yc3Wn5R",
      startTime: "2027-03-01T14:00:00.000Z",
      duration: 30,
      votes: [
        { type: "yes", count: 3 },
        { type: "ifNeedBe", count: 0 },
        { type: "no", count: 0 },
      ],
      score: 3001,
      isTopChoice: true,
    },
    {
      id: "Op2b8Zd4Xo6S",
      startTime: "2027-03-02T15:00:00.000Z",
      duration: 30,
      votes: [
        { type: "yes", count: 1 },
        { type: "ifNeedBe", count: 1 },
        { type: "no", count: 1 },
      ],
      score: 2001,
      isTopChoice: false,
    },
  ],
};

/** The sample of a poll, which the editor shows before a person tests a step. */
export const pollSample = toPollRecord(poll);

/** The sample of a poll in a trigger. */
export const triggerPollSample = toTriggerPollRecord(poll);

/** The sample of a poll that was closed. */
export const pollClosedSample = sampleStatus("closed");

/** The sample of a poll for which a time was picked. */
export const pollScheduledSample = sampleStatus("scheduled");

function sampleStatus(status: Poll["status"]) {
  const changed = { ...poll, status };
  return toPollEventRecord(changed, toStatusEventId(changed));
}

/** The sample of a response. */
export const responseSample = createTriggerFormatter(poll)(participant);

/** The sample of a response that a person changed. */
export const responseEventSample = toResponseEvent(responseSample, `${participant.id}:5b1f3a9c7d2e`);

/** The sample of a poll with enough responses. */
export const responsesReachedSample = toPollEventRecord(poll, `${poll.id}:reached:8c4e6f0a2b1d`);

const [match] = toMatchRecords(poll, [participant], []);

/** The sample of a response that a search found. */
export const matchSample = { ...createResponseFormatter(poll)(participant), ...match };

/** The sample of all responses to a poll. */
export const responseListSample = toResponseListRecord(poll, [participant], {
  options: [],
  answers: [],
  every: false,
});

/** The sample of a list of invited people: one answered, one is missing. */
export const missingPeopleSample = toMissingPeopleRecord(
  poll,
  compareInvitees(["Sam Sample <sam@example.com>", "Kim Model <kim@example.com>"], [participant]),
);

/** The sample of a webhook's event: a time was picked. */
export const webhookEventSample = toWebhookEventRecord(
  {
    version: "2026-09-20",
    id: "Ev7qR3tX9zBd",
    type: "poll.scheduled",
    createdAt: "2027-02-20T10:00:00.000Z",
    data: {
      poll: { id: poll.id },
      event: { start: "2027-03-01T14:00:00.000Z", end: "2027-03-01T14:30:00.000Z", allDay: false },
    },
  },
  { poll: { ...poll, status: "scheduled" }, participant: null },
  { verified: true, signedAt: "2027-02-20T10:00:05.000Z", recent: true },
);

/** The sample of results. */
export const resultsSample = toResultsRecord(results, poll);

/** The sample of a best option: of two people, one can attend and one cannot. */
export const bestTimeSample = rankBestTime();

function rankBestTime() {
  const absent = {
    ...participant,
    id: "Pb6hJ2kS0xWf",
    name: "Kim Model",
    email: "kim@example.com",
    availability: [],
  };
  const options: readonly Poll["options"][number][] = poll.options;
  const ranking = rankOptions({
    poll: { options, timeZone: poll.timeZone },
    participants: [participant, absent],
    now: 0,
  });
  const record = toBestTimeRecord(poll, ranking);
  if (record === null) throw new Error("No option of the sample poll suits.");
  return record;
}
