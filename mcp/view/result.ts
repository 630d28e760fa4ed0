import { type Failure, failureKey } from "./failure.ts";
import { say, type Words } from "./words/index.ts";

/** A message, or a part of one. */
export type JsonObject = Record<string, unknown>;

/** An object as it is, anything else as an empty one. */
export function toObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** What a server gives to a page alone, unless an older or newer server made it. */
export function readMeta<Data extends { version: number }>(
  result: JsonObject,
  key: string,
  version: Data["version"],
): Data | undefined {
  const found = toObject(result["_meta"])[key] as Data | undefined;
  return found?.version === version ? found : undefined;
}

/** Why a call failed. Some hosts leave it out, and then nobody knows. */
export const readFailure = (result: JsonObject): Partial<Failure> =>
  toObject(toObject(result["_meta"])[failureKey]) as Partial<Failure>;

/** The sentence about a failure. */
export function explainFailure(
  { kind = "failed", seconds = 60 }: Partial<Failure>,
  { failures, plan }: Words,
): string {
  if (kind === "exists") return plan.exists;
  return kind === "unclear" ? plan.unclear : say(failures[kind], seconds);
}
