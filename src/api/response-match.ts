import type { Client } from "./client-types.ts";
import type { OperationName } from "./operations.ts";
import { findDifferences, findStaleFields } from "./poll-match.ts";
import type { ResponseIssue } from "./response-issues.ts";

type Checks = {
  readonly [Name in OperationName]:
    | ((
        input: NonNullable<Parameters<Client[Name]>[0]>,
        output: Awaited<ReturnType<Client[Name]>>,
        serviceTime: number,
      ) => ResponseIssue[])
    | null;
};

/** Compares a successful response with its request. Null where a response repeats nothing of its request. */
const checks: Checks = {
  listPolls: ({ status, limit }, { data }) => [
    ...data.flatMap((poll, index) =>
      // An open poll closes by itself, perhaps while it is listed.
      status === undefined || poll.status === status || (status === "open" && poll.status === "closed")
        ? []
        : [{ path: `data.${index}.status`, message: "differs from the requested status" }],
    ),
    ...(limit !== undefined && data.length > limit
      ? [{ path: "data", message: "has more polls than requested" }]
      : []),
  ],
  createPoll: (input, { data }, serviceTime) => [
    ...findDifferences(data, input).map((field) => ({
      path: `data.${field}`,
      message: "differs from the request",
    })),
    ...findStaleFields(data, input, serviceTime).map((field) => ({
      path: `data.${field}`,
      message: "does not fit a poll that was just created",
    })),
  ],
  getPoll: ({ pollId }, { data }) => expectId("data.id", data.id, pollId, "pollId"),
  deletePoll: ({ pollId }, { data }) => expectId("data.id", data.id, pollId, "pollId"),
  getPollResults: ({ pollId }, { data }) => expectId("data.pollId", data.pollId, pollId, "pollId"),
  getParticipant: ({ participantId }, { data }) =>
    expectId("data.id", data.id, participantId, "participantId"),
  listParticipants: null,
  getOpenApi: null,
};

function expectId(path: string, received: string, requested: string, name: string): ResponseIssue[] {
  return received === requested ? [] : [{ path, message: `differs from the requested ${name}` }];
}

/**
 * Where a response that matches its schema contradicts its request, because it belongs to another request. Empty if nothing
 * contradicts it. `serviceTime` is the time of the response in milliseconds since 1970.
 */
export function findMismatch(
  name: OperationName,
  input: object,
  output: Record<string, unknown>,
  serviceTime: number,
): readonly ResponseIssue[] {
  const check = checks[name] as
    | ((input: object, output: Record<string, unknown>, serviceTime: number) => ResponseIssue[])
    | null;
  return check?.(input, output, serviceTime).slice(0, 10) ?? [];
}

/** Reads whose response shows which request it belongs to. Only these may share a connection with other requests. */
const identifiable: ReadonlySet<OperationName> = new Set([
  "getPoll",
  "getPollResults",
  "getParticipant",
  "getOpenApi",
]);

/** Whether a request needs its own connection, because its response does not show which request it belongs to. */
export function needsOwnConnection(name: OperationName): boolean {
  return !identifiable.has(name);
}
