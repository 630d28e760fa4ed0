import * as z from "zod";
import { closePassedPolls } from "./closing.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type { Space } from "./model.ts";
import { viewPoll } from "./poll-view.ts";
import { refuseFields } from "./problem.ts";
import { listProblems } from "./validation.ts";
import type { World } from "./world.ts";

/** The query of GET /polls. */
export const listQuery = z.strictObject({
  status: z.enum(["open", "closed", "scheduled", "canceled"]).optional(),
  cursor: z.string().min(1).optional(),
  limit: z
    .string()
    // Digits only: "1e1", "0x10" and " 5" are numbers to JavaScript, not to a person.
    .regex(/^\d{1,4}$/, "Invalid input: expected an integer from 1 to 100")
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(20),
});

/** One page of a space's polls, newest first. */
export function listPolls(world: World, space: Space, query: URLSearchParams) {
  const { status = null, cursor, limit } = readQuery(query);
  closePassedPolls(world);
  const scope = { spaceId: space.id, status };
  const below = cursor === undefined ? undefined : readCursor(cursor, scope);
  const page = [];
  for (const poll of world.store.newestFirst(space.id, below)) {
    if (status !== null && poll.status !== status) continue;
    page.push(poll);
    // One more than asked for tells whether there is a next page.
    if (page.length > limit) break;
  }
  const last = page.length > limit ? page[limit - 1] : undefined;
  return {
    data: page.slice(0, limit).map((poll) => viewPoll(poll, space, world.origin)),
    nextCursor: last === undefined ? null : writeCursor(last.sequence, scope),
  };
}

function readQuery(query: URLSearchParams) {
  const fields: Record<string, unknown> = {};
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    // A parameter given twice is left as a list, which no field of the schema is.
    fields[name] = values.length > 1 ? values : values[0];
  }
  const read = listQuery.safeParse(fields);
  if (!read.success) throw refuseFields(listProblems(read.error, "query"));
  return read.data;
}
