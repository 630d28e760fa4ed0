import { distance } from "fastest-levenshtein";
import type { OperationRequest } from "./request.ts";
import type { AttemptFailure } from "./response.ts";

/** The video services and "custom" that this version knows. The service may know more. */
export const knownProviders = ["zoom", "meet", "teams", "custom"];

/** What may be wrong with the provider of a refused create: a sentence with a space before it, or an empty text. */
export function describeProvider(
  { name, input }: Pick<OperationRequest, "name" | "input">,
  { status, code = "", message }: Pick<AttemptFailure, "status" | "code" | "message">,
): string {
  if (name !== "createPoll" || status !== 400 || !/conferencing/i.test(`${code} ${message}`)) return "";
  const { conferencing } = input as { conferencing?: { provider: string } | null };
  if (!conferencing || knownProviders.includes(conferencing.provider)) return "";
  const given = conferencing.provider.toLowerCase();
  const similar = knownProviders.find((known) => distance(known, given) <= 2);
  return ` ${similar ? formatSimilar(similar) : listing}`;
}

const listing = `Providers known to this version: ${knownProviders.join(", ")}.`;
const formatSimilar = (name: string) => `Did you mean the provider "${name}"?`;
const hints = [...knownProviders.map(formatSimilar), listing];

/** The sentence that {@link describeProvider} added to an error's message, or undefined. Contains no text of the service. */
export function findProviderHint({ message }: Pick<Error, "message">): string | undefined {
  return hints.find((hint) => message.endsWith(hint));
}
