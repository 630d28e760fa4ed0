/** Readers of calendar files. */
import ICAL from "ical.js";
import nodeIcal, { type VEvent } from "node-ical";
import { convertIcsCalendar } from "ts-ics";
import { expect } from "vitest";
import type { TimeOption } from "../../src/api/web.ts";
import type { CalendarPoll } from "../../src/scheduling/index.ts";

/** A poll of the service. */
export const poll: CalendarPoll = {
  id: "Xk3pQ9vLm2Ab",
  title: "Team lunch",
  description: null,
  location: null,
  conferencing: null,
  timeZone: "Europe/Berlin",
  status: "open",
  inviteUrl: "https://app.rallly.co/invite/Xk3pQ9vLm2Ab",
  createdAt: "2027-02-01T08:00:00.000Z",
  updatedAt: "2027-02-03T09:10:11.123Z",
};
/** One of its options. */
export const slot: TimeOption = { id: "o1", startTime: "2027-03-01T08:00:00.000Z", duration: 90 };

/** The event in a file, read by node-ical, which takes zones from their IANA names. */
export function parseWithNodeIcal(text: string) {
  const components = Object.values(nodeIcal.sync.parseICS(text));
  const events = components.filter((component) => component?.type === "VEVENT");
  expect(events).toHaveLength(1);
  return events[0] as VEvent;
}

/** The event in a file, read by ts-ics, which takes zones from the definitions in the file. */
export function parseWithTsIcs(text: string) {
  const { events = [] } = convertIcsCalendar(undefined, text);
  expect(events).toHaveLength(1);
  return events[0] as NonNullable<(typeof events)[0]>;
}

/** The file and its event, read by the library that wrote it. */
export function parseWithIcalJs(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents("vevent");
  expect(events).toHaveLength(1);
  return { calendar, event: new ICAL.Event(events[0]) };
}
