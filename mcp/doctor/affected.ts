import type { OperationName } from "../../src/api/core.ts";

type Uses = Readonly<Record<string, readonly OperationName[]>>;

/** The operations of each tool. A tool that takes a title looks for it in the list of polls. */
export const toolOperations: Uses = {
  create_poll: ["createPoll", "listPolls", "getPoll", "listParticipants"],
  list_polls: ["listPolls"],
  get_poll: ["getPoll", "listPolls"],
  get_poll_results: ["getPoll", "getPollResults", "listPolls"],
  find_best_times: ["getPoll", "listParticipants", "listPolls"],
  list_participants: ["getPoll", "listParticipants", "listPolls"],
  get_participant: ["getPoll", "getParticipant", "listParticipants", "listPolls"],
  find_missing_people: ["getPoll", "listParticipants", "listPolls"],
  wait_for_responses: ["getPoll", "listParticipants", "listPolls"],
  delete_poll: ["getPoll", "deletePoll"],
};

/** The operations of each Zapier step, by the label that people see. */
export const zapierOperations: Uses = {
  "New Poll": ["listPolls"],
  "New Response": ["listPolls", "getPoll", "listParticipants"],
  "New or Updated Response": ["getPoll", "listParticipants"],
  "Responses Reached": ["listPolls", "getPoll", "listParticipants"],
  "Poll Closed": ["listPolls"],
  "Poll Scheduled": ["listPolls"],
  "Create Poll": ["createPoll", "listPolls"],
  "Copy Poll": ["getPoll", "createPoll", "listPolls"],
  "Delete Poll": ["deletePoll"],
  "Find Poll": ["listPolls", "getPoll"],
  "Find or Create Poll": ["listPolls", "getPoll", "createPoll"],
  "Find Poll Results": ["getPoll", "getPollResults"],
  "Find Response": ["getPoll", "getParticipant", "listParticipants"],
  "Find Responses": ["getPoll", "listParticipants"],
  "Find Missing People": ["getPoll", "listParticipants"],
  "Find Webhook Event": ["getPoll", "getParticipant"],
  "Find Best Time": ["getPoll", "listParticipants"],
};

/** The tools or steps that use one of the operations. */
export function findAffected(uses: Uses, operations: readonly OperationName[]): string[] {
  return Object.keys(uses).filter((label) => uses[label]?.some((name) => operations.includes(name)));
}
