/** The settings of a create. Everything else about settings derives from this list: types, schemas, mappers, matching. */
export interface PollSettingsInput {
  /** Whether participants must give an email address. Default: false. */
  requireEmail?: boolean | undefined;
  /** Whether participants are hidden from each other. Default: false. */
  hideParticipants?: boolean | undefined;
  /** Whether the vote counts are hidden from participants. Default: false. */
  hideScores?: boolean | undefined;
  /** Whether comments are switched off. Default: true. */
  disableComments?: boolean | undefined;
  /** Whether participants can vote "if need be". Default: true. */
  allowTentativeVotes?: boolean | undefined;
}

/** The name of a setting. */
export type PollSetting = keyof PollSettingsInput;

/** The settings of a poll. Not a mapped type alone, in which editors do not show the docs of the fields. */
export type PollSettings = PollSettingsInput & Record<PollSetting, boolean>;

/** The service's defaults for settings that a create leaves out. */
export const defaultSettings: Readonly<Record<PollSetting, boolean>> = {
  requireEmail: false,
  hideParticipants: false,
  hideScores: false,
  disableComments: true,
  allowTentativeVotes: true,
};

/** The names of all settings, in the order in which they are shown. */
export const settingNames = Object.keys(defaultSettings) as PollSetting[];

/** An object with one value for each setting. */
export function mapSettings<Value>(toValue: (setting: PollSetting) => Value): Record<PollSetting, Value> {
  return Object.fromEntries(settingNames.map((name) => [name, toValue(name)])) as Record<PollSetting, Value>;
}
