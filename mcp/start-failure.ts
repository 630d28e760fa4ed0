import { InvalidInputError } from "../src/api/errors.ts";
import { FlagError } from "./flags.ts";
import { UnsafeSettingsError } from "./http/settings.ts";

/** Where the person who starts the server has said what the client calls so. */
const variables = new Map([
  ["apiKey", "RALLLY_API_KEY"],
  ["baseUrl", "RALLLY_BASE_URL"],
]);

/** What the system says when a server cannot listen. */
const listenFailures = new Map<unknown, string>([
  ["EADDRINUSE", "The port is taken: pass another with --port, or 0 for a free one."],
  ["EACCES", "The port may not be used by this account: pass another with --port, or 0 for a free one."],
  ["EADDRNOTAVAIL", "--host is not an address of this machine."],
  ["ENOTFOUND", "--host is not an address of this machine."],
  ["EAI_AGAIN", "--host is not an address of this machine."],
]);

/**
 * Why the server could not start, for the person who started it, when it is theirs to mend: a wrong option, a wrong
 * variable, a port that is taken. Undefined for anything else. Never shows a value, which may be a key.
 */
export function describeStartFailure(error: unknown): string | undefined {
  if (error instanceof FlagError || error instanceof UnsafeSettingsError)
    return `${error.message}. Try rallly-mcp --help.`;
  if (error instanceof InvalidInputError) {
    return error.problems
      .map(({ field, message }) => `${variables.get(field) ?? field}: ${message}.`)
      .join(" ");
  }
  return error instanceof Error && "code" in error ? listenFailures.get(error.code) : undefined;
}
