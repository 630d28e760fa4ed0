import type { PollSetting } from "../src/api/check/settings.ts";

/** The choices of Settings: what the form calls each, and the setting of the service that it turns around. */
export const settings = [
  { value: "require_email", label: "Require Email", setting: "requireEmail", chosen: true },
  { value: "hide_participants", label: "Hide Participants", setting: "hideParticipants", chosen: true },
  { value: "hide_scores", label: "Hide Scores", setting: "hideScores", chosen: true },
  { value: "allow_comments", label: "Allow Comments", setting: "disableComments", chosen: false },
  { value: "no_if_need_be", label: "No If Need Be", setting: "allowTentativeVotes", chosen: false },
] as const satisfies readonly { value: string; label: string; setting: PollSetting; chosen: boolean }[];
