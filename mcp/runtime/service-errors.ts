/** The text for one of the service's error codes: what happened, and what to do next. */
export interface ServiceErrorText {
  /** May hold `{wait}` (for how long) and `{key}` (how to get a key), as may `next`. */
  cause: string;
  next: string;
  /** Whether to quote the service's message, sanitized and bounded. */
  detail?: true;
}

/** Every error code that the service documents. */
export const serviceErrorTexts: Record<string, ServiceErrorText> = {
  VALIDATION_ERROR: {
    cause: "The service found the request invalid.",
    detail: true,
    next: "Correct the field it names and call again.",
  },
  INVALID_AUTHORIZATION_HEADER: { cause: "The API key is malformed.", next: "{key}" },
  UNAUTHORIZED: {
    cause: "The service does not accept the API key: it is mistyped, expired or revoked.",
    next: "{key}",
  },
  SPACE_NOT_PRO: {
    cause: "The space that the API key belongs to is not on a Pro plan, which the API needs.",
    next: "The space's owner can upgrade it in its billing settings; until then no tool here can work.",
  },
  ORGANIZER_NOT_MEMBER: {
    cause: "organizerEmail is not a member of this space.",
    next: "Give the address of a member, or leave organizerEmail out to use the space's owner.",
  },
  TOO_MANY_OPTIONS: {
    cause: "A poll can have at most 100 options.",
    next: "Use fewer days, a shorter daily window or a longer interval; dryRun shows the count.",
  },
  CONFERENCING_UNAVAILABLE: {
    cause: "This space does not offer that conferencing provider.",
    next: 'Leave conferencing out, or use provider "custom" with a label and a link.',
  },
  CONFERENCING_NOT_CONNECTED: {
    cause: "The organizer has not connected an account with that conferencing provider.",
    next: 'The organizer can connect it in the web app; or leave conferencing out, or use provider "custom".',
  },
  INAPPROPRIATE_CONTENT: {
    cause: "The service's content filter refused the text.",
    next: "Reword title, description or location with the person, then call again.",
  },
  NOT_FOUND: {
    cause: "The service has no such address.",
    next: "RALLLY_BASE_URL is probably wrong; it must end in /v1.",
  },
  POLL_NOT_FOUND: {
    cause: "This space has no poll with that pollId: it was deleted, mistyped, or belongs to another space.",
    next: "Find the right id with list_polls.",
  },
  PARTICIPANT_NOT_FOUND: {
    cause: "That poll has no participant with that participantId.",
    next: "Find the right id with list_participants.",
  },
  RATE_LIMIT_EXCEEDED: {
    cause: "The space has used up its requests for now (60 a minute, 5,000 a day).",
    next: "Wait {wait} before the next call.",
  },
  INTERNAL_ERROR: {
    cause: "The service failed on its side.",
    next: "Try again in a minute; before creating again, look with list_polls whether the poll exists.",
  },
  SERVICE_UNAVAILABLE: {
    cause: "The service is down, perhaps for maintenance.",
    next: "Wait {wait} before the next call.",
  },
};
