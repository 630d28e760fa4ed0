import { type PollSetting, settingNames } from "../src/api/web.ts";

interface SettingField {
  /** The key in the form and in outputs. Zaps are built on it: never change one. */
  key: string;
  label: string;
  /** Help text in the form. The default is added to it. */
  help: string;
}

/** How Zapier shows each setting of a poll. */
export const settingFields = {
  requireEmail: {
    key: "require_email",
    label: "Require Email",
    help: "Participants must leave their address to vote.",
  },
  hideParticipants: {
    key: "hide_participants",
    label: "Hide Participants",
    help: "Only the organizer sees who voted.",
  },
  hideScores: {
    key: "hide_scores",
    label: "Hide Scores",
    help: "Participants see the votes of others only after their own.",
  },
  disableComments: {
    key: "disable_comments",
    label: "Disable Comments",
    help: "No comments can be left on the poll.",
  },
  allowTentativeVotes: {
    key: "allow_tentative_votes",
    label: "Allow If Need Be",
    help: "Adds a third answer between yes and no: if need be.",
  },
} as const satisfies Record<PollSetting, SettingField>;

/** The key of a setting in the form and in outputs. */
export type SettingKey = (typeof settingFields)[PollSetting]["key"];

/** An object with one value for each setting, under the setting's key. */
export function mapSettingKeys<Value>(toValue: (setting: PollSetting) => Value): Record<SettingKey, Value> {
  const entries = settingNames.map((setting) => [settingFields[setting].key, toValue(setting)]);
  return Object.fromEntries(entries) as Record<SettingKey, Value>;
}
