/** A poll and a response, from which each step derives the sample that the editor shows before a person tests it. */
import { defaultSettings } from "../../src/api/check/settings.ts";
import type { Participant, Poll } from "../../src/api/web.ts";

export const samplePoll: Poll = {
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

export const sampleParticipant: Participant = {
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

/** Two people who are invited to it; one of them has responded. */
export const sampleInvited = ["Sam Sample <sam@example.com>", "Kim Model <kim@example.com>"];

/** The poll with the one option that every poll has, so that the sample of a response has no key that another one lacks. */
export const sampleShortPoll = { ...samplePoll, options: samplePoll.options.slice(0, 1) } as Poll;
