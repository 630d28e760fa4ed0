/** The client's errors: their fields and their output in logs. */
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  InvalidInputError,
  NotSentError,
  RalllyError,
  RefusedError,
  TransportError,
  UnknownOutcomeError,
} from "../../src/api/index.ts";

describe("an error of the client", () => {
  const failure = { operation: "getPoll", attempts: 2 };

  it.each([
    ["RalllyError", () => new RalllyError("Oops", "unknown", failure)],
    ["NotSentError", () => new NotSentError("Oops", failure)],
    ["UnknownOutcomeError", () => new UnknownOutcomeError("Oops", failure)],
  ])("%s has the given fields and no other", (name, make) => {
    const error = make();
    expect(error).toMatchObject({ name, message: "Oops", ...failure });
    for (const field of ["code", "status", "retryAfterMs", "cause"]) expect(field in error).toBe(false);
  });

  it("has the service's code, its status, retryAfterMs and the cause", () => {
    const cause = new Error("socket");
    const known = { code: "RATE_LIMIT_EXCEEDED", status: 429, retryAfterMs: 0, cause };
    expect(new RefusedError("Oops", { ...failure, ...known })).toMatchObject({
      name: "RefusedError",
      outcome: "refused",
      ...known,
    });
  });

  it("names every invalid field in its message", () => {
    const error = new InvalidInputError("createPoll", [
      { path: "title", message: "Too long" },
      { path: "kind", message: "Missing" },
    ]);
    expect(error).toMatchObject({ name: "InvalidInputError", outcome: "not-sent", attempts: 0 });
    expect(error.message).toBe("Invalid input, nothing was sent. title: Too long; kind: Missing");
  });

  it("of a transport has the field sent", () => {
    expect(new TransportError("Oops", false)).toMatchObject({ name: "TransportError", sent: false });
  });

  it("names its class and operation in String() and the stack, and not in its message", () => {
    const error = new RefusedError("No such poll", { ...failure, status: 404 });
    expect(error.message).toBe("No such poll");
    expect(String(error)).toBe("RefusedError in getPoll: No such poll");
    expect(error.stack).toMatch(/^RefusedError in getPoll: No such poll\n +at .*errors\.test\.ts/);
    expect(inspect(error)).toContain("RefusedError in getPoll: No such poll");
  });

  it("keeps a message with line breaks and dollar signs in the stack", () => {
    const error = new NotSentError("$& one\n    at two", failure);
    expect(error.stack).toMatch(/^NotSentError in getPoll: \$& one\n {4}at two\n +at .*errors\.test\.ts/);
  });
});
