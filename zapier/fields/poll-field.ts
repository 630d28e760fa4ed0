import { defineInputField } from "zapier-platform-core";

/** The poll that a step is about: picked from the list, or brought by a search step before it. */
export const pollField = defineInputField({
  key: "poll",
  label: "Poll",
  type: "string",
  required: true,
  dynamic: "poll_list.id.name",
  search: "find_poll.id",
  helpText: "Pick it from the list, newest first, or map the one that an earlier step created or found.",
});
