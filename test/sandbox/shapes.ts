/** Types of responses after the contract. Nothing checks them at run time; the tests do. */
export interface PollShape {
  id: string;
  title: string;
  description: string | null;
  location: string | null;
  conferencing: { provider: string; label?: string; uri?: string } | null;
  timeZone: string | null;
  status: string;
  kind: string;
  createdAt: string;
  updatedAt: string;
  organizer: { id: string; name: string; email: string; image: string | null } | null;
  participantCount: number;
  options: OptionShape[];
  adminUrl: string;
  inviteUrl: string;
}

/** An option of either kind, in a poll or, with its votes, in results. */
export interface OptionShape {
  id: string;
  date: string;
  startTime: string;
  duration: number;
  votes: { type: string; count: number }[];
  score: number;
  isTopChoice: boolean;
}

/** The results of a poll. */
export interface ResultsShape {
  pollId: string;
  status: string;
  options: OptionShape[];
  highScore: number;
}

/** A participant with the times at which they are available. */
export interface ParticipantShape {
  id: string;
  name: string;
  email: string | null;
  createdAt: string;
  availability: { start: string; end: string; allDay: boolean; modifiers: string[] }[];
}

/** An OpenAPI document. */
export interface DocumentShape {
  openapi: string;
  paths: Record<string, Record<string, OperationShape>>;
  components: { schemas: Record<string, object>; responses: Record<string, ResponseShape> };
}

/** One method of a path; the key `parameters` holds a list instead, which has none of these fields. */
export interface OperationShape {
  operationId?: string;
  responses?: Record<string, ResponseShape>;
}

/** A response in an OpenAPI document, or a reference to one. */
interface ResponseShape {
  $ref?: string;
  content?: { "application/json": { schema: { $ref: string } } };
}

/** A body with data, a page of data, or an error. */
export interface BodyShape<Data> {
  data: Data;
  nextCursor: string | null;
  error: { code: string; message: string };
}
