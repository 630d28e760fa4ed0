import { defineInputFields } from "zapier-platform-core";
import { conferencingChoices, kindChoices, yesNoChoices } from "../input/choices.ts";
import { labels } from "../input/labels.ts";
import { listCallFields, listOptionFields } from "./option-fields.ts";

// No field has a default value: Zapier puts it in place of a false or 0 that an earlier step brings.
/** The form of Create Poll: what every poll has, and between them what the chosen kind and video call need. */
export const pollForm = defineInputFields([
  {
    key: "title",
    label: labels.title,
    type: "string",
    required: true,
    placeholder: "Team lunch",
    helpText: "The subject of the poll, up to 255 characters.",
  },
  {
    key: "kind",
    label: labels.kind,
    type: "string",
    required: true,
    choices: kindChoices,
    altersDynamicFields: true,
    helpText: "Choose what people vote on. The next fields depend on it.",
  },
  listOptionFields,
  {
    key: "description",
    label: labels.description,
    type: "text",
    helpText: "Shown to everyone who is invited, up to 1000 characters.",
  },
  {
    key: "location",
    label: labels.location,
    type: "string",
    placeholder: "Room 4",
    helpText: "Where people meet, up to 255 characters.",
  },
  {
    key: "conferencing",
    label: labels.conferencing,
    type: "string",
    choices: conferencingChoices,
    altersDynamicFields: true,
    helpText:
      "Zoom, Google Meet and Microsoft Teams must be connected in the space. The link is made once a time is picked.",
  },
  listCallFields,
  {
    key: "require_email",
    label: labels.require_email,
    type: "string",
    choices: yesNoChoices,
    placeholder: "No",
    helpText: "Participants must leave their address to vote. Default: No.",
  },
  {
    key: "hide_participants",
    label: labels.hide_participants,
    type: "string",
    choices: yesNoChoices,
    placeholder: "No",
    helpText: "Only the organizer sees who voted. Default: No.",
  },
  {
    key: "hide_scores",
    label: labels.hide_scores,
    type: "string",
    choices: yesNoChoices,
    placeholder: "No",
    helpText: "Participants see the votes of others only after their own. Default: No.",
  },
  {
    key: "disable_comments",
    label: labels.disable_comments,
    type: "string",
    choices: yesNoChoices,
    placeholder: "Yes",
    helpText: "No comments can be left on the poll. Default: Yes.",
  },
  {
    key: "allow_tentative_votes",
    label: labels.allow_tentative_votes,
    type: "string",
    choices: yesNoChoices,
    placeholder: "Yes",
    helpText: "Adds a third answer between yes and no: if need be. Default: Yes.",
  },
  {
    key: "organizer",
    label: labels.organizer,
    type: "string",
    placeholder: "alex@example.com",
    helpText: "The email address of a member of your space. Default: the owner of the space.",
  },
]);
