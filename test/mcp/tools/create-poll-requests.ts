import { expect } from "vitest";
import { callTool, failTool, openHost } from "../harness.ts";

/** A window of three slots on each of five mornings. */
export const week = {
  startDate: "2027-03-01",
  endDate: "2027-03-05",
  days: ["mon", "tue", "wed", "thu", "fri"],
  from: "09:00",
  to: "12:00",
  interval: 60,
};
export const newYork = { title: "Interviews", timeZone: "America/New_York", duration: 30, windows: [week] };
export const days = { title: "Offsite", dates: ["2027-03-01"] };
export const berlin = { title: "Review", timeZone: "Europe/Berlin", duration: 30 };
export const times = (...times: (string | object)[]) => ({ ...berlin, times });
/** The data of a preview. */
export async function preview(args: object) {
  const { host, sandbox } = await openHost();
  const { data, text } = await callTool(host, "create_poll", { ...args, dryRun: true });
  expect(sandbox.requests.filter(({ method }) => method === "POST")).toEqual([]);
  return { ...data, text };
}

/** The error of a call that sends nothing. */
export async function problem(args: object): Promise<string> {
  const { host, sandbox } = await openHost();
  const text = await failTool(host, "create_poll", { ...args });
  expect(sandbox.requests.filter(({ method }) => method === "POST")).toEqual([]);
  return text;
}
