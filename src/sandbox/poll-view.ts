import type { Space, StoredPoll } from "./model.ts";

/** A poll as the API shows it. `origin` is where the sandbox listens: links of fake polls must not lead elsewhere. */
export function viewPoll(poll: StoredPoll, space: Space, origin: string) {
  const organizer = space.members.find((member) => member.id === poll.organizerId);
  return {
    id: poll.id,
    title: poll.title,
    description: poll.description,
    location: poll.location,
    conferencing: poll.conferencing,
    timeZone: poll.timeZone,
    status: poll.status,
    kind: poll.kind,
    createdAt: poll.createdAt,
    updatedAt: poll.updatedAt,
    organizer: organizer ?? null,
    requireEmail: poll.requireEmail,
    hideParticipants: poll.hideParticipants,
    hideScores: poll.hideScores,
    disableComments: poll.disableComments,
    allowTentativeVotes: poll.allowTentativeVotes,
    participantCount: poll.participants.length,
    options: poll.options,
    adminUrl: `${origin}/poll/${poll.id}`,
    inviteUrl: `${origin}/invite/${poll.id}`,
  };
}
