/** The settings of a poll, which a create takes and a response has. */

/** The service's defaults for settings that a create leaves out, in the order in which settings are shown. */
export const defaultSettings = {
  /** Whether participants must give an email address. Default: false. */
  requireEmail: false,
  /** Whether participants are hidden from each other. Default: false. */
  hideParticipants: false,
  /** Whether the vote counts are hidden from participants. Default: false. */
  hideScores: false,
  /** Whether comments are switched off. Default: true. */
  disableComments: true,
  /** Whether participants can vote "if need be". Default: true. */
  allowTentativeVotes: true,
};

type Settings = typeof defaultSettings;

export type PollSetting = keyof Settings;

export const settingNames = Object.keys(defaultSettings) as PollSetting[];

/** An object with one value for each setting. */
export function mapSettings<Value>(toValue: (setting: PollSetting) => Value) {
  const entries = settingNames.map((name) => [name, toValue(name)]);
  return Object.fromEntries(entries) as { [Setting in keyof Settings]: Value };
}
