import { describe, expect, it } from "vitest";
import { compiledOperations } from "../../src/api/compiled-operations.ts";
import { type OperationName, operations } from "../../src/api/operations.ts";
import { participant, poll, results } from "./scripted.ts";

const valid: Record<OperationName, object> = {
  listPolls: { data: [poll, poll], nextCursor: null },
  createPoll: { data: poll },
  getPoll: { data: poll },
  deletePoll: { data: { id: "p1", deleted: true } },
  getPollResults: { data: results },
  listParticipants: { data: [participant] },
  getParticipant: { data: participant },
  getOpenApi: { openapi: "3.1.0", paths: {} },
};

/** Every value with one field removed, of the wrong type, or added. */
function* vary(value: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of vary(value[0])) yield [item, ...value.slice(1)];
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const { [name]: _, ...rest } = value as Record<string, unknown>;
    yield rest;
    yield { ...value, [name]: null };
    yield { ...value, [name]: 17.5 };
    yield { ...value, [name]: "" };
    yield { ...value, [name]: [{}] };
    for (const changed of vary(inner)) yield { ...value, [name]: changed };
  }
  yield { ...value, addedLater: { nested: true } };
}

describe("compiled schemas", () => {
  for (const name of Object.keys(valid) as OperationName[]) {
    it(`give the same results and issues as before: ${name}`, () => {
      const { output: compiled } = compiledOperations[name];
      const { output } = operations[name];
      const values = [undefined, null, [], ...vary(valid[name]), valid[name]];
      const expected = values.map((value) => output.safeParse(value));
      expect(expected.filter(({ success }) => success).length).toBeGreaterThan(0);
      expect(expected.filter(({ success }) => !success).length).toBeGreaterThan(2);
      // The first round uses the schemas as they are, the second one compiled.
      for (let round = 0; round < 2; round += 1) {
        for (const [index, value] of values.entries()) {
          const { success, data, error } = compiled.safeParse(value);
          expect({ success, data }).toEqual({
            success: expected[index]?.success,
            data: expected[index]?.data,
          });
          expect(error?.issues).toEqual(expected[index]?.error?.issues);
        }
        for (let use = 0; use < 1_000; use += 1) compiled.safeParse(valid[name]);
      }
    });
  }
});
