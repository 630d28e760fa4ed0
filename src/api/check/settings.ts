/** The settings of a poll, which a create takes and a response has. */
import type { PollSettings } from "../types/polls.ts";

/** The service's defaults for settings that a create leaves out, in the order in which settings are shown. */
export const defaultSettings = {
  requireEmail: false,
  hideParticipants: false,
  hideScores: false,
  disableComments: true,
  allowTentativeVotes: true,
} satisfies PollSettings;

export type PollSetting = keyof PollSettings;

export const settingNames = Object.keys(defaultSettings) as PollSetting[];

/** An object with one value for each setting. */
export function mapSettings<Value>(toValue: (setting: PollSetting) => Value) {
  const entries = settingNames.map((name) => [name, toValue(name)]);
  return Object.fromEntries(entries) as { [Setting in PollSetting]: Value };
}
