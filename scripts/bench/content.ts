/** Polls and people of common size, as the service sends them. */
import type { Poll } from "../../src/api/web.ts";
import { defaultSettings } from "../../src/api/web.ts";

const first = Date.UTC(2027, 2, 1, 9);
const commonOptions = 12;

const at = (hours: number) => new Date(first + hours * 3_600_000).toISOString();

/** A poll with time options. */
export function makePoll(index: number, optionCount = commonOptions): Poll {
  const options = Array.from({ length: optionCount }, (_, option) => ({
    id: `option-${option}`,
    startTime: at(option),
    duration: 30,
  }));
  return {
    ...defaultSettings,
    id: `p${index}`,
    title: `Team call ${index}`,
    description: "We settle the plan for spring.",
    location: null,
    conferencing: null,
    timeZone: "Europe/Berlin",
    status: "open",
    createdAt: at(-48),
    updatedAt: at(-24),
    organizer: { id: "u1", name: "Olga", email: "olga@example.com", image: null },
    participantCount: 5,
    adminUrl: `https://app.example.com/poll/p${index}`,
    inviteUrl: `https://app.example.com/invite/p${index}`,
    kind: "time",
    options,
  };
}

/** People who are available at four of the twelve options. */
export function makeParticipants(people: number) {
  return Array.from({ length: people }, (_, index) => ({
    id: `participant-${index}`,
    name: `Person ${index}`,
    email: `person.${index}@example.com`,
    createdAt: at(-24),
    availability: Array.from({ length: 4 }, (_, slot) => {
      const hour = (index + slot * 3) % commonOptions;
      return {
        start: at(hour),
        end: at(hour + 0.5),
        allDay: false,
        modifiers: slot === 0 ? ["ifNeedBe"] : [],
      };
    }),
  }));
}
